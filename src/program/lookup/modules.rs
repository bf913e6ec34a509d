//! Modules of the JDK: what they export and open. Application and libraries are on the class path, hence in the unnamed
//! module, which exports and opens everything. Must not know members.

use crate::base::{FxHashMap, FxHashSet, Sym};
use crate::classfile::{self, RawModule};
use crate::classpath::Origin;
use crate::program::{ClassId, Program};

/// Module descriptors of the JDK by module name.
#[derive(Default)]
pub(in crate::program) struct ModuleTable {
    modules: FxHashMap<String, RawModule>,
}

impl ModuleTable {
    pub(in crate::program) fn read(program: &Program) -> Self {
        let class_path = program.class_path();
        let mut modules = FxHashMap::default();
        for resource in class_path.resources("module-info.class") {
            let artifact = class_path.artifact(resource.artifact);
            if artifact.origin != Origin::Jdk {
                continue;
            }
            match class_path.resource_bytes(&resource).map(|bytes| classfile::decode_class(&bytes, program.names())) {
                Ok(Ok(class)) => {
                    modules.insert(artifact.name.clone(), class.module.map(|module| *module).unwrap_or_default());
                }
                Ok(Err(error)) => program.report(crate::diag::Diag::warning(
                    "unreadable-class",
                    artifact.name.clone(),
                    format!("the module descriptor cannot be used: {error}"),
                )),
                Err(diag) => program.report(diag),
            }
        }
        Self { modules }
    }

    /// The packages that modules export to all code, by internal name; none of a JDK without modules.
    pub(in crate::program) fn exported(&self) -> FxHashSet<Sym> {
        let rows = self.modules.values().flat_map(|module| &module.exports);
        rows.filter(|(_, to)| to.is_empty()).map(|&(package, _)| package).collect()
    }
}

/// The named module of a JDK class; `None`: the unnamed module of the class path.
pub fn module_of(program: &Program, class: ClassId) -> Option<&str> {
    program.class_path().jdk_module_of(program.source_of(class)?)
}

/// `Module.isExported(package, to)`: whether the module of `class` exports its package to module `to`.
pub fn is_exported(program: &Program, class: ClassId, to: Option<&str>) -> bool {
    grants(program, class, to, false)
}

/// `Module.isOpen(package, to)`.
pub fn is_open(program: &Program, class: ClassId, to: Option<&str>) -> bool {
    grants(program, class, to, true)
}

fn grants(program: &Program, class: ClassId, to: Option<&str>, deep: bool) -> bool {
    let Some(name) = module_of(program, class) else { return true };
    if to == Some(name) {
        return true;
    }
    let Some(module) = program.module_table().modules.get(name) else { return false };
    if module.open {
        return true;
    }
    let package = program.package_of(class);
    let listed = |rows: &[(Sym, Vec<Sym>)]| {
        rows.iter().any(|(row, targets)| {
            program.str(*row) == package
                && (targets.is_empty() || targets.iter().any(|&target| to == Some(program.str(target))))
        })
    };
    listed(&module.opens) || !deep && listed(&module.exports)
}
