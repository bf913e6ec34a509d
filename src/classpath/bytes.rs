//! Read-only bytes shared by everything that reads from them: a memory-mapped file, or a nested jar inflated into
//! memory, or a part of either. Owns the `unsafe` of mapping files; must not know what the bytes mean.

use std::fs::File;
use std::io::{self, Read, Seek};
use std::ops::Range;
use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use blake3::Hasher;
use memmap2::Mmap;

/// A cheap-to-clone slice of an owner kept alive by it.
#[derive(Clone)]
pub(super) struct SharedBytes {
    owner: Arc<Owner>,
    range: Range<usize>,
}

struct Owner {
    content: Content,
    /// That of all of it, once it was asked for.
    digest: OnceLock<[u8; 32]>,
}

enum Content {
    /// Who reads the file moves its position.
    Map {
        map: Mmap,
        file: Mutex<File>,
    },
    Memory(Vec<u8>),
}

impl Owner {
    fn bytes(&self) -> &[u8] {
        match &self.content {
            Content::Map { map, .. } => map,
            Content::Memory(bytes) => bytes,
        }
    }

    /// BLAKE3 of what is there now. A mapped file is read: the pages of a map would count as memory of the process.
    fn digest_now(&self) -> io::Result<[u8; 32]> {
        let mut hasher = Hasher::new();
        match &self.content {
            Content::Memory(bytes) => drop(hasher.update(bytes)),
            Content::Map { map, file } => {
                let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
                file.rewind()?;
                // What was added to the file since is not seen through the map either.
                hasher.update_reader((&mut *file).take(map.len() as u64))?;
            }
        }
        Ok(hasher.finalize().into())
    }
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
        Ok(Self::whole(map.len(), Content::Map { map, file: Mutex::new(file) }))
    }

    /// The same for all parts of one file.
    pub(super) fn owner(&self) -> usize {
        Arc::as_ptr(&self.owner) as usize
    }

    /// BLAKE3 of all bytes of the owner, as they were when this was first asked.
    ///
    /// # Errors
    /// What the system says when the file cannot be read.
    pub(super) fn digest_of_owner(&self) -> io::Result<[u8; 32]> {
        if let Some(digest) = self.owner.digest.get() {
            return Ok(*digest);
        }
        let digest = self.owner.digest_now()?;
        Ok(*self.owner.digest.get_or_init(|| digest))
    }

    /// BLAKE3 of these bytes, as they were when this was first asked.
    ///
    /// # Errors
    /// As for [`Self::digest_of_owner`].
    pub(super) fn digest(&self) -> io::Result<[u8; 32]> {
        if self.is_whole() { self.digest_of_owner() } else { Ok(blake3::hash(self.as_ref()).into()) }
    }

    /// BLAKE3 of these bytes as they are now.
    ///
    /// # Errors
    /// As for [`Self::digest_of_owner`].
    pub(super) fn digest_now(&self) -> io::Result<[u8; 32]> {
        if self.is_whole() { self.owner.digest_now() } else { self.digest() }
    }

    fn is_whole(&self) -> bool {
        self.range == (0..self.owner.bytes().len())
    }

    fn whole(length: usize, content: Content) -> Self {
        Self { owner: Arc::new(Owner { content, digest: OnceLock::new() }), range: 0..length }
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
        Self::whole(bytes.len(), Content::Memory(bytes))
    }
}

impl AsRef<[u8]> for SharedBytes {
    fn as_ref(&self) -> &[u8] {
        &self.owner.bytes()[self.range.clone()]
    }
}
