//! The findings table: id, name, default levels and documentation of every rule, and the type of ids it makes. The single
//! source of SARIF rules, `rules`, `explain RULE` and the pages under `docs/rules`. Must not know policy, formats or the
//! analysis.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::base::nearest;

use super::rule::{Fails, Level, Levels, Rule};

/// Of rules about calls that fail, which go by certainty.
const BY_CERTAINTY: &str =
    "Error if every execution of the call fails, warning if that holds under the listed assumptions.";

/// Makes the type of ids and the table from rows, one for each rule.
macro_rules! rules {
    ($($id:ident = Rule { $($row:tt)* }),+ $(,)?) => {
        /// A rule, by its id. Written as it stands here in results, configuration and specifications.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub enum RuleId {
            $($id,)+
        }

        impl RuleId {
            /// All of them, in the order of the table.
            pub const ALL: &[Self] = &[$(Self::$id),+];
        }

        /// Every rule, in the order of ids.
        pub static RULES: &[Rule] = &[$(Rule { id: stringify!($id), $($row)* }),+];
    };
}

impl RuleId {
    /// `None` if no rule has this id or name, in whatever case it is written.
    pub fn find(text: &str) -> Option<Self> {
        let is_it = |id: &Self| [id.row().id, id.row().name].iter().any(|name| name.eq_ignore_ascii_case(text));
        Self::ALL.iter().copied().find(is_it)
    }

    /// The id or name that a text which is neither is nearest to, if one is near.
    pub fn nearest(text: &str) -> Option<&'static str> {
        nearest(text, RULES.iter().flat_map(|rule| [rule.id, rule.name]))
    }

    /// Position in [`RULES`].
    pub fn index(self) -> usize {
        self as usize
    }

    pub fn row(self) -> &'static Rule {
        &RULES[self.index()]
    }

    /// Whether it says of a call that it fails: only of these it is said how certain that is.
    pub fn is_about_failure(self) -> bool {
        matches!(self.row().levels, Levels::ByCertainty { .. })
    }

    /// `RC1001`
    pub fn id(self) -> &'static str {
        self.row().id
    }
}

impl fmt::Display for RuleId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(self.id())
    }
}

