//! Read-only bytes shared by everything that reads from them: a memory-mapped file, or a nested jar inflated into
//! memory, or a part of either. Owns the `unsafe` of mapping files; must not know what the bytes mean.

use std::fs::File;
use std::io::{self, Seek};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use memmap2::Mmap;

/// A cheap-to-clone slice of an owner kept alive by it.
#[derive(Clone)]
pub(super) struct SharedBytes {
    owner: Arc<Owner>,
    range: Range<usize>,
}

enum Owner {
    Map { map: Mmap, file: File },
    Memory(Vec<u8>),
}

impl SharedBytes {
    /// Maps a file. Empty files give empty bytes (they cannot be mapped everywhere).
    ///
    /// # Errors
    /// What the system says when the file is missing, unreadable or not a regular file.
    pub(super) fn map(path: &Path) -> io::Result<Self> {
        let file = File::open(path)?;
        let metadata = file.metadata()?;
        if !metadata.is_file() {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "not a regular file"));
        }
        if metadata.len() == 0 {
            return Ok(Self::from(Vec::new()));
        }
        #[expect(
            unsafe_code,
            reason = "class files are read in place; a build does not rewrite its class path under us"
        )]
        // SAFETY: the map is private and read-only. Bytes that another process changes meanwhile are read as data that
        // may be damaged, which every reader here expects anyway.
        let map = unsafe { Mmap::map(&file)? };
        let range = 0..map.len();
        Ok(Self { owner: Arc::new(Owner::Map { map, file }), range })
    }

    /// The same for all parts of one file.
    pub(super) fn owner(&self) -> usize {
        Arc::as_ptr(&self.owner) as usize
    }

    /// Adds the bytes of the owner, all of them, to a hash. A mapped file is read: the pages of a map would count as memory
    /// of the process.
    ///
    /// # Errors
    /// What the system says when the file cannot be read.
    pub(super) fn add_to(&self, hasher: &mut blake3::Hasher) -> io::Result<()> {
        let mut file = match &*self.owner {
            Owner::Memory(bytes) => {
                hasher.update(bytes);
                return Ok(());
            }
            Owner::Map { file, .. } => file,
        };
        file.rewind()?;
        hasher.update_reader(file).map(|_| ())
    }

    /// The part `range` of these bytes, `None` if it does not lie within them.
    pub(super) fn slice(&self, range: Range<usize>) -> Option<Self> {
        let start = self.range.start.checked_add(range.start)?;
        let end = self.range.start.checked_add(range.end)?;
        (start <= end && end <= self.range.end).then(|| Self { owner: Arc::clone(&self.owner), range: start..end })
    }
}

impl From<Vec<u8>> for SharedBytes {
    fn from(bytes: Vec<u8>) -> Self {
        let range = 0..bytes.len();
        Self { owner: Arc::new(Owner::Memory(bytes)), range }
    }
}

impl AsRef<[u8]> for SharedBytes {
    fn as_ref(&self) -> &[u8] {
        let all: &[u8] = match &*self.owner {
            Owner::Map { map, .. } => map,
            Owner::Memory(bytes) => bytes,
        };
        &all[self.range.clone()]
    }
}
