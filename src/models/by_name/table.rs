//! Methods of the JDK that are handed what others call by name afterwards: beans, management, remote objects, scripts. Must not know
//! what is done with it.

use crate::base::FxHashMap;
use crate::program::{MethodId, Program};

/// What is called of an object that is handed over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Of {
    /// Its public methods.
    Public,
    /// Those of interfaces that it implements.
    Interfaces,
    /// Those of an object of the class that a text names, which is made.
    Named,
    /// Those of an object of any class of the application, which is made.
    Any,
}

/// A method with the position of the argument, receiver first unless static.
pub(super) struct Row {
    class: &'static str,
    name: &'static str,
    /// `*`: any.
    desc: &'static str,
    pub(super) arg: usize,
    pub(super) of: Of,
}

const fn row(class: &'static str, name: &'static str, desc: &'static str, arg: usize, of: Of) -> Row {
    Row { class, name, desc, arg, of }
}

const SERVER: &str = "javax/management/MBeanServer";
const CONNECTION: &str = "javax/management/MBeanServerConnection";
const ONE: &str = "(Ljava/lang/Object;Ljava/lang/String;[Ljava/lang/Object;)V";

/// Of methods that override these, too. Sources: the JDK's javadoc of each; JMX 1.4, 2.2 (standard MBeans: what the interface has);
/// RMI, 2.4 (remote interfaces); JSR 223, 4.3.4 (bindings).
pub(super) static ROWS: &[Row] = &[
    row("java/beans/Statement", "<init>", ONE, 1, Of::Public),
    row("java/beans/Expression", "<init>", ONE, 1, Of::Public),
    row(
        "java/beans/Expression",
        "<init>",
        "(Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/String;[Ljava/lang/Object;)V",
        2,
        Of::Public,
    ),
    row("java/beans/EventHandler", "<init>", "*", 1, Of::Public),
    row("java/beans/EventHandler", "create", "*", 1, Of::Public),
    row("java/beans/XMLDecoder", "readObject", "*", 0, Of::Any),
    row(SERVER, "registerMBean", "*", 1, Of::Interfaces),
    row(SERVER, "createMBean", "*", 1, Of::Named),
    row(CONNECTION, "createMBean", "*", 1, Of::Named),
    row("javax/management/StandardMBean", "<init>", "(Ljava/lang/Object;Ljava/lang/Class;)V", 1, Of::Interfaces),
    row("javax/management/StandardMBean", "<init>", "(Ljava/lang/Object;Ljava/lang/Class;Z)V", 1, Of::Interfaces),
    row("javax/management/StandardMBean", "<init>", "(Ljava/lang/Class;)V", 0, Of::Interfaces),
    row("javax/management/StandardMBean", "<init>", "(Ljava/lang/Class;Z)V", 0, Of::Interfaces),
    row("javax/management/StandardMBean", "setImplementation", "*", 1, Of::Interfaces),
    row("javax/management/modelmbean/RequiredModelMBean", "setManagedResource", "*", 1, Of::Public),
    row("java/rmi/server/UnicastRemoteObject", "<init>", "*", 0, Of::Interfaces),
    row("java/rmi/server/UnicastRemoteObject", "exportObject", "*", 0, Of::Interfaces),
    row("java/rmi/registry/Registry", "bind", "*", 2, Of::Interfaces),
    row("java/rmi/registry/Registry", "rebind", "*", 2, Of::Interfaces),
    row("java/rmi/Naming", "bind", "*", 1, Of::Interfaces),
    row("java/rmi/Naming", "rebind", "*", 1, Of::Interfaces),
    row("javax/script/ScriptEngine", "put", "*", 2, Of::Public),
    row(
        "javax/script/ScriptEngine",
        "eval",
        "(Ljava/lang/String;Ljavax/script/Bindings;)Ljava/lang/Object;",
        2,
        Of::Public,
    ),
    row(
        "javax/script/ScriptEngine",
        "eval",
        "(Ljava/io/Reader;Ljavax/script/Bindings;)Ljava/lang/Object;",
        2,
        Of::Public,
    ),
    row("javax/script/ScriptEngine", "setBindings", "*", 1, Of::Public),
    row("javax/script/ScriptEngineManager", "put", "*", 2, Of::Public),
    row("javax/script/ScriptEngineManager", "setBindings", "*", 1, Of::Public),
    row("javax/script/ScriptContext", "setAttribute", "*", 2, Of::Public),
    row("javax/script/ScriptContext", "setBindings", "*", 1, Of::Public),
    row("javax/script/Bindings", "put", "*", 2, Of::Public),
    row("javax/script/Bindings", "putAll", "*", 1, Of::Public),
    row("javax/script/CompiledScript", "eval", "(Ljavax/script/Bindings;)Ljava/lang/Object;", 1, Of::Public),
    row("javax/script/Invocable", "invokeMethod", "*", 1, Of::Public),
    row("javax/script/Invocable", "invokeMethod", "*", 3, Of::Public),
    row("javax/script/Invocable", "invokeFunction", "*", 2, Of::Public),
];

/// Class, name and descriptor of each.
pub fn methods() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    ROWS.iter().map(|row| (row.class, row.name, row.desc))
}

/// The rows by the names of their methods.
#[derive(Default)]
pub(super) struct Table {
    by_name: FxHashMap<&'static str, Vec<usize>>,
}

impl Table {
    pub(super) fn new() -> Self {
        let mut by_name: FxHashMap<&'static str, Vec<usize>> = FxHashMap::default();
        ROWS.iter().enumerate().for_each(|(at, row)| by_name.entry(row.name).or_default().push(at));
        Self { by_name }
    }

    /// The rows of a method, or of one that it overrides.
    pub(super) fn of(&self, program: &Program, method: MethodId) -> Vec<usize> {
        let data = program.method(method);
        let Some(rows) = self.by_name.get(program.str(data.name)) else { return Vec::new() };
        let desc = program.str(program.method_desc(data.desc).text);
        let is_it = |row: &Row| {
            let makes = row.name == "<init>";
            let class = program.find_class(row.class);
            let has = |class| if makes { data.class == class } else { program.is_subclass(data.class, class) };
            (row.desc == "*" || row.desc == desc) && class.is_some_and(has)
        };
        rows.iter().copied().filter(|&at| is_it(&ROWS[at])).collect()
    }
}

impl Row {
    /// `javax.management.MBeanServer.registerMBean`.
    pub(super) fn text(&self) -> String {
        let class = self.class.replace('/', ".");
        match self.name {
            "<init>" => class,
            name => format!("{class}.{name}"),
        }
    }
}
