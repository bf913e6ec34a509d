//! Rows of the factories of XML parsers and their kin (JAXP). Those named `newDefault...` look for nothing and have none. Must not
//! know how implementations are found.

use super::super::state::properties::{By, Factory, Sought};
use super::super::terms::method::Input;
use super::super::terms::method::Kind::Other;
use super::super::terms::recorded::Recorded;
use super::super::terms::site::Role;
use super::row::{Row, row};

const DOCUMENTS: Sought = Sought {
    ty: "javax/xml/parsers/DocumentBuilderFactory",
    property: "javax.xml.parsers.DocumentBuilderFactory",
    own: "com/sun/org/apache/xerces/internal/jaxp/DocumentBuilderFactoryImpl",
    language: None,
};
const PARSERS: Sought = Sought {
    ty: "javax/xml/parsers/SAXParserFactory",
    property: "javax.xml.parsers.SAXParserFactory",
    own: "com/sun/org/apache/xerces/internal/jaxp/SAXParserFactoryImpl",
    language: None,
};
const TRANSFORMERS: Sought = Sought {
    ty: "javax/xml/transform/TransformerFactory",
    property: "javax.xml.transform.TransformerFactory",
    own: "com/sun/org/apache/xalan/internal/xsltc/trax/TransformerFactoryImpl",
    language: None,
};
const DATATYPES: Sought = Sought {
    ty: "javax/xml/datatype/DatatypeFactory",
    property: "javax.xml.datatype.DatatypeFactory",
    own: "com/sun/org/apache/xerces/internal/jaxp/datatype/DatatypeFactoryImpl",
    language: None,
};
const PATHS: Sought = Sought {
    ty: "javax/xml/xpath/XPathFactory",
    property: "javax.xml.xpath.XPathFactory",
    own: "com/sun/org/apache/xpath/internal/jaxp/XPathFactoryImpl",
    language: Some("http://java.sun.com/jaxp/xpath/dom"),
};
const SCHEMAS: Sought = Sought {
    ty: "javax/xml/validation/SchemaFactory",
    property: "javax.xml.validation.SchemaFactory",
    own: "com/sun/org/apache/xerces/internal/jaxp/validation/XMLSchemaFactory",
    language: Some("http://www.w3.org/2001/XMLSchema"),
};
const INPUTS: Sought = Sought {
    ty: "javax/xml/stream/XMLInputFactory",
    property: "javax.xml.stream.XMLInputFactory",
    own: "com/sun/xml/internal/stream/XMLInputFactoryImpl",
    language: None,
};
const OUTPUTS: Sought = Sought {
    ty: "javax/xml/stream/XMLOutputFactory",
    property: "javax.xml.stream.XMLOutputFactory",
    own: "com/sun/xml/internal/stream/XMLOutputFactoryImpl",
    language: None,
};
const EVENTS: Sought = Sought {
    ty: "javax/xml/stream/XMLEventFactory",
    property: "javax.xml.stream.XMLEventFactory",
    own: "com/sun/xml/internal/stream/events/XMLEventFactoryImpl",
    language: None,
};
const READERS: Sought = Sought {
    ty: "org/xml/sax/XMLReader",
    property: "org.xml.sax.driver",
    own: "com/sun/org/apache/xerces/internal/parsers/SAXParser",
    language: None,
};

const PARSER_ERROR: &[&str] = &["javax/xml/parsers/FactoryConfigurationError"];
const TRANSFORMER_ERROR: &[&str] = &["javax/xml/transform/TransformerFactoryConfigurationError"];
const DATATYPE_ERROR: &[&str] = &["javax/xml/datatype/DatatypeConfigurationException"];
const STREAM_ERROR: &[&str] = &["javax/xml/stream/FactoryConfigurationError"];
/// The second one where the call names no model.
const PATH_ERROR: &[&str] = &["javax/xml/xpath/XPathFactoryConfigurationException", "java/lang/RuntimeException"];
const SCHEMA_ERROR: &[&str] = &["java/lang/IllegalArgumentException"];
const READER_ERROR: &[&str] = &["org/xml/sax/SAXException"];

const NAMED: &[Input] = &[(Role::Name, 0), (Role::Loader, 1)];
/// After the language that the factory is for.
const NAMED_SECOND: &[Input] = &[(Role::Passed, 0), (Role::Name, 1), (Role::Loader, 2)];
/// `XPathConstants.DOM_OBJECT_MODEL`, `XMLConstants.W3C_XML_SCHEMA_NS_URI` or another.
const LANGUAGE: &[Input] = &[(Role::Passed, 0)];

