//! Reader of the JDK's run-time image `lib/modules` (format "jimage", version 1: the JDK's `BasicImageReader` and
//! `ImageLocation`). Owns its layout: header, offset table, location attributes, strings, contents. Every offset is
//! checked when the image is opened, so a truncated image is an error there and reading cannot fail later except in
//! compressed content. Must not know classes.

use std::borrow::Cow;
use std::ops::Range;

use super::bytes::SharedBytes;
use super::inflate::{InflateError, MAX_RESOURCE, inflate_zlib};

const MAGIC: u32 = 0xCAFE_DADA;
const MAJOR_VERSION: u32 = 1;
const HEADER_SIZE: usize = 28;
/// Magic number of the header that precedes each layer of compressed content (`CompressedResourceHeader`).
const COMPRESSED_MAGIC: u32 = 0xCAFE_FAFA;
const COMPRESSED_HEADER_SIZE: usize = 29;
/// jlink stacks at most two compressors (string sharing, zip).
const MAX_COMPRESSION_LAYERS: usize = 4;

/// What is wrong with an image.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub(super) enum ImageError {
    #[error("not a JDK image (bad magic number)")]
    BadMagic,
    #[error("image version {0} is not supported")]
    Version(u32),
    #[error("the image is truncated or damaged ({0})")]
    Damaged(&'static str),
    #[error("content compressed with \"{0}\" is not supported")]
    Compression(String),
    #[error(transparent)]
    Inflate(#[from] InflateError),
}

/// An opened image.
pub(super) struct Image {
    data: SharedBytes,
    big_endian: bool,
    offsets: Range<usize>,
    locations: Range<usize>,
    strings: Range<usize>,
    contents: usize,
}

/// One resource: `/module/parent/base.extension` and where its content lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ImageLocation<'a> {
    pub(super) module: &'a str,
    /// Package with slashes; empty for files at a module's root.
    pub(super) parent: &'a str,
    pub(super) base: &'a str,
    pub(super) extension: &'a str,
    pub(super) content: ImageContent,
}

/// Extent of a resource's content. Positions are relative to the content area and were checked on opening.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ImageContent {
    offset: u64,
    /// 0 if stored as it is.
    compressed: u64,
    size: u64,
}

impl ImageLocation<'_> {
    /// Path within the module, `parent/base.extension` with parts that are empty left out.
    pub(super) fn path(&self) -> String {
        let mut path = self.path_without_extension();
        if !self.extension.is_empty() {
            path.push('.');
            path.push_str(self.extension);
        }
        path
    }

    /// `parent/base`: the internal name of a class.
    pub(super) fn path_without_extension(&self) -> String {
        let extra = if self.extension == "class" { 1 } else { self.extension.len() + 2 };
        let mut path = String::with_capacity(self.parent.len() + self.base.len() + extra);
        path.push_str(self.parent);
        if !self.parent.is_empty() {
            path.push('/');
        }
        path.push_str(self.base);
        path
    }
}

impl Image {
    /// The image as a whole.
    pub(super) fn bytes(&self) -> &SharedBytes {
        &self.data
    }

