//! Puts solver, hooks and entry rounds together: a program, its specs and options in, the result out. Must not know output
//! formats, policy or files.

use crate::classpath::Origin;
use crate::config::Analysis;
use crate::program::Program;
use crate::spec::SpecSet;
use crate::verdict::{AnalysisResult, InputCounts, JdkInfo, RESULT_VERSION, Reach};

/// What the engine is asked to do beyond its inputs.
#[derive(Debug, Clone, Default)]
pub struct Options {
    pub analysis: Analysis,
    /// Worker threads of the parallel parts; 0: as many as the machine has. Never changes the result.
    pub threads: usize,
    /// The application classes are tests.
    pub test: bool,
}

/// Analyses the program to its fixpoint, or to a budget, which the result then says.
pub fn analyze(program: &Program, _specs: &SpecSet, options: &Options) -> AnalysisResult {
    let class_path = program.class_path();
    let mut inputs = InputCounts::default();
    for class in class_path.classes() {
        match class_path.origin(class) {
            Origin::Application => inputs.application_classes += 1,
            Origin::Library => inputs.library_classes += 1,
            Origin::Jdk => (),
        }
    }
    let is_library = |artifact: &&crate::classpath::Artifact| artifact.origin == Origin::Library;
    inputs.library_jars = class_path.artifacts().iter().filter(is_library).count() as u64;
    let jdk = class_path.jdk();
    let analysis = &options.analysis;
    AnalysisResult {
        version: RESULT_VERSION,
        tool: env!("CARGO_PKG_VERSION").to_owned(),
        jdk: JdkInfo { feature: jdk.feature, version: jdk.version.clone(), vendor: jdk.vendor.clone() },
        mode: analysis.mode.name().to_owned(),
        context: analysis.context.name().to_owned(),
        entry: analysis.entry.name().to_owned(),
        library: analysis.library,
        inputs,
        rounds: Vec::new(),
        reach: Reach::default(),
        sites: Vec::new(),
        findings: Vec::new(),
        cuts: Vec::new(),
        diagnostics: program.diags(),
        libraries: Vec::new(),
        accepts: Vec::new(),
        counters: Vec::new(),
    }
}
