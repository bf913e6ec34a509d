//! Names and positions: from ids of the program to what a result says of them. Must not know what was found.

use crate::classpath::{ArtifactId, Origin};
use crate::heap::{Heap, Site, SiteId};
use crate::ir::{Body, Op};
use crate::program::{MethodId, Program};
use crate::reflection::Effect;
use crate::source::smap::shown_line;

use super::view::View;
use crate::result::{CodeOrigin, Place, Target};

/// A target by its names.
pub(super) fn target(program: &Program, effect: Effect) -> Target {
    let class_name = |class| program.binary_name(program.class_type(class));
    match effect {
        Effect::Class(ty) => Target { class: program.binary_name(ty), member: None, descriptor: None },
        Effect::Method(m) | Effect::Constructor(m) => {
            let data = program.method(m);
            Target {
                class: class_name(data.class),
                member: Some(program.str(data.name).to_owned()),
                descriptor: Some(program.str(program.method_desc(data.desc).text).to_owned()),
            }
        }
        Effect::Field(f) => {
            let data = program.field(f);
            Target {
                class: class_name(data.class),
                member: Some(program.str(data.name).to_owned()),
                descriptor: Some(program.descriptor(data.ty)),
            }
        }
    }
}

/// The position of an instruction.
pub(super) fn place(program: &Program, method: MethodId, offset: u32, line: Option<u32>, token: Option<&str>) -> Place {
    let data = program.method(method);
    let class = program.class(data.class);
    let own = class.source_file.map(|file| program.str(file).to_owned());
    let (file, line) = match (&class.source_debug, line) {
        // Code of an inlined function stands in its own file; that of a library is shown where it was inlined.
        (Some(debug), Some(line)) => {
            let is_shown = |name: &str| {
                let class = program.find_class(name);
                class.is_some_and(|class| program.class(class).origin == Origin::Application)
            };
            let (file, line) = shown_line(debug, program.class_name(data.class), own.as_deref(), line, is_shown);
            (file, Some(line))
        }
        (_, line) => (own, line),
    };
    Place {
        class: program.binary_name(program.class_type(data.class)),
        method: program.str(data.name).to_owned(),
        descriptor: program.str(program.method_desc(data.desc).text).to_owned(),
        offset,
        line,
        file,
        token: token.map(str::to_owned),
    }
}

/// Place of a site, with its line where the engine has the body.
pub(super) fn place_of(view: &View<'_, '_>, site: SiteId) -> Option<Place> {
    match view.heap.site_data(site) {
        Site::At(method, offset) => {
            let code = view.state.code_of(method);
            let line = code.and_then(|code| line_of(&code.body.lines, offset));
            let token = code.and_then(|code| called_name(view.program, &code.body, offset));
            Some(place(view.program, method, offset, line, token.as_deref()))
        }
        Site::Param(method, _) => {
            let line = view.state.code_of(method).and_then(|code| line_of(&code.body.lines, 0));
            let name = view.program.str(view.program.method(method).name).to_owned();
            Some(place(view.program, method, 0, line, Some(&name)))
        }
        Site::Within(..)
        | Site::Field(_)
        | Site::Jdk
        | Site::Outside
        | Site::Saturated
        | Site::Unknowns { .. }
        | Site::Vm(_) => None,
    }
}

/// Name of the method an instruction calls.
pub(super) fn called_name(program: &Program, body: &Body, offset: u32) -> Option<String> {
    body.blocks.iter().flat_map(|b| &b.stmts).find_map(|stmt| match &stmt.op {
        Op::Invoke { method, .. } if stmt.offset == offset => {
            Some(program.str(program.method_ref_data(*method).name).to_owned())
        }
        _ => None,
    })
}

pub(super) fn line_of(lines: &[(u16, u16)], offset: u32) -> Option<u32> {
    let at = lines.partition_point(|&(start, _)| u32::from(start) <= offset);
    at.checked_sub(1).map(|at| u32::from(lines[at].1))
}

pub(super) fn code_origin(origin: Origin) -> CodeOrigin {
    match origin {
        Origin::Application => CodeOrigin::Application,
        Origin::Library => CodeOrigin::Library,
        Origin::Jdk => CodeOrigin::Jdk,
    }
}

pub(super) fn artifact(program: &Program, artifact: Option<ArtifactId>) -> String {
    artifact.map_or_else(String::new, |id| program.class_path().artifact(id).name.clone())
}

/// Text of an origin: `com.acme.C.load(Ljava/lang/String;)V@7`.
pub(super) fn origin_text(program: &Program, heap: &Heap, site: SiteId) -> String {
    let method = |m| {
        let data = program.method(m);
        let class = program.binary_name(program.class_type(data.class));
        format!("{class}.{}{}", program.str(data.name), program.str(program.method_desc(data.desc).text))
    };
    match heap.site_data(site) {
        Site::At(m, offset) => format!("{}@{offset}", method(m)),
        Site::Within(m, _) => method(m),
        Site::Param(m, index) => format!("{}#{}", method(m), index + 1),
        Site::Field(field) => program.field_id(field),
        Site::Jdk => "jdk".to_owned(),
        Site::Outside => "outside".to_owned(),
        Site::Saturated => "saturated".to_owned(),
        Site::Unknowns { of_callers: true } => "callers".to_owned(),
        Site::Unknowns { of_callers: false } => "many".to_owned(),
        Site::Vm(_) => "jvm".to_owned(),
    }
}
