//! The specs that ship with the tool: one file of `reflection-specs/` for each framework, embedded. Must not know what they
//! say.

/// File name and text of each name.
macro_rules! embedded {
    ($($name:literal)*) => {
        &[$((concat!($name, ".toml"), include_str!(concat!("../../reflection-specs/", $name, ".toml")))),*]
    };
}

/// File name and text. An entry whose classes are not on the class path is nothing.
pub(super) static BUNDLED: &[(&str, &str)] = embedded! {
    "ant"
    "aop-alliance"
    "args4j"
    "aspectj"
    "bean-validation"
    "cdi"
    "cucumber"
    "ejb"
    "faces"
    "gradle"
    "greenrobot-eventbus"
    "gson"
    "guava"
    "guice"
    "hibernate"
    "injection"
    "jackson"
    "javafx"
    "jax-rs"
    "jaxb"
    "jcommander"
    "jmh"
    "jms"
    "jpa"
    "json-binding"
    "junit"
    "kafka"
    "log4j"
    "maven"
    "micronaut"
    "microprofile"
    "mongodb"
    "morphia"
    "osgi"
    "picocli"
    "quarkus"
    "quartz"
    "servlet"
    "spring-data"
    "spring"
    "testng"
    "vertx"
    "websocket"
};
