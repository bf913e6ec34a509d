//! Decompression with bounds: output never exceeds what the container declared, what the format can express, or a given
//! cap, whatever the compressed bytes say. Must not know containers.

use flate2::{Decompress, FlushDecompress, Status};

/// DEFLATE turns one byte into at most 1032 (RFC 1951: a 258-byte match in two bits).
const MAX_RATIO: u64 = 1032;

/// Largest resource read, packed or not. None of a JDK comes near.
pub(super) const MAX_RESOURCE: u64 = 256 << 20;

/// Why bytes could not be inflated.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub(super) enum InflateError {
    #[error("declares {declared} bytes, more than the limit of {limit}")]
    TooLarge { declared: u64, limit: u64 },
    #[error("declares {declared} bytes, more than {compressed} compressed bytes can hold")]
    Impossible { declared: u64, compressed: u64 },
    #[error("inflates to more than the {0} bytes it declares")]
    Longer(u64),
    #[error("inflates to {actual} bytes instead of the {declared} it declares")]
    Shorter { actual: u64, declared: u64 },
    #[error("the compressed data is damaged")]
    Damaged,
}

/// Inflates raw DEFLATE data (zip method 8) of `declared` bytes.
///
/// # Errors
/// [`InflateError`] if `declared` exceeds `limit` or the data gives another number of bytes.
pub(super) fn inflate_raw(compressed: &[u8], declared: u64, limit: u64) -> Result<Vec<u8>, InflateError> {
    inflate(Decompress::new(false), compressed, declared, limit)
}

/// Inflates zlib data (jimage method "zip") of `declared` bytes; errors as for [`inflate_raw`].
pub(super) fn inflate_zlib(compressed: &[u8], declared: u64, limit: u64) -> Result<Vec<u8>, InflateError> {
    inflate(Decompress::new(true), compressed, declared, limit)
}

fn inflate(mut inflater: Decompress, compressed: &[u8], declared: u64, limit: u64) -> Result<Vec<u8>, InflateError> {
    if declared > limit {
        return Err(InflateError::TooLarge { declared, limit });
    }
    if declared > (compressed.len() as u64).saturating_mul(MAX_RATIO) {
        return Err(InflateError::Impossible { declared, compressed: compressed.len() as u64 });
    }
    let size = usize::try_from(declared).map_err(|_| InflateError::TooLarge { declared, limit })?;
    // One byte more than declared, so that output which is too long shows.
    let mut output = Vec::with_capacity(size + 1);
    let status =
        inflater.decompress_vec(compressed, &mut output, FlushDecompress::Finish).map_err(|_| InflateError::Damaged)?;
    match (output.len(), status) {
        (actual, _) if actual > size => Err(InflateError::Longer(declared)),
        (actual, Status::StreamEnd) if actual == size => Ok(output),
        (_, Status::BufError | Status::Ok) => Err(InflateError::Damaged),
        (actual, Status::StreamEnd) => Err(InflateError::Shorter { actual: actual as u64, declared }),
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::DeflateEncoder;

    use super::*;

    fn deflate(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    #[test]
    fn gives_back_what_was_deflated() {
        for bytes in [&b""[..], b"a", &[7; 100_000]] {
            assert_eq!(inflate_raw(&deflate(bytes), bytes.len() as u64, 1 << 20).unwrap(), bytes);
        }
    }

    #[test]
    fn refuses_other_sizes() {
        let packed = deflate(&[7; 1000]);
        assert_eq!(inflate_raw(&packed, 999, 1 << 20), Err(InflateError::Longer(999)));
        assert_eq!(inflate_raw(&packed, 1001, 1 << 20), Err(InflateError::Shorter { actual: 1000, declared: 1001 }));
        assert_eq!(inflate_raw(&packed, 1000, 999), Err(InflateError::TooLarge { declared: 1000, limit: 999 }));
        assert!(matches!(inflate_raw(&packed, u64::MAX, u64::MAX), Err(InflateError::Impossible { .. })));
    }

    #[test]
    fn reports_damage() {
        let packed = deflate(b"some text that is long enough to be cut");
        assert_eq!(inflate_raw(&packed[..packed.len() - 3], 39, 100), Err(InflateError::Damaged));
        assert_eq!(inflate_raw(&[0xFF; 20], 39, 100), Err(InflateError::Damaged));
    }
}
