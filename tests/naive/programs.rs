//! Random Java programs that compile: classes and interfaces with overriding, bridges and default methods, fields, arrays,
//! casts, loops, recursion and exceptions, and nothing of the library but `Object` and the exceptions' superclass. Equal
//! seeds give equal programs. They are analysed, never run. Must not know what is found in them.

use std::fmt::Write as _;

/// A small generator of random numbers (SplitMix64, by Sebastiano Vigna).
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Below `bound`.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    pub(crate) fn percent(&mut self, chance: usize) -> bool {
        self.below(100) < chance
    }

    pub(crate) fn pick<'t, T>(&mut self, from: &'t [T]) -> Option<&'t T> {
        if from.is_empty() { None } else { Some(&from[self.below(from.len())]) }
    }
}

/// `Object`, a declared type by number, or an array of one of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Ty {
    base: Option<usize>,
    dims: usize,
}

const OBJECT: Ty = Ty { base: None, dims: 0 };

impl Ty {
    fn of(base: usize) -> Self {
        Self { base: Some(base), dims: 0 }
    }

    fn array(self) -> Self {
        Self { dims: self.dims + 1, ..self }
    }

    fn element(self) -> Option<Self> {
        (self.dims > 0).then(|| Self { dims: self.dims - 1, ..self })
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sort {
    Interface,
    Abstract,
    Concrete,
    Exception,
}

struct Decl {
    name: String,
    sort: Sort,
    extends: Option<usize>,
    interfaces: Vec<usize>,
    fields: Vec<Field>,
    statics: Vec<Function>,
    privates: Vec<Function>,
    /// Per signature: declared here, with its return type; `false`: abstract.
    methods: Vec<Option<(Ty, bool)>>,
}

#[derive(Clone)]
struct Field {
    name: String,
    ty: Ty,
    is_static: bool,
}

#[derive(Clone)]
struct Function {
    name: String,
    params: Vec<Ty>,
    ret: Ty,
}

/// A program being made.
struct Program {
    random: Random,
    decls: Vec<Decl>,
    /// Instance methods that types declare and override: `m0`, `m1`, ...
    signatures: Vec<Function>,
    text: String,
    /// Names for locals.
    next: usize,
}

/// Where code is written.
struct Scope {
    owner: usize,
    is_static: bool,
    locals: Vec<(String, Ty)>,
    indent: usize,
}

/// The source of one compilation unit, with a class `Main` that has a main method.
pub(crate) fn generate(package: &str, seed: u64) -> String {
    let mut program = Program {
        random: Random::new(seed),
        decls: Vec::new(),
        signatures: Vec::new(),
        text: format!("package {package};\n\n"),
        next: 0,
    };
    program.declare();
    program.write();
    program.text
}

impl Program {
    // ---- Declarations ----------------------------------------------------------------------------------------------

    fn declare(&mut self) {
        let interfaces = 2 + self.random.below(2);
        let classes = 4 + self.random.below(4);
        let total = interfaces + classes + 2;
        for index in 0..total {
            let sort = match index {
                _ if index < interfaces => Sort::Interface,
                _ if index >= total - 2 => Sort::Exception,
                _ if self.random.percent(20) && index + 3 < total => Sort::Abstract,
                _ => Sort::Concrete,
            };
            let prefix = if sort == Sort::Interface { "I" } else { "C" };
            let extends = match sort {
                Sort::Interface if index > 0 && self.random.percent(50) => Some(self.random.below(index)),
                Sort::Interface => None,
                Sort::Exception => (index == total - 1).then(|| index - 1),
                _ if index > interfaces && self.random.percent(60) => {
                    Some(interfaces + self.random.below(index - interfaces))
                }
                _ => None,
            };
            let mut implemented = Vec::new();
            if matches!(sort, Sort::Abstract | Sort::Concrete) {
                implemented = (0..interfaces).filter(|_| self.random.percent(40)).collect();
            }
            let name = if sort == Sort::Exception { format!("X{index}") } else { format!("{prefix}{index}") };
            self.decls.push(Decl {
                name,
                sort,
                extends,
                interfaces: implemented,
                fields: Vec::new(),
                statics: Vec::new(),
                privates: Vec::new(),
                methods: Vec::new(),
            });
        }
        for index in 0..4 {
            let params = (0..self.random.below(3)).map(|_| self.any_type()).collect();
            let ret = self.any_type();
            self.signatures.push(Function { name: format!("m{index}"), params, ret });
        }
        for index in 0..total {
            self.members(index);
        }
    }

    fn any_type(&mut self) -> Ty {
        let base = if self.random.percent(20) { OBJECT } else { Ty::of(self.random.below(self.decls.len())) };
        match self.random.below(10) {
            0 | 1 => base.array(),
            2 => base.array().array(),
            _ => base,
        }
    }

    fn members(&mut self, index: usize) {
        let sort = self.decls[index].sort;
        let count = 1 + self.random.below(3);
        for number in 0..count {
            let is_static = sort == Sort::Interface || self.random.percent(35);
            let ty = self.any_type();
            let prefix = if is_static { "s" } else { "f" };
            let field = Field { name: format!("{prefix}{index}_{number}"), ty, is_static };
            self.decls[index].fields.push(field);
        }
        if sort != Sort::Interface && self.random.percent(50) {
            // Hides that of a superclass.
            let ty = self.any_type();
            self.decls[index].fields.push(Field { name: "g".to_owned(), ty, is_static: false });
        }
        for (count, prefix) in [(1 + self.random.below(2), "t"), (self.random.below(2), "p")] {
            for number in 0..count {
                let params = (0..self.random.below(3)).map(|_| self.any_type()).collect();
                let function = Function { name: format!("{prefix}{index}_{number}"), params, ret: self.any_type() };
                let decl = &mut self.decls[index];
                if prefix == "t" { decl.statics.push(function) } else { decl.privates.push(function) }
            }
        }
        let methods = (0..self.signatures.len()).map(|signature| self.method(index, signature)).collect();
        self.decls[index].methods = methods;
    }

    /// Whether and how a type declares a signature. The declarations of all its supertypes are made already.
    fn method(&mut self, index: usize, signature: usize) -> Option<(Ty, bool)> {
        let sort = self.decls[index].sort;
        let base = self.signatures[signature].ret;
        match sort {
            Sort::Interface if self.random.percent(50) => return Some((base, self.random.percent(50))),
            Sort::Interface => return None,
            _ => {}
        }
        let inherited = self.inherited(index, signature);
        let bound = inherited.map_or(base, |(ty, _)| ty);
        let declaring: Vec<usize> = self.interfaces(index).into_iter().filter(|&i| self.own(i, signature)).collect();
        let most_specific = declaring.iter().copied().find(|&i| declaring.iter().all(|&j| self.is_below(i, j)));
        let has_default = most_specific.is_some_and(|i| self.decls[i].methods[signature] == Some((base, true)));
        let is_implemented = inherited.is_some_and(|(_, body)| body);
        let must = match sort {
            _ if is_implemented => false,
            // Where a class inherits an abstract method, that wins against defaults.
            Sort::Abstract => inherited.is_none() && most_specific.is_none() && !declaring.is_empty(),
            _ => inherited.is_some() || !declaring.is_empty() && !has_default,
        };
        if !must && self.random.percent(55) {
            return None;
        }
        // A narrower return type makes the compiler add a bridge.
        let ret = if self.random.percent(40) { self.below(bound) } else { bound };
        let body = sort != Sort::Abstract || is_implemented || self.random.percent(60);
        Some((ret, body))
    }

    fn own(&self, index: usize, signature: usize) -> bool {
        self.decls[index].methods.get(signature).is_some_and(Option::is_some)
    }

    /// The declaration of a signature in the nearest superclass that has one.
    fn inherited(&self, index: usize, signature: usize) -> Option<(Ty, bool)> {
        let up = self.decls[index].extends?;
        self.decls[up].methods[signature].or_else(|| self.inherited(up, signature))
    }

    /// All superinterfaces, without the type itself.
    fn interfaces(&self, index: usize) -> Vec<usize> {
        (0..self.decls.len())
            .filter(|&i| i != index && self.decls[i].sort == Sort::Interface && self.is_below(index, i))
            .collect()
    }

    fn is_below(&self, sub: usize, sup: usize) -> bool {
        let decl = &self.decls[sub];
        sub == sup
            || decl.extends.is_some_and(|up| self.is_below(up, sup))
            || decl.interfaces.iter().any(|&up| self.is_below(up, sup))
    }

    fn is_subtype(&self, sub: Ty, sup: Ty) -> bool {
        match (sub.base, sup.base) {
            (_, None) => sub.dims >= sup.dims,
            (None, Some(_)) => false,
            (Some(a), Some(b)) => sub.dims == sup.dims && self.is_below(a, b),
        }
    }

    /// A random subtype.
    fn below(&mut self, ty: Ty) -> Ty {
        let Some(base) = ty.base else { return if self.random.percent(50) { self.any_below(ty) } else { ty } };
        let below: Vec<usize> = (0..self.decls.len()).filter(|&sub| self.is_below(sub, base)).collect();
        Ty { base: self.random.pick(&below).copied(), dims: ty.dims }
    }

    fn any_below(&mut self, ty: Ty) -> Ty {
        Ty { base: Some(self.random.below(self.decls.len())), dims: ty.dims + usize::from(self.random.percent(20)) }
    }

    fn show(&self, ty: Ty) -> String {
        let base = ty.base.map_or("Object", |base| &self.decls[base].name);
        format!("{base}{}", "[]".repeat(ty.dims))
    }

    // ---- Types as text ---------------------------------------------------------------------------------------------

    fn line(&mut self, scope: &Scope, text: &str) {
        let _ = writeln!(self.text, "{}{text}", "    ".repeat(scope.indent));
    }

    fn write(&mut self) {
        for index in 0..self.decls.len() {
            self.write_type(index);
        }
        self.text
            .push_str("public class Main {\n    static int n;\n    static boolean b() { return (n += 7) % 3 == 0; }\n");
        self.text.push_str("    public static void main(String[] args) {\n");
        let mut scope = Scope { owner: usize::MAX, is_static: true, locals: Vec::new(), indent: 2 };
        self.statements(&mut scope, 8, 2);
        // What a program does not call tests nothing.
        for index in 0..self.decls.len() {
            let chosen = Ty::of(index);
            let receiver = self.value(&scope, chosen, 1);
            self.line(&scope, &format!("{} r{index} = {receiver};", self.show(chosen)));
            scope.locals.push((format!("r{index}"), chosen));
            for _ in 0..2 {
                self.statement(&mut scope, 1);
            }
        }
        self.text.push_str("    }\n}\n");
    }

    fn write_type(&mut self, index: usize) {
        let decl = &self.decls[index];
        let (sort, name) = (decl.sort, decl.name.clone());
        let keyword = match sort {
            Sort::Interface => "interface",
            Sort::Abstract => "abstract class",
            Sort::Concrete | Sort::Exception => "class",
        };
        let up = decl.extends.map(|up| self.decls[up].name.clone());
        let extends = match (sort, up) {
            (_, Some(up)) => format!(" extends {up}"),
            (Sort::Exception, None) => " extends RuntimeException".to_owned(),
            _ => String::new(),
        };
        let interfaces: Vec<&str> = decl.interfaces.iter().map(|&i| self.decls[i].name.as_str()).collect();
        let implements =
            if interfaces.is_empty() { String::new() } else { format!(" implements {}", interfaces.join(", ")) };
        let _ = writeln!(self.text, "{keyword} {name}{extends}{implements} {{");
        let of_type = |is_static, indent| Scope { owner: index, is_static, locals: Vec::new(), indent };
        for field in self.decls[index].fields.clone() {
            let modifier = if field.is_static && sort != Sort::Interface { "static " } else { "" };
            let scope = of_type(true, 1);
            let initial = if sort == Sort::Interface || self.random.percent(60) {
                format!(" = {}", self.value(&scope, field.ty, 2))
            } else {
                String::new()
            };
            self.line(&scope, &format!("{modifier}{} {}{initial};", self.show(field.ty), field.name));
        }
        if sort != Sort::Interface {
            if self.random.percent(40) {
                self.line(&of_type(true, 1), "static {");
                self.statements(&mut of_type(true, 2), 3, 1);
                self.line(&of_type(true, 1), "}");
            }
            self.line(&of_type(true, 1), &format!("{name}() {{"));
            self.statements(&mut of_type(false, 2), 2, 1);
            self.line(&of_type(true, 1), "}");
        }
        for function in self.decls[index].statics.clone() {
            self.function(index, &function, "static ", true);
        }
        for function in self.decls[index].privates.clone() {
            self.function(index, &function, "private ", false);
        }
        for (signature, declared) in self.decls[index].methods.clone().into_iter().enumerate() {
            let Some((ret, body)) = declared else { continue };
            let function = Function { ret, ..self.signatures[signature].clone() };
            match (sort, body) {
                (Sort::Interface, true) => self.function(index, &function, "default ", false),
                (_, true) => self.function(index, &function, "public ", false),
                (_, false) => {
                    let modifier = if sort == Sort::Interface { "" } else { "public abstract " };
                    let head = self.head(&function, modifier);
                    self.line(&of_type(true, 1), &format!("{head};"));
                }
            }
        }
        self.text.push_str("}\n\n");
    }

    fn head(&self, function: &Function, modifier: &str) -> String {
        let params: Vec<String> =
            function.params.iter().enumerate().map(|(at, &ty)| format!("{} a{at}", self.show(ty))).collect();
        format!("{modifier}{} {}({})", self.show(function.ret), function.name, params.join(", "))
    }

    fn function(&mut self, owner: usize, function: &Function, modifier: &str, is_static: bool) {
        let locals = function.params.iter().enumerate().map(|(at, &ty)| (format!("a{at}"), ty)).collect();
        let mut scope = Scope { owner, is_static, locals, indent: 1 };
        let head = self.head(function, modifier);
        self.line(&scope, &format!("{head} {{"));
        scope.indent = 2;
        let count = 2 + self.random.below(4);
        self.statements(&mut scope, count, 2);
        if self.random.percent(30) {
            let early = self.value(&scope, function.ret, 1);
            self.line(&scope, &format!("if (Main.b()) return {early};"));
        }
        let value = self.value(&scope, function.ret, 2);
        self.line(&scope, &format!("return {value};"));
        scope.indent = 1;
        self.line(&scope, "}");
    }

    // ---- Statements ------------------------------------------------------------------------------------------------

    fn statements(&mut self, scope: &mut Scope, count: usize, depth: usize) {
        for _ in 0..count {
            self.statement(scope, depth);
        }
    }

    /// A block with a scope of its own, opened by `head`.
    fn nested(&mut self, scope: &mut Scope, head: &str, variable: Option<(String, Ty)>, depth: usize) {
        self.line(scope, &format!("{head} {{"));
        let outer = scope.locals.len();
        scope.locals.extend(variable);
        scope.indent += 1;
        let count = 1 + self.random.below(3);
        self.statements(scope, count, depth);
        scope.indent -= 1;
        scope.locals.truncate(outer);
        self.line(scope, "}");
    }

    fn statement(&mut self, scope: &mut Scope, depth: usize) {
        let exception = Ty::of(self.decls.len() - 2);
        match self.random.below(if depth == 0 { 11 } else { 17 }) {
            0..=2 => self.declare_local(scope),
            3 => {
                let Some((name, ty)) = self.random.pick(&scope.locals).cloned() else { return };
                if name == "this" {
                    return;
                }
                let value = self.value(scope, ty, 2);
                self.line(scope, &format!("{name} = {value};"));
            }
            4 | 5 => {
                let owner = self.random.below(self.decls.len());
                let fields = self.visible(owner, false);
                let Some(field) = self.random.pick(&fields).cloned() else { return };
                let base = self.value(scope, Ty::of(owner), 1);
                let value = self.value(scope, field.ty, 2);
                let shown = &self.decls[owner].name;
                self.line(scope, &format!("(({shown}) {base}).{} = {value};", field.name));
            }
            6 => {
                let owner = self.random.below(self.decls.len());
                // Those of interfaces are final.
                let fields = self.visible(owner, true);
                let fields: Vec<Field> = fields.into_iter().filter(|f| self.is_assignable(&f.name)).collect();
                let Some(field) = self.random.pick(&fields).cloned() else { return };
                let value = self.value(scope, field.ty, 2);
                self.line(scope, &format!("{}.{} = {value};", self.decls[owner].name, field.name));
            }
            7 => {
                let arrays: Vec<(String, Ty)> = scope.locals.iter().filter(|(_, ty)| ty.dims > 0).cloned().collect();
                let Some((name, ty)) = self.random.pick(&arrays).cloned() else { return };
                let element = Ty { dims: ty.dims - 1, ..ty };
                let value = self.value(scope, element, 2);
                self.line(scope, &format!("{name}[0] = {value};"));
            }
            8 | 9 => {
                let call = self.call(scope, None, 2);
                if let Some(call) = call {
                    self.line(scope, &format!("{call};"));
                }
            }
            10 => {
                let value = self.value(scope, exception, 1);
                self.line(scope, &format!("if (Main.b()) throw {value};"));
            }
            11 => self.nested(scope, "if (Main.b())", None, depth - 1),
            12 => self.nested(scope, "while (Main.b())", None, depth - 1),
            13 => {
                let head = format!("synchronized ({})", self.reference(scope));
                self.nested(scope, &head, None, depth - 1);
            }
            14 => {
                let Some((name, ty)) = self.random.pick(&scope.locals).cloned() else { return };
                if ty.dims > 0 || name == "this" {
                    return;
                }
                let narrow = Ty { dims: 0, ..self.below(ty) };
                let head = format!("if ({name} instanceof {})", self.show(narrow));
                self.nested(scope, &head, None, depth - 1);
            }
            _ => self.try_statement(scope, depth),
        }
    }

    fn try_statement(&mut self, scope: &mut Scope, depth: usize) {
        let (wide, narrow) = (Ty::of(self.decls.len() - 2), Ty::of(self.decls.len() - 1));
        self.nested(scope, "try", None, depth - 1);
        let mut closed = false;
        for (ty, chance) in [(Some(narrow), 50), (Some(wide), 50), (None, 20)] {
            if !self.random.percent(chance) {
                continue;
            }
            closed = true;
            let name = self.fresh();
            let shown = ty.map_or("Throwable".to_owned(), |ty| self.show(ty));
            let variable = (name.clone(), ty.unwrap_or(OBJECT));
            // A throwable is held as an Object afterwards: the programs know no other type of the library.
            let variable = ty.map(|_| variable);
            self.nested(scope, &format!("catch ({shown} {name})"), variable, depth - 1);
        }
        if !closed || self.random.percent(25) {
            self.nested(scope, "finally", None, depth - 1);
        }
    }

    fn fresh(&mut self) -> String {
        self.next += 1;
        format!("v{}", self.next)
    }

    fn declare_local(&mut self, scope: &mut Scope) {
        let ty = self.any_type();
        let value = self.value(scope, ty, 2);
        let name = self.fresh();
        self.line(scope, &format!("{} {name} = {value};", self.show(ty)));
        scope.locals.push((name, ty));
    }

    fn is_assignable(&self, field: &str) -> bool {
        let of_interface = |decl: &Decl| decl.sort == Sort::Interface && decl.fields.iter().any(|f| f.name == field);
        !self.decls.iter().any(of_interface)
    }

    /// Fields of a type with those it inherits; of fields with the same name the nearest.
    fn visible(&self, owner: usize, is_static: bool) -> Vec<Field> {
        let mut found: Vec<Field> = Vec::new();
        let mut at = Some(owner);
        while let Some(index) = at {
            let decl = &self.decls[index];
            for field in decl.fields.iter().filter(|field| field.is_static == is_static) {
                if !found.iter().any(|known| known.name == field.name) {
                    found.push(field.clone());
                }
            }
            at = decl.extends;
        }
        if is_static {
            // Interfaces that are reached twice are no ambiguity: the field is the same.
            for interface in self.interfaces(owner) {
                let inherited = self.decls[interface].fields.iter();
                let new: Vec<Field> =
                    inherited.filter(|field| !found.iter().any(|known| known.name == field.name)).cloned().collect();
                found.extend(new);
            }
        }
        found
    }

    // ---- Expressions -----------------------------------------------------------------------------------------------

    /// Something that is not `null` for sure.
    fn reference(&mut self, scope: &Scope) -> String {
        match self.random.pick(&scope.locals) {
            Some((name, _)) => name.clone(),
            None => "new Object()".to_owned(),
        }
    }

    /// An expression of a subtype of `ty`, in parentheses where it needs them.
    fn value(&mut self, scope: &Scope, ty: Ty, depth: usize) -> String {
        for _ in 0..6 {
            if let Some(found) = self.try_value(scope, ty, depth) {
                return found;
            }
        }
        self.creation(ty, scope, depth)
    }

    fn try_value(&mut self, scope: &Scope, ty: Ty, depth: usize) -> Option<String> {
        match self.random.below(if depth == 0 { 5 } else { 14 }) {
            0..=2 => {
                let fitting: Vec<&(String, Ty)> =
                    scope.locals.iter().filter(|(_, own)| self.is_subtype(*own, ty)).collect();
                let names: Vec<String> = fitting.into_iter().map(|(name, _)| name.clone()).collect();
                self.random.pick(&names).cloned()
            }
            3 => Some(self.creation(ty, scope, depth)),
            4 => {
                let this = !scope.is_static && self.is_subtype(Ty::of(scope.owner), ty);
                this.then(|| "this".to_owned())
            }
            5 | 6 => {
                let owner = self.random.below(self.decls.len());
                let fields: Vec<Field> =
                    self.visible(owner, false).into_iter().filter(|f| self.is_subtype(f.ty, ty)).collect();
                let field = self.random.pick(&fields)?.clone();
                let base = self.value(scope, Ty::of(owner), depth - 1);
                // A subclass may hide the field.
                Some(format!("(({}) {base}).{}", self.decls[owner].name, field.name))
            }
            7 => {
                let owner = self.random.below(self.decls.len());
                let fields: Vec<Field> =
                    self.visible(owner, true).into_iter().filter(|f| self.is_subtype(f.ty, ty)).collect();
                let field = self.random.pick(&fields)?;
                Some(format!("{}.{}", self.decls[owner].name, field.name))
            }
            8 | 9 => self.call(scope, Some(ty), depth),
            10 => {
                if ty.dims > 1 {
                    return None;
                }
                let arrays: Vec<String> = scope
                    .locals
                    .iter()
                    .filter(|(_, own)| own.element().is_some_and(|element| self.is_subtype(element, ty)))
                    .map(|(name, _)| name.clone())
                    .collect();
                Some(format!("{}[1]", self.random.pick(&arrays)?))
            }
            11 | 12 => {
                let wide = self.value(scope, OBJECT, depth - 1);
                Some(format!("(({}) (Object) {wide})", self.show(ty)))
            }
            _ => {
                let (one, other) = (self.value(scope, ty, depth - 1), self.value(scope, ty, depth - 1));
                let shown = self.show(ty);
                Some(format!("(Main.b() ? ({shown}) {one} : ({shown}) {other})"))
            }
        }
    }

    /// A new object, or `null` where nothing can be made.
    fn creation(&mut self, ty: Ty, scope: &Scope, depth: usize) -> String {
        if ty.base.is_none() && ty.dims == 0 {
            match self.random.below(5) {
                0 => return "new Object()".to_owned(),
                1 => return "new int[2]".to_owned(),
                _ => {}
            }
        }
        let below = self.below(ty);
        if below.dims > 0 {
            let base = Ty { dims: 0, ..below };
            let shown = self.show(base);
            return match self.random.below(3) {
                0 if depth > 0 => {
                    let element = Ty { dims: below.dims - 1, ..below };
                    let value = self.value(scope, element, depth - 1);
                    format!("new {} {{{value}}}", self.show(below))
                }
                1 => format!("new {shown}{}", "[2]".repeat(below.dims)),
                _ => format!("new {shown}[3]{}", "[]".repeat(below.dims - 1)),
            };
        }
        let made: Vec<usize> = (0..self.decls.len())
            .filter(|&sub| matches!(self.decls[sub].sort, Sort::Concrete | Sort::Exception))
            .filter(|&sub| self.is_subtype(Ty::of(sub), ty))
            .collect();
        match self.random.pick(&made) {
            Some(&class) => format!("new {}()", self.decls[class].name),
            None => format!("(({}) null)", self.show(ty)),
        }
    }

    /// A call that returns a subtype of `wanted`, if one is found.
    fn call(&mut self, scope: &Scope, wanted: Option<Ty>, depth: usize) -> Option<String> {
        if depth == 0 {
            return None;
        }
        let owner = self.random.below(self.decls.len());
        let (target, function) = match self.random.below(6) {
            0 => {
                let function = self.random.pick(&self.decls[owner].statics)?.clone();
                (self.decls[owner].name.clone(), function)
            }
            1 if !scope.is_static => {
                let privates = &self.decls[scope.owner].privates;
                ("this".to_owned(), self.random.pick(privates)?.clone())
            }
            2 if !scope.is_static => self.super_call(scope)?,
            _ => {
                let signature = self.random.below(self.signatures.len());
                let ret = self.declared(owner, signature)?;
                let base = self.value(scope, Ty::of(owner), depth - 1);
                (
                    format!("(({}) {base})", self.decls[owner].name),
                    Function { ret, ..self.signatures[signature].clone() },
                )
            }
        };
        if wanted.is_some_and(|wanted| !self.is_subtype(function.ret, wanted)) {
            return None;
        }
        let args: Vec<String> = function.params.iter().map(|&ty| self.value(scope, ty, depth - 1)).collect();
        Some(format!("{target}.{}({})", function.name, args.join(", ")))
    }

    /// The return type with which a type has a signature, if it has it.
    fn declared(&self, owner: usize, signature: usize) -> Option<Ty> {
        let own = self.decls[owner].methods[signature];
        if let Some((ret, _)) = own.or_else(|| self.inherited(owner, signature)) {
            return Some(ret);
        }
        self.interfaces(owner).into_iter().any(|i| self.own(i, signature)).then(|| self.signatures[signature].ret)
    }

    /// `super.m()`, or `I.super.m()` for the only interface of a class without a superclass.
    fn super_call(&mut self, scope: &Scope) -> Option<(String, Function)> {
        let decl = &self.decls[scope.owner];
        let signature = self.random.below(self.signatures.len());
        let name = |ret| Function { ret, ..self.signatures[signature].clone() };
        if decl.sort != Sort::Interface && decl.extends.is_some() {
            let (ret, body) = self.inherited(scope.owner, signature)?;
            return body.then(|| ("super".to_owned(), name(ret)));
        }
        let &[interface] = decl.interfaces.as_slice() else { return None };
        let (ret, body) = self.decls[interface].methods[signature]?;
        body.then(|| (format!("{}.super", self.decls[interface].name), name(ret)))
    }
}