rules![
    RC1001 = Rule {
        name: "unsound-reflective-call",
        levels: Levels::ByBound { unbounded: Level::Error, bounded: Level::Warning, no_code: Level::Note },
        short: "A reflective call may reach code that the analysis could not name.",
        full: "A call such as Class.newInstance, Method.invoke, Field.get or Array.newInstance acts on a class or member \
               whose choice nothing in the program bounds, so the list of targets is empty (tier open) or may miss some \
               (tier partial), or it holds only under an assumption that the policy does not accept. Whatever runs there \
               is unknown to this report, to code shrinkers, to ahead-of-time compilers and to reviewers. Targets that are \
               listed beside the unknown make it no smaller.",
        bad: "String name = System.getProperty(\"report.engine\");\n\
              Object engine = Class.forName(name).getDeclaredConstructor().newInstance();",
        good: "# reflection-specs/app.toml: the values that the property has in production\n\
               [[source]]\n\
               at = \"com.acme.Reports.engine()\"\n\
               call = \"java.lang.System.getProperty\"\n\
               values = [\"com.acme.PdfEngine\", \"com.acme.HtmlEngine\"]",
        fails: None,
        language: "java",
        good_language: "toml",
        remedy: "- List the values that enter at the place the finding names, in a `[[source]]` entry, or take them from a \
                 resource with `values-from`.\n\
                 - Or choose among constants in the code: `switch (kind) { case \"pdf\": return new PdfEngine(); ... }`.\n\
                 - Or, if the input cannot be listed, name the targets of the call in a `[[call]]` entry.\n\
                 - Or record the decision in an `[[accept]]` entry with a reason.",
        level_note: "Error if nothing bounds what is unknown, whatever else is listed; warning if fewer candidates than \
                     `imprecise-threshold` are left, or if the answer is complete under an assumption that the policy does \
                     not accept; note for `Array.newInstance`, which runs no code.",
        tags: &["reflection", "soundness", "external/cwe/cwe-470"],
        security_severity: None,
    },
    RC1002 = Rule {
        name: "unbounded-class-source",
        levels: Levels::Always(Level::Note),
        short: "A class is initialised by a name that nothing bounds, and no reflective call acts on it.",
        full: "Class.forName receives a name that the analysis could not bound, and the class object reaches no reflective \
               action, nor code of a library that may make objects of it (then it is RC1001). Nothing is called through it, but the static initialiser of the class runs, whose effect is unknown \
               to this report. Class loaders, and forName with false, initialise nothing.",
        bad: "Class.forName(System.getProperty(\"jdbc.driver\"));   // only for its static initialiser",
        good: "# reflection-specs/app.toml\n\
               [[source]]\n\
               at = \"com.acme.Db.init()\"\n\
               call = \"java.lang.System.getProperty\"\n\
               values = [\"org.postgresql.Driver\"]",
        fails: None,
        language: "java",
        good_language: "toml",
        remedy: "- List the possible names in a `[[source]]` entry.\n\
                 - If the class is only looked at, load it without initialisation: `Class.forName(name, false, loader)`.",
        level_note: "Always a note.",
        tags: &["reflection", "soundness", "external/cwe/cwe-470"],
        security_severity: None,
    },
    RC1003 = Rule {
        name: "analysis-incomplete",
        levels: Levels::ByCut { gave_up: Level::Error, otherwise: Level::Warning },
        short: "Part of the program was not analysed, so answers that depend on it may be incomplete.",
        full: "A budget ended the analysis before it came to this code, more names or members meet at this call than are \
               followed, a reflective call was reached although none of its inputs has any value, or a class of the \
               application could not be read. The report names the place instead of staying silent about it: giving up \
               never passes for a clean answer. Limits that touch only code of libraries are counted.",
        bad: "reflection-check check --classes app.jar --max-memory 500       # ended before the fixpoint",
        good: "reflection-check check --classes app.jar                        # built-in limits",
        fails: None,
        language: "sh",
        good_language: "sh",
        remedy: "- A budget: raise the one that the report names (`max-memory`, `max-facts`, `max-steps`), or bound the imprecise calls that the report lists first.\n\
                 - A limit: let fewer names reach the call, or name its targets in a `[[call]]` entry.\n\
                 - A damaged class: rebuild it; the message says what is wrong at which offset.\n\
                 - A call without inputs: name its targets in a `[[call]]` entry.",
        level_note: "Error where a budget or a limit ended the analysis early, else a warning.",
        tags: &["reflection", "completeness"],
        security_severity: None,
    },
    RC1004 = Rule {
        name: "caller-decides",
        levels: Levels::Always(Level::Note),
        short: "In a library, its users choose the class or member: who calls a public method, or adds a class.",
        full: "The class or member comes from a parameter of a public method, a field that callers can set, or a method that they \
               can override, of a module \
               that is checked as a library. Callers may name anything, whatever else reaches the call from inside the \
               module, and each of them is checked where it is built; within this module there is nothing to list. What \
               the module itself reads from properties, files or the network is RC1001 all the same.\n\n\
               Or the class can be any that is a given type, because what the call makes is cast to it, because it went \
               through `asSubclass`, or because providers of it are asked for, and users of the library may extend or \
               implement that type: it is public or protected, neither final nor sealed, and a class has a constructor \
               that they can call. The answer lists the classes of the module and of its dependencies; those of its users \
               come besides.\n\nThe terminal shows one line for all of them.",
        bad: "public <T> T create(String className) throws ReflectiveOperationException {\n    \
              return (T) Class.forName(className).getDeclaredConstructor().newInstance();\n\
              }",
        good: "public <T> T create(Class<? extends T> type) throws ReflectiveOperationException {\n    \
               return type.getDeclaredConstructor().newInstance();   // callers pass a class literal\n\
               }",
        fails: None,
        language: "java",
        good_language: "java",
        remedy: "- Nothing, if the parameter is the purpose of the method, or the type is meant to be extended.\n\
                 - Make a type that nobody else is meant to extend package-private, final or sealed.\n\
                 - Accept a `Class` or a factory instead of a name, so that callers can be checked by the compiler.",
        level_note: "Always a note; one line per module on the terminal.",
        tags: &["reflection", "library", "external/cwe/cwe-470"],
        security_severity: None,
    },
    RC1005 = Rule {
        name: "external-input-selects-code",
        levels: Levels::ByOrigin { remote: Level::Warning, otherwise: Level::Note },
        short: "Input from outside the program chooses the class or member of a reflective call (CWE-470).",
        full: "A name, a class or a member that decides a reflective call comes from outside: a request, a socket, a queue, \
               serialised objects, a file, a property, the environment or the command line. Who controls that input chooses \
               which code of the class path runs, static initialisers and constructors included (CWE-470, unsafe \
               reflection). This is told whether or not the possible targets are known, and beside what other rules say of \
               the call: a complete list says what can be chosen, not that it may be. The path shows how the value gets to \
               the call; `originKind` says where it comes from.",
        bad: "String type = request.getParameter(\"type\");\n\
              Object handler = Class.forName(type).getDeclaredConstructor().newInstance();",
        good: "static final Map<String, Supplier<Handler>> HANDLERS = Map.of(\"pdf\", PdfHandler::new, \"csv\", CsvHandler::new);\n\
               Supplier<Handler> handler = HANDLERS.get(request.getParameter(\"type\"));   // null: refuse",
        fails: None,
        language: "java",
        good_language: "java",
        remedy: "- Let the code choose among constants: a map, an enum or a `switch`; refuse any other value.\n\
                 - Or bound what can be chosen: `Class.forName(name, false, loader).asSubclass(Handler.class)`, or a fixed package before the name.\n\
                 - Or list the values that can enter in a `[[source]]` entry, if something before the program checks them.\n\
                 - Or, if choosing is the purpose and only trusted people can, record that in an `[[accept]]` entry with a reason.",
        level_note: "Warning if the value comes from the network or from serialised objects and nothing bounds what it can choose; \
                     note where a cast, an outline of the name or a specification leaves fewer candidates than \
                     `imprecise-threshold`; for properties, files, the environment and the command line note if nothing bounds \
                     it, else nothing.",
        tags: &["reflection", "security", "external/cwe/cwe-470"],
        // "High" on GitHub: who controls the name runs any code that is on the class path, not code of their own.
        security_severity: Some("7.5"),
    },
    RC2001 = Rule {
        name: "imprecise-reflective-call",
        levels: Levels::Always(Level::Warning),
        short: "A reflective call resolves to so many targets that the answer says little.",
        full: "The number of targets reached the threshold of the policy (50 by default). Often one look-up that filters \
               members at run time, such as a loop over getMethods, contributes most of them; the finding names it. A list \
               of hundreds of methods keeps code alive, slows the analysis down and hides the few targets that are real.",
        bad: "for (Method m : bean.getClass().getMethods()) {\n    \
              if (m.getName().startsWith(prefix)) m.invoke(bean);\n\
              }",
        good: "# reflection-specs/app.toml\n\
               [[call]]\n\
               at = \"com.acme.Binder.bind(java.lang.Object)\"\n\
               api = \"java.lang.reflect.Method.invoke\"\n\
               targets = [\"com.acme.Order#setId(int)\", \"com.acme.Order#setName(java.lang.String)\"]",
        fails: None,
        language: "java",
        good_language: "toml",
        remedy: "- Narrow the look-up that the finding names: an exact name, a parameter list, a smaller class.\n\
                 - Or name the targets in a `[[call]]` entry, where they are all members of a class or all that fit.\n\
                 - Or list the names in a `[[source]]` entry, where they are known: these come in place of all that the call \
                 returns that gives them, while targets of a `[[call]]` entry only come beside what known names give.\n\
                 - Or raise `imprecise-threshold` in the `[policy]` table.",
        level_note: "Always a warning; part of RC1001 where the call has both.",
        tags: &["reflection", "precision"],
        security_severity: None,
    },
    RC3001 = Rule {
        name: "missing-class",
        levels: Levels::ByCertainty { proven: Level::Error, likely: Level::Warning },
        short: "A reflective call names a class that does not exist on the class path.",
        full: "Class.forName or loadClass receives a name that no class of the application, its run-time class path or the \
               JDK has, so the call throws ClassNotFoundException or NoClassDefFoundError. Usual reasons are a renamed class, \
               a dot instead of a dollar sign before a nested class, a slash instead of a dot, or a missing dependency. A \
               look-up of a member throws likewise where a class that the declarations beside it name is missing or damaged, and \
               MethodType.fromMethodDescriptorString where the descriptor names such a class or is none. A call whose handler expects just that failure is a probe for an optional dependency and no finding.",
        bad: "Class.forName(\"com.acme.Outer.Inner\");",
        good: "Class.forName(\"com.acme.Outer$Inner\");",
        fails: Some(Fails {
            what: "Look-ups by a name that no class has or can have; look-ups of members where a declaration names an absent class; descriptors of methods that name absent classes or are none.",
            source: "`Class.forName`, `ClassLoader.loadClass`, `Class.getDeclaredMethods`, `MethodType.fromMethodDescriptorString`"
        }),
        language: "java",
        good_language: "java",
        remedy: "- Correct the name; the message shows the nearest one that exists.\n\
                 - Add the missing dependency to the run-time class path.\n\
                 - If the class is optional, handle `ClassNotFoundException` at the call.",
        level_note: BY_CERTAINTY,
        tags: &["reflection", "correctness"],
        security_severity: None,
    },
    RC3002 = Rule {
        name: "missing-member",
        levels: Levels::ByCertainty { proven: Level::Error, likely: Level::Warning },
        short: "A reflective look-up names a method, constructor or field that does not exist.",
        full: "getMethod, getDeclaredMethod, getConstructor, getField and their relatives find a member by exact name and \
               exact parameter types: no boxing, no subtypes, no inherited private members. Here no class that can arrive \
               has such a member, so the call throws NoSuchMethodException or NoSuchFieldException. Calls of libraries that \
               take a member's or a property's name are told as well, where they throw if there is none. A call whose \
               handler expects just that failure is no finding.",
        bad: "class Task { void run(int times) {} }\n\
              Task.class.getMethod(\"run\", Integer.class);",
        good: "class Task { public void run(int times) {} }\n\
               Task.class.getMethod(\"run\", int.class);",
        fails: Some(Fails {
            what: "Look-ups by a name or parameter types that no member has, given at the call, as constants elsewhere or null; constants of enums, and of what is no enum; updaters of fields that are absent, static, not volatile or of another type; look-ups of handles.",
            source: "`Class.getMethod`, `Class.getField`, `Enum.valueOf`, `AtomicIntegerFieldUpdaterImpl`, `MemberName`"
        }),
        language: "java",
        good_language: "java",
        remedy: "- Correct the name or the parameter types; the message shows the nearest member.\n\
                 - Use the `getDeclared...` form for members that are not public, on the class that declares them.\n\
                 - If the member is optional, handle the exception at the call.",
        level_note: BY_CERTAINTY,
        tags: &["reflection", "correctness"],
        security_severity: None,
    },
    RC3003 = Rule {
        name: "wrong-arguments",
        levels: Levels::ByCertainty { proven: Level::Error, likely: Level::Warning },
        short: "A reflective call passes a receiver or arguments that the member does not take.",
        full: "Method.invoke, Constructor.newInstance and the methods of Field check at run time what the compiler checks for a plain call: as many arguments as there are parameters (an array is not spread), each of the parameter's type after unboxing and widening, and for a member that is not static a receiver of its class. Here nothing that can arrive fits, so the call throws IllegalArgumentException or NullPointerException. The same holds for java.lang.reflect.Array on what is no array, on elements of another type and past the end, and for a proxy without a handler. A call whose handler expects just that failure is no finding.",
        bad: "Method run = Task.class.getMethod(\"run\", int.class);\nrun.invoke(new Task(), \"3\");",
        good: "Method run = Task.class.getMethod(\"run\", int.class);\nrun.invoke(new Task(), 3);",
        fails: Some(Fails {
            what: "Calls with a receiver that is null or of another class, with another number of arguments, or with arguments that fit no parameter after unboxing and widening; values that are not of the field's type; elements of what is no array, of another type or past the end; proxies without a handler.",
            source: "`Method.invoke`, `UnsafeFieldAccessorImpl`, `Array.get`, JLS 5.1.2"
        }),
        language: "java",
        good_language: "java",
        remedy: "- Pass a receiver of the class that declares the member; `null` only for static ones.\n- Pass one argument for each parameter; an array that is one argument is written `(Object) array`.",
        level_note: BY_CERTAINTY,
        tags: &["reflection", "correctness"],
        security_severity: None,
    },
    RC3004 = Rule {
        name: "not-instantiable",
        levels: Levels::ByCertainty { proven: Level::Error, likely: Level::Warning },
        short: "A reflective call makes an object of a class that has none, or not in this way.",
        full: "Class.newInstance and Constructor.newInstance make no objects of abstract classes, interfaces, arrays, primitive types and enums, and Class.newInstance needs a constructor without parameters: an inner class has none, as its constructors take the outer object first. Array.newInstance makes no array of void, and none of no dimensions. The call throws InstantiationException or IllegalArgumentException.",
        bad: "class Outer {\n    class Inner {}\n}\nClass.forName(\"com.acme.Outer$Inner\").newInstance();",
        good: "class Outer {\n    static class Inner {}\n}\nClass.forName(\"com.acme.Outer$Inner\").newInstance();",
        fails: Some(Fails {
            what: "Instances of abstract classes, interfaces, arrays, primitive types and enums; `Class.newInstance` where there is no constructor without parameters; arrays of void and of no dimensions.",
            source: "`Class.newInstance`, `Constructor.newInstance`, `Array.newInstance`"
        }),
        language: "java",
        good_language: "java",
        remedy: "- Name a concrete class, or add the constructor without parameters.\n- For an inner class pass the outer object: `getDeclaredConstructor(Outer.class).newInstance(outer)`.\n- For an enum use `Enum.valueOf`.",
        level_note: BY_CERTAINTY,
        tags: &["reflection", "correctness"],
        security_severity: None,
    },
    RC3005 = Rule {
        name: "inaccessible-member",
        levels: Levels::ByCertainty { proven: Level::Error, likely: Level::Warning },
        short: "A reflective call uses a member that its class may not use.",
        full: "The access checks of the language hold for reflection too (Reflection.verifyMemberAccess): a private member is for its nest, a member without modifier for its package, a protected one also for subclasses, and a class that is not public closes all its members to other packages. Nothing makes the member accessible, so the call throws IllegalAccessException. Look-ups of method handles ask the same, and those of a public lookup give public members of public classes only.",
        bad: "class Task { private void run() {} }\nTask.class.getDeclaredMethod(\"run\").invoke(new Task());   // in another class",
        good: "Method run = Task.class.getDeclaredMethod(\"run\");\nrun.setAccessible(true);\nrun.invoke(new Task());",
        fails: Some(Fails {
            what: "Uses of members that the caller may not use and that nobody makes accessible, and handles of them; what a public lookup is asked for that is not public.",
            source: "`Reflection.verifyMemberAccess`, `MethodHandles.Lookup`"
        }),
        language: "java",
        good_language: "java",
        remedy: "- Call `setAccessible(true)` first, or make the member public.",
        level_note: BY_CERTAINTY,
        tags: &["reflection", "correctness"],
        security_severity: None,
    },
    RC3006 = Rule {
        name: "closed-package",
        levels: Levels::ByCertainty { proven: Level::Error, likely: Level::Warning },
        short: "A reflective call needs a package that its module does not export or open.",
        full: "Since Java 16 the modules of the JDK are closed to code of the class path but for what they export and open. setAccessible on a member of another package throws InaccessibleObjectException, a call without it IllegalAccessException, as does MethodHandles.privateLookupIn. The options --add-opens and --add-exports of the command line, which nobody sees here, open packages; the attributes Add-Opens and Add-Exports of manifests are read.",
        bad: "Field value = String.class.getDeclaredField(\"value\");\nvalue.setAccessible(true);",
        good: "byte[] value = text.getBytes(StandardCharsets.UTF_8);",
        fails: Some(Fails {
            what: "`setAccessible` on members of packages that are not open; members of packages that are not exported; private lookups in packages that are not open.",
            source: "`AccessibleObject.checkCanSetAccessible`, `MethodHandles.privateLookupIn`"
        }),
        language: "java",
        good_language: "java",
        remedy: "- Use a public API.\n- Or start with `--add-opens MODULE/PACKAGE=ALL-UNNAMED`, or write `Add-Opens: MODULE/PACKAGE` into the manifest of the application's jar.",
        level_note: BY_CERTAINTY,
        tags: &["reflection", "correctness"],
        security_severity: None,
    },
    RC3007 = Rule {
        name: "incompatible-cast",
        levels: Levels::ByCertainty { proven: Level::Error, likely: Level::Warning },
        short: "What a reflective call makes or gives is cast to a type that it does not have.",
        full: "None of the objects that the call can make or give (the result of a method, the value of a field, an array, a proxy) is of the type that the result is cast to, so the cast throws ClassCastException; Class.cast and Class.asSubclass do likewise. A result of a primitive type is boxed, and a box is cast to no other box.",
        bad: "Codec codec = (Codec) Class.forName(\"com.acme.PdfEngine\").newInstance();",
        good: "Engine engine = (Engine) Class.forName(\"com.acme.PdfEngine\").newInstance();",
        fails: Some(Fails {
            what: "Casts of what `newInstance` makes, of arrays, proxies, results, values of fields and elements, in the method or by the callers of a method that returns it; `Class.cast`, `Class.asSubclass`.",
            source: "JVMS 6.5 checkcast"
        }),
        language: "java",
        good_language: "java",
        remedy: "- Name a class that is a subtype, or cast to what the class is.",
        level_note: BY_CERTAINTY,
        tags: &["reflection", "correctness"],
        security_severity: None,
    },
    RC3008 = Rule {
        name: "final-field-write",
        levels: Levels::ByCertainty { proven: Level::Error, likely: Level::Warning },
        short: "A reflective call writes to a final field that cannot be written.",
        full: "Field.set and its kin write to no static final field, to no field of a record or hidden class, and to other final fields only after setAccessible(true). The call throws IllegalAccessException.",
        bad: "class Limits { static final Integer MAX = 4; }\nField max = Limits.class.getDeclaredField(\"MAX\");\nmax.setAccessible(true);\nmax.set(null, 5);",
        good: "class Limits { static Integer max = 4; }\nLimits.class.getDeclaredField(\"max\").set(null, 5);",
        fails: Some(Fails {
            what: "Writes to static final fields, fields of records, final fields that nobody makes accessible; setter handles of final fields, looked up or made of a `Field`.",
            source: "`Field.set`, `Field.isTrustedFinalField`"
        }),
        language: "java",
        good_language: "java",
        remedy: "- Make the field non-final, or make a new object with the other value.",
        level_note: BY_CERTAINTY,
        tags: &["reflection", "correctness"],
        security_severity: None,
    },
    RC3009 = Rule {
        name: "invalid-proxy-interface",
        levels: Levels::ByCertainty { proven: Level::Error, likely: Level::Warning },
        short: "A proxy is made of a class that is no interface, or of interfaces that do not go together.",
        full: "Proxy.newProxyInstance takes interfaces only, each once, none of them sealed or hidden, those that are not public from one package, all of them seen by the loader, and methods of one signature with results that go together. Else it throws IllegalArgumentException. MethodHandleProxies.asInterfaceInstance takes an interface too.",
        bad: "Proxy.newProxyInstance(loader, new Class<?>[] {PdfEngine.class}, handler);   // a class",
        good: "Proxy.newProxyInstance(loader, new Class<?>[] {Engine.class}, handler);",
        fails: Some(Fails {
            what: "Proxies of what is no interface, is sealed, stands there twice, is not public in another package, or not seen by the boot loader; methods whose results do not go together.",
            source: "`Proxy.ProxyBuilder.validateProxyInterfaces`, `ProxyGenerator.checkReturnTypes`, `MethodHandleProxies`"
        }),
        language: "java",
        good_language: "java",
        remedy: "- Pass the interfaces that the object is to implement, each once.",
        level_note: BY_CERTAINTY,
        tags: &["reflection", "correctness"],
        security_severity: None,
    },
    RC3010 = Rule {
        name: "missing-service-provider",
        levels: Levels::ByCertainty { proven: Level::Error, likely: Level::Warning },
        short: "A file of service providers names what is no provider, or a provider or resource bundle that is asked for does not exist.",
        full: "A file in META-INF/services names a class that is absent, not public, no subtype of the service, abstract, or without a public constructor without parameters, so that asking the ServiceLoader for providers throws ServiceConfigurationError; or there is neither a properties file nor a class of the name that ResourceBundle.getBundle gets, so that it throws MissingResourceException; or XPathFactory.newInstance or SchemaFactory.newInstance is asked for a model or language that the JDK's own is not for, and the class path declares no other.",
        bad: "# META-INF/services/com.acme.Engine\ncom.acme.PdfEngin",
        good: "# META-INF/services/com.acme.Engine\ncom.acme.PdfEngine",
        fails: Some(Fails {
            what: "Loading of services whose file in `META-INF/services` names an absent or unsuitable provider; resource bundles that are absent; languages that no factory is for.",
            source: "`ServiceLoader.LazyClassPathLookupIterator`, `ResourceBundle.getBundle`, `XPathFactoryFinder`, `SchemaFactoryFinder`"
        }),
        language: "properties",
        good_language: "properties",
        remedy: "- Correct the name in the file or at the call; the message shows it.\n- Give the provider a public class and a public constructor without parameters.",
        level_note: BY_CERTAINTY,
        tags: &["reflection", "correctness"],
        security_severity: None,
    },
    RC3011 = Rule {
        name: "handle-type-mismatch",
        levels: Levels::ByCertainty { proven: Level::Error, likely: Level::Warning },
        short: "A method handle is called with another type than it has.",
        full: "MethodHandle.invokeExact takes the parameter types of the handle and no others, and its result has to be cast to just the handle's return type; invoke and invokeWithArguments convert, but take as many arguments as there are. The call throws WrongMethodTypeException. bindTo throws ClassCastException for an object that is none of the first parameter's type.",
        bad: "MethodHandle length = lookup.findVirtual(String.class, \"length\", MethodType.methodType(int.class));\nObject n = length.invokeExact(\"text\");",
        good: "MethodHandle length = lookup.findVirtual(String.class, \"length\", MethodType.methodType(int.class));\nint n = (int) length.invokeExact(\"text\");",
        fails: Some(Fails {
            what: "`invokeExact` with other types than the handle's, `invoke` and `invokeWithArguments` with another number of arguments, where the method is none of variable arguments; `bindTo` of an object that is none of the first parameter's type.",
            source: "`Invokers.checkExactType`, `MethodHandle.bindTo`"
        }),
        language: "java",
        good_language: "java",
        remedy: "- Cast arguments and result to the types of the handle, or use `invoke`.",
        level_note: BY_CERTAINTY,
        tags: &["reflection", "correctness"],
        security_severity: None,
    },
    RC4001 = Rule {
        name: "spec-unmatched",
        levels: Levels::Always(Level::Warning),
        short: "A specification entry matches nothing in the program.",
        full: "The method, call or API that an entry of a reflection specification names does not exist in the analysed \
               program, so the entry has no effect. Either the code moved on or the name has a typo; the message shows the \
               nearest name. It may also be there and unfit: an `[[entry]]` for an abstract method, or for a method of a class \
               that the application has no objects of, runs nothing.",
        bad: "[[source]]\n\
              at = \"com.acme.Plugin.load(java.io.File)\"    # the class is called Plugins\n\
              call = \"java.util.Properties.getProperty\"\n\
              values = [\"com.acme.APlugin\"]",
        good: "[[source]]\n\
               at = \"com.acme.Plugins.load(java.io.File)\"\n\
               call = \"java.util.Properties.getProperty\"\n\
               values = [\"com.acme.APlugin\"]",
        fails: None,
        language: "toml",
        good_language: "toml",
        remedy: "- Correct `at`, `call` or `api`, or remove the entry.",
        level_note: "Always a warning.",
        tags: &["reflection", "specification"],
        security_severity: None,
    },
    RC4002 = Rule {
        name: "spec-unknown-target",
        levels: Levels::Always(Level::Warning),
        short: "A specification entry lists a class or member that does not exist.",
        full: "A value or target of a specification entry, or a line of the resource it takes its values from, names a class \
               or member that no class on the class path has. It contributes no target, and if the program really uses it, \
               the call fails.",
        bad: "[[source]]\n\
              at = \"com.acme.Plugins.load(java.io.File)\"\n\
              call = \"java.util.Properties.getProperty\"\n\
              values = [\"com.acme.Aplugin\"]              # the class is called APlugin",
        good: "[[source]]\n\
               at = \"com.acme.Plugins.load(java.io.File)\"\n\
               call = \"java.util.Properties.getProperty\"\n\
               values = [\"com.acme.APlugin\"]",
        fails: None,
        language: "toml",
        good_language: "toml",
        remedy: "- Correct the name; the message shows the nearest one.\n\
                 - Add the missing dependency, or remove the value.",
        level_note: "Always a warning.",
        tags: &["reflection", "specification"],
        security_severity: None,
    },
    RC4003 = Rule {
        name: "spec-redundant",
        levels: Levels::Always(Level::Note),
        short: "A specification entry changes nothing.",
        full: "The call that an entry of a reflection specification names is there, but the answers are the same without the \
               entry: nothing in the program runs the call, nothing reads what it gives, no reflective call depends on it, or \
               all that the call can reach is known anyway. So it is with an `[[entry]]` for what is entered without it, such as \
               a main method, and with an `[[accept]]` where there is no such finding, or another entry answers it. An entry that \
               is not needed hides a change of the code later on.",
        bad: "[[source]]\n\
              at = \"com.acme.Plugins.title()\"            # shown in a window, and names no class\n\
              call = \"java.util.Properties.getProperty\"\n\
              values = [\"com.acme.APlugin\"]",
        good: "[[source]]\n\
               at = \"com.acme.Plugins.load(java.io.File)\"\n\
               call = \"java.util.Properties.getProperty\"\n\
               values = [\"com.acme.APlugin\"]",
        fails: None,
        language: "toml",
        good_language: "toml",
        remedy: "- Remove the entry, or correct `at`, `call`, `api`, `key` or `ordinal`.",
        level_note: "Always a note.",
        tags: &["reflection", "specification"],
        security_severity: None,
    },
    RC4004 = Rule {
        name: "spec-contradicted",
        levels: Levels::Always(Level::Warning),
        short: "A recorded run reached what a specification entry does not list.",
        full: "The answer for a reflective call rests on an entry of a reflection specification that lists all values or targets, \
               and a recorded run reached another one. So the list is not complete, or it is out of date. Found by \
               `reflection-check drift`, which compares recordings of real runs with the answers.",
        bad: "[[source]]\n\
              at = \"com.acme.Plugins.load(java.io.File)\"\n\
              call = \"java.util.Properties.getProperty\"\n\
              values = [\"com.acme.APlugin\"]              # a run loaded com.acme.BPlugin",
        good: "[[source]]\n\
               at = \"com.acme.Plugins.load(java.io.File)\"\n\
               call = \"java.util.Properties.getProperty\"\n\
               values = [\"com.acme.APlugin\", \"com.acme.BPlugin\"]",
        fails: None,
        language: "toml",
        good_language: "toml",
        remedy: "- Add what the run reached to the entry, or read the values from the resource that lists them.\n\
                 - Set `complete = false` where nobody can list all values of a `[[source]]`.",
        level_note: "Always a warning.",
        tags: &["reflection", "specification"],
        security_severity: None,
    },
    RC4005 = Rule {
        name: "spec-accept-expired",
        levels: Levels::Always(Level::Warning),
        short: "An accept entry is past its date and has no effect any more.",
        full: "The day given by `until` in an `[[accept]]` entry is over. The findings it covered count again, beside this \
               one.",
        bad: "[[accept]]\n\
              at = \"com.acme.Debug.dump(java.lang.Object)\"\n\
              rule = \"RC1001\"\n\
              reason = \"goes away with the old debugger\"\n\
              until = 2020-01-31",
        good: "[[accept]]\n\
               at = \"com.acme.Debug.dump(java.lang.Object)\"\n\
               rule = \"RC1001\"\n\
               reason = \"debugger replacement is planned for the next release\"\n\
               until = 2099-01-31",
        fails: None,
        language: "toml",
        good_language: "toml",
        remedy: "- Judge the call again: resolve it, or renew the date with a reason.",
        level_note: "Always a warning.",
        tags: &["reflection", "specification"],
        security_severity: None,
    },
    RC5001 = Rule {
        name: "recorded-target-missed",
        levels: Levels::Always(Level::Error),
        short: "A recorded run reached a target that the answer for this call does not list.",
        full: "A real run of the program was recorded, and at this reflective call it reached a class or member that is not in \
               the answer, although the answer claims to be complete; or the run made a call that the answer says nothing makes. \
               Either the run was of another program (other classes, libraries, JDK or entry points), or an assumption under the \
               answer does not hold, or reflection-check is wrong. Found by `reflection-check drift`.",
        bad: "// run with -javaagent:other-agent.jar, which the analysis does not know:\n\
              Class.forName(\"com.acme.Report\");    // the run got a class that the agent put in its place",
        good: "// analysed with all that runs: --classpath app.jar:other-agent.jar\n\
               Class.forName(\"com.acme.Report\");",
        fails: None,
        language: "java",
        good_language: "java",
        remedy: "- Analyse just what ran: the same classes, libraries and JDK, with `--scope whole`.\n\
                 - Name what frameworks or containers call from outside in an `[[entry]]`.\n\
                 - Take an assumption that does not hold out of `accept-assumptions` in `reflection-check.toml`.\n\
                 - Else report it: the answer is wrong.",
        level_note: "Always an error.",
        tags: &["reflection", "correctness"],
        security_severity: None,
    },
];

