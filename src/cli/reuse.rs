//! Whether the result of an earlier run still holds: a digest of all that decides a result is kept in it. Must not know what
//! the inputs mean.

use std::io;
use std::path::Path;

use super::setup::Job;
use crate::classpath::ClassPath;
use crate::report;
use crate::result::AnalysisResult;

/// Digest of everything that decides the result of `job`: this program, the settings, the specs and each file of the class
/// path. `None` if something cannot be read: then nothing is known to be equal.
pub(super) fn digest(job: &Job, class_path: &ClassPath) -> Option<String> {
    // The files of other JDKs are not digested.
    if !job.request.other_jdk_homes.is_empty() {
        return None;
    }
    let mut hasher = blake3::Hasher::new();
    hasher.update(&class_path.digest().ok()?);
    own_code(&mut hasher).ok()?;
    let decided = format!("{:?}", (&job.settings.analysis, job.request.test, &job.specs));
    hasher.update(decided.as_bytes());
    Some(hasher.finalize().to_hex().to_string())
}

/// Models and rules are this program: another build of the same version may answer otherwise.
fn own_code(hasher: &mut blake3::Hasher) -> io::Result<()> {
    hasher.update_reader(std::fs::File::open(std::env::current_exe()?)?).map(|_| ())
}

/// The result in `file`, if it is one that says what it was made from. Anything else in the file is no mistake: it will be
/// replaced.
pub(super) fn earlier(file: &Path) -> Option<AnalysisResult> {
    let result = report::read_result(&std::fs::read(file).ok()?).ok()?;
    result.inputs_digest.is_some().then_some(result)
}
