//! Frameworks as stubs, and classes that use them. Must not know how they are analysed.

/// One framework.
pub(crate) struct Group {
    /// Last part of the package of its classes.
    pub(crate) name: &'static str,
    /// Annotations without elements.
    pub(crate) annotations: &'static [&'static str],
    /// Sources of its other types.
    pub(crate) types: &'static [&'static str],
    /// Classes that use it, and some that do not.
    pub(crate) source: &'static str,
    /// Methods that the model enters, without the package.
    pub(crate) reached: &'static [&'static str],
    /// Methods that nothing enters.
    pub(crate) unreached: &'static [&'static str],
}

pub(crate) const GROUPS: &[Group] = &[
    Group {
        name: "junit3",
        annotations: &[],
        types: &["package junit.framework; public abstract class TestCase { protected void setUp() { } }"],
        source: "
            class SumTest extends junit.framework.TestCase {
                protected void setUp() { }
                public void testSum() { }
                public void testWith(int x) { }
                public void helper() { }
                private void testHidden() { }
            }
            class Plain { public void testSum() { } }",
        reached: &["SumTest.<init>()", "SumTest.setUp()", "SumTest.testSum()"],
        unreached: &[
            "SumTest.testWith(int)", "SumTest.helper()", "SumTest.testHidden()", "Plain.<init>()", "Plain.testSum()",
        ],
    },
    Group {
        name: "junit4",
        annotations: &["org.junit.Test", "org.junit.Rule", "org.junit.runners.Other"],
        types: &[
            "package org.junit.runners; public class Parameterized { \
             @java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME) public @interface Parameters { } }",
            "package org.junit.rules; public interface TestRule { Object apply(Object base, Object description); }",
        ],
        source: "
            class SumTest {
                SumTest(int x) { }
                @org.junit.Test void sums() { }
                @org.junit.runners.Parameterized.Parameters private static Object data() { return null; }
                @org.junit.runners.Other void other() { }
            }
            class Folder implements org.junit.rules.TestRule {
                public Object apply(Object base, Object description) { return base; }
                public void create() { }
            }
            class OnlyRule { @org.junit.Rule public Folder folder; }
            class Plain { void sums() { } }",
        reached: &[
            "SumTest.<init>(int)", "SumTest.sums()", "SumTest.data()", "Folder.<init>()",
            "Folder.apply(java.lang.Object,java.lang.Object)", "OnlyRule.<init>()",
        ],
        unreached: &["SumTest.other()", "Folder.create()", "Plain.<init>()", "Plain.sums()"],
    },
    Group {
        name: "junit5",
        annotations: &["org.junit.jupiter.api.Test", "org.junit.jupiter.api.BeforeEach"],
        types: &[
            "package org.junit.jupiter.api.extension; public interface Extension { }",
            "package org.junit.jupiter.api.extension; \
             public interface ParameterResolver extends Extension { Object resolveParameter(Object parameter); }",
        ],
        source: "
            class SumTest {
                @org.junit.jupiter.api.BeforeEach private void start() { }
                @org.junit.jupiter.api.Test void sums() { }
                void helper() { }
            }
            class Values implements org.junit.jupiter.api.extension.ParameterResolver {
                public Object resolveParameter(Object parameter) { return null; }
            }
            class Marked implements org.junit.jupiter.api.extension.Extension { }",
        reached: &[
            "SumTest.<init>()", "SumTest.start()", "SumTest.sums()", "Values.<init>()",
            "Values.resolveParameter(java.lang.Object)",
        ],
        unreached: &["SumTest.helper()", "Marked.<init>()"],
    },
    Group {
        name: "testng",
        annotations: &["org.testng.annotations.Test", "org.testng.annotations.DataProvider", "org.testng.annotations.BeforeSuite"],
        types: &["package org.testng; public interface IReporter { void generateReport(Object suites); }"],
        source: "
            @org.testng.annotations.Test class All { public void one() { } private void helper() { } }
            class Some {
                @org.testng.annotations.BeforeSuite private void begin() { }
                @org.testng.annotations.DataProvider private Object[][] rows() { return null; }
                public void helper() { }
            }
            class Report implements org.testng.IReporter { public void generateReport(Object suites) { } }
            class Plain { public void one() { } }",
        reached: &[
            "All.<init>()", "All.one()", "Some.<init>()", "Some.begin()", "Some.rows()",
            "Report.generateReport(java.lang.Object)",
        ],
        unreached: &["All.helper()", "Some.helper()", "Plain.<init>()", "Plain.one()"],
    },
    Group {
        name: "servlet",
        annotations: &[],
        types: &[
            "package jakarta.servlet; public interface Servlet { void service(Object request); }",
            "package jakarta.servlet.http; public abstract class HttpServlet implements jakarta.servlet.Servlet { \
             public void service(Object request) { doGet(request); } protected void doGet(Object request) { } }",
        ],
        source: "
            class Page extends jakarta.servlet.http.HttpServlet { protected void doGet(Object request) { } void other() { } }
            class Plain { protected void doGet(Object request) { } }",
        reached: &["Page.<init>()", "Page.doGet(java.lang.Object)"],
        unreached: &["Page.other()", "Plain.<init>()"],
    },
    Group {
        name: "cdi",
        annotations: &[
            "jakarta.enterprise.context.ApplicationScoped", "jakarta.inject.Qualifier", "jakarta.inject.Inject",
            "jakarta.inject.Singleton", "jakarta.enterprise.event.Observes",
        ],
        types: &["package org.fast; @java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME) \
                  @jakarta.inject.Qualifier public @interface Fast { }"],
        source: "
            interface Shipping { void ship(); }
            @org.fast.Fast class Air implements Shipping { public void ship() { } public void land() { } }
            @jakarta.enterprise.context.ApplicationScoped class Shop {
                private Shop() { }
                @jakarta.inject.Inject private Shipping shipping;
                private void ordered(@jakarta.enterprise.event.Observes Object event) { shipping.ship(); }
            }
            @jakarta.inject.Singleton class Stock { Stock() { } void count() { } }
            class Plain { public void ordered(Object event) { } }",
        reached: &[
            "Air.<init>()", "Air.ship()", "Shop.<init>()", "Shop.ordered(java.lang.Object)", "Stock.<init>()",
        ],
        unreached: &["Air.land()", "Stock.count()", "Plain.<init>()", "Plain.ordered(java.lang.Object)"],
    },
    Group {
        name: "ejb",
        annotations: &["jakarta.ejb.Stateless", "jakarta.ejb.MessageDriven", "jakarta.ejb.Schedule"],
        types: &["package jakarta.jms; public interface MessageListener { void onMessage(Object message); }"],
        source: "
            @jakarta.ejb.Stateless class Orders { @jakarta.ejb.Schedule private void nightly() { } public void order() { } }
            @jakarta.ejb.MessageDriven class Mail implements jakarta.jms.MessageListener {
                public void onMessage(Object message) { }
            }
            class Plain { private void nightly() { } }",
        reached: &["Orders.<init>()", "Orders.nightly()", "Mail.<init>()", "Mail.onMessage(java.lang.Object)"],
        unreached: &["Orders.order()", "Plain.<init>()", "Plain.nightly()"],
    },
    Group {
        name: "jaxrs",
        annotations: &["jakarta.ws.rs.GET", "jakarta.ws.rs.Path", "jakarta.ws.rs.QueryParam", "jakarta.ws.rs.ext.Provider"],
        types: &[
            "package jakarta.ws.rs.ext; public interface ExceptionMapper<E> { Object toResponse(E error); }",
            "package jakarta.ws.rs.ext; public interface MessageBodyReader<T> { T readFrom(Object in); }",
        ],
        source: "
            @jakarta.ws.rs.Path class Items { Items() { } @jakarta.ws.rs.GET String all() { return null; } void helper() { } }
            class Errors implements jakarta.ws.rs.ext.ExceptionMapper<Exception> {
                public Object toResponse(Exception error) { return null; }
            }
            class Reader implements jakarta.ws.rs.ext.MessageBodyReader<String> {
                public String readFrom(Object in) { return null; }
            }
            class Filter { @jakarta.ws.rs.QueryParam String name; Filter() { } }
            class Plain { String all() { return null; } }",
        reached: &[
            "Items.<init>()", "Items.all()", "Errors.<init>()", "Errors.toResponse(java.lang.Exception)",
            "Reader.readFrom(java.lang.Object)", "Filter.<init>()",
        ],
        unreached: &["Items.helper()", "Plain.<init>()", "Plain.all()"],
    },
    Group {
        name: "spring",
        annotations: &[
            "org.springframework.stereotype.Component", "org.springframework.context.annotation.Bean",
            "org.springframework.transaction.annotation.Transactional",
            "org.springframework.boot.context.properties.ConfigurationProperties",
        ],
        types: &[
            "package org.springframework.stereotype; \
             @java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME) \
             @Component public @interface Service { }",
            "package org.springframework.boot; public interface CommandLineRunner { void run(String... args); }",
            "package org.springframework.beans.factory; public interface FactoryBean<T> { T getObject(); }",
            "package org.springframework.context; public interface ApplicationListener<E> { void onApplicationEvent(E e); }",
        ],
        source: "
            interface Prices { int of(String item); }
            @org.springframework.stereotype.Service class FixedPrices implements Prices {
                FixedPrices() { }
                public int of(String item) { return 1; }
                @org.springframework.transaction.annotation.Transactional void reload() { }
            }
            @org.springframework.stereotype.Component class Shop {
                private final Prices prices;
                private Shop(Prices prices) { this.prices = prices; prices.of(\"tea\"); }
            }
            class Beans { @org.springframework.context.annotation.Bean private Prices bean() { return null; } }
            @org.springframework.boot.context.properties.ConfigurationProperties class Settings {
                public void setName(String name) { }
                public String name() { return null; }
            }
            class Start implements org.springframework.boot.CommandLineRunner { public void run(String... args) { } }
            class Made implements org.springframework.beans.factory.FactoryBean<String> {
                public String getObject() { return null; }
            }
            class Heard implements org.springframework.context.ApplicationListener<String> {
                public void onApplicationEvent(String e) { }
            }
            class Plain implements Runnable { Plain() { } public void setName(String name) { } public void run() { } }",
        reached: &[
            "FixedPrices.<init>()", "FixedPrices.of(java.lang.String)", "Shop.<init>(app.spring.Prices)", "Beans.bean()",
            "Settings.<init>()", "Settings.setName(java.lang.String)", "Start.run(java.lang.String[])",
            "Made.getObject()", "Heard.onApplicationEvent(java.lang.String)",
        ],
        unreached: &[
            "FixedPrices.reload()", "Settings.name()", "Plain.<init>()", "Plain.setName(java.lang.String)", "Plain.run()",
        ],
    },
    Group {
        name: "jpa",
        annotations: &["jakarta.persistence.Entity", "jakarta.persistence.Id"],
        types: &["package jakarta.persistence; public interface AttributeConverter<X, Y> { Y convert(X value); }"],
        source: "
            @jakarta.persistence.Entity class Item {
                private Item() { }
                Item(String name) { }
                void setName(String name) { }
            }
            class ByGetter { protected ByGetter() { } @jakarta.persistence.Id private Long getId() { return null; } }
            class Codes implements jakarta.persistence.AttributeConverter<String, String> {
                public String convert(String value) { return null; }
            }
            class Plain { private Plain() { } Long getId() { return null; } }",
        reached: &[
            "Item.<init>()", "ByGetter.<init>()", "ByGetter.getId()", "Codes.<init>()", "Codes.convert(java.lang.String)",
        ],
        unreached: &[
            "Item.<init>(java.lang.String)", "Item.setName(java.lang.String)", "Plain.<init>()", "Plain.getId()",
        ],
    },
    Group {
        name: "jackson",
        annotations: &[
            "com.fasterxml.jackson.annotation.JsonCreator", "com.fasterxml.jackson.annotation.JsonProperty",
            "com.fasterxml.jackson.annotation.JsonAnySetter", "com.fasterxml.jackson.annotation.JsonValue",
        ],
        types: &[
            "package com.fasterxml.jackson.databind; \
             public abstract class JsonDeserializer<T> { public abstract T deserialize(Object parser); }",
        ],
        source: "
            class Made { @com.fasterxml.jackson.annotation.JsonCreator private static Made of(String s) { return null; } }
            class Held {
                @com.fasterxml.jackson.annotation.JsonProperty private String name;
                private Held() { }
                Held(String name) { }
                @com.fasterxml.jackson.annotation.JsonAnySetter private void put(String key, Object value) { }
                void helper() { }
            }
            enum Colour { @com.fasterxml.jackson.annotation.JsonProperty RED;
                @com.fasterxml.jackson.annotation.JsonValue private String code() { return null; } }
            class Dates extends com.fasterxml.jackson.databind.JsonDeserializer<String> {
                public String deserialize(Object parser) { return null; }
            }
            class Plain { private Plain() { } private void put(String key, Object value) { } }",
        reached: &[
            "Made.of(java.lang.String)", "Made.<init>()", "Held.<init>()", "Held.put(java.lang.String,java.lang.Object)",
            "Colour.code()", "Dates.<init>()", "Dates.deserialize(java.lang.Object)",
        ],
        unreached: &["Held.<init>(java.lang.String)", "Held.helper()", "Plain.<init>()"],
    },
    Group {
        name: "picocli",
        annotations: &[],
        types: &[
            "package picocli; import java.lang.annotation.*; public class CommandLine { \
             @Retention(RetentionPolicy.RUNTIME) public @interface Command { } \
             @Retention(RetentionPolicy.RUNTIME) public @interface Option { } \
             public interface ITypeConverter<K> { K convert(String value); } }",
        ],
        source: "
            @picocli.CommandLine.Command class Copy implements java.util.concurrent.Callable<Integer> {
                public Integer call() { return 0; }
                @picocli.CommandLine.Option private void level(int level) { }
                public void helper() { }
            }
            class Files implements picocli.CommandLine.ITypeConverter<String> {
                public String convert(String value) { return value; }
            }
            class Plain implements java.util.concurrent.Callable<Integer> { public Integer call() { return 0; } }",
        reached: &["Copy.<init>()", "Copy.call()", "Copy.level(int)", "Files.convert(java.lang.String)"],
        unreached: &["Copy.helper()", "Plain.<init>()", "Plain.call()"],
    },
    Group {
        name: "javafx",
        annotations: &["javafx.fxml.FXML"],
        types: &["package javafx.application; public abstract class Application { \
                  public void init() { } public abstract void start(Object stage); }"],
        source: "
            class Window extends javafx.application.Application {
                public void init() { }
                public void start(Object stage) { }
            }
            class Controller { @javafx.fxml.FXML private String title; @javafx.fxml.FXML private void pressed() { } }
            class Fields { @javafx.fxml.FXML private String title; private void pressed() { } }
            class Plain { private void pressed() { } }",
        reached: &["Window.<init>()", "Window.init()", "Window.start(java.lang.Object)", "Controller.pressed()", "Fields.<init>()"],
        unreached: &["Fields.pressed()", "Plain.<init>()", "Plain.pressed()"],
    },
    Group {
        name: "guice",
        annotations: &["com.google.inject.Provides", "com.google.inject.Inject"],
        types: &["package com.google.inject; public abstract class AbstractModule { protected void configure() { } }"],
        source: "
            class Wiring extends com.google.inject.AbstractModule {
                protected void configure() { }
                @com.google.inject.Provides private String name() { return null; }
            }
            class Service { @com.google.inject.Inject private Service(String name) { } }
            class Plain { private String name() { return null; } }",
        reached: &["Wiring.<init>()", "Wiring.configure()", "Wiring.name()", "Service.<init>(java.lang.String)"],
        unreached: &["Plain.<init>()", "Plain.name()"],
    },
    Group {
        name: "runtimes",
        annotations: &["io.micronaut.http.annotation.Controller", "io.quarkus.scheduler.Scheduled"],
        types: &[
            "package org.quartz; public interface Job { void execute(Object context); }",
            "package io.vertx.core; public abstract class AbstractVerticle { public void start() { } }",
            "package org.apache.kafka.common.serialization; public interface Deserializer<T> { T deserialize(byte[] b); }",
        ],
        source: "
            class Nightly implements org.quartz.Job { public void execute(Object context) { } }
            class Node extends io.vertx.core.AbstractVerticle { public void start() { } }
            class Texts implements org.apache.kafka.common.serialization.Deserializer<String> {
                public String deserialize(byte[] b) { return null; }
            }
            @io.micronaut.http.annotation.Controller class Api { Api() { } void helper() { } }
            class Timed { @io.quarkus.scheduler.Scheduled private void tick() { } }
            class Plain { void execute(Object context) { } private void tick() { } }",
        reached: &[
            "Nightly.<init>()", "Nightly.execute(java.lang.Object)", "Node.<init>()", "Node.start()",
            "Texts.deserialize(byte[])", "Api.<init>()", "Timed.<init>()", "Timed.tick()",
        ],
        unreached: &["Api.helper()", "Plain.<init>()", "Plain.execute(java.lang.Object)", "Plain.tick()"],
    },
];
