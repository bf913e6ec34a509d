//! Resources of the class path, found by constant names, and what programs read from them: lines, words, texts, properties
//! (docs/analysis.md, Resources). A stream or URL of a resource is an object of its path; a reader reads what it was made
//! with. Where anything else may be read, the text is an unknown whose origin is the call that reads. Must not know what texts
//! are used for.

mod ahead;
mod charsets;
mod files;
mod find;
mod handed;
mod maps;
mod read;
mod state;
mod table;

use crate::base::{PtsSet, Sym};
use crate::classpath::Origin;
use crate::heap::{ObjId, ObjKind};
use crate::pointsto::{CallView, Claim, ClaimTag, Cx, HookData, Model, Outcome};
use crate::program::{MethodId, Program, TypeId};
use state::{Node, Reading, Role, argument};
use table::{Act, By};

pub(super) use state::Resources;

impl Model for Resources {
    fn name(&self) -> &'static str {
        "resources"
    }

    fn claim(&mut self, program: &Program, method: MethodId) -> Option<Claim> {
        let Some(tag) = self.table.find(program, method) else {
            return self.is_handed(program, method).then(|| Claim::Target(self.table.tag(Act::Hand)));
        };
        // Where `Properties` has methods of its own, other tables are none of this model's business (JDK 9 and later).
        let is_inherited = |name: Sym| {
            let properties = program.find_class(table::PROPERTIES);
            properties
                .is_some_and(|class| program.class(class).methods.iter().all(|&own| program.method(own).name != name))
        };
        let data = program.method(method);
        if program.class_name(data.class) == table::INHERITED && !is_inherited(data.name) {
            return None;
        }
        // The loaders of the JVM are objects that nobody sees, and entries those of many classes.
        let by_site = matches!(self.table.act(tag), Act::SetEntry | Act::Find(By::Loader, _));
        Some(if by_site { Claim::Declared(tag) } else { Claim::Target(tag) })
    }

    fn on_call(&mut self, cx: &mut Cx<'_, '_>, view: &CallView, method: MethodId, tag: ClaimTag) -> Outcome {
        let act = self.table.act(tag);
        // What the JDK reads for itself is its own business, what it puts into maps of others is not.
        let puts = matches!(
            act,
            Act::Put(_) | Act::PutAll | Act::PutUnknown | Act::LoadUnknown | Act::Entries | Act::SetEntry
        );
        let caller = cx.program.method(view.method).class;
        let is_own = cx.program.class_name(caller) == table::PROPERTIES;
        if is_own || (!puts && cx.program.class(caller).origin == Origin::Jdk) {
            return if puts || act == Act::Hand { Outcome::Left } else { Outcome::AlsoAnalyse };
        }
        if act == Act::Hand {
            let call = self.hand(view, method);
            self.hand_over(cx, call);
            return Outcome::Left;
        }
        let call = self.call(view, method, act);
        match act {
            Act::Find(by, position) => self.find(cx, call, by, position),
            Act::Wrap => self.wrap(cx, call),
            Act::Read(_) => {
                self.watch_argument(cx, call, 0, Role::Source(Reading::FIRST));
                self.watch_argument(cx, call, 0, Role::Ahead(None));
                self.watch_argument(cx, call, 0, Role::Map);
            }
            Act::Get { default } => self.get(cx, call, default),
            Act::Load => {
                self.loads.insert(view.site);
                self.load(cx, call);
            }
            Act::LoadUnknown => {
                self.watch_argument(cx, call, 0, Role::Map);
                self.load_unknown(cx, call);
            }
            Act::Put(_) if self.is_load(view.site) => {}
            Act::Put(_) | Act::PutAll | Act::PutUnknown | Act::Entries | Act::Defaults => {
                self.watch_argument(cx, call, 0, Role::Map);
            }
            Act::Hand => {}
            Act::HandAll => self.hand_elements(cx, call),
            Act::Shift | Act::PutBack | Act::Take => {
                self.watch_argument(cx, call, 0, Role::Map);
            }
            Act::SetEntry => {
                let entries = self.node(cx, Node::Entries);
                if let Some(value) = argument(view, 1) {
                    cx.cast(value, entries, cx.heap.types().string);
                }
            }
        }
        match act {
            Act::Find(..) | Act::Read(_) | Act::Get { .. } | Act::Load => Outcome::Handled,
            // What they do to the map as a collection is said of all collections.
            _ if puts => Outcome::Left,
            _ => Outcome::AlsoAnalyse,
        }
    }

    fn on_objects(&mut self, cx: &mut Cx<'_, '_>, data: HookData, objects: &PtsSet) {
        let (call, role) = self.hooks.key(data);
        for obj in objects.iter().map(ObjId) {
            let kind = cx.heap.kind(obj);
            if kind == ObjKind::Null {
                continue;
            }
            match role {
                Role::Name => self.name(cx, call, kind),
                Role::Class => self.class(cx, call, kind),
                Role::Loader => self.loader(cx, call, obj),
                Role::Source(reading) => self.source(cx, call, obj, reading),
                Role::Ahead(limit) => self.read_ahead(cx, call, obj, limit),
                Role::Charset => self.charset(cx, call, obj),
                Role::Map => match self.calls[call.index()].act {
                    Act::Wrap | Act::Shift | Act::PutBack | Act::Take | Act::Read(_) | Act::Hand | Act::HandAll => {
                        self.reader(cx, call, obj)
                    }
                    _ => self.map(cx, call, obj),
                },
                Role::Key => self.key(cx, call, kind),
            }
        }
    }

    /// Code that is not here is handed what the program reads from.
    fn on_unresolved(&mut self, cx: &mut Cx<'_, '_>, view: &CallView, _owner: TypeId) {
        if cx.program.origin_of(view.method) == Origin::Jdk {
            return;
        }
        let call = self.call(view, view.method, Act::Hand);
        (0..view.args.len()).for_each(|position| self.watch_argument(cx, call, position, Role::Map));
    }

    fn on_idle(&mut self, cx: &mut Cx<'_, '_>) {
        self.share_by_calls(cx);
    }

    fn on_receiver(&mut self, cx: &mut Cx<'_, '_>, view: &CallView, resolved: MethodId, obj: ObjId) -> bool {
        self.open(cx, view, resolved, obj)
    }
}
