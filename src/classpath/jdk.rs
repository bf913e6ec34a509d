//! The JDK analysed against: its `release` file and its image. Must not know the class path.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use super::bytes::SharedBytes;
use super::jimage::{Image, ImageContent, ImageError, ImageLocation};
use super::paths::read_file;

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
    #[error("it is Java {0}, which has no module image; Java 9 or later is needed")]
    TooOld(u32),
    #[error("cannot read {}: {error}", path.display())]
    Image { path: PathBuf, error: ImageError },
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
        Self::Module { path: image_path(home), module: module.to_owned() }
    }
}

fn image_path(home: &Path) -> PathBuf {
    home.join("lib").join("modules")
}

/// An opened JDK.
pub(super) struct Jdk {
    pub(super) release: JdkRelease,
    image: Image,
}

impl Jdk {
    /// Opens the JDK at `home`.
    ///
    /// # Errors
    /// [`JdkError`] if `release` or `lib/modules` is missing or damaged, or the JDK has no image.
    pub(super) fn open(home: &Path) -> Result<Self, JdkError> {
        let path = home.join("release");
        let text = read_file(&path, MAX_RELEASE).map_err(|error| JdkError::Read { path: path.clone(), error })?;
        let release = JdkRelease::parse(&String::from_utf8_lossy(&text)).ok_or(JdkError::Release { path })?;
        if release.feature < 9 {
            return Err(JdkError::TooOld(release.feature));
        }
        let path = image_path(home);
        let data = SharedBytes::map(&path).map_err(|error| JdkError::Read { path: path.clone(), error })?;
        let image = Image::open(data).map_err(|error| JdkError::Image { path, error })?;
        Ok(Self { release, image })
    }

    /// The files of all modules, in table order.
    ///
    /// # Errors
    /// At the first damaged entry: an image that is cut off is no JDK.
    pub(super) fn files(&self, home: &Path) -> Result<Vec<ImageLocation<'_>>, JdkError> {
        // `/packages/...` maps packages to modules and is no file of one.
        let is_file = |location: &ImageLocation<'_>| !matches!(location.module, "packages" | "modules" | "");
        let files: Result<Vec<_>, ImageError> =
            self.image.resources().filter(|location| location.as_ref().map_or(true, is_file)).collect();
        files.map_err(|error| JdkError::image(home, error))
    }

    /// The content of a file.
    ///
    /// # Errors
    /// [`ImageError`] for content that jlink compressed and that is damaged.
    pub(super) fn read(&self, content: ImageContent) -> Result<Cow<'_, [u8]>, ImageError> {
        self.image.read(content)
    }
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
