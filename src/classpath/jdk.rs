//! The JDK analysed against: its `release` file, and its classes in one of three forms: the image `lib/modules`, else the
//! packed modules `jmods/*.jmod`, else the jars of a JDK 8. Must not know the class path.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use super::archive::{Archive, EntryId};
use super::bytes::SharedBytes;
use super::jimage::{Image, ImageContent, ImageError, ImageLocation};
use super::manifest::Manifest;
use super::paths::{file_name, read_file};

/// Largest `release` file read.
const MAX_RELEASE: u64 = 1 << 20;

/// What `$JDK/release` says about the JDK.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JdkRelease {
    /// Feature release: `17`.
    pub feature: u32,
    /// `JAVA_VERSION`: `17.0.15`.
    pub version: String,
    /// `IMPLEMENTOR`: `Eclipse Adoptium`; empty if the file does not say.
    pub vendor: String,
}

impl JdkRelease {
    /// Reads `KEY="value"` lines; `None` without a `JAVA_VERSION` that starts with a number.
    fn parse(text: &str) -> Option<Self> {
        let value = |key: &str| {
            let line = text.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix('='))?;
            Some(line.trim().trim_matches('"').to_owned())
        };
        let version = value("JAVA_VERSION")?;
        let mut numbers = version.split(|c: char| !c.is_ascii_digit());
        let feature = match numbers.next()?.parse().ok()? {
            1 => numbers.next()?.parse().ok()?, // 1.8.0_402
            feature => feature,
        };
        Some(Self { feature, version, vendor: value("IMPLEMENTOR").unwrap_or_default() })
    }
}

/// Why a folder cannot serve as JDK.
#[derive(Debug, thiserror::Error)]
pub(super) enum JdkError {
    #[error("cannot read {}: {error}", path.display())]
    Read { path: PathBuf, error: std::io::Error },
    #[error("{} names no JAVA_VERSION", path.display())]
    Release { path: PathBuf },
    #[error("it has neither lib/modules nor jmods nor an rt.jar")]
    NoClasses,
    #[error("cannot read {}: {error}", path.display())]
    Image { path: PathBuf, error: ImageError },
    #[error("cannot read {}: {reason}", path.display())]
    Archive { path: PathBuf, reason: String },
    #[error("the descriptor of module {module} in {} is damaged", path.display())]
    Module { path: PathBuf, module: String },
}

impl JdkError {
    /// A damaged image.
    pub(super) fn image(home: &Path, error: ImageError) -> Self {
        Self::Image { path: image_path(home), error }
    }

    /// A damaged descriptor of a module.
    pub(super) fn module(home: &Path, module: &str) -> Self {
        Self::Module { path: home.to_owned(), module: module.to_owned() }
    }
}

fn image_path(home: &Path) -> PathBuf {
    home.join("lib").join("modules")
}

/// The form in which a JDK has its classes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum JdkForm {
    /// `lib/modules`, since Java 9.
    Image,
    /// `jmods/*.jmod`, which jlink makes images of.
    PackedModules,
    /// `rt.jar` and the other jars of the boot and the extension class path in this folder, up to Java 8.
    Jars(PathBuf),
}

impl JdkForm {
    /// The form of the JDK at `home`, by the files that are there; `None` if it is no JDK.
    pub fn of(home: &Path) -> Option<Self> {
        if image_path(home).is_file() {
            return Some(Self::Image);
        }
        if home.join("jmods").join("java.base.jmod").is_file() {
            return Some(Self::PackedModules);
        }
        // A JDK holds its run-time environment in `jre`, which is a home of its own, too.
        let folders = [home.join("jre").join("lib"), home.join("lib")];
        folders.into_iter().find(|folder| folder.join("rt.jar").is_file()).map(Self::Jars)
    }
}

/// Jars of the boot class path of a JDK 8, in its order (`sun.boot.class.path`).
const BOOT_JARS: [&str; 7] =
    ["resources.jar", "rt.jar", "sunrsasign.jar", "jsse.jar", "jce.jar", "charsets.jar", "jfr.jar"];

