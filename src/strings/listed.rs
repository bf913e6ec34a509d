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

    /// Whether everything that has the origin of this unknown string is listed.
    pub fn covers(&self, kind: ObjKind) -> bool {
        matches!(kind, ObjKind::UnknownString { site } if self.by_site.get(&site).is_some_and(|v| v.complete))
    }

    /// Whether anything is listed for it.
    pub fn knows(&self, kind: ObjKind) -> bool {
        matches!(kind, ObjKind::UnknownString { site } if self.by_site.contains_key(&site))
    }

    /// The objects with unknown strings replaced by their listed values; an incomplete list keeps the unknown beside them.
    pub fn expand(&self, heap: &Heap, objects: Vec<(ObjId, ObjKind)>) -> Vec<(ObjId, ObjKind)> {
        if self.by_site.is_empty() {
            return objects;
        }
        let mut out = Vec::with_capacity(objects.len());
        for (obj, kind) in objects {
            let values = match kind {
                ObjKind::UnknownString { site } => self.by_site.get(&site),
                _ => None,
            };
            let Some(values) = values else {
                out.push((obj, kind));
                continue;
            };
            for &text in &values.texts {
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