#[cfg(test)]
mod tests {
    use super::super::origin::OriginKind;
    use super::*;
    use crate::result::{Certainty, Grounds, Tier, Unknown};

    #[test]
    fn table_is_sorted_and_within_the_limits_of_code_scanning() {
        assert!(RULES.is_sorted_by(|a, b| a.id < b.id), "ids are unique and sorted");
        for rule in RULES {
            assert!(rule.short.len() <= 1024 && rule.full.chars().count() <= 1024, "{}", rule.id);
            assert!(rule.short.ends_with('.') && rule.full.ends_with('.'), "{}: sentences end with a period", rule.id);
            assert!(!rule.full.contains("  "), "{}: doubled space", rule.id);
            assert!(rule.tags.len() <= 20 && rule.tags.is_sorted_by(|a, b| a != b), "{}", rule.id);
            assert_eq!(matches!(rule.levels, Levels::ByCertainty { .. }), rule.id.starts_with("RC3"), "{}", rule.id);
            assert!(!rule.bad.is_empty() && !rule.good.is_empty() && rule.bad != rule.good, "{}", rule.id);
            assert_eq!(rule.fails.is_some(), rule.id.starts_with("RC3"), "{}: what fails, and who says so", rule.id);
            assert!(rule.remedy.lines().all(|line| line.starts_with("- ")), "{}", rule.id);
        }
    }

