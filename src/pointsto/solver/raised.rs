//! What the JVM throws by itself (docs/analysis.md, Exceptions). One object stands for each of these classes, and every
//! handler that may take one is given it where it stands: the code it covers raises it, or calls code that may. So these
//! objects need not flow: none of them leaves a method. Must not know who takes them.

use std::rc::Rc;

use super::super::command::CallView;
use super::super::graph::filter::{Fate, Filter, fate};
use super::super::graph::flow::FlowKind;
use super::super::ids::{ALL, FilterId, NodeId};
use super::exceptions::ByJvm;
use super::solve::Solver;
use crate::heap::{ObjId, ObjKind};
use crate::ir::{BOOTSTRAP_ERROR, INITIALISER_ERROR, NO_CLASS_ERROR, Raised};
use crate::program::{FieldId, MethodId, TypeId, access};

impl Solver<'_> {
    pub(super) fn fill(&mut self, jvm: &ByJvm) {
        let error = self.program.class_type(self.program.well_known().error);
        for &(obj, _) in &jvm.objects {
            let is_error = self.program.is_subtype(self.heap.ty(obj), error);
            self.core.add(if is_error { jvm.errors } else { jvm.any }, obj);
            self.says_something(obj);
        }
        self.core.edge(jvm.errors, jvm.any, ALL, FlowKind::Outside);
        self.core.edge(jvm.any, jvm.uncaught, ALL, FlowKind::Outside);
        // JVMS 5.5, step 10: errors leave an initialiser as they are.
        let errors = self.core.filter(Filter::Cast(error));
        self.core.edge(jvm.initialisers, jvm.errors, errors, FlowKind::Outside);
        let others = self.core.filter(Filter::Uncaught([error].into()));
        if let Some(cause) = self.cause_of(INITIALISER_ERROR) {
            let others = self.core.heap_filter(others);
            self.core.edge(jvm.initialisers, cause, others, FlowKind::Outside);
            self.core.edge(jvm.any, cause, others, FlowKind::Outside);
        }
        // Of a class whose initialiser failed before, and of one that its loader does not find (JVMS 5.3.1, 5.5).
        if let Some(cause) = self.cause_of(NO_CLASS_ERROR) {
            for name in [INITIALISER_ERROR, "java/lang/ClassNotFoundException"] {
                let Some(class) = self.program.find_class(name) else { continue };
                let obj = self.thrown_by_jvm(self.program.class_type(class));
                self.core.add(cause, obj);
            }
        }
        if let Some(cause) = self.cause_of(BOOTSTRAP_ERROR) {
            let filter = self.core.heap_filter(ALL);
            self.core.edge(jvm.any, cause, filter, FlowKind::Outside);
        }
    }

    /// Where the JVM's object of a class keeps what it was thrown for.
    fn cause_of(&mut self, name: &str) -> Option<NodeId> {
        let class = self.program.find_class(name)?;
        let obj = self.heap.intern(ObjKind::Merged { ty: self.program.class_type(class) });
        const THROWABLE: &str = "Ljava/lang/Throwable;";
        // As JDK 8 keeps it.
        let own = self.program.find_field(class, "exception", THROWABLE);
        let field = own.or_else(|| self.program.find_field(self.program.well_known().throwable, "cause", THROWABLE))?;
        self.field_of(obj, field)
    }

    /// The object that stands for what the JVM, or code that is not looked at, throws of a class.
    pub(super) fn thrown_by_jvm(&mut self, ty: TypeId) -> ObjId {
        let obj = self.heap.intern(ObjKind::Merged { ty });
        self.says_something(obj);
        obj
    }

    /// A modelled method throws what its declaration says, and what its documentation does.
    pub(super) fn throws_declared(&mut self, view: &CallView, method: MethodId) {
        let Some(throw) = view.throw else { return };
        let thrown = match self.declared.get(&method) {
            Some(known) => known.clone(),
            None => {
                let program = self.program;
                let documented = (self.documented)(program, method).iter().filter_map(|name| program.find_class(name));
                let classes = program.method(method).exceptions.iter().copied().chain(documented);
                let thrown: Rc<[ObjId]> = classes.map(|class| self.thrown_by_jvm(program.class_type(class))).collect();
                self.declared.insert(method, thrown.clone());
                thrown
            }
        };
        for &obj in thrown.iter() {
            self.core.add(throw, obj);
        }
    }

    /// Its message is the JVM's, and so is what else it says (`MissingResourceException.getKey`).
    fn says_something(&mut self, obj: ObjId) {
        if !self.saying.insert(obj) {
            return;
        }
        let program = self.program;
        let string = self.heap.types().string;
        let classes = program.class_of(self.heap.ty(obj)).map(|class| program.supertypes(class)).unwrap_or_default();
        let fields = classes.iter().flat_map(|&class| &program.class(class).fields).copied();
        let is_text = |field: &FieldId| {
            let data = program.field(*field);
            data.ty == string && data.access & access::STATIC == 0
        };
        for field in fields.filter(is_text).collect::<Vec<_>>() {
            if let Some(text) = self.field_of(obj, field) {
                self.core.add(text, self.heap.jdk_string());
            }
        }
    }

    /// Gives a handler what the JVM raises in the code it covers.
    pub(super) fn raise_into(&mut self, handler: NodeId, raised: Raised, filter: &Filter) {
        let jvm = self.by_jvm();
        let takes = |obj: ObjId| fate(filter, obj, self.program, self.heap) != Fate::Stops;
        if raised.meets(Raised::CALL.and(Raised::INITIALISER)) {
            let error = self.program.class_type(self.program.well_known().error);
            let of_errors = match filter {
                Filter::Cast(ty) | Filter::Caught { ty, .. } => self.program.is_subtype(*ty, error),
                _ => true,
            };
            if of_errors || jvm.all.iter().any(|&obj| takes(obj)) {
                let from = if raised.meets(Raised::CALL) { jvm.any } else { jvm.errors };
                let filter = self.core.filter(filter.clone());
                self.core.edge(from, handler, filter, FlowKind::Handler);
            }
        }
        let taken: Vec<ObjId> = match raised.meets(Raised::CALL) {
            true => Vec::new(),
            false => {
                jvm.objects.iter().filter(|(obj, why)| raised.meets(*why) && takes(*obj)).map(|&(obj, _)| obj).collect()
            }
        };
        for obj in taken {
            self.core.add(handler, obj);
        }
    }

    /// What leaves a method of what is thrown there: what neither is caught nor is the JVM's own.
    pub(super) fn leaving(&mut self, caught: Box<[TypeId]>) -> FilterId {
        let raised = self.by_jvm().all.clone();
        let throwable = self.program.class_type(self.program.well_known().throwable);
        self.core.filter(Filter::Leaves { throwable, caught, raised })
    }

    /// What can be thrown at all (JVMS 4.10.1.9, athrow).
    pub(super) fn thrown(&mut self) -> FilterId {
        self.core.filter(Filter::Cast(self.program.class_type(self.program.well_known().throwable)))
    }
}
