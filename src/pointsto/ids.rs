//! Ids of what the solver numbers. Must not know what any of them stands for beyond its name.

crate::define_id!(
    /// A pointer: a variable of a method instance, a field of an object, an array's elements, a static field, ...
    NodeId
);
crate::define_id!(
    /// An edge filter; 0 lets everything pass.
    FilterId
);
crate::define_id!(
    /// A method under a context.
    InstId
);
crate::define_id!(
    /// A call site of a method instance.
    CallId
);
crate::define_id!(
    /// Position of a model in the engine's list.
    ModelId
);
crate::define_id!(
    /// A model that watches a node, with what it remembers about that.
    HookId
);
crate::define_id!(
    /// A call by a model that is made for each object of a pointer.
    ReceiverCallId
);
crate::define_id!(
    /// A list of methods that a model calls together.
    CalleesId
);
crate::define_id!(
    /// Collections that get what is in all objects of a node.
    GatheringId
);
crate::define_id!(
    /// What a call does in place of its callee.
    ShortcutId
);
crate::define_id!(
    /// What a model remembers about a hook: an index into a table of its own.
    HookData
);
crate::define_id!(
    /// A node of a model's own, by the model's number for it.
    ModelNode
);
crate::define_id!(
    /// What a model claimed a method as: an index into a table of its own.
    ClaimTag
);

/// The filter that lets everything pass.
pub(crate) const ALL: FilterId = FilterId(0);
