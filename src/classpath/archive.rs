//! One jar, on disk or nested in another: its usable entries and their content. Owns the defences against damaged and
//! hostile archives; must not know what entries mean beyond their names.

use std::borrow::Cow;

use rawzip::{CompressionMethod, ZipArchive, ZipArchiveEntryWayfinder, ZipSliceArchive};

use super::bytes::SharedBytes;
use super::inflate::{InflateError, inflate_raw};

/// Entries kept per archive; the largest jars known have some 10^5.
const MAX_ENTRIES: usize = 2_000_000;
/// What all entries of an archive may declare together: this much, or [`MAX_TOTAL_RATIO`] times its own size.
const MIN_TOTAL_SIZE: u64 = 256 << 20;
/// Class files shrink by a factor of two or three; overlapping entries and bombs promise more than this.
const MAX_TOTAL_RATIO: u64 = 100;

/// An opened archive.
pub(super) struct Archive {
    zip: ZipSliceArchive<SharedBytes>,
    entries: Vec<Extent>,
}

/// Where the content of an entry lies and how it is packed.
#[derive(PartialEq)]
struct Extent {
    wayfinder: ZipArchiveEntryWayfinder,
    method: CompressionMethod,
    encrypted: bool,
}

/// Index of an entry in its archive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct EntryId(u32);

impl EntryId {
    pub(super) fn number(self) -> u32 {
        self.0
    }
}

/// An archive with the names of its entries and what is wrong with it.
pub(super) struct Listing {
    pub(super) archive: Archive,
    /// Files (no folders) in directory order; names are relative, without empty, `.` and `..` segments.
    pub(super) names: Vec<(String, EntryId)>,
    /// The first bad name, as far as it can be shown, and the number of entries dropped for their names.
    pub(super) bad_names: Option<(String, usize)>,
    /// Why the directory could not be read to its end, or not be trusted.
    pub(super) damage: Option<String>,
}

/// Why the content of an entry cannot be had.
#[derive(Debug, thiserror::Error)]
pub(super) enum EntryError {
    #[error("the archive is damaged here: {0}")]
    Zip(rawzip::Error),
    #[error("the entry is encrypted")]
    Encrypted,
    #[error("compression method {0:?} is not supported")]
    Method(CompressionMethod),
    #[error("stored with a size other than it declares")]
    StoredSize,
    #[error(transparent)]
    Inflate(#[from] InflateError),
    #[error("declares {declared} bytes, more than the limit of {limit}")]
    TooLarge { declared: u64, limit: u64 },
}

impl Archive {
    /// The whole archive as it lies on disk or in memory.
    pub(super) fn bytes(&self) -> &SharedBytes {
        self.zip.get_ref()
    }

    /// BLAKE3 of the archive: equal digests, equal content of equal entries. `None` if it cannot be read, or has another
    /// directory than when it was opened: what is where the old one says is then of neither archive.
    pub(super) fn digest(&self) -> Option<[u8; 32]> {
        let digest = self.bytes().digest().ok()?;
        let again = Self::open(self.bytes().clone()).ok()?.archive;
        (again.entries == self.entries).then_some(digest)
    }

    /// Reads the central directory.
    ///
    /// # Errors
    /// If there is none: not a zip file, or one that was cut off. Later damage is in [`Listing::damage`].
    pub(super) fn open(data: SharedBytes) -> Result<Listing, rawzip::Error> {
        let size = data.as_ref().len() as u64;
        let zip = ZipArchive::from_slice(data)?;
        let budget = MIN_TOTAL_SIZE.max(size.saturating_mul(MAX_TOTAL_RATIO));
        let mut declared = 0u64;
        let mut count = 0u64;
        let mut entries = Vec::new();
        let mut names = Vec::new();
        let mut bad_names: Option<(String, usize)> = None;
        let mut damage = None;
        for record in zip.entries() {
            let record = match record {
                Ok(record) => record,
                Err(error) => {
                    damage = Some(format!("its directory is damaged after {count} entries: {error}"));
                    break;
                }
            };
            count += 1;
            let path = record.file_path();
            let raw = path.as_bytes();
            if raw.ends_with(b"/") {
                continue;
            }
            let Some(name) = usable_name(raw) else {
                bad_names.get_or_insert_with(|| (printable(raw), 0)).1 += 1;
                continue;
            };
            declared = declared.saturating_add(record.uncompressed_size_hint());
            if declared > budget || entries.len() >= MAX_ENTRIES {
                damage = Some(format!("it declares more content than it can plausibly hold; read up to entry {count}"));
                break;
            }
            names.push((name.to_owned(), EntryId(entries.len() as u32)));
            entries.push(Extent {
                wayfinder: record.wayfinder(),
                method: record.compression_method(),
                encrypted: record.flags().is_encrypted(),
            });
        }
        // Without zip64 the declared count is modulo 2^16.
        let hint = zip.entries_hint();
        if damage.is_none() && hint & 0xFFFF != count & 0xFFFF {
            damage = Some(format!("it declares {hint} entries and has {count}"));
        }
        Ok(Listing { archive: Self { zip, entries }, names, bad_names, damage })
    }