    /// Checks header and extents of the tables.
    ///
    /// # Errors
    /// [`ImageError`] if the header is none, the version is another one, or a table reaches past the end.
    pub(super) fn open(data: SharedBytes) -> Result<Self, ImageError> {
        let bytes = data.as_ref();
        let magic = bytes.first_chunk::<4>().ok_or(ImageError::BadMagic)?;
        let big_endian = match (u32::from_le_bytes(*magic), u32::from_be_bytes(*magic)) {
            (MAGIC, _) => false,
            (_, MAGIC) => true,
            _ => return Err(ImageError::BadMagic),
        };
        let field = |index: usize| {
            read_u32(bytes, index * 4, big_endian).map(u64::from).ok_or(ImageError::Damaged("the header is cut off"))
        };
        let version = field(1)?;
        if version >> 16 != u64::from(MAJOR_VERSION) {
            return Err(ImageError::Version((version >> 16) as u32));
        }
        let table_length = field(4)?;
        let (locations_size, strings_size) = (field(5)?, field(6)?);

        // Header, redirect table, offset table, locations, strings, contents: in this order, without gaps.
        let mut end = HEADER_SIZE as u64;
        let mut table = |size: u64| {
            let start = end;
            end += size; // sums of five 34-bit numbers
            match usize::try_from(end) {
                Ok(end) if end <= bytes.len() => Ok(start as usize..end),
                _ => Err(ImageError::Damaged("a table reaches past the end of the file")),
            }
        };
        table(table_length * 4)?;
        let offsets = table(table_length * 4)?;
        let locations = table(locations_size)?;
        let strings = table(strings_size)?;
        let contents = strings.end;
        Ok(Self { big_endian, offsets, locations, strings, contents, data })
    }

    /// Every resource, in table order.
    ///
    /// Each item is an error if its attributes or its content lie outside the image.
    pub(super) fn resources(&self) -> impl Iterator<Item = Result<ImageLocation<'_>, ImageError>> {
        let bytes = self.data.as_ref();
        bytes[self.offsets.clone()].chunks_exact(4).map(|chunk| {
            let chunk = [chunk[0], chunk[1], chunk[2], chunk[3]];
            let offset = if self.big_endian { u32::from_be_bytes(chunk) } else { u32::from_le_bytes(chunk) };
            self.location(offset as usize)
        })
    }

    /// Decodes the attribute stream at `offset`: a byte of kind (5 bits) and length - 1 (3 bits), then that many bytes
    /// of a big-endian value; kind 0 ends it.
    fn location(&self, offset: usize) -> Result<ImageLocation<'_>, ImageError> {
        const MODULE: usize = 1;
        const PARENT: usize = 2;
        const BASE: usize = 3;
        const EXTENSION: usize = 4;
        const OFFSET: usize = 5;
        const COMPRESSED: usize = 6;
        const UNCOMPRESSED: usize = 7;
        const CUT: ImageError = ImageError::Damaged("the attributes of a resource are cut off");

        let bytes = self.data.as_ref();
        let mut rest = bytes[self.locations.clone()].get(offset..).ok_or(CUT)?;
        let mut attributes = [0u64; 8];
        loop {
            let (&head, tail) = rest.split_first().ok_or(CUT)?;
            let kind = usize::from(head >> 3);
            if kind == 0 {
                break;
            }
            let (value, tail) = tail.split_at_checked(usize::from(head & 7) + 1).ok_or(CUT)?;
            // Kinds of later format versions are skipped.
            if let Some(slot) = attributes.get_mut(kind) {
                *slot = value.iter().fold(0, |number, byte| number << 8 | u64::from(*byte));
            }
            rest = tail;
        }
        let content = ImageContent {
            offset: attributes[OFFSET],
            compressed: attributes[COMPRESSED],
            size: attributes[UNCOMPRESSED],
        };
        self.stored(content)?;
        Ok(ImageLocation {
            module: self.string(attributes[MODULE])?,
            parent: self.string(attributes[PARENT])?,
            base: self.string(attributes[BASE])?,
            extension: self.string(attributes[EXTENSION])?,
            content,
        })
    }

    /// The NUL-terminated string at `offset` of the string table.
    fn string(&self, offset: u64) -> Result<&str, ImageError> {
        const BAD: ImageError = ImageError::Damaged("a name lies outside the string table");
        let table = &self.data.as_ref()[self.strings.clone()];
        let tail = usize::try_from(offset).ok().and_then(|offset| table.get(offset..)).ok_or(BAD)?;
        let end = tail.iter().position(|byte| *byte == 0).ok_or(BAD)?;
        std::str::from_utf8(&tail[..end]).map_err(|_| ImageError::Damaged("a name is not UTF-8"))
    }

    /// The bytes of a resource as they lie in the file.
    fn stored(&self, content: ImageContent) -> Result<&[u8], ImageError> {
        let size = if content.compressed == 0 { content.size } else { content.compressed };
        let contents = &self.data.as_ref()[self.contents..];
        let range = usize::try_from(content.offset).ok().zip(usize::try_from(size).ok());
        range
            .and_then(|(offset, size)| contents.get(offset..)?.get(..size))
            .ok_or(ImageError::Damaged("the content of a resource lies past the end of the file"))
    }

    /// The content of a resource, borrowed from the map unless jlink compressed it.
    ///
    /// # Errors
    /// [`ImageError`] for damaged compressed content and for string sharing (`jlink --compress=1`).
    pub(super) fn read(&self, content: ImageContent) -> Result<Cow<'_, [u8]>, ImageError> {
        let mut bytes = Cow::Borrowed(self.stored(content)?);
        if content.compressed == 0 {
            return Ok(bytes);
        }
        for _ in 0..MAX_COMPRESSION_LAYERS {
            let Some(inner) = self.decompress_layer(&bytes)? else { return Ok(bytes) };
            bytes = Cow::Owned(inner);
        }
        Err(ImageError::Damaged("too many layers of compression"))
    }

    /// Undoes one layer of compression; `None` if `bytes` do not start with the header of one.
    fn decompress_layer(&self, bytes: &[u8]) -> Result<Option<Vec<u8>>, ImageError> {
        const CUT: ImageError = ImageError::Damaged("compressed content is cut off");
        if read_u32(bytes, 0, self.big_endian) != Some(COMPRESSED_MAGIC) {
            return Ok(None);
        }
        let (header, body) = bytes.split_at_checked(COMPRESSED_HEADER_SIZE).ok_or(CUT)?;
        let compressed = read_u64(header, 4, self.big_endian).ok_or(CUT)?;
        let size = read_u64(header, 12, self.big_endian).ok_or(CUT)?;
        let method = self.string(u64::from(read_u32(header, 20, self.big_endian).ok_or(CUT)?))?;
        let body = usize::try_from(compressed).ok().and_then(|length| body.get(..length)).ok_or(CUT)?;
        match method {
            "zip" => Ok(Some(inflate_zlib(body, size, MAX_RESOURCE)?)),
            _ => Err(ImageError::Compression(method.to_owned())),
        }
    }
}

