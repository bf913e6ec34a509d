//! Rows of JDK methods that run code of the program by a name written elsewhere: in a property, an environment, a configuration,
//! a stream, a table. Must not know why they are not resolved.

use super::super::named::by_key::NamedByKey;
use super::super::named::protocols::Protocol;
use super::super::reported::{NotModelledBut, ReadObject};
use super::super::services::drivers::{AskDrivers, RegisterDriver};
use super::super::services::tables_written::WriteMany;
use super::super::terms::method::Kind::{Action, ClassSource, Flow, Member, Other};
use super::super::terms::method::{Input, LOOKUP};
use super::super::terms::site::Role;
use super::reported::{BY_PROVIDERS, FOR_SERIALISATION, IN_NO_FILE, reported, reported_for, reported_giving};
use super::row::{Row, row};

const CONNECTION: &str = "javax/management/MBeanServerConnection";
const BEANS: &str = "javax/management/MBeanServer";
const DYNAMIC: &str = "javax/management/DynamicMBean";
const MODEL: &str = "javax/management/modelmbean/RequiredModelMBean";
const NAMES: &str = "javax/naming/InitialContext";
const TABLE_OF: &[Input] = &[(Role::Mirror, 0)];
const KEY: &[Input] = &[(Role::Mirror, 0), (Role::Value, 1)];
/// Of a table, which is the receiver.
const KEY_OF: &[Input] = &[(Role::Mirror, 1), (Role::Value, 2)];
const RMI: &str = "java/rmi/server/RMIClassLoader";
const TABLE: &str = "java/util/Properties";
const URL: &str = "java/net/URL";

/// An object read from a stream of bytes.
const fn read(class: &'static str, name: &'static str) -> Row {
    row(class, name, "*", Other, &[], &ReadObject)
}

/// A method that is given a protocol, or a text that begins with one.
const fn protocol(desc: &'static str, inputs: &'static [Input]) -> Row {
    row(URL, "<init>", desc, Other, inputs, &Protocol::Named).where_it_matters()
}

/// What the configuration of logging names (`LogManager`: handlers, their formatters and filters).
const LOGGING: &NotModelledBut =
    &NotModelledBut::Makes(&["java/util/logging/Handler", "java/util/logging/Formatter", "java/util/logging/Filter"]);
/// What an environment or the property `java.naming.factory.initial` names (`NamingManager.getInitialContext`).
const NAMING: &NotModelledBut = &NotModelledBut::Makes(&["javax/naming/spi/InitialContextFactory"]);

const FIRST: &[Input] = &[(Role::Name, 0)];
const FIRST_OF_NEW: &[Input] = &[(Role::Name, 1)];
const SECOND_OF_NEW: &[Input] = &[(Role::Name, 2)];

const OF_CONNECTION: &str = "which driver answers is its connection's matter, of whose class nothing is said";

// Why they are not resolved.
const BY_CONFIGURATION: &str = "properties or a file of configuration name the classes";
const BY_DIRECTORY: &str = "the environment and the directory say which objects there are";
const BY_SERVER: &str = "which bean a name is for, its server knows";
const BY_DESKTOP: &str = "tables of the desktop name the classes";
const ELSEWHERE: &str = "another program says which class or object it is";
const OF_CONTENT: &str = "the type of the content, which the server says, names the class";
const OF_FLAVOR: &str = "a type of content names the class";
const BY_CALLER: &str = "who calls, only the JVM knows";
const BY_DESCRIPTION: &str = "a description says which class or member it is";
const LINKED_BY_HAND: &str = "what compilers link by it is followed; not what is linked by hand";

