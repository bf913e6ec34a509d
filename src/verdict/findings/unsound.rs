//! RC1001, or RC1004 where callers of a library decide: an action on a class or member that nothing bounds. Must not know
//! what other calls share the cause.

use super::super::asked::{is_left_to_others, key_at};
use super::super::given::is_asked_of_callers;
use super::super::outside::kind_of;
use super::super::rows::Row;
use super::super::tiers::{Judge, call_giving};
use super::super::view::View;
use super::bounds::{bound, is_outlined, missing};
use super::case::{Case, at};
use super::deciding::{MORE, decided_by, is_read};
use super::incomplete::incomplete;
use super::nearest::places;
use super::spec_entry::EntryKind;
use super::told::{Told, is_from_afar, told};
use crate::base::FxIndexSet;
use crate::classpath::Origin;
use crate::heap::{MemberKind, NamePart, ObjId, ObjKind, Site, SiteId};
use crate::ir::Op;
use crate::program::{ClassId, Program, access};
use crate::reflection::{Kind, Role};
use crate::result::{Bound, Finding, OriginKind, RuleId};

/// Most classes that are worth listing as what an entry may mean.
const SUGGESTED: usize = 20;

/// What nobody knows of an action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Decided {
    Class,
    Member,
    Field,
    Receiver,
    Handler,
    /// A call that the one it makes runs.
    Made,
}

impl Decided {
    fn word(self) -> &'static str {
        match self {
            Self::Class => "class",
            Self::Member => "member",
            Self::Field => "field",
            Self::Receiver => "receiver",
            Self::Handler => "handler",
            Self::Made => "call",
        }
    }
}

pub(super) fn unsound(case: &Case<'_, '_, '_>, row: &Row) -> (Finding, EntryKind) {
    let Some((j, first)) = row.judgement.as_ref().and_then(|j| Some((j, *j.origins.first()?))) else {
        return incomplete(case, row);
    };
    let decided_by_caller = caller_decides(case, row);
    let origin = decided_by_caller.unwrap_or(first);
    let names_member = row.key.is_some_and(|key| View::api(key).names_member());
    let what = match j.unknown.first() {
        Some((Role::Name, _)) if names_member => Decided::Member,
        Some((Role::Name | Role::Class | Role::Answer, _)) => Decided::Class,
        Some((Role::Receiver, _)) => Decided::Receiver,
        Some((Role::Handler, _)) => Decided::Handler,
        // All that it is given itself is known.
        None => Decided::Made,
        // The look-up knew the name: what it did not know is the class.
        Some((_, obj)) if is_named(case.judge.heap.kind(*obj)) => Decided::Class,
        _ => match row.key.and_then(|key| View::api(key).acts_on()) {
            Some(MemberKind::Field) => Decided::Field,
            Some(MemberKind::Constructor) => Decided::Class,
            _ => Decided::Member,
        },
    };
    let Told { subject, input, key, is_alone, member } = told(case, row, origin);
    let bound = bound(case.judge, row);
    let is_outlined = is_outlined(case.judge, row);
    // A bound is no answer, yet the finding must not deny it; nor a test in the code that the analysis does not follow.
    let cast_to = cast_of(case.judge, row);
    let tested = tested(case.judge, row);
    let is_bounded = tested.is_some() || matches!(bound, Bound::Candidates(_));
    let nothing = match cast_to {
        _ if is_bounded => "nothing but a test or cast",
        // Its constructor runs before.
        Some(_) => "nothing before the cast",
        None => "nothing",
    };
    let named = missing_class(case, &j.origins, key.as_deref());
    // Nobody can name a member as target whose class is not here.
    let may_be_named = named.is_none();
    let given = member.filter(|_| matches!(what, Decided::Class | Decided::Member | Decided::Field)).map(|member| {
        let member = match member {
            MemberKind::Method => "method",
            MemberKind::Constructor => "constructor",
            MemberKind::Field => "field",
        };
        // Of an unknown class its name may be known.
        let bounded = if what == Decided::Class { "its class" } else { "it" };
        match is_alone {
            true => format!("{subject} gives the {member} and {nothing} was found that bounds {bounded}"),
            false => format!("{subject} and {MORE} give the {member} and {nothing} was found that bounds {bounded}"),
        }
    });
    let word = what.word();
    let summary = named.or(given).unwrap_or_else(|| match (what, is_alone) {
        (Decided::Class, true) if is_outlined => {
            format!("{subject} is part of the name of the class, and nothing else was found that bounds it")
        }
        (Decided::Class, _) if is_outlined => {
            format!("{subject} and {MORE} are part of the name of the class, and nothing else was found that bounds it")
        }
        (Decided::Made, _) if is_from_afar(case, row, origin) => {
            format!("values from elsewhere decide a reflective call that this one makes, and {nothing} was found that bounds them")
        }
        (Decided::Made, true) => format!("{subject} decides a reflective call that this one makes, and {nothing} was found that bounds it"),
        (Decided::Made, _) => {
            format!("{subject} and {MORE} decide a reflective call that this one makes, and {nothing} was found that bounds it")
        }
        (Decided::Receiver | Decided::Handler, true) => format!("{subject} gives the {word} and {nothing} was found that bounds its class"),
        (Decided::Receiver | Decided::Handler, _) => format!("{subject} and {MORE} give the {word} and {nothing} was found that bounds its class"),
        (_, true) => format!("{subject} names the {word} and {nothing} was found that bounds it"),
        (_, _) => format!("{subject} and {MORE} name the {word} and {nothing} was found that bounds it"),
    });
    let rule = if decided_by_caller.is_some() { RuleId::RC1004 } else { RuleId::RC1001 };
    let suggested = cast_to.map_or(Vec::new(), |class| classes_of(case.judge.program, class));
    // Asked before, it asks nothing more.
    let is_asked = |class| {
        let is_below = |&of: &ClassId| case.judge.program.is_subclass(of, class);
        tested.as_ref().is_some_and(|classes| classes.iter().all(is_below))
    };
    let is_made_elsewhere = is_made_elsewhere(case.judge, &j.unknown);
    let cast = cast_to.filter(|&class| !is_made_elsewhere && !is_asked(class)).map(|class| {
        let name = case.judge.program.class_name(class);
        format!(".asSubclass({}.class)", name.rsplit(['/', '$']).next().unwrap_or(name))
    });
    let finding =
        at(rule, row, summary).call(call_text(case.judge, row)).cast(cast).suggestions(suggested).bound(bound);
    decided_by(finding, case, row, (origin, may_be_named), input)
}

