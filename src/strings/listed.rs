//! Strings that a specification lists for the call they come from. Must not know specifications.

use crate::base::{FxHashMap, Sym};
use crate::heap::{Heap, ObjId, ObjKind, SiteId};

/// Values by origin.
#[derive(Debug, Default)]
pub struct Listed {
    by_site: FxHashMap<SiteId, Values>,
}

#[derive(Debug, Default)]
struct Values {
    texts: Vec<Sym>,
    complete: bool,
}

impl Listed {
    /// Adds the values of one entry; several entries for one call add up, and it is complete if one of them says so.
    pub fn list(&mut self, site: SiteId, texts: impl IntoIterator<Item = Sym>, complete: bool) {
        let values = self.by_site.entry(site).or_default();
        values.texts.extend(texts);
        values.complete |= complete;
    }

    /// What is listed for an unknown string, or for that which one of unknown parts was made of.
    fn of(&self, kind: ObjKind) -> Option<&Values> {
        kind.origin().filter(|_| kind.is_unknown_text()).and_then(|site| self.by_site.get(&site))
    }

    /// Whether everything that has the origin of this unknown string is listed.
    pub fn covers(&self, kind: ObjKind) -> bool {
        self.of(kind).is_some_and(|values| values.complete)
    }

    /// Whether anything is listed for it.
    pub fn knows(&self, kind: ObjKind) -> bool {
        self.of(kind).is_some()
    }

    /// The objects with unknown strings replaced by their listed values; an incomplete list keeps the unknown beside them.
    pub fn expand(&self, heap: &Heap, objects: Vec<(ObjId, ObjKind)>) -> Vec<(ObjId, ObjKind)> {
        if self.by_site.is_empty() {
            return objects;
        }
        let mut out = Vec::with_capacity(objects.len());
        for (obj, kind) in objects {
            let Some(values) = self.of(kind) else {
                out.push((obj, kind));
                continue;
            };
            // What an operation makes of those that are listed comes from it.
            let texts = if matches!(kind, ObjKind::Template { .. }) { &[][..] } else { &values.texts[..] };
            for &text in texts {
                let kind = ObjKind::Str { text };
                out.push((heap.intern(kind), kind));
            }
            if !values.complete {
                out.push((obj, kind));
            }
        }
        out
    }
}
