//! Abstract objects as data: allocations, tokens, strings, metaobjects, closures. Must not know solving.