/// A method that makes a factory, which has many names: recordings have one for all.
const fn factory(
    class: &'static str,
    name: &'static str,
    desc: &'static str,
    inputs: &'static [Input],
    rule: &'static Factory,
) -> Row {
    row(class, name, desc, Other, inputs, rule).recorded(Recorded::ClassOfFactory).recorded_as("JAXP.newInstance")
}

pub(super) const ROWS: &[Row] = &[
    factory(
        DOCUMENTS.ty,
        "newInstance",
        "()Ljavax/xml/parsers/DocumentBuilderFactory;",
        &[],
        &Factory { of: DOCUMENTS, by: By::LookUp },
    )
    .throwing(PARSER_ERROR),
    factory(
        DOCUMENTS.ty,
        "newInstance",
        "(Ljava/lang/String;Ljava/lang/ClassLoader;)Ljavax/xml/parsers/DocumentBuilderFactory;",
        NAMED,
        &Factory { of: DOCUMENTS, by: By::Class },
    )
    .throwing(PARSER_ERROR),
    factory(
        DOCUMENTS.ty,
        "newNSInstance",
        "()Ljavax/xml/parsers/DocumentBuilderFactory;",
        &[],
        &Factory { of: DOCUMENTS, by: By::LookUp },
    )
    .throwing(PARSER_ERROR),
    factory(
        DOCUMENTS.ty,
        "newNSInstance",
        "(Ljava/lang/String;Ljava/lang/ClassLoader;)Ljavax/xml/parsers/DocumentBuilderFactory;",
        NAMED,
        &Factory { of: DOCUMENTS, by: By::Class },
    )
    .throwing(PARSER_ERROR),
    factory(
        PARSERS.ty,
        "newInstance",
        "()Ljavax/xml/parsers/SAXParserFactory;",
        &[],
        &Factory { of: PARSERS, by: By::LookUp },
    )
    .throwing(PARSER_ERROR),
    factory(
        PARSERS.ty,
        "newInstance",
        "(Ljava/lang/String;Ljava/lang/ClassLoader;)Ljavax/xml/parsers/SAXParserFactory;",
        NAMED,
        &Factory { of: PARSERS, by: By::Class },
    )
    .throwing(PARSER_ERROR),
    factory(
        PARSERS.ty,
        "newNSInstance",
        "()Ljavax/xml/parsers/SAXParserFactory;",
        &[],
        &Factory { of: PARSERS, by: By::LookUp },
    )
    .throwing(PARSER_ERROR),
    factory(
        PARSERS.ty,
        "newNSInstance",
        "(Ljava/lang/String;Ljava/lang/ClassLoader;)Ljavax/xml/parsers/SAXParserFactory;",
        NAMED,
        &Factory { of: PARSERS, by: By::Class },
    )
    .throwing(PARSER_ERROR),
    factory(
        TRANSFORMERS.ty,
        "newInstance",
        "()Ljavax/xml/transform/TransformerFactory;",
        &[],
        &Factory { of: TRANSFORMERS, by: By::LookUp },
    )
    .throwing(TRANSFORMER_ERROR),
    factory(
        TRANSFORMERS.ty,
        "newInstance",
        "(Ljava/lang/String;Ljava/lang/ClassLoader;)Ljavax/xml/transform/TransformerFactory;",
        NAMED,
        &Factory { of: TRANSFORMERS, by: By::Class },
    )
    .throwing(TRANSFORMER_ERROR),
    factory(
        DATATYPES.ty,
        "newInstance",
        "()Ljavax/xml/datatype/DatatypeFactory;",
        &[],
        &Factory { of: DATATYPES, by: By::LookUp },
    )
    .throwing(DATATYPE_ERROR),
    factory(
        DATATYPES.ty,
        "newInstance",
        "(Ljava/lang/String;Ljava/lang/ClassLoader;)Ljavax/xml/datatype/DatatypeFactory;",
        NAMED,
        &Factory { of: DATATYPES, by: By::Class },
    )
    .throwing(DATATYPE_ERROR),
    factory(PATHS.ty, "newInstance", "()Ljavax/xml/xpath/XPathFactory;", &[], &Factory { of: PATHS, by: By::LookUp })
        .throwing(PATH_ERROR),
    factory(
        PATHS.ty,
        "newInstance",
        "(Ljava/lang/String;)Ljavax/xml/xpath/XPathFactory;",
        LANGUAGE,
        &Factory { of: PATHS, by: By::LookUp },
    )
    .throwing(PATH_ERROR),
    factory(
        PATHS.ty,
        "newInstance",
        "(Ljava/lang/String;Ljava/lang/String;Ljava/lang/ClassLoader;)Ljavax/xml/xpath/XPathFactory;",
        NAMED_SECOND,
        &Factory { of: PATHS, by: By::Class },
    )
    .throwing(PATH_ERROR),
    factory(
        SCHEMAS.ty,
        "newInstance",
        "(Ljava/lang/String;)Ljavax/xml/validation/SchemaFactory;",
        LANGUAGE,
        &Factory { of: SCHEMAS, by: By::LookUp },
    )
    .throwing(SCHEMA_ERROR),
    factory(
        SCHEMAS.ty,
        "newInstance",
        "(Ljava/lang/String;Ljava/lang/String;Ljava/lang/ClassLoader;)Ljavax/xml/validation/SchemaFactory;",
        NAMED_SECOND,
        &Factory { of: SCHEMAS, by: By::Class },
    )
    .throwing(SCHEMA_ERROR),
    factory(
        INPUTS.ty,
        "newInstance",
        "()Ljavax/xml/stream/XMLInputFactory;",
        &[],
        &Factory { of: INPUTS, by: By::LookUp },
    )
    .throwing(STREAM_ERROR),
    factory(
        INPUTS.ty,
        "newInstance",
        "(Ljava/lang/String;Ljava/lang/ClassLoader;)Ljavax/xml/stream/XMLInputFactory;",
        NAMED,
        &Factory { of: INPUTS, by: By::Property },
    )
    .throwing(STREAM_ERROR),
    factory(
        INPUTS.ty,
        "newFactory",
        "()Ljavax/xml/stream/XMLInputFactory;",
        &[],
        &Factory { of: INPUTS, by: By::LookUp },
    )
    .throwing(STREAM_ERROR),
    factory(
        INPUTS.ty,
        "newFactory",
        "(Ljava/lang/String;Ljava/lang/ClassLoader;)Ljavax/xml/stream/XMLInputFactory;",
        NAMED,
        &Factory { of: INPUTS, by: By::Property },
    )
    .throwing(STREAM_ERROR),
    factory(
        OUTPUTS.ty,
        "newInstance",
        "()Ljavax/xml/stream/XMLOutputFactory;",
        &[],
        &Factory { of: OUTPUTS, by: By::LookUp },
    )
    .throwing(STREAM_ERROR),
    // As it is declared, and does.
    factory(
        OUTPUTS.ty,
        "newInstance",
        "(Ljava/lang/String;Ljava/lang/ClassLoader;)Ljavax/xml/stream/XMLInputFactory;",
        NAMED,
        &Factory { of: INPUTS, by: By::Property },
    )
    .throwing(STREAM_ERROR),
    factory(
        OUTPUTS.ty,
        "newFactory",
        "()Ljavax/xml/stream/XMLOutputFactory;",
        &[],
        &Factory { of: OUTPUTS, by: By::LookUp },
    )
    .throwing(STREAM_ERROR),
    factory(
        OUTPUTS.ty,
        "newFactory",
        "(Ljava/lang/String;Ljava/lang/ClassLoader;)Ljavax/xml/stream/XMLOutputFactory;",
        NAMED,
        &Factory { of: OUTPUTS, by: By::Property },
    )
    .throwing(STREAM_ERROR),
    factory(
        EVENTS.ty,
        "newInstance",
        "()Ljavax/xml/stream/XMLEventFactory;",
        &[],
        &Factory { of: EVENTS, by: By::LookUp },
    )
    .throwing(STREAM_ERROR),
    factory(
        EVENTS.ty,
        "newInstance",
        "(Ljava/lang/String;Ljava/lang/ClassLoader;)Ljavax/xml/stream/XMLEventFactory;",
        NAMED,
        &Factory { of: EVENTS, by: By::Property },
    )
    .throwing(STREAM_ERROR),
    factory(
        EVENTS.ty,
        "newFactory",
        "()Ljavax/xml/stream/XMLEventFactory;",
        &[],
        &Factory { of: EVENTS, by: By::LookUp },
    )
    .throwing(STREAM_ERROR),
    factory(
        EVENTS.ty,
        "newFactory",
        "(Ljava/lang/String;Ljava/lang/ClassLoader;)Ljavax/xml/stream/XMLEventFactory;",
        NAMED,
        &Factory { of: EVENTS, by: By::Property },
    )
    .throwing(STREAM_ERROR),
    row(
        "org/xml/sax/helpers/XMLReaderFactory",
        "createXMLReader",
        "()Lorg/xml/sax/XMLReader;",
        Other,
        &[],
        &Factory { of: READERS, by: By::LookUp },
    )
    .throwing(READER_ERROR),
    row(
        "org/xml/sax/helpers/XMLReaderFactory",
        "createXMLReader",
        "(Ljava/lang/String;)Lorg/xml/sax/XMLReader;",
        Other,
        &[(Role::Name, 0)],
        &Factory { of: READERS, by: By::Class },
    )
    .throwing(READER_ERROR),
];
