//! Objects that are explained from where they were put: strings and tokens. Must not know where that was.

use crate::base::Mask;
use crate::heap::{Heap, ObjId, ObjKind};

pub(super) fn is_explained(kind: ObjKind) -> bool {
    kind.is_string() || kind.is_token()
}

/// All of them: most sets hold none.
#[derive(Default)]
pub(super) struct Explained {
    objects: Mask,
    /// Objects looked at so far.
    known: usize,
}

impl Explained {
    pub(super) fn among(&mut self, heap: &Heap) -> &Mask {
        while self.known < heap.len() {
            let obj = ObjId::new(self.known);
            if is_explained(heap.kind(obj)) {
                self.objects.insert(obj.0);
            }
            self.known += 1;
        }
        &self.objects
    }
}
