//! What the model remembers of uses of classes, members and objects that nobody knows, for those modes in which uses vote (docs/analysis.md,
//! Votes). Must not know what is done with it.

use crate::base::{FxHashMap, FxHashSet, FxIndexMap, FxIndexSet, Sym};
use crate::heap::{MemberKind, ObjId, SiteId};
use crate::program::{ClassId, TypeId};

use super::super::terms::site::Effect;
use super::call::ApiCallId;

/// Members of a class and a kind of which the result can be of a type.
pub(in crate::reflection) type Giving = FxHashMap<(TypeId, MemberKind, TypeId), Vec<Effect>>;

/// What was learned from uses.
#[derive(Default)]
pub(in crate::reflection) struct Uses {
    /// Where a class that nobody knows was given, and by which calls.
    pub(in crate::reflection) sources: FxIndexMap<SiteId, FxIndexSet<ApiCallId>>,
    /// Those of them that were `Class.forName`.
    pub(in crate::reflection) by_for_name: FxHashSet<ApiCallId>,
    /// The same of members.
    pub(in crate::reflection) members: FxIndexMap<SiteId, FxIndexSet<ApiCallId>>,
    /// The calls that give an object of which nothing is known.
    pub(in crate::reflection) makers: FxIndexMap<ObjId, FxIndexSet<ApiCallId>>,
    /// What those objects were cast to.
    pub(in crate::reflection) casts: FxIndexSet<(ObjId, TypeId)>,
    /// What all that a call makes is cast to in its method.
    pub(in crate::reflection) own_casts: FxIndexSet<(ApiCallId, TypeId)>,
    /// Names by which a look-up asks classes for members.
    pub(in crate::reflection) names: FxIndexSet<(ApiCallId, MemberKind, Sym)>,
    /// What look-ups got by votes.
    pub(in crate::reflection) given: FxHashMap<ApiCallId, FxIndexSet<Effect>>,
    pub(in crate::reflection) giving: Giving,
    /// The classes of the application that declare a member of a name.
    pub(in crate::reflection) declarers: Option<FxHashMap<(MemberKind, Sym), Vec<ClassId>>>,
}