    #[test]
    fn ids_are_found_and_written_as_in_the_table() {
        for &id in RuleId::ALL {
            assert_eq!(RuleId::find(id.id()), Some(id));
            assert_eq!(RuleId::find(&id.row().name.to_uppercase()), Some(id));
            assert_eq!(serde_json::to_value(id).ok(), Some(id.id().into()));
            assert_eq!(serde_json::from_value(id.id().into()).ok(), Some(id));
        }
        assert_eq!(RuleId::find("RC1O01"), None);
        assert!(serde_json::from_value::<RuleId>("RC9999".into()).is_err());
    }

    #[test]
    fn default_levels_follow_what_is_unknown_and_certainty() {
        let of = |id: RuleId, tier, certainty, unknown, gave_up| {
            id.row().default_level(Grounds { tier, certainty, unknown, gave_up, origin: None })
        };
        let level = |id, tier, certainty| of(id, tier, certainty, Unknown::Unbounded, false);
        for tier in [Tier::Open, Tier::Partial] {
            let unsound = |unknown| of(RuleId::RC1001, tier, None, unknown, false);
            assert_eq!(unsound(Unknown::Unbounded), Some(Level::Error), "{tier:?}");
            assert_eq!(unsound(Unknown::Bounded), Some(Level::Warning), "{tier:?}");
            assert_eq!(unsound(Unknown::NoCode), Some(Level::Note), "{tier:?}");
        }
        assert_eq!(level(RuleId::RC1001, Tier::Sound, None), None);
        assert_eq!(level(RuleId::RC1003, Tier::Open, None), Some(Level::Warning));
        assert_eq!(of(RuleId::RC1003, Tier::None, None, Unknown::Unbounded, true), Some(Level::Error));
        assert_eq!(level(RuleId::RC1002, Tier::Open, None), Some(Level::Note));
        assert_eq!(level(RuleId::RC3001, Tier::Proven, Some(Certainty::Proven)), Some(Level::Error));
        assert_eq!(level(RuleId::RC3001, Tier::Sound, Some(Certainty::Likely)), Some(Level::Warning));
        assert_eq!(level(RuleId::RC3002, Tier::Open, Some(Certainty::Possible)), None);
        assert_eq!(level(RuleId::RC3002, Tier::Proven, Some(Certainty::Guarded)), None);
    }

    #[test]
    fn what_others_can_reach_and_nothing_bounds_is_a_warning() {
        let of = |origin, unknown| {
            let grounds = Grounds { tier: Tier::Open, certainty: None, unknown, gave_up: false, origin: Some(origin) };
            RuleId::RC1005.row().default_level(grounds)
        };
        for remote in [OriginKind::Network, OriginKind::Deserialised] {
            assert_eq!(of(remote, Unknown::Unbounded), Some(Level::Warning), "{remote:?}");
            assert_eq!(of(remote, Unknown::Bounded), Some(Level::Note), "{remote:?}");
        }
        for own in [OriginKind::Property, OriginKind::File, OriginKind::Environment, OriginKind::Parameter] {
            assert_eq!(of(own, Unknown::Unbounded), Some(Level::Note), "{own:?}");
        }
    }
}