/// What is said of the class that decides, where all that is unknown of it is its code: its name, and where it is. Of several names
/// that a look-up is asked for it is that by which the input that is shown is asked for.
pub(super) fn missing_class(
    case: &Case<'_, '_, '_>,
    origins: &FxIndexSet<SiteId>,
    key: Option<&str>,
) -> Option<String> {
    let judge = case.judge;
    let mut names: Vec<&str> = Vec::new();
    let mut is_made = false;
    for &origin in origins {
        let Site::At(method, offset) = judge.heap.site_data(origin) else { return None };
        let key = judge.site_at(method, offset)?;
        match missing(judge, key) {
            Some(asked) => names.extend(asked.into_iter().map(|name| judge.program.str(name))),
            // What it makes is asked for by the name.
            None if View::api(key).brings.is_some() => is_made = true,
            None => return None,
        }
    }
    names.sort_unstable();
    names.dedup();
    if let Some(name) = names.iter().copied().find(|name| Some(*name) == key) {
        names = vec![name];
    }
    let subject = match names[..] {
        [] => return None,
        [name] => format!("\"{name}\""),
        // Which of them decides here nobody says.
        _ => "a class asked for".to_owned(),
    };
    Some(match is_made {
        true => format!("{subject} is not on the class path: the program makes the class at run time"),
        false => format!("{subject} is not on the class path, and the class loader may know it"),
    })
}

/// By which value callers of a library decide: an argument of its methods, a field that they can set, or what a subclass of
/// theirs answers. They may name anything, so that whatever else comes to the call from inside changes nothing; what the library
/// itself reads from outside does not come from them, and stays its own affair. What is read by no name that the library knows
/// is theirs, too, if it is a property, or if they give an argument to the very method that makes the call: they say what to
/// read, or from what.
fn caller_decides(case: &Case<'_, '_, '_>, row: &Row) -> Option<SiteId> {
    const OPEN: u16 = access::PUBLIC | access::PROTECTED;
    let program = case.judge.program;
    let is_own = |class| program.class(class).origin == Origin::Application;
    let is_open = |method| program.method(method).access & OPEN != 0;
    // What a container calls with a request is not for callers to decide.
    let is_given = |site| kind_of(case.judge, site) == OriginKind::Parameter;
    let at_call = |&site: &SiteId| match case.judge.heap.site_data(site) {
        Site::Param(method, _) => method == row.source && is_open(method) && is_given(site),
        _ => false,
    };
    // A private method is called from outside by its `Method` alone, which only the library hands out.
    let is_private = |method| program.method(method).access & access::PRIVATE != 0;
    let by_caller = |&site: &SiteId| match case.judge.heap.site_data(site) {
        Site::Param(method, _) => (is_open(method) || is_private(method)) && is_given(site),
        Site::Unknowns { of_callers } => of_callers,
        Site::Field(field) => {
            let data = program.field(field);
            is_own(data.class) && data.access & OPEN != 0 && data.access & access::FINAL == 0
        }
        Site::At(..) => is_left_to_others(case.judge, site) || is_asked_of_callers(case.judge, site),
        _ => false,
    };
    let origins = || row.judgement.iter().flat_map(|j| &j.origins).copied();
    let own = origins().find(at_call);
    let reads = |&site: &SiteId| match case.judge.heap.site_data(site) {
        Site::At(method, _) => {
            let kind = kind_of(case.judge, site);
            let is_keyed = key_at(case.judge, site).is_some();
            let is_theirs = own.is_some() || matches!(kind, OriginKind::Property | OriginKind::Environment);
            let is_given = kind == OriginKind::Property && is_asked_of_callers(case.judge, site);
            is_own(program.method(method).class) && is_read(kind) && (is_keyed || !is_theirs) && !is_given
        }
        _ => false,
    };
    // What comes out of a collection of theirs may have passed so many hands that its origin says no more than that.
    let asked = || {
        let is_outside = |site: &SiteId| matches!(case.judge.heap.site_data(*site), Site::Outside);
        let is_theirs = origins().all(|site| is_outside(&site) || by_caller(&site));
        let places = if is_theirs { places(case, row) } else { Vec::new() };
        places.iter().all(|&site| is_asked_of_callers(case.judge, site)).then(|| places.first().copied()).flatten()
    };
    let found = (own.or_else(|| origins().find(by_caller)).or_else(asked)).filter(|_| case.context.library)?;
    // Behind a helper that others give names to, too, it is what the method reads itself that it meant.
    let reads_itself = |&site: &SiteId| {
        matches!(case.judge.heap.site_data(site), Site::At(method, _) if method == row.source) && reads(&site)
    };
    let is_own_affair = case.traces.nearby(row).iter().any(reads) || origins().any(|site| reads_itself(&site));
    (!is_own_affair).then_some(found)
}