    /// The content of an entry, borrowed if it is stored. The checksum is not verified; the JVM does not either.
    ///
    /// # Errors
    /// [`EntryError`] for damage, encryption, an unknown method, or content of more than `limit` bytes.
    pub(super) fn read(&self, id: EntryId, limit: u64) -> Result<Cow<'_, [u8]>, EntryError> {
        let extent = self.extent(id);
        if extent.encrypted {
            return Err(EntryError::Encrypted);
        }
        let entry = self.zip.get_entry(extent.wayfinder).map_err(EntryError::Zip)?;
        let declared = extent.wayfinder.uncompressed_size_hint();
        match extent.method {
            CompressionMethod::STORE if entry.data().len() as u64 != declared => Err(EntryError::StoredSize),
            CompressionMethod::STORE if declared > limit => Err(EntryError::TooLarge { declared, limit }),
            CompressionMethod::STORE => Ok(Cow::Borrowed(entry.data())),
            CompressionMethod::DEFLATE => Ok(Cow::Owned(inflate_raw(entry.data(), declared, limit)?)),
            method => Err(EntryError::Method(method)),
        }
    }

    /// The content of an entry as shared bytes, for an archive within this one: a stored entry is not copied.
    ///
    /// # Errors
    /// As for [`Archive::read`]; `limit` bounds what is inflated only.
    pub(super) fn read_shared(&self, id: EntryId, limit: u64) -> Result<SharedBytes, EntryError> {
        let extent = self.extent(id);
        if extent.method != CompressionMethod::STORE || extent.encrypted {
            return Ok(SharedBytes::from(self.read(id, limit)?.into_owned()));
        }
        let entry = self.zip.get_entry(extent.wayfinder).map_err(EntryError::Zip)?;
        let (start, end) = entry.compressed_data_range();
        let range = usize::try_from(start).ok().zip(usize::try_from(end).ok());
        range.and_then(|(start, end)| self.zip.get_ref().slice(start..end)).ok_or(EntryError::StoredSize)
    }

    /// Bytes that inflating the entry takes; 0 if it is stored.
    pub(super) fn inflated_size(&self, id: EntryId) -> u64 {
        let extent = self.extent(id);
        if extent.method == CompressionMethod::STORE { 0 } else { extent.wayfinder.uncompressed_size_hint() }
    }

    fn extent(&self, id: EntryId) -> &Extent {
        self.entries.get(id.0 as usize).expect("internal error: entry of another archive")
    }
}

/// The name as text if it is one a class loader could ask for: UTF-8 and relative, `/`-separated, without empty, `.` and
/// `..` segments, backslashes and control characters.
fn usable_name(raw: &[u8]) -> Option<&str> {
    let name = std::str::from_utf8(raw).ok()?;
    let bad_segment = |segment: &str| matches!(segment, "" | "." | "..");
    let bad_char = |c: char| c == '\\' || c.is_control();
    (!name.contains(bad_char) && !name.split('/').any(bad_segment)).then_some(name)
}

/// The start of a bad name, safe to print.
fn printable(raw: &[u8]) -> String {
    let text = String::from_utf8_lossy(&raw[..raw.len().min(100)]);
    text.chars().flat_map(|c| if c.is_control() { c.escape_default().collect() } else { vec![c] }).collect()
}

#[cfg(test)]
mod tests {
    use super::super::testing::Jar;
    use super::*;

    /// Everything that can be read of an archive and of those nested in it.
    fn dump(data: SharedBytes, depth: u32) -> Result<usize, rawzip::Error> {
        const LIMIT: u64 = 1 << 20;
        let listing = Archive::open(data)?;
        let mut total = 0;
        for (name, id) in &listing.names {
            assert!(usable_name(name.as_bytes()).is_some());
            if let Ok(bytes) = listing.archive.read(*id, LIMIT) {
                assert!(bytes.len() as u64 <= LIMIT);
                total += bytes.len();
            }
            if depth > 0
                && let Ok(inner) = listing.archive.read_shared(*id, LIMIT)
            {
                total += dump(inner, depth - 1).unwrap_or(0);
            }
        }
        Ok(total)
    }

    fn sample() -> Vec<u8> {
        let inner = Jar::default().file("B.class", "some content").bytes();
        Jar::default().stored("lib/inner.jar", inner).file("A.class", vec![b'a'; 200]).stored("c", "stored").bytes()
    }

    #[test]
    fn a_stored_archive_is_read_in_place() {
        let bytes = sample();
        let inner = Jar::default().file("B.class", "some content").bytes();
        let listing = Archive::open(SharedBytes::from(bytes)).unwrap();
        let (name, id) = &listing.names[0];
        assert_eq!(name, "lib/inner.jar");
        let shared = listing.archive.read_shared(*id, 0).unwrap();
        assert_eq!(shared.as_ref(), inner);
        let outer = listing.archive.zip.get_ref().as_ref().as_ptr_range();
        assert!(outer.contains(&shared.as_ref().as_ptr()));
        assert_eq!(dump(shared, 0).unwrap(), "some content".len());
    }

    #[test]
    fn bytes_before_the_archive_do_not_matter() {
        let script = [b"#!/bin/sh\nexec java -jar \"$0\"\n".to_vec(), sample()].concat();
        assert_eq!(dump(SharedBytes::from(script), 1).unwrap(), dump(SharedBytes::from(sample()), 1).unwrap());
    }

    #[test]
    fn damage_never_panics() {
        let bytes = sample();
        for at in 0..bytes.len() {
            for value in [0, 1, 0x7F, 0x80, 0xFF, bytes[at].wrapping_add(1)] {
                let mut damaged = bytes.clone();
                damaged[at] = value;
                let _ = dump(SharedBytes::from(damaged), 1);
            }
            let _ = dump(SharedBytes::from(bytes[..at].to_vec()), 1);
            let _ = dump(SharedBytes::from(bytes[at..].to_vec()), 1);
        }
    }
}