/// What a `.jmod` file begins with before it is a zip archive: magic and version (`jdk.internal.jmod.JmodFile`).
const JMOD_HEADER: &[u8] = b"JM\x01\x00";
/// Folder of a packed module with what is in the image of it.
const JMOD_CLASSES: &str = "classes/";

/// A packed module or a jar of a JDK.
pub(super) struct JdkArchive {
    /// The module, or the name of the jar.
    pub(super) name: String,
    pub(super) archive: Archive,
    /// Files by their path within the module.
    pub(super) files: Vec<(String, EntryId)>,
}

impl JdkArchive {
    /// Opens a file; what lies outside `folder` is left out.
    fn open(path: &Path, header: &[u8], folder: &str) -> Result<Self, JdkError> {
        let damaged = |reason: String| JdkError::Archive { path: path.to_owned(), reason };
        let data = SharedBytes::map(path).map_err(|error| JdkError::Read { path: path.to_owned(), error })?;
        let data = data
            .as_ref()
            .starts_with(header)
            .then(|| data.slice(header.len()..data.as_ref().len()))
            .flatten()
            .ok_or_else(|| damaged("it is not a packed module".to_owned()))?;
        let listing = Archive::open(data).map_err(|error| damaged(error.to_string()))?;
        if let Some(damage) = listing.damage {
            return Err(damaged(damage));
        }
        let name = file_name(path);
        let files = listing.names.into_iter();
        let files = files.filter_map(|(name, id)| Some((name.strip_prefix(folder)?.to_owned(), id))).collect();
        let name = name.strip_suffix(".jmod").unwrap_or(&name).to_owned();
        Ok(Self { name, archive: listing.archive, files })
    }

    /// The content of a file, `None` if there is none of the name that can be read.
    pub(super) fn read(&self, name: &str) -> Option<Cow<'_, [u8]>> {
        let (_, id) = self.files.iter().find(|(file, _)| file == name)?;
        self.archive.read(*id, super::MAX_CLASS).ok()
    }
}

/// An opened JDK.
pub(super) struct Jdk {
    pub(super) release: JdkRelease,
    /// Whether its classes are in modules.
    pub(super) is_modular: bool,
    image: Option<Image>,
}

impl Jdk {
    /// Opens the JDK at `home`, with its archives unless it has an image.
    ///
    /// # Errors
    /// [`JdkError`] if `release` or the classes are missing or damaged.
    pub(super) fn open(home: &Path) -> Result<(Self, Vec<JdkArchive>), JdkError> {
        let form = JdkForm::of(home).ok_or(JdkError::NoClasses)?;
        let (image, archives) = match &form {
            JdkForm::Image => {
                let path = image_path(home);
                let data = SharedBytes::map(&path).map_err(|error| JdkError::Read { path, error })?;
                (Some(Image::open(data).map_err(|error| JdkError::image(home, error))?), Vec::new())
            }
            JdkForm::PackedModules => {
                let files = files_of(&home.join("jmods"), ".jmod")?;
                let open = |path: PathBuf| JdkArchive::open(&path, JMOD_HEADER, JMOD_CLASSES);
                (None, files.into_iter().map(open).collect::<Result<Vec<_>, _>>()?)
            }
            JdkForm::Jars(folder) => {
                let mut files: Vec<PathBuf> = BOOT_JARS.iter().map(|jar| folder.join(jar)).collect();
                files.retain(|path| path.is_file());
                files.extend(files_of(&folder.join("ext"), ".jar").unwrap_or_default());
                let open = |path: PathBuf| JdkArchive::open(&path, b"", "");
                (None, files.into_iter().map(open).collect::<Result<Vec<_>, _>>()?)
            }
        };
        let release = read_release(home, &archives)?;
        Ok((Self { release, is_modular: !matches!(form, JdkForm::Jars(_)), image }, archives))
    }