fn is_named(kind: ObjKind) -> bool {
    matches!(kind, ObjKind::UnknownMember { name: NamePart::Known(_), .. })
}

/// `Class.forName(name).newInstance()` where the same method looks the class up.
fn call_text(view: &View<'_, '_>, row: &Row) -> String {
    let Some((key, api)) = row.key.map(|key| (key, View::api(key))).filter(|(_, api)| api.acts_on_receiver_class())
    else {
        return format!("{}(...)", row.row.short_api());
    };
    let site = &view.sites[&key];
    let looked_up = api.argument(Role::Class, &site.vars).and_then(|class| {
        let found = view.site_at(site.method, call_giving(view.body_of(site)?, class)?)?;
        let look_up = View::api(found);
        (look_up.kind == Kind::ClassSource && look_up.position(Role::Name).is_some()).then(|| look_up.short_name())
    });
    match looked_up {
        Some(look_up) => format!("{look_up}(name).{}()", api.name),
        None => format!("{}()", row.row.short_api()),
    }
}

/// The class that a new object is cast to in the method that makes it: what `asSubclass` can ask of the class before.
fn cast_of(view: &View<'_, '_>, row: &Row) -> Option<ClassId> {
    let (key, program) = (row.key?, view.program);
    let (site, api) = (&view.sites[&key], View::api(key));
    if !api.acts_on_receiver_class() && api.acts_on() != Some(MemberKind::Constructor) {
        return None;
    }
    let code = view.state.code_of(site.method)?;
    let result = code.body.blocks.iter().flat_map(|b| &b.stmts).find(|stmt| stmt.offset == site.offset)?.op.dst()?;
    code.body.blocks.iter().flat_map(|b| &b.stmts).find_map(|stmt| match &stmt.op {
        Op::Cast { src, ty, .. } if *src == result => program.class_of(*ty),
        _ => None,
    })
}

/// What the program asked of each class that nobody knows before it got to the call, or to the look-up of the constructor there: that it
/// is a subclass of these. `None` if it asked nothing of one of them.
fn tested(judge: &Judge<'_, '_>, row: &Row) -> Option<Vec<ClassId>> {
    let key = row.key?;
    let (site, api) = (&judge.sites[&key], View::api(key));
    let unknown = if api.acts_on() == Some(MemberKind::Constructor) {
        let &constructor = site.vars.get(api.position(Role::Member)?)?;
        judge.judge(judge.site_at(site.method, call_giving(judge.body_of(site)?, constructor)?)?).unknown
    } else {
        row.judgement.as_ref()?.unknown.clone()
    };
    let object = judge.program.class_type(judge.program.well_known().object);
    let classes = unknown.iter().map(|&(_, obj)| match judge.heap.kind(obj) {
        ObjKind::UnknownClass { bound, .. } if bound != object => judge.program.class_of(bound),
        _ => None,
    });
    classes.collect::<Option<Vec<_>>>().filter(|classes| !classes.is_empty())
}

/// Whether a class may come to a call that is on no class path: then to be a subclass leaves as many as before.
fn is_made_elsewhere(view: &View<'_, '_>, unknown: &[(Role, ObjId)]) -> bool {
    let mut kinds = unknown.iter().map(|&(_, obj)| view.heap.kind(obj));
    kinds.any(|kind| matches!(kind, ObjKind::UnknownClass { outside: true, .. }))
}

/// The classes outside the JDK of which there can be objects of this type, by their binary names; none if they are too many to
/// say anything.
fn classes_of(program: &Program, class: ClassId) -> Vec<String> {
    let no_objects = access::INTERFACE | access::ABSTRACT;
    let can_be = |&sub: &ClassId| program.class(sub).access & no_objects == 0;
    let found = program.subtypes_outside_jdk(class).iter().copied().filter(can_be).take(SUGGESTED + 1);
    let mut names: Vec<String> = found.map(|sub| program.class_name(sub).replace('/', ".")).collect();
    if names.len() > SUGGESTED {
        return Vec::new();
    }
    names.sort();
    names
}
