//! String values and operations on them: pure functions. Must not know who asks.
