//! Entry points in rounds; framework models as data. Must not know reflection rules.