    /// The files of all modules of the image, in table order; none without an image.
    ///
    /// # Errors
    /// At the first damaged entry: an image that is cut off is no JDK.
    pub(super) fn files(&self, home: &Path) -> Result<Vec<ImageLocation<'_>>, JdkError> {
        let Some(image) = &self.image else { return Ok(Vec::new()) };
        // `/packages/...` maps packages to modules and is no file of one.
        let is_file = |location: &ImageLocation<'_>| !matches!(location.module, "packages" | "modules" | "");
        let files: Result<Vec<_>, ImageError> =
            image.resources().filter(|location| location.as_ref().map_or(true, is_file)).collect();
        files.map_err(|error| JdkError::image(home, error))
    }

    /// The image as a whole, if there is one.
    pub(super) fn image_bytes(&self) -> Option<&SharedBytes> {
        self.image.as_ref().map(Image::bytes)
    }

    /// The content of a file of the image; `None` if there is no image.
    ///
    /// # Errors
    /// [`ImageError`] for content that jlink compressed and that is damaged.
    pub(super) fn read(&self, content: ImageContent) -> Option<Result<Cow<'_, [u8]>, ImageError>> {
        self.image.as_ref().map(|image| image.read(content))
    }
}

/// The files of a folder with that ending, sorted.
fn files_of(folder: &Path, ending: &str) -> Result<Vec<PathBuf>, JdkError> {
    let entries = std::fs::read_dir(folder).map_err(|error| JdkError::Read { path: folder.to_owned(), error })?;
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.retain(|path| path.is_file() && file_name(path).ends_with(ending));
    files.sort();
    Ok(files)
}

/// What the `release` file says. Run-time environments of Java 8 may have none: the manifest of `rt.jar` and the class-file
/// version of `Object` say it then.
fn read_release(home: &Path, archives: &[JdkArchive]) -> Result<JdkRelease, JdkError> {
    // That of a JDK lies above the folder `jre`, which may be given as home.
    let candidates = [Some(home), home.parent().filter(|_| home.ends_with("jre"))];
    let mut files = candidates.into_iter().flatten().map(|folder| folder.join("release"));
    if let Some(path) = files.find(|path| path.is_file()) {
        let text = read_file(&path, MAX_RELEASE).map_err(|error| JdkError::Read { path: path.clone(), error })?;
        return JdkRelease::parse(&String::from_utf8_lossy(&text)).ok_or(JdkError::Release { path });
    }
    let path = home.join("release");
    let object = archives.iter().find_map(|archive| Some((archive, archive.read("java/lang/Object.class")?)));
    let found = object.and_then(|(archive, bytes)| {
        let major = u16::from_be_bytes([*bytes.get(6)?, *bytes.get(7)?]);
        let feature = u32::from(major).checked_sub(44)?;
        let manifest = archive.read("META-INF/MANIFEST.MF");
        let manifest = Manifest::parse(&manifest.unwrap_or_default());
        let version = manifest.get("Implementation-Version").map_or_else(|| feature.to_string(), str::to_owned);
        let vendor = manifest.get("Implementation-Vendor").unwrap_or_default().to_owned();
        Some(JdkRelease { feature, version, vendor })
    });
    found.ok_or_else(|| JdkError::Read { path, error: std::io::ErrorKind::NotFound.into() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn release_files() {
        let check = |text: &str, expected: Option<(u32, &str, &str)>| {
            let release = JdkRelease::parse(text);
            let parts = release.as_ref().map(|r| (r.feature, r.version.as_str(), r.vendor.as_str()));
            assert_eq!(parts, expected, "{text}");
        };
        check("IMPLEMENTOR=\"Eclipse Adoptium\"\nJAVA_VERSION=\"25.0.3\"\n", Some((25, "25.0.3", "Eclipse Adoptium")));
        check("JAVA_VERSION_DATE=\"2025\"\r\nJAVA_VERSION=\"17\"\r\n", Some((17, "17", "")));
        check("JAVA_VERSION=\"26-ea\"", Some((26, "26-ea", "")));
        check("JAVA_VERSION=\"1.8.0_402\"", Some((8, "1.8.0_402", "")));
        check("JAVA_VERSION=\"\"", None);
        check("JAVA_VERSION=\"99999999999\"", None);
        check("", None);
    }
}