fn read_u32(bytes: &[u8], offset: usize, big_endian: bool) -> Option<u32> {
    let chunk = *bytes.get(offset..)?.first_chunk::<4>()?;
    Some(if big_endian { u32::from_be_bytes(chunk) } else { u32::from_le_bytes(chunk) })
}

fn read_u64(bytes: &[u8], offset: usize, big_endian: bool) -> Option<u64> {
    let chunk = *bytes.get(offset..)?.first_chunk::<8>()?;
    Some(if big_endian { u64::from_be_bytes(chunk) } else { u64::from_le_bytes(chunk) })
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::ZlibEncoder;

    use super::*;

    /// Module, parent, base, extension; content; whether to compress it.
    type Sample<'a> = ([&'a str; 4], &'a [u8], bool);

    /// Lays out an image.
    fn image(resources: &[Sample<'_>], big_endian: bool) -> Vec<u8> {
        let u32_bytes = |value: u32| if big_endian { value.to_be_bytes() } else { value.to_le_bytes() };
        let u64_bytes = |value: u64| if big_endian { value.to_be_bytes() } else { value.to_le_bytes() };
        let mut strings = b"\0zip\0".to_vec();
        let (mut offsets, mut locations, mut contents) = (Vec::new(), Vec::new(), Vec::new());
        for (names, content, compress) in resources {
            offsets.push(locations.len() as u32);
            let mut attribute = |kind: u8, value: u32| {
                locations.push(kind << 3 | 3);
                locations.extend(value.to_be_bytes());
            };
            for (kind, text) in (1..).zip(names) {
                attribute(kind, strings.len() as u32);
                strings.extend(text.bytes().chain([0]));
            }
            attribute(5, contents.len() as u32);
            attribute(7, content.len() as u32);
            if *compress {
                let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
                encoder.write_all(content).unwrap();
                let body = encoder.finish().unwrap();
                attribute(6, (COMPRESSED_HEADER_SIZE + body.len()) as u32);
                contents.extend(u32_bytes(COMPRESSED_MAGIC));
                contents.extend(u64_bytes(body.len() as u64));
                contents.extend(u64_bytes(content.len() as u64));
                contents.extend(u32_bytes(1)); // "zip"
                contents.extend(u32_bytes(0));
                contents.push(1);
                contents.extend(body);
            } else {
                contents.extend(*content);
            }
            locations.push(0);
        }
        let count = resources.len() as u32;
        let header = [MAGIC, MAJOR_VERSION << 16, 0, count, count, locations.len() as u32, strings.len() as u32];
        let mut bytes: Vec<u8> = header.into_iter().flat_map(u32_bytes).collect();
        bytes.extend(std::iter::repeat_n(0, resources.len() * 4)); // redirect table
        bytes.extend(offsets.into_iter().flat_map(u32_bytes));
        bytes.extend(locations);
        bytes.extend(strings);
        bytes.extend(contents);
        bytes
    }

    fn sample(big_endian: bool) -> Vec<u8> {
        let long = [b'z'; 300];
        image(
            &[
                (["java.base", "java/lang", "Object", "class"], b"object", false),
                (["java.base", "", "module-info", "class"], &long, true),
                (["m", "META-INF", "LICENSE", ""], b"", false),
            ],
            big_endian,
        )
    }

    /// Everything that can be read of an image.
    fn dump(bytes: Vec<u8>) -> Result<Vec<(String, Vec<u8>)>, ImageError> {
        let image = Image::open(SharedBytes::from(bytes))?;
        let read = |location: Result<ImageLocation<'_>, ImageError>| {
            let location = location?;
            Ok((format!("{}/{}", location.module, location.path()), image.read(location.content)?.into_owned()))
        };
        image.resources().map(read).collect()
    }

    #[test]
    fn reads_both_byte_orders_and_compressed_content() {
        for big_endian in [false, true] {
            let expected = [
                ("java.base/java/lang/Object.class".to_owned(), b"object".to_vec()),
                ("java.base/module-info.class".to_owned(), vec![b'z'; 300]),
                ("m/META-INF/LICENSE".to_owned(), Vec::new()),
            ];
            assert_eq!(dump(sample(big_endian)).unwrap(), expected);
        }
    }

    #[test]
    fn an_image_cut_anywhere_is_an_error() {
        let bytes = sample(false);
        for length in 0..bytes.len() {
            assert!(dump(bytes[..length].to_vec()).is_err(), "{length}");
        }
    }

    #[test]
    fn damage_never_panics() {
        let bytes = sample(false);
        for at in 0..bytes.len() {
            for value in [0, 1, 0x7F, 0x80, 0xFF, bytes[at].wrapping_add(1)] {
                let mut damaged = bytes.clone();
                damaged[at] = value;
                let _ = dump(damaged);
            }
        }
    }

    #[test]
    fn other_formats_are_named() {
        let mut bytes = sample(false);
        bytes[6] = 2;
        assert_eq!(dump(bytes).unwrap_err(), ImageError::Version(2));
        assert_eq!(dump(b"PK\x03\x04".to_vec()).unwrap_err(), ImageError::BadMagic);
        let mut bytes = sample(false);
        let zip = bytes.windows(4).position(|window| window == b"zip\0").unwrap();
        bytes[zip..zip + 3].copy_from_slice(b"oth");
        assert_eq!(dump(bytes).unwrap_err(), ImageError::Compression("oth".to_owned()));
    }
}
