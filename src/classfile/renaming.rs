//! A class that was decoded with a table of names of its own, moved to another one: parallel stages have a table each. Must not
//! know what names mean.

use super::{
    RawAnnotation, RawBootstrap, RawClass, RawComponent, RawConst, RawElement, RawField, RawHandle, RawInnerClass,
    RawMemberRef, RawMethod, RawModule,
};
use crate::base::Sym;

impl RawClass {
    /// Replaces each name by what `names` has at its place.
    pub fn rename(&mut self, names: &[Sym]) {
        let Self {
            major: _,
            access: _,
            name,
            super_name,
            interfaces,
            fields,
            methods,
            source_file,
            source_debug: _,
            signature,
            nest_host,
            nest_members,
            inner_classes,
            enclosing_method,
            permitted_subclasses,
            record,
            bootstraps,
            annotations,
            module,
            ignored: _,
        } = self;
        let to = Names(names);
        to.one(name);
        to.all([super_name, source_file, signature, nest_host].into_iter().flatten());
        to.all([interfaces, nest_members, permitted_subclasses].into_iter().flatten());
        fields.iter_mut().for_each(|field| to.field(field));
        methods.iter_mut().for_each(|method| to.method(method));
        for RawInnerClass { inner, outer, name, access: _ } in inner_classes {
            to.all([Some(inner), outer.as_mut(), name.as_mut()].into_iter().flatten());
        }
        if let Some((class, method)) = enclosing_method {
            to.one(class);
            method.iter_mut().for_each(|method| to.pair(method));
        }
        for RawComponent { name, descriptor, annotations } in record.iter_mut().flatten() {
            to.all([name, descriptor]);
            to.annotations(annotations);
        }
        for RawBootstrap { handle, args } in bootstraps {
            to.handle(handle);
            args.iter_mut().for_each(|arg| to.constant(arg));
        }
        to.annotations(annotations);
        module.iter_mut().for_each(|module| to.module(module));
    }
}

struct Names<'n>(&'n [Sym]);

impl Names<'_> {
    fn one(&self, name: &mut Sym) {
        *name = self.0[name.index()];
    }

    fn all<'s>(&self, names: impl IntoIterator<Item = &'s mut Sym>) {
        names.into_iter().for_each(|name| self.one(name));
    }

    fn pair(&self, (a, b): &mut (Sym, Sym)) {
        self.one(a);
        self.one(b);
    }

    fn field(&self, field: &mut RawField) {
        let RawField { access: _, name, descriptor, signature, constant, annotations } = field;
        self.all([name, descriptor]);
        self.all(signature);
        constant.iter_mut().for_each(|constant| self.constant(constant));
        self.annotations(annotations);
    }

    fn method(&self, method: &mut RawMethod) {
        let RawMethod {
            access: _,
            name,
            descriptor,
            signature,
            exceptions,
            annotations,
            parameter_annotations,
            annotation_default,
            has_code: _,
        } = method;
        self.all([name, descriptor]);
        self.all(signature);
        self.all(exceptions);
        self.annotations(annotations);
        parameter_annotations.iter_mut().for_each(|annotations| self.annotations(annotations));
        annotation_default.iter_mut().for_each(|element| self.element(element));
    }

    fn constant(&self, constant: &mut RawConst) {
        match constant {
            RawConst::Int(_) | RawConst::Long(_) | RawConst::Float(_) | RawConst::Double(_) => {}
            RawConst::Str { text, lossy: _ } => self.one(text),
            RawConst::Class(name) | RawConst::MethodType(name) => self.one(name),
            RawConst::MethodHandle(handle) => self.handle(handle),
            RawConst::Dynamic { bootstrap: _, name, descriptor } => self.all([name, descriptor]),
        }
    }

    fn handle(&self, handle: &mut RawHandle) {
        let RawHandle { kind: _, member: RawMemberRef { owner, name, descriptor, interface: _ } } = handle;
        self.all([owner, name, descriptor]);
    }

    fn annotations(&self, annotations: &mut [RawAnnotation]) {
        annotations.iter_mut().for_each(|annotation| self.annotation(annotation));
    }

    fn annotation(&self, annotation: &mut RawAnnotation) {
        let RawAnnotation { descriptor, visible: _, elements } = annotation;
        self.one(descriptor);
        for (name, element) in elements {
            self.one(name);
            self.element(element);
        }
    }

    /// As deep as the guard lets elements be.
    fn element(&self, element: &mut RawElement) {
        match element {
            RawElement::Const(constant) => self.constant(constant),
            RawElement::Enum(ty, name) => self.all([ty, name]),
            RawElement::Class(name) => self.one(name),
            RawElement::Annotation(annotation) => self.annotation(annotation),
            RawElement::Array(elements) => elements.iter_mut().for_each(|element| self.element(element)),
        }
    }

    fn module(&self, module: &mut RawModule) {
        let RawModule { name, open: _, requires, exports, opens, uses, provides } = module;
        self.all(name);
        self.all(requires.iter_mut().chain(uses));
        for (name, others) in exports.iter_mut().chain(opens).chain(provides) {
            self.one(name);
            self.all(others);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::base::{Interner, Sym};
    use crate::classfile::decode_class;
    use crate::classfile::testing::javac;

    const SOURCE: &str = r#"
        package p;
        @interface Mark { String value() default "d"; Class<?>[] types() default {}; Thread.State state() default Thread.State.NEW; Deprecated[] others() default {}; }
        @Mark(value = "a", types = {String.class, int[].class}, others = {@Deprecated(since = "1")})
        public class Named<T extends Comparable<T>> {
            static final long L = 1;
            static final String S = "constant";
            record Pair(@Mark("r") String a, int... b) {}
            sealed interface Shape permits Round {}
            static final class Round implements Shape {}
            <E extends Exception> Runnable run(@Mark("p") Object o) throws E, java.io.IOException {
                class Local implements Runnable { public void run() { System.out.println(o + S + L); } }
                Runnable r = Named::new;
                return o == null ? new Local() : r;
            }
        }
    "#;

    #[test]
    fn a_class_with_names_of_its_own_is_the_same_elsewhere() {
        let interner = || {
            let names = Interner::new();
            for name in ["x", "p/Named", "y"] {
                names.intern(name);
            }
            names
        };
        let classes = javac("Named.java", SOURCE, &["-g"]);
        assert_eq!(classes.len(), 6);
        for (name, bytes) in classes {
            let (direct, moved, own) = (interner(), interner(), Interner::new());
            let expected = decode_class(&bytes, &direct).unwrap();
            let mut class = decode_class(&bytes, &own).unwrap();
            let names: Vec<Sym> = own.iter().map(|name| moved.intern(name)).collect();
            class.rename(&names);
            assert_eq!(format!("{class:?}"), format!("{expected:?}"), "{name}");
            assert!(direct.iter().eq(moved.iter()), "{name}");
        }
    }
}
