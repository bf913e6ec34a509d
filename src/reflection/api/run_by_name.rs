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
use super::reported::{reported, reported_for, reported_giving};
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
    reported("javax/swing/UIDefaults", "putDefaults", "*", Other),
    reported_for(
        "java/util/logging/Logger",
        "getLogger",
        "(Ljava/lang/String;Ljava/lang/String;)Ljava/util/logging/Logger;",
        Other,
        FIRST_OF_NEW,
    ),
    reported("java/util/concurrent/ForkJoinPool", "commonPool", "*", Other),
    row("java/util/logging/LogManager", "readConfiguration", "*", Other, &[], LOGGING),
    row("java/util/logging/LogManager", "updateConfiguration", "*", Other, &[], LOGGING),
    reported("java/util/ResourceBundle$Control", "newBundle", "*", Other),
    protocol("(Ljava/lang/String;)V", FIRST_OF_NEW),
    protocol("(Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;)V", FIRST_OF_NEW),
    protocol("(Ljava/lang/String;Ljava/lang/String;ILjava/lang/String;)V", FIRST_OF_NEW),
    protocol("(Ljava/net/URL;Ljava/lang/String;)V", SECOND_OF_NEW),
    row(URL, "of", "*", Other, &[], &Protocol::Held).where_it_matters(),
    row("java/net/URI", "toURL", "*", Other, &[], &Protocol::Held).where_it_matters(),
    reported_giving(URL, "getContent", "*", Other),
    reported_giving("java/net/URLConnection", "getContent", "*", Other),
    // Naming and directories.
    row(NAMES, "<init>", "*", Other, &[], NAMING),
    row("javax/naming/directory/InitialDirContext", "<init>", "*", Other, &[], NAMING),
    row("javax/naming/ldap/InitialLdapContext", "<init>", "*", Other, &[], NAMING),
    reported_giving(NAMES, "lookup", "*", Other),
    reported_giving(NAMES, "lookupLink", "*", Other),
    reported_giving(NAMES, "doLookup", "*", Other),
    reported_giving("javax/naming/Context", "lookup", "*", Other),
    reported_giving("javax/naming/Context", "lookupLink", "*", Other),
    reported_giving("javax/naming/spi/NamingManager", "getInitialContext", "*", Other),
    reported_giving("javax/naming/spi/NamingManager", "getObjectInstance", "*", Other),
    reported_giving("javax/naming/spi/NamingManager", "getURLContext", "*", Other),
    reported_giving("javax/naming/spi/DirectoryManager", "getObjectInstance", "*", Other),
    // Management.
    reported_giving(CONNECTION, "invoke", "*", Action),
    reported_giving(CONNECTION, "getAttribute", "*", Action),
    reported_giving(CONNECTION, "getAttributes", "*", Action),
    reported(CONNECTION, "setAttribute", "*", Action),
    reported(CONNECTION, "setAttributes", "*", Action),
    reported_for(CONNECTION, "createMBean", "*", Action, FIRST_OF_NEW),
    reported_giving(BEANS, "invoke", "*", Action),
    reported_giving(BEANS, "getAttribute", "*", Action),
    reported_giving(BEANS, "getAttributes", "*", Action),
    reported(BEANS, "setAttribute", "*", Action),
    reported(BEANS, "setAttributes", "*", Action),
    reported_for(BEANS, "createMBean", "*", Action, FIRST_OF_NEW),
    row(BEANS, "instantiate", "*", Action, FIRST_OF_NEW, &NotModelledBut::GivesAny),
    reported_giving("javax/management/StandardMBean", "invoke", "*", Action),
    reported_giving("javax/management/StandardMBean", "getAttribute", "*", Action),
    reported("javax/management/StandardMBean", "setAttribute", "*", Action),
    reported(CONNECTION, "queryNames", "*", Action),
    reported(CONNECTION, "queryMBeans", "*", Action),
    reported(BEANS, "queryNames", "*", Action),
    reported(BEANS, "queryMBeans", "*", Action),
    reported_giving(DYNAMIC, "invoke", "*", Action),
    reported_giving(DYNAMIC, "getAttribute", "*", Action),
    reported_giving(DYNAMIC, "getAttributes", "*", Action),
    reported(DYNAMIC, "setAttribute", "*", Action),
    reported(DYNAMIC, "setAttributes", "*", Action),
    reported_giving(MODEL, "invoke", "*", Action),
    reported_giving(MODEL, "getAttribute", "*", Action),
    reported(MODEL, "setAttribute", "*", Action),
    reported("javax/management/JMX", "newMBeanProxy", "*", Action),
    reported("javax/management/JMX", "newMXBeanProxy", "*", Action),
    reported("javax/management/MBeanServerInvocationHandler", "newProxyInstance", "*", Action),
    reported("javax/management/remote/JMXConnectorFactory", "connect", "*", Other),
    reported("javax/management/remote/JMXConnectorFactory", "newJMXConnector", "*", Other),
    reported("javax/management/remote/JMXConnectorServerFactory", "newJMXConnectorServer", "*", Other),
    // Desktop.
    reported_for("javax/swing/UIManager", "setLookAndFeel", "(Ljava/lang/String;)V", Other, FIRST),
    reported("javax/swing/UIManager", "getUI", "*", Action),
    reported("javax/swing/UIDefaults", "getUI", "*", Action),
    reported("javax/swing/UIDefaults", "getUIClass", "*", ClassSource),
    reported_for("javax/swing/UIDefaults$ProxyLazyValue", "<init>", "*", Other, FIRST_OF_NEW),
    reported_for("javax/swing/JEditorPane", "registerEditorKitForContentType", "*", Other, FIRST_OF_NEW),
    reported("javax/swing/JEditorPane", "createEditorKitForContentType", "*", Other),
    reported("javax/swing/plaf/synth/SynthLookAndFeel", "load", "*", Other),
    reported("java/awt/datatransfer/DataFlavor", "<init>", "(Ljava/lang/String;)V", ClassSource),
    reported("java/awt/datatransfer/DataFlavor", "<init>", "(Ljava/lang/String;Ljava/lang/String;)V", ClassSource),
    reported(
        "java/awt/datatransfer/DataFlavor",
        "<init>",
        "(Ljava/lang/String;Ljava/lang/String;Ljava/lang/ClassLoader;)V",
        ClassSource,
    ),
    // Objects from streams and other machines.
    read("java/rmi/MarshalledObject", "get"),
    read("javax/crypto/SealedObject", "getObject"),
    read("java/security/SignedObject", "getObject"),
    reported_giving("java/rmi/Naming", "lookup", "*", Other),
    reported_giving("java/rmi/registry/Registry", "lookup", "*", Other),
    reported_for(RMI, "loadClass", "(Ljava/lang/String;)Ljava/lang/Class;", ClassSource, FIRST),
    reported_for(RMI, "loadClass", "*", ClassSource, FIRST_OF_NEW),
    reported(RMI, "loadProxyClass", "*", ClassSource),
    // Databases.
    row("java/sql/DriverManager", "getConnection", "*", Other, &[], &AskDrivers).unrecorded(OF_CONNECTION),
    row("java/sql/DriverManager", "getDriver", "*", Other, &[], &AskDrivers).unrecorded(OF_CONNECTION),
    row("java/sql/DriverManager", "registerDriver", "*", Flow, KEY, &RegisterDriver),
    reported_for("javax/sql/rowset/RowSetProvider", "newFactory", "*", Other, FIRST),
    reported_for("javax/sql/rowset/spi/SyncFactory", "getInstance", "*", Other, FIRST),
    // Security.
    reported("javax/crypto/KEM", "getInstance", "*", Other),
    reported("javax/crypto/KDF", "getInstance", "*", Other),
    reported("javax/crypto/ExemptionMechanism", "getInstance", "*", Other),
    reported("java/security/Policy", "getInstance", "*", Other),
    reported("java/security/Provider$Service", "newInstance", "*", Other),
    reported("javax/security/auth/login/Configuration", "getInstance", "*", Other),
    reported("javax/security/auth/login/LoginContext", "<init>", "*", Other),
    reported("javax/security/sasl/Sasl", "createSaslClient", "*", Other),
    reported("javax/security/sasl/Sasl", "createSaslServer", "*", Other),
    reported("javax/xml/crypto/dsig/XMLSignatureFactory", "getInstance", "*", Other),
    reported("javax/xml/crypto/dsig/keyinfo/KeyInfoFactory", "getInstance", "*", Other),
    reported("javax/xml/crypto/dsig/TransformService", "getInstance", "*", Other),
    // XML.
    reported_for("org/xml/sax/helpers/ParserFactory", "makeParser", "*", Other, FIRST),
    reported("org/w3c/dom/bootstrap/DOMImplementationRegistry", "newInstance", "*", Other),
    // Annotation processors.
    reported("javax/tools/JavaCompiler", "getTask", "*", Other),
    // Classes and members by other means.
    reported("java/lang/StackWalker", "getCallerClass", "*", ClassSource),
    reported("java/lang/StackWalker$StackFrame", "getDeclaringClass", "*", ClassSource),
    reported("java/lang/constant/ConstantDesc", "resolveConstantDesc", "*", ClassSource),
    reported("java/lang/constant/ClassDesc", "resolveConstantDesc", "*", ClassSource),
    reported("java/lang/invoke/LambdaMetafactory", "metafactory", "*", Action),
    reported("java/lang/invoke/LambdaMetafactory", "altMetafactory", "*", Action),
    reported(LOOKUP, "defineHiddenClassWithClassData", "*", ClassSource),
    reported("sun/reflect/ReflectionFactory", "newConstructorForExternalization", "*", Member),
    reported("sun/reflect/ReflectionFactory", "readObjectForSerialization", "*", Member),
    reported("sun/reflect/ReflectionFactory", "writeObjectForSerialization", "*", Member),
    reported("sun/reflect/ReflectionFactory", "readResolveForSerialization", "*", Member),
    reported("sun/reflect/ReflectionFactory", "writeReplaceForSerialization", "*", Member),
];