pub(super) const ROWS: &[Row] = &[
    // Properties that name classes.
    row("java/lang/System", "setProperty", "*", Other, KEY, &NamedByKey::SYSTEM).where_it_matters(),
    row("java/security/Security", "setProperty", "*", Other, KEY, &NamedByKey::SECURITY).where_it_matters(),
    row(TABLE, "setProperty", "*", Other, KEY_OF, &NamedByKey::TABLE).where_it_matters(),
    row(TABLE, "put", "*", Other, KEY_OF, &NamedByKey::TABLE).where_it_matters(),
    row(TABLE, "putIfAbsent", "*", Other, KEY_OF, &NamedByKey::TABLE).where_it_matters(),
    row("java/lang/System", "setProperties", "*", Flow, &[], &WriteMany::System),
    row(TABLE, "putAll", "*", Flow, TABLE_OF, &WriteMany::Table),
    row(TABLE, "load", "*", Flow, TABLE_OF, &WriteMany::Table),
    row(TABLE, "loadFromXML", "*", Flow, TABLE_OF, &WriteMany::Table),
    row(TABLE, "replaceAll", "*", Flow, TABLE_OF, &WriteMany::Table),
    row(TABLE, "replace", "*", Flow, TABLE_OF, &WriteMany::Table),
    row(TABLE, "compute", "*", Flow, TABLE_OF, &WriteMany::Table),
    row(TABLE, "computeIfAbsent", "*", Flow, TABLE_OF, &WriteMany::Table),
    row(TABLE, "computeIfPresent", "*", Flow, TABLE_OF, &WriteMany::Table),
    row(TABLE, "merge", "*", Flow, TABLE_OF, &WriteMany::Table),
    row("javax/swing/UIManager", "put", "*", Other, KEY, &NamedByKey::LOOKS).where_it_matters(),
    row("javax/swing/UIDefaults", "put", "*", Other, KEY_OF, &NamedByKey::LOOKS).where_it_matters(),
    reported("javax/swing/UIDefaults", "putDefaults", "*", Other, BY_DESKTOP),
    reported_for(
        "java/util/logging/Logger",
        "getLogger",
        "(Ljava/lang/String;Ljava/lang/String;)Ljava/util/logging/Logger;",
        Other,
        FIRST_OF_NEW,
        "the bundle is made when a message is looked up",
    ),
    reported("java/util/concurrent/ForkJoinPool", "commonPool", "*", Other, BY_CONFIGURATION),
    row("java/util/logging/LogManager", "readConfiguration", "*", Other, &[], LOGGING).unresolved(BY_CONFIGURATION),
    row("java/util/logging/LogManager", "updateConfiguration", "*", Other, &[], LOGGING).unresolved(BY_CONFIGURATION),
    reported("java/util/ResourceBundle$Control", "newBundle", "*", Other, "subclasses say how bundles are made"),
    protocol("(Ljava/lang/String;)V", FIRST_OF_NEW),
    protocol("(Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;)V", FIRST_OF_NEW),
    protocol("(Ljava/lang/String;Ljava/lang/String;ILjava/lang/String;)V", FIRST_OF_NEW),
    protocol("(Ljava/net/URL;Ljava/lang/String;)V", SECOND_OF_NEW),
    row(URL, "of", "*", Other, &[], &Protocol::Held).where_it_matters(),
    row("java/net/URI", "toURL", "*", Other, &[], &Protocol::Held).where_it_matters(),
    reported_giving(URL, "getContent", "*", Other, OF_CONTENT),
    reported_giving("java/net/URLConnection", "getContent", "*", Other, OF_CONTENT),
    // Naming and directories.
    row(NAMES, "<init>", "*", Other, &[], NAMING).unresolved(BY_DIRECTORY),
    row("javax/naming/directory/InitialDirContext", "<init>", "*", Other, &[], NAMING).unresolved(BY_DIRECTORY),
    row("javax/naming/ldap/InitialLdapContext", "<init>", "*", Other, &[], NAMING).unresolved(BY_DIRECTORY),
    reported_giving(NAMES, "lookup", "*", Other, BY_DIRECTORY),
    reported_giving(NAMES, "lookupLink", "*", Other, BY_DIRECTORY),
    reported_giving(NAMES, "doLookup", "*", Other, BY_DIRECTORY),
    reported_giving("javax/naming/Context", "lookup", "*", Other, BY_DIRECTORY),
    reported_giving("javax/naming/Context", "lookupLink", "*", Other, BY_DIRECTORY),
    reported_giving("javax/naming/spi/NamingManager", "getInitialContext", "*", Other, BY_DIRECTORY),
    reported_giving("javax/naming/spi/NamingManager", "getObjectInstance", "*", Other, BY_DIRECTORY),
    reported_giving("javax/naming/spi/NamingManager", "getURLContext", "*", Other, BY_DIRECTORY),
    reported_giving("javax/naming/spi/DirectoryManager", "getObjectInstance", "*", Other, BY_DIRECTORY),
    // Management.
    reported_giving(CONNECTION, "invoke", "*", Action, BY_SERVER),
    reported_giving(CONNECTION, "getAttribute", "*", Action, BY_SERVER),
    reported_giving(CONNECTION, "getAttributes", "*", Action, BY_SERVER),
    reported(CONNECTION, "setAttribute", "*", Action, BY_SERVER),
    reported(CONNECTION, "setAttributes", "*", Action, BY_SERVER),
    reported_for(CONNECTION, "createMBean", "*", Action, FIRST_OF_NEW, BY_SERVER),
    reported_giving(BEANS, "invoke", "*", Action, BY_SERVER),
    reported_giving(BEANS, "getAttribute", "*", Action, BY_SERVER),
    reported_giving(BEANS, "getAttributes", "*", Action, BY_SERVER),
    reported(BEANS, "setAttribute", "*", Action, BY_SERVER),
    reported(BEANS, "setAttributes", "*", Action, BY_SERVER),
    reported_for(BEANS, "createMBean", "*", Action, FIRST_OF_NEW, BY_SERVER),
    row(BEANS, "instantiate", "*", Action, FIRST_OF_NEW, &NotModelledBut::GivesAny).unresolved(BY_SERVER),
    reported_giving("javax/management/StandardMBean", "invoke", "*", Action, BY_SERVER),
    reported_giving("javax/management/StandardMBean", "getAttribute", "*", Action, BY_SERVER),
    reported("javax/management/StandardMBean", "setAttribute", "*", Action, BY_SERVER),
    reported(CONNECTION, "queryNames", "*", Action, BY_SERVER),
    reported(CONNECTION, "queryMBeans", "*", Action, BY_SERVER),
    reported(BEANS, "queryNames", "*", Action, BY_SERVER),
    reported(BEANS, "queryMBeans", "*", Action, BY_SERVER),
    reported_giving(DYNAMIC, "invoke", "*", Action, BY_SERVER),
    reported_giving(DYNAMIC, "getAttribute", "*", Action, BY_SERVER),
    reported_giving(DYNAMIC, "getAttributes", "*", Action, BY_SERVER),
    reported(DYNAMIC, "setAttribute", "*", Action, BY_SERVER),
    reported(DYNAMIC, "setAttributes", "*", Action, BY_SERVER),
    reported_giving(MODEL, "invoke", "*", Action, BY_SERVER),
    reported_giving(MODEL, "getAttribute", "*", Action, BY_SERVER),
    reported(MODEL, "setAttribute", "*", Action, BY_SERVER),
    reported("javax/management/JMX", "newMBeanProxy", "*", Action, BY_SERVER),
    reported("javax/management/JMX", "newMXBeanProxy", "*", Action, BY_SERVER),
    reported("javax/management/MBeanServerInvocationHandler", "newProxyInstance", "*", Action, BY_SERVER),
    reported("javax/management/remote/JMXConnectorFactory", "connect", "*", Other, BY_SERVER),
    reported("javax/management/remote/JMXConnectorFactory", "newJMXConnector", "*", Other, BY_SERVER),
    reported("javax/management/remote/JMXConnectorServerFactory", "newJMXConnectorServer", "*", Other, BY_SERVER),
    // Desktop.
    reported_for("javax/swing/UIManager", "setLookAndFeel", "(Ljava/lang/String;)V", Other, FIRST, BY_DESKTOP),
    reported("javax/swing/UIManager", "getUI", "*", Action, BY_DESKTOP),
    reported("javax/swing/UIDefaults", "getUI", "*", Action, BY_DESKTOP),
    reported("javax/swing/UIDefaults", "getUIClass", "*", ClassSource, BY_DESKTOP),
    reported_for("javax/swing/UIDefaults$ProxyLazyValue", "<init>", "*", Other, FIRST_OF_NEW, BY_DESKTOP),
    reported_for("javax/swing/JEditorPane", "registerEditorKitForContentType", "*", Other, FIRST_OF_NEW, BY_DESKTOP),
    reported("javax/swing/JEditorPane", "createEditorKitForContentType", "*", Other, BY_DESKTOP),
    reported("javax/swing/plaf/synth/SynthLookAndFeel", "load", "*", Other, BY_CONFIGURATION),
    reported("java/awt/datatransfer/DataFlavor", "<init>", "(Ljava/lang/String;)V", ClassSource, OF_FLAVOR),
    reported(
        "java/awt/datatransfer/DataFlavor",
        "<init>",
        "(Ljava/lang/String;Ljava/lang/String;)V",
        ClassSource,
        OF_FLAVOR,
    ),
    reported(
        "java/awt/datatransfer/DataFlavor",
        "<init>",
        "(Ljava/lang/String;Ljava/lang/String;Ljava/lang/ClassLoader;)V",
        ClassSource,
        OF_FLAVOR,
    ),
    // Objects from streams and other machines.
    read("java/rmi/MarshalledObject", "get"),
    read("javax/crypto/SealedObject", "getObject"),
    read("java/security/SignedObject", "getObject"),
    reported_giving("java/rmi/Naming", "lookup", "*", Other, ELSEWHERE),
    reported_giving("java/rmi/registry/Registry", "lookup", "*", Other, ELSEWHERE),
    reported_for(RMI, "loadClass", "(Ljava/lang/String;)Ljava/lang/Class;", ClassSource, FIRST, ELSEWHERE),
    reported_for(RMI, "loadClass", "*", ClassSource, FIRST_OF_NEW, ELSEWHERE),
    reported(RMI, "loadProxyClass", "*", ClassSource, ELSEWHERE),
    // Databases.
    row("java/sql/DriverManager", "getConnection", "*", Other, &[], &AskDrivers).unrecorded(OF_CONNECTION),
    row("java/sql/DriverManager", "getDriver", "*", Other, &[], &AskDrivers).unrecorded(OF_CONNECTION),
    row("java/sql/DriverManager", "registerDriver", "*", Flow, KEY, &RegisterDriver),
    reported_for("javax/sql/rowset/RowSetProvider", "newFactory", "*", Other, FIRST, BY_CONFIGURATION),
    reported_for("javax/sql/rowset/spi/SyncFactory", "getInstance", "*", Other, FIRST, BY_CONFIGURATION),
    // Security.
    reported("javax/crypto/KEM", "getInstance", "*", Other, BY_PROVIDERS),
    reported("javax/crypto/KDF", "getInstance", "*", Other, BY_PROVIDERS),
    reported("javax/crypto/ExemptionMechanism", "getInstance", "*", Other, BY_PROVIDERS),
    reported("java/security/Policy", "getInstance", "*", Other, BY_PROVIDERS),
    reported("java/security/Provider$Service", "newInstance", "*", Other, BY_PROVIDERS),
    reported("javax/security/auth/login/Configuration", "getInstance", "*", Other, BY_PROVIDERS),
    reported("javax/security/auth/login/LoginContext", "<init>", "*", Other, BY_PROVIDERS),
    reported("javax/security/sasl/Sasl", "createSaslClient", "*", Other, BY_PROVIDERS),
    reported("javax/security/sasl/Sasl", "createSaslServer", "*", Other, BY_PROVIDERS),
    reported("javax/xml/crypto/dsig/XMLSignatureFactory", "getInstance", "*", Other, BY_PROVIDERS),
    reported("javax/xml/crypto/dsig/keyinfo/KeyInfoFactory", "getInstance", "*", Other, BY_PROVIDERS),
    reported("javax/xml/crypto/dsig/TransformService", "getInstance", "*", Other, BY_PROVIDERS),
    // XML.
    reported_for("org/xml/sax/helpers/ParserFactory", "makeParser", "*", Other, FIRST, BY_CONFIGURATION),
    reported("org/w3c/dom/bootstrap/DOMImplementationRegistry", "newInstance", "*", Other, BY_CONFIGURATION),
    // Annotation processors.
    reported("javax/tools/JavaCompiler", "getTask", "*", Other, "processors are named by options and services"),
    // Classes and members by other means.
    reported("java/lang/StackWalker", "getCallerClass", "*", ClassSource, BY_CALLER),
    reported("java/lang/StackWalker$StackFrame", "getDeclaringClass", "*", ClassSource, BY_CALLER),
    reported("java/lang/constant/ConstantDesc", "resolveConstantDesc", "*", ClassSource, BY_DESCRIPTION),
    reported("java/lang/constant/ClassDesc", "resolveConstantDesc", "*", ClassSource, BY_DESCRIPTION),
    reported("java/lang/invoke/LambdaMetafactory", "metafactory", "*", Action, LINKED_BY_HAND),
    reported("java/lang/invoke/LambdaMetafactory", "altMetafactory", "*", Action, LINKED_BY_HAND),
    reported(LOOKUP, "defineHiddenClassWithClassData", "*", ClassSource, IN_NO_FILE),
    reported("sun/reflect/ReflectionFactory", "newConstructorForExternalization", "*", Member, FOR_SERIALISATION),
    reported("sun/reflect/ReflectionFactory", "readObjectForSerialization", "*", Member, FOR_SERIALISATION),
    reported("sun/reflect/ReflectionFactory", "writeObjectForSerialization", "*", Member, FOR_SERIALISATION),
    reported("sun/reflect/ReflectionFactory", "readResolveForSerialization", "*", Member, FOR_SERIALISATION),
    reported("sun/reflect/ReflectionFactory", "writeReplaceForSerialization", "*", Member, FOR_SERIALISATION),
];
