package app;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import org.springframework.beans.BeanUtils;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/** Calls of libraries' utilities for reflection, one of each, each in a method of its own that says what was found or ran. */
public class Main {
    static String now;

    static void hit(Class<?> found) { System.out.println(now + " " + found.getName()); }
    static void hit(Member found) {
        String name = found instanceof Constructor ? "<init>" : found.getName();
        System.out.println(now + " " + found.getDeclaringClass().getName() + " " + name);
    }
    static void hit(String member) { System.out.println(now + " app.Main$Bean " + member); }

    interface Case { void run() throws Throwable; }

    static void run(String name, Case each) throws Throwable {
        now = name;
        each.run();
    }

    public static class Base {
        private String above = "above";
        private static String count = "count";
        void inherited() { hit("inherited"); }
        public void shared(String of) { hit("shared"); }
    }

    public static class Bean extends Base {
        private String secret = "secret";
        public String open = "open";
        private static String kept = "kept";
        public static String shown = "shown";
        private String name = "name";
        public Bean() { if (now != null && now.startsWith("make")) hit("<init>"); }
        public Bean(String of) { hit("<init>"); }
        public String getName() { if (now.startsWith("property")) hit("getName"); return name; }
        public void setName(String name) { hit("setName"); this.name = name; }
        public void act() { hit("act"); }
        public String act(String of) { hit("act"); return of; }
        private void hidden() { hit("hidden"); }
        private void hidden(String of) { hit("hidden"); }
        public static void still() { hit("still"); }
        public static String still(String of) { hit("still"); return of; }
        void unused() { hit("unused"); }
    }

    static void classNested() throws Throwable {
        hit(ClassUtils.forName("app.Main.Bean", null));
    }

    static void classOfArray() throws Throwable {
        hit(ClassUtils.forName("app.Main$Bean[]", null));
    }

    static void classPrimitive() throws Throwable {
        hit(ClassUtils.resolveClassName("int", null));
    }

    static void classResolved() throws Throwable {
        hit(ClassUtils.resolveClassName("app.Main$Base", Main.class.getClassLoader()));
    }

    static void springMethod() throws Throwable {
        hit(ClassUtils.getMethod(Bean.class, "act", String.class));
    }

    static void springMethodOfAny() throws Throwable {
        hit(ClassUtils.getMethod(Bean.class, "shared", (Class<?>[]) null));
    }

    static void springMethodIfAvailable() throws Throwable {
        hit(ClassUtils.getMethodIfAvailable(Bean.class, "act"));
    }

    static void springStatic() throws Throwable {
        hit(ClassUtils.getStaticMethod(Bean.class, "still"));
    }

    static void springConstructor() throws Throwable {
        hit(ClassUtils.getConstructorIfAvailable(Bean.class, String.class));
    }

    static void find() throws Throwable {
        hit(ReflectionUtils.findMethod(Bean.class, "hidden"));
    }

    static void findAbove() throws Throwable {
        hit(ReflectionUtils.findMethod(Bean.class, "inherited"));
    }

    static void findWithTypes() throws Throwable {
        hit(ReflectionUtils.findMethod(Bean.class, "hidden", String.class));
    }

    static void findOfAny() throws Throwable {
        hit(ReflectionUtils.findMethod(Bean.class, "shared", (Class<?>[]) null));
    }

    static void findField() throws Throwable {
        hit(ReflectionUtils.findField(Bean.class, "above"));
    }

    static void findFieldOfType() throws Throwable {
        hit(ReflectionUtils.findField(Bean.class, "secret", String.class));
    }

    static void accessible() throws Throwable {
        hit(ReflectionUtils.accessibleConstructor(Bean.class, String.class));
    }

    static void allDeclared() throws Throwable {
        for (Method each : ReflectionUtils.getAllDeclaredMethods(Bean.class)) if (each.getName().equals("inherited")) hit(each);
    }

    static void uniqueDeclared() throws Throwable {
        for (Method each : ReflectionUtils.getUniqueDeclaredMethods(Bean.class)) if (each.getName().equals("hidden")) hit(each);
    }

    static void declared() throws Throwable {
        for (Method each : ReflectionUtils.getDeclaredMethods(Bean.class)) if (each.getName().equals("hidden")) hit(each);
    }

    static void invoke() throws Throwable {
        Method of = Bean.class.getMethod("act");
        ReflectionUtils.invokeMethod(of, new Bean());
    }

    static void invokeWithArguments() throws Throwable {
        Method of = Bean.class.getMethod("act", String.class);
        ReflectionUtils.invokeMethod(of, new Bean(), "x");
    }

    static void readOfSpring() throws Throwable {
        Field of = Bean.class.getField("open");
        if ("open".equals(ReflectionUtils.getField(of, new Bean()))) hit(of);
    }

    static void writeOfSpring() throws Throwable {
        Field of = Bean.class.getField("open");
        Bean bean = new Bean();
        ReflectionUtils.setField(of, bean, "written");
        if (bean.open.equals("written")) hit(of);
    }

    static void makeOfSpring() throws Throwable {
        BeanUtils.instantiate(Bean.class);
    }

    static void makeClass() throws Throwable {
        BeanUtils.instantiateClass(Bean.class);
    }

    static void makeClassAs() throws Throwable {
        BeanUtils.instantiateClass(Bean.class, Base.class);
    }

    static void makeByConstructor() throws Throwable {
        BeanUtils.instantiateClass(Bean.class.getConstructor(String.class), "x");
    }

    static void resolvable() throws Throwable {
        hit(BeanUtils.getResolvableConstructor(Bean.class));
    }

    static void primary() throws Throwable {
        Constructor<?> none = BeanUtils.findPrimaryConstructor(Bean.class);
        hit(none == null ? Bean.class.getConstructor() : none);
    }

    static void beanMethod() throws Throwable {
        hit(BeanUtils.findMethod(Bean.class, "act", String.class));
    }

    static void beanDeclaredMethod() throws Throwable {
        hit(BeanUtils.findDeclaredMethod(Bean.class, "hidden", String.class));
    }

    static void beanMinimal() throws Throwable {
        hit(BeanUtils.findMethodWithMinimalParameters(Bean.class, "act"));
    }

    static void beanDeclaredMinimal() throws Throwable {
        hit(BeanUtils.findDeclaredMethodWithMinimalParameters(Bean.class, "hidden"));
    }

    static void eachMethod() throws Throwable {
        ReflectionUtils.doWithMethods(Bean.class, method -> {
            if (method.getName().equals("hidden")) hit(method);
        });
    }

    static void eachMethodThatFits() throws Throwable {
        ReflectionUtils.doWithMethods(Bean.class, Main::hit, method -> method.getName().equals("inherited"));
    }

    static void eachLocalMethod() throws Throwable {
        ReflectionUtils.doWithLocalMethods(Bean.class, method -> {
            if (method.getName().equals("hidden")) hit(method);
        });
    }

    static void eachField() throws Throwable {
        ReflectionUtils.doWithFields(Bean.class, field -> {
            if (field.getName().equals("above")) hit(field);
        });
    }

    static void eachFieldThatFits() throws Throwable {
        ReflectionUtils.doWithFields(Bean.class, Main::hit, field -> field.getName().equals("secret"));
    }

    static void eachLocalField() throws Throwable {
        ReflectionUtils.doWithLocalFields(Bean.class, field -> {
            if (field.getName().equals("secret")) hit(field);
        });
    }

    static void classThree() throws Throwable {
        hit(org.apache.commons.lang3.ClassUtils.getClass("app.Main.Bean"));
    }

    static void classUninitialisedThree() throws Throwable {
        hit(org.apache.commons.lang3.ClassUtils.getClass("app.Main$Base", false));
    }

    static void classOfLoaderThree() throws Throwable {
        hit(org.apache.commons.lang3.ClassUtils.getClass(Main.class.getClassLoader(), "app.Main$Bean"));
    }

    static void classOfLoaderInitialisedThree() throws Throwable {
        hit(org.apache.commons.lang3.ClassUtils.getClass(Main.class.getClassLoader(), "app.Main.Bean", true));
    }

    static void publicMethodThree() throws Throwable {
        hit(org.apache.commons.lang3.ClassUtils.getPublicMethod(Bean.class, "act", String.class));
    }

    static void accessibleMethodThree() throws Throwable {
        hit(org.apache.commons.lang3.reflect.MethodUtils.getAccessibleMethod(Bean.class, "act", String.class));
    }

    static void matchingMethodThree() throws Throwable {
        hit(org.apache.commons.lang3.reflect.MethodUtils.getMatchingAccessibleMethod(Bean.class, "act", String.class));
    }

    static void anyMatchingMethodThree() throws Throwable {
        hit(org.apache.commons.lang3.reflect.MethodUtils.getMatchingMethod(Bean.class, "hidden", String.class));
    }

    static void annotatedMethodsThree() throws Throwable {
        for (Method each : org.apache.commons.lang3.reflect.MethodUtils.getMethodsWithAnnotation(Bean.class, Deprecated.class)) hit(each);
        hit(Bean.class.getMethod("act"));
    }

    static void callThree() throws Throwable {
        org.apache.commons.lang3.reflect.MethodUtils.invokeMethod(new Bean(), "act");
    }

    static void callWithArrayThree() throws Throwable {
        org.apache.commons.lang3.reflect.MethodUtils.invokeMethod(new Bean(), "act", new Object[] {"x"});
    }

    static void callWithTypesThree() throws Throwable {
        org.apache.commons.lang3.reflect.MethodUtils.invokeMethod(new Bean(), "act", new Object[] {"x"}, new Class[] {String.class});
    }

    static void callExactThree() throws Throwable {
        org.apache.commons.lang3.reflect.MethodUtils.invokeExactMethod(new Bean(), "act");
    }

    static void callWithArrayExactThree() throws Throwable {
        org.apache.commons.lang3.reflect.MethodUtils.invokeExactMethod(new Bean(), "act", new Object[] {"x"});
    }

    static void callWithTypesExactThree() throws Throwable {
        org.apache.commons.lang3.reflect.MethodUtils.invokeExactMethod(new Bean(), "act", new Object[] {"x"}, new Class[] {String.class});
    }

    static void callByForceThree() throws Throwable {
        org.apache.commons.lang3.reflect.MethodUtils.invokeMethod(new Bean(), true, "hidden");
    }

    static void callByForceWithArrayThree() throws Throwable {
        org.apache.commons.lang3.reflect.MethodUtils.invokeMethod(new Bean(), true, "hidden", "x");
    }

    static void callByForceWithTypesThree() throws Throwable {
        org.apache.commons.lang3.reflect.MethodUtils.invokeMethod(new Bean(), true, "hidden", new Object[] {"x"}, new Class[] {String.class});
    }

    static void callStaticWithArrayThree() throws Throwable {
        org.apache.commons.lang3.reflect.MethodUtils.invokeStaticMethod(Bean.class, "still", new Object[] {"x"});
    }

    static void callStaticWithTypesThree() throws Throwable {
        org.apache.commons.lang3.reflect.MethodUtils.invokeStaticMethod(Bean.class, "still", new Object[] {"x"}, new Class[] {String.class});
    }

    static void callStaticWithArrayExactThree() throws Throwable {
        org.apache.commons.lang3.reflect.MethodUtils.invokeExactStaticMethod(Bean.class, "still", new Object[] {"x"});
    }

    static void callStaticWithTypesExactThree() throws Throwable {
        org.apache.commons.lang3.reflect.MethodUtils.invokeExactStaticMethod(Bean.class, "still", new Object[] {"x"}, new Class[] {String.class});
    }

    static void fieldThree() throws Throwable {
        hit(org.apache.commons.lang3.reflect.FieldUtils.getField(Bean.class, "above", true));
    }

    static void declaredFieldThree() throws Throwable {
        hit(org.apache.commons.lang3.reflect.FieldUtils.getDeclaredField(Bean.class, "secret", true));
    }

    static void allFieldsThree() throws Throwable {
        for (Field each : org.apache.commons.lang3.reflect.FieldUtils.getAllFields(Bean.class)) if (each.getName().equals("above")) hit(each);
    }

    static void annotatedFieldsThree() throws Throwable {
        for (Field each : org.apache.commons.lang3.reflect.FieldUtils.getFieldsWithAnnotation(Bean.class, Deprecated.class)) hit(each);
        hit(Bean.class.getField("open"));
    }

    static void readThree() throws Throwable {
        Field of = Bean.class.getField("open");
        if ("open".equals(org.apache.commons.lang3.reflect.FieldUtils.readField(of, new Bean()))) hit(of);
    }

    static void readStaticThree() throws Throwable {
        Field of = Bean.class.getField("shown");
        if (org.apache.commons.lang3.reflect.FieldUtils.readStaticField(of) != null) hit(of);
    }

    static void readNamedThree() throws Throwable {
        if ("open".equals(org.apache.commons.lang3.reflect.FieldUtils.readField(new Bean(), "open"))) hit(Bean.class.getDeclaredField("open"));
    }

    static void readDeclaredThree() throws Throwable {
        if ("open".equals(org.apache.commons.lang3.reflect.FieldUtils.readDeclaredField(new Bean(), "open"))) hit(Bean.class.getDeclaredField("open"));
    }

    static void readNamedStaticThree() throws Throwable {
        if (org.apache.commons.lang3.reflect.FieldUtils.readStaticField(Bean.class, "shown") != null) hit(Bean.class.getDeclaredField("shown"));
    }

    static void readDeclaredStaticThree() throws Throwable {
        if (org.apache.commons.lang3.reflect.FieldUtils.readDeclaredStaticField(Bean.class, "shown") != null) hit(Bean.class.getDeclaredField("shown"));
    }

    static void writeThree() throws Throwable {
        Field of = Bean.class.getField("open");
        org.apache.commons.lang3.reflect.FieldUtils.writeField(of, new Bean(), "x");
        hit(of);
    }

    static void writeStaticThree() throws Throwable {
        Field of = Bean.class.getField("shown");
        org.apache.commons.lang3.reflect.FieldUtils.writeStaticField(of, "x");
        hit(of);
    }

    static void writeNamedThree() throws Throwable {
        org.apache.commons.lang3.reflect.FieldUtils.writeField(new Bean(), "open", "x");
        hit(Bean.class.getDeclaredField("open"));
    }

    static void writeDeclaredThree() throws Throwable {
        org.apache.commons.lang3.reflect.FieldUtils.writeDeclaredField(new Bean(), "open", "x");
        hit(Bean.class.getDeclaredField("open"));
    }

    static void writeNamedStaticThree() throws Throwable {
        org.apache.commons.lang3.reflect.FieldUtils.writeStaticField(Bean.class, "shown", "x");
        hit(Bean.class.getDeclaredField("shown"));
    }

    static void writeDeclaredStaticThree() throws Throwable {
        org.apache.commons.lang3.reflect.FieldUtils.writeDeclaredStaticField(Bean.class, "shown", "x");
        hit(Bean.class.getDeclaredField("shown"));
    }

    static void readForcedThree() throws Throwable {
        Field of = Bean.class.getField("open");
        if ("open".equals(org.apache.commons.lang3.reflect.FieldUtils.readField(of, new Bean(), true))) hit(of);
    }

    static void readStaticForcedThree() throws Throwable {
        Field of = Bean.class.getField("shown");
        if (org.apache.commons.lang3.reflect.FieldUtils.readStaticField(of, true) != null) hit(of);
    }

    static void readNamedForcedThree() throws Throwable {
        if ("above".equals(org.apache.commons.lang3.reflect.FieldUtils.readField(new Bean(), "above", true))) hit(Base.class.getDeclaredField("above"));
    }

    static void readDeclaredForcedThree() throws Throwable {
        if ("secret".equals(org.apache.commons.lang3.reflect.FieldUtils.readDeclaredField(new Bean(), "secret", true))) hit(Bean.class.getDeclaredField("secret"));
    }

    static void readNamedStaticForcedThree() throws Throwable {
        if (org.apache.commons.lang3.reflect.FieldUtils.readStaticField(Bean.class, "kept", true) != null) hit(Bean.class.getDeclaredField("kept"));
    }

    static void readDeclaredStaticForcedThree() throws Throwable {
        if (org.apache.commons.lang3.reflect.FieldUtils.readDeclaredStaticField(Bean.class, "kept", true) != null) hit(Bean.class.getDeclaredField("kept"));
    }

    static void writeForcedThree() throws Throwable {
        Field of = Bean.class.getField("open");
        org.apache.commons.lang3.reflect.FieldUtils.writeField(of, new Bean(), "x", true);
        hit(of);
    }

    static void writeStaticForcedThree() throws Throwable {
        Field of = Bean.class.getField("shown");
        org.apache.commons.lang3.reflect.FieldUtils.writeStaticField(of, "x", true);
        hit(of);
    }

    static void writeNamedForcedThree() throws Throwable {
        org.apache.commons.lang3.reflect.FieldUtils.writeField(new Bean(), "above", "x", true);
        hit(Base.class.getDeclaredField("above"));
    }

    static void writeDeclaredForcedThree() throws Throwable {
        org.apache.commons.lang3.reflect.FieldUtils.writeDeclaredField(new Bean(), "secret", "x", true);
        hit(Bean.class.getDeclaredField("secret"));
    }

    static void writeNamedStaticForcedThree() throws Throwable {
        org.apache.commons.lang3.reflect.FieldUtils.writeStaticField(Bean.class, "kept", "x", true);
        hit(Bean.class.getDeclaredField("kept"));
    }

    static void writeDeclaredStaticForcedThree() throws Throwable {
        org.apache.commons.lang3.reflect.FieldUtils.writeDeclaredStaticField(Bean.class, "kept", "x", true);
        hit(Bean.class.getDeclaredField("kept"));
    }

    static void constructorThree() throws Throwable {
        hit(org.apache.commons.lang3.reflect.ConstructorUtils.getAccessibleConstructor(Bean.class, String.class));
    }

    static void matchingConstructorThree() throws Throwable {
        hit(org.apache.commons.lang3.reflect.ConstructorUtils.getMatchingAccessibleConstructor(Bean.class, String.class));
    }

    static void makeWithArrayThree() throws Throwable {
        org.apache.commons.lang3.reflect.ConstructorUtils.invokeConstructor(Bean.class, new Object[] {"x"});
    }

    static void makeWithTypesThree() throws Throwable {
        org.apache.commons.lang3.reflect.ConstructorUtils.invokeConstructor(Bean.class, new Object[] {"x"}, new Class[] {String.class});
    }

    static void makeWithArrayExactThree() throws Throwable {
        org.apache.commons.lang3.reflect.ConstructorUtils.invokeExactConstructor(Bean.class, new Object[] {"x"});
    }

    static void makeWithTypesExactThree() throws Throwable {
        org.apache.commons.lang3.reflect.ConstructorUtils.invokeExactConstructor(Bean.class, new Object[] {"x"}, new Class[] {String.class});
    }

    static void classTwo() throws Throwable {
        hit(org.apache.commons.lang.ClassUtils.getClass("app.Main.Bean"));
    }

    static void classUninitialisedTwo() throws Throwable {
        hit(org.apache.commons.lang.ClassUtils.getClass("app.Main$Base", false));
    }

    static void classOfLoaderTwo() throws Throwable {
        hit(org.apache.commons.lang.ClassUtils.getClass(Main.class.getClassLoader(), "app.Main$Bean"));
    }

    static void classOfLoaderInitialisedTwo() throws Throwable {
        hit(org.apache.commons.lang.ClassUtils.getClass(Main.class.getClassLoader(), "app.Main.Bean", true));
    }

    static void publicMethodTwo() throws Throwable {
        hit(org.apache.commons.lang.ClassUtils.getPublicMethod(Bean.class, "act", new Class[] {String.class}));
    }

    static void accessibleMethodTwo() throws Throwable {
        hit(org.apache.commons.lang.reflect.MethodUtils.getAccessibleMethod(Bean.class, "act", new Class[] {String.class}));
    }

    static void accessibleMethodOfOneTwo() throws Throwable {
        hit(org.apache.commons.lang.reflect.MethodUtils.getAccessibleMethod(Bean.class, "act", String.class));
    }

    static void matchingMethodTwo() throws Throwable {
        hit(org.apache.commons.lang.reflect.MethodUtils.getMatchingAccessibleMethod(Bean.class, "act", new Class[] {String.class}));
    }

    static void callWithOneTwo() throws Throwable {
        org.apache.commons.lang.reflect.MethodUtils.invokeMethod(new Bean(), "act", "x");
    }

    static void callWithArrayTwo() throws Throwable {
        org.apache.commons.lang.reflect.MethodUtils.invokeMethod(new Bean(), "act", new Object[] {"x"});
    }

    static void callWithTypesTwo() throws Throwable {
        org.apache.commons.lang.reflect.MethodUtils.invokeMethod(new Bean(), "act", new Object[] {"x"}, new Class[] {String.class});
    }

    static void callWithOneExactTwo() throws Throwable {
        org.apache.commons.lang.reflect.MethodUtils.invokeExactMethod(new Bean(), "act", "x");
    }

    static void callWithArrayExactTwo() throws Throwable {
        org.apache.commons.lang.reflect.MethodUtils.invokeExactMethod(new Bean(), "act", new Object[] {"x"});
    }

    static void callWithTypesExactTwo() throws Throwable {
        org.apache.commons.lang.reflect.MethodUtils.invokeExactMethod(new Bean(), "act", new Object[] {"x"}, new Class[] {String.class});
    }

    static void callStaticWithOneTwo() throws Throwable {
        org.apache.commons.lang.reflect.MethodUtils.invokeStaticMethod(Bean.class, "still", "x");
    }

    static void callStaticWithArrayTwo() throws Throwable {
        org.apache.commons.lang.reflect.MethodUtils.invokeStaticMethod(Bean.class, "still", new Object[] {"x"});
    }

    static void callStaticWithTypesTwo() throws Throwable {
        org.apache.commons.lang.reflect.MethodUtils.invokeStaticMethod(Bean.class, "still", new Object[] {"x"}, new Class[] {String.class});
    }

    static void callStaticWithOneExactTwo() throws Throwable {
        org.apache.commons.lang.reflect.MethodUtils.invokeExactStaticMethod(Bean.class, "still", "x");
    }

    static void callStaticWithArrayExactTwo() throws Throwable {
        org.apache.commons.lang.reflect.MethodUtils.invokeExactStaticMethod(Bean.class, "still", new Object[] {"x"});
    }

    static void callStaticWithTypesExactTwo() throws Throwable {
        org.apache.commons.lang.reflect.MethodUtils.invokeExactStaticMethod(Bean.class, "still", new Object[] {"x"}, new Class[] {String.class});
    }

    static void fieldTwo() throws Throwable {
        hit(org.apache.commons.lang.reflect.FieldUtils.getField(Bean.class, "above", true));
    }

    static void declaredFieldTwo() throws Throwable {
        hit(org.apache.commons.lang.reflect.FieldUtils.getDeclaredField(Bean.class, "secret", true));
    }

    static void readTwo() throws Throwable {
        Field of = Bean.class.getField("open");
        if ("open".equals(org.apache.commons.lang.reflect.FieldUtils.readField(of, new Bean()))) hit(of);
    }

    static void readStaticTwo() throws Throwable {
        Field of = Bean.class.getField("shown");
        if (org.apache.commons.lang.reflect.FieldUtils.readStaticField(of) != null) hit(of);
    }

    static void readNamedTwo() throws Throwable {
        if ("open".equals(org.apache.commons.lang.reflect.FieldUtils.readField(new Bean(), "open"))) hit(Bean.class.getDeclaredField("open"));
    }

    static void readDeclaredTwo() throws Throwable {
        if ("open".equals(org.apache.commons.lang.reflect.FieldUtils.readDeclaredField(new Bean(), "open"))) hit(Bean.class.getDeclaredField("open"));
    }

    static void readNamedStaticTwo() throws Throwable {
        if (org.apache.commons.lang.reflect.FieldUtils.readStaticField(Bean.class, "shown") != null) hit(Bean.class.getDeclaredField("shown"));
    }

    static void readDeclaredStaticTwo() throws Throwable {
        if (org.apache.commons.lang.reflect.FieldUtils.readDeclaredStaticField(Bean.class, "shown") != null) hit(Bean.class.getDeclaredField("shown"));
    }

    static void writeTwo() throws Throwable {
        Field of = Bean.class.getField("open");
        org.apache.commons.lang.reflect.FieldUtils.writeField(of, new Bean(), "x");
        hit(of);
    }

    static void writeStaticTwo() throws Throwable {
        Field of = Bean.class.getField("shown");
        org.apache.commons.lang.reflect.FieldUtils.writeStaticField(of, "x");
        hit(of);
    }

    static void writeNamedTwo() throws Throwable {
        org.apache.commons.lang.reflect.FieldUtils.writeField(new Bean(), "open", "x");
        hit(Bean.class.getDeclaredField("open"));
    }

    static void writeDeclaredTwo() throws Throwable {
        org.apache.commons.lang.reflect.FieldUtils.writeDeclaredField(new Bean(), "open", "x");
        hit(Bean.class.getDeclaredField("open"));
    }

    static void writeNamedStaticTwo() throws Throwable {
        org.apache.commons.lang.reflect.FieldUtils.writeStaticField(Bean.class, "shown", "x");
        hit(Bean.class.getDeclaredField("shown"));
    }

    static void writeDeclaredStaticTwo() throws Throwable {
        org.apache.commons.lang.reflect.FieldUtils.writeDeclaredStaticField(Bean.class, "shown", "x");
        hit(Bean.class.getDeclaredField("shown"));
    }

    static void readForcedTwo() throws Throwable {
        Field of = Bean.class.getField("open");
        if ("open".equals(org.apache.commons.lang.reflect.FieldUtils.readField(of, new Bean(), true))) hit(of);
    }

    static void readStaticForcedTwo() throws Throwable {
        Field of = Bean.class.getField("shown");
        if (org.apache.commons.lang.reflect.FieldUtils.readStaticField(of, true) != null) hit(of);
    }

    static void readNamedForcedTwo() throws Throwable {
        if ("above".equals(org.apache.commons.lang.reflect.FieldUtils.readField(new Bean(), "above", true))) hit(Base.class.getDeclaredField("above"));
    }

    static void readDeclaredForcedTwo() throws Throwable {
        if ("secret".equals(org.apache.commons.lang.reflect.FieldUtils.readDeclaredField(new Bean(), "secret", true))) hit(Bean.class.getDeclaredField("secret"));
    }

    static void readNamedStaticForcedTwo() throws Throwable {
        if (org.apache.commons.lang.reflect.FieldUtils.readStaticField(Bean.class, "kept", true) != null) hit(Bean.class.getDeclaredField("kept"));
    }

    static void readDeclaredStaticForcedTwo() throws Throwable {
        if (org.apache.commons.lang.reflect.FieldUtils.readDeclaredStaticField(Bean.class, "kept", true) != null) hit(Bean.class.getDeclaredField("kept"));
    }

    static void writeForcedTwo() throws Throwable {
        Field of = Bean.class.getField("open");
        org.apache.commons.lang.reflect.FieldUtils.writeField(of, new Bean(), "x", true);
        hit(of);
    }

    static void writeStaticForcedTwo() throws Throwable {
        Field of = Bean.class.getField("shown");
        org.apache.commons.lang.reflect.FieldUtils.writeStaticField(of, "x", true);
        hit(of);
    }

    static void writeNamedForcedTwo() throws Throwable {
        org.apache.commons.lang.reflect.FieldUtils.writeField(new Bean(), "above", "x", true);
        hit(Base.class.getDeclaredField("above"));
    }

    static void writeDeclaredForcedTwo() throws Throwable {
        org.apache.commons.lang.reflect.FieldUtils.writeDeclaredField(new Bean(), "secret", "x", true);
        hit(Bean.class.getDeclaredField("secret"));
    }

    static void writeNamedStaticForcedTwo() throws Throwable {
        org.apache.commons.lang.reflect.FieldUtils.writeStaticField(Bean.class, "kept", "x", true);
        hit(Bean.class.getDeclaredField("kept"));
    }

    static void writeDeclaredStaticForcedTwo() throws Throwable {
        org.apache.commons.lang.reflect.FieldUtils.writeDeclaredStaticField(Bean.class, "kept", "x", true);
        hit(Bean.class.getDeclaredField("kept"));
    }

    static void constructorTwo() throws Throwable {
        hit(org.apache.commons.lang.reflect.ConstructorUtils.getAccessibleConstructor(Bean.class, new Class[] {String.class}));
    }

    static void constructorOfOneTwo() throws Throwable {
        hit(org.apache.commons.lang.reflect.ConstructorUtils.getAccessibleConstructor(Bean.class, String.class));
    }

    static void matchingConstructorTwo() throws Throwable {
        hit(org.apache.commons.lang.reflect.ConstructorUtils.getMatchingAccessibleConstructor(Bean.class, new Class[] {String.class}));
    }

    static void makeWithOneTwo() throws Throwable {
        org.apache.commons.lang.reflect.ConstructorUtils.invokeConstructor(Bean.class, "x");
    }

    static void makeWithArrayTwo() throws Throwable {
        org.apache.commons.lang.reflect.ConstructorUtils.invokeConstructor(Bean.class, new Object[] {"x"});
    }

    static void makeWithTypesTwo() throws Throwable {
        org.apache.commons.lang.reflect.ConstructorUtils.invokeConstructor(Bean.class, new Object[] {"x"}, new Class[] {String.class});
    }

    static void makeWithOneExactTwo() throws Throwable {
        org.apache.commons.lang.reflect.ConstructorUtils.invokeExactConstructor(Bean.class, "x");
    }

    static void makeWithArrayExactTwo() throws Throwable {
        org.apache.commons.lang.reflect.ConstructorUtils.invokeExactConstructor(Bean.class, new Object[] {"x"});
    }

    static void makeWithTypesExactTwo() throws Throwable {
        org.apache.commons.lang.reflect.ConstructorUtils.invokeExactConstructor(Bean.class, new Object[] {"x"}, new Class[] {String.class});
    }

    static void property() throws Throwable {
        org.apache.commons.beanutils.PropertyUtils.getProperty(new Bean(), "name");
    }

    static void propertySimple() throws Throwable {
        org.apache.commons.beanutils.PropertyUtils.getSimpleProperty(new Bean(), "name");
    }

    static void propertyNested() throws Throwable {
        org.apache.commons.beanutils.PropertyUtils.getNestedProperty(new Bean(), "name");
    }

    static void propertyText() throws Throwable {
        org.apache.commons.beanutils.BeanUtils.getProperty(new Bean(), "name");
    }

    static void propertySimpleText() throws Throwable {
        org.apache.commons.beanutils.BeanUtils.getSimpleProperty(new Bean(), "name");
    }

    static void propertyNestedText() throws Throwable {
        org.apache.commons.beanutils.BeanUtils.getNestedProperty(new Bean(), "name");
    }

    static void set() throws Throwable {
        org.apache.commons.beanutils.PropertyUtils.setProperty(new Bean(), "name", "x");
    }

    static void setSimple() throws Throwable {
        org.apache.commons.beanutils.PropertyUtils.setSimpleProperty(new Bean(), "name", "x");
    }

    static void setNested() throws Throwable {
        org.apache.commons.beanutils.PropertyUtils.setNestedProperty(new Bean(), "name", "x");
    }

    static void setText() throws Throwable {
        org.apache.commons.beanutils.BeanUtils.setProperty(new Bean(), "name", "x");
    }

    static void copyText() throws Throwable {
        org.apache.commons.beanutils.BeanUtils.copyProperty(new Bean(), "name", "x");
    }

    static void propertyBean() throws Throwable {
        new org.apache.commons.beanutils.PropertyUtilsBean().getProperty(new Bean(), "name");
    }

    static void propertySimpleBean() throws Throwable {
        new org.apache.commons.beanutils.PropertyUtilsBean().getSimpleProperty(new Bean(), "name");
    }

    static void propertyNestedBean() throws Throwable {
        new org.apache.commons.beanutils.PropertyUtilsBean().getNestedProperty(new Bean(), "name");
    }

    static void propertyTextBean() throws Throwable {
        new org.apache.commons.beanutils.BeanUtilsBean().getProperty(new Bean(), "name");
    }

    static void propertySimpleTextBean() throws Throwable {
        new org.apache.commons.beanutils.BeanUtilsBean().getSimpleProperty(new Bean(), "name");
    }

    static void propertyNestedTextBean() throws Throwable {
        new org.apache.commons.beanutils.BeanUtilsBean().getNestedProperty(new Bean(), "name");
    }

    static void setBean() throws Throwable {
        new org.apache.commons.beanutils.PropertyUtilsBean().setProperty(new Bean(), "name", "x");
    }

    static void setSimpleBean() throws Throwable {
        new org.apache.commons.beanutils.PropertyUtilsBean().setSimpleProperty(new Bean(), "name", "x");
    }

    static void setNestedBean() throws Throwable {
        new org.apache.commons.beanutils.PropertyUtilsBean().setNestedProperty(new Bean(), "name", "x");
    }

    static void setTextBean() throws Throwable {
        new org.apache.commons.beanutils.BeanUtilsBean().setProperty(new Bean(), "name", "x");
    }

    static void copyTextBean() throws Throwable {
        new org.apache.commons.beanutils.BeanUtilsBean().copyProperty(new Bean(), "name", "x");
    }

    static void beanCall() throws Throwable {
        org.apache.commons.beanutils.MethodUtils.invokeMethod(new Bean(), "act", "x");
    }

    static void beanCallWithArray() throws Throwable {
        org.apache.commons.beanutils.MethodUtils.invokeMethod(new Bean(), "act", new Object[] {"x"});
    }

    static void beanCallWithTypes() throws Throwable {
        org.apache.commons.beanutils.MethodUtils.invokeMethod(new Bean(), "act", new Object[] {"x"}, new Class[] {String.class});
    }

    static void beanCallExact() throws Throwable {
        org.apache.commons.beanutils.MethodUtils.invokeExactMethod(new Bean(), "act", "x");
    }

    static void beanCallWithArrayExact() throws Throwable {
        org.apache.commons.beanutils.MethodUtils.invokeExactMethod(new Bean(), "act", new Object[] {"x"});
    }

    static void beanCallWithTypesExact() throws Throwable {
        org.apache.commons.beanutils.MethodUtils.invokeExactMethod(new Bean(), "act", new Object[] {"x"}, new Class[] {String.class});
    }

    static void beanCallStatic() throws Throwable {
        org.apache.commons.beanutils.MethodUtils.invokeStaticMethod(Bean.class, "still", "x");
    }

    static void beanCallStaticWithArray() throws Throwable {
        org.apache.commons.beanutils.MethodUtils.invokeStaticMethod(Bean.class, "still", new Object[] {"x"});
    }

    static void beanCallStaticWithTypes() throws Throwable {
        org.apache.commons.beanutils.MethodUtils.invokeStaticMethod(Bean.class, "still", new Object[] {"x"}, new Class[] {String.class});
    }

    static void beanCallStaticExact() throws Throwable {
        org.apache.commons.beanutils.MethodUtils.invokeExactStaticMethod(Bean.class, "still", "x");
    }

    static void beanCallStaticWithArrayExact() throws Throwable {
        org.apache.commons.beanutils.MethodUtils.invokeExactStaticMethod(Bean.class, "still", new Object[] {"x"});
    }

    static void beanCallStaticWithTypesExact() throws Throwable {
        org.apache.commons.beanutils.MethodUtils.invokeExactStaticMethod(Bean.class, "still", new Object[] {"x"}, new Class[] {String.class});
    }

    static void beanAccessible() throws Throwable {
        hit(org.apache.commons.beanutils.MethodUtils.getAccessibleMethod(Bean.class, "act", new Class[] {String.class}));
    }

    static void beanAccessibleOfOne() throws Throwable {
        hit(org.apache.commons.beanutils.MethodUtils.getAccessibleMethod(Bean.class, "act", String.class));
    }

    static void beanMatching() throws Throwable {
        hit(org.apache.commons.beanutils.MethodUtils.getMatchingAccessibleMethod(Bean.class, "act", new Class[] {String.class}));
    }

    static void makeBean() throws Throwable {
        org.apache.commons.beanutils.ConstructorUtils.invokeConstructor(Bean.class, "x");
    }

    static void makeBeanWithArray() throws Throwable {
        org.apache.commons.beanutils.ConstructorUtils.invokeConstructor(Bean.class, new Object[] {"x"});
    }

    static void makeBeanWithTypes() throws Throwable {
        org.apache.commons.beanutils.ConstructorUtils.invokeConstructor(Bean.class, new Object[] {"x"}, new Class[] {String.class});
    }

    static void makeBeanExact() throws Throwable {
        org.apache.commons.beanutils.ConstructorUtils.invokeExactConstructor(Bean.class, "x");
    }

    static void makeBeanWithArrayExact() throws Throwable {
        org.apache.commons.beanutils.ConstructorUtils.invokeExactConstructor(Bean.class, new Object[] {"x"});
    }

    static void makeBeanWithTypesExact() throws Throwable {
        org.apache.commons.beanutils.ConstructorUtils.invokeExactConstructor(Bean.class, new Object[] {"x"}, new Class[] {String.class});
    }

    static void beanConstructor() throws Throwable {
        hit(org.apache.commons.beanutils.ConstructorUtils.getAccessibleConstructor(Bean.class, new Class[] {String.class}));
    }

    static void beanConstructorOfOne() throws Throwable {
        hit(org.apache.commons.beanutils.ConstructorUtils.getAccessibleConstructor(Bean.class, String.class));
    }

    public static void main(String[] args) throws Throwable {
        run("classNested", Main::classNested);
        run("classOfArray", Main::classOfArray);
        run("classPrimitive", Main::classPrimitive);
        run("classResolved", Main::classResolved);
        run("springMethod", Main::springMethod);
        run("springMethodOfAny", Main::springMethodOfAny);
        run("springMethodIfAvailable", Main::springMethodIfAvailable);
        run("springStatic", Main::springStatic);
        run("springConstructor", Main::springConstructor);
        run("find", Main::find);
        run("findAbove", Main::findAbove);
        run("findWithTypes", Main::findWithTypes);
        run("findOfAny", Main::findOfAny);
        run("findField", Main::findField);
        run("findFieldOfType", Main::findFieldOfType);
        run("accessible", Main::accessible);
        run("allDeclared", Main::allDeclared);
        run("uniqueDeclared", Main::uniqueDeclared);
        run("declared", Main::declared);
        run("invoke", Main::invoke);
        run("invokeWithArguments", Main::invokeWithArguments);
        run("readOfSpring", Main::readOfSpring);
        run("writeOfSpring", Main::writeOfSpring);
        run("makeOfSpring", Main::makeOfSpring);
        run("makeClass", Main::makeClass);
        run("makeClassAs", Main::makeClassAs);
        run("makeByConstructor", Main::makeByConstructor);
        run("resolvable", Main::resolvable);
        run("primary", Main::primary);
        run("beanMethod", Main::beanMethod);
        run("beanDeclaredMethod", Main::beanDeclaredMethod);
        run("beanMinimal", Main::beanMinimal);
        run("beanDeclaredMinimal", Main::beanDeclaredMinimal);
        run("eachMethod", Main::eachMethod);
        run("eachMethodThatFits", Main::eachMethodThatFits);
        run("eachLocalMethod", Main::eachLocalMethod);
        run("eachField", Main::eachField);
        run("eachFieldThatFits", Main::eachFieldThatFits);
        run("eachLocalField", Main::eachLocalField);
        run("classThree", Main::classThree);
        run("classUninitialisedThree", Main::classUninitialisedThree);
        run("classOfLoaderThree", Main::classOfLoaderThree);
        run("classOfLoaderInitialisedThree", Main::classOfLoaderInitialisedThree);
        run("publicMethodThree", Main::publicMethodThree);
        run("accessibleMethodThree", Main::accessibleMethodThree);
        run("matchingMethodThree", Main::matchingMethodThree);
        run("anyMatchingMethodThree", Main::anyMatchingMethodThree);
        run("annotatedMethodsThree", Main::annotatedMethodsThree);
        run("callThree", Main::callThree);
        run("callWithArrayThree", Main::callWithArrayThree);
        run("callWithTypesThree", Main::callWithTypesThree);
        run("callExactThree", Main::callExactThree);
        run("callWithArrayExactThree", Main::callWithArrayExactThree);
        run("callWithTypesExactThree", Main::callWithTypesExactThree);
        run("callByForceThree", Main::callByForceThree);
        run("callByForceWithArrayThree", Main::callByForceWithArrayThree);
        run("callByForceWithTypesThree", Main::callByForceWithTypesThree);
        run("callStaticWithArrayThree", Main::callStaticWithArrayThree);
        run("callStaticWithTypesThree", Main::callStaticWithTypesThree);
        run("callStaticWithArrayExactThree", Main::callStaticWithArrayExactThree);
        run("callStaticWithTypesExactThree", Main::callStaticWithTypesExactThree);
        run("fieldThree", Main::fieldThree);
        run("declaredFieldThree", Main::declaredFieldThree);
        run("allFieldsThree", Main::allFieldsThree);
        run("annotatedFieldsThree", Main::annotatedFieldsThree);
        run("readThree", Main::readThree);
        run("readStaticThree", Main::readStaticThree);
        run("readNamedThree", Main::readNamedThree);
        run("readDeclaredThree", Main::readDeclaredThree);
        run("readNamedStaticThree", Main::readNamedStaticThree);
        run("readDeclaredStaticThree", Main::readDeclaredStaticThree);
        run("writeThree", Main::writeThree);
        run("writeStaticThree", Main::writeStaticThree);
        run("writeNamedThree", Main::writeNamedThree);
        run("writeDeclaredThree", Main::writeDeclaredThree);
        run("writeNamedStaticThree", Main::writeNamedStaticThree);
        run("writeDeclaredStaticThree", Main::writeDeclaredStaticThree);
        run("readForcedThree", Main::readForcedThree);
        run("readStaticForcedThree", Main::readStaticForcedThree);
        run("readNamedForcedThree", Main::readNamedForcedThree);
        run("readDeclaredForcedThree", Main::readDeclaredForcedThree);
        run("readNamedStaticForcedThree", Main::readNamedStaticForcedThree);
        run("readDeclaredStaticForcedThree", Main::readDeclaredStaticForcedThree);
        run("writeForcedThree", Main::writeForcedThree);
        run("writeStaticForcedThree", Main::writeStaticForcedThree);
        run("writeNamedForcedThree", Main::writeNamedForcedThree);
        run("writeDeclaredForcedThree", Main::writeDeclaredForcedThree);
        run("writeNamedStaticForcedThree", Main::writeNamedStaticForcedThree);
        run("writeDeclaredStaticForcedThree", Main::writeDeclaredStaticForcedThree);
        run("constructorThree", Main::constructorThree);
        run("matchingConstructorThree", Main::matchingConstructorThree);
        run("makeWithArrayThree", Main::makeWithArrayThree);
        run("makeWithTypesThree", Main::makeWithTypesThree);
        run("makeWithArrayExactThree", Main::makeWithArrayExactThree);
        run("makeWithTypesExactThree", Main::makeWithTypesExactThree);
        run("classTwo", Main::classTwo);
        run("classUninitialisedTwo", Main::classUninitialisedTwo);
        run("classOfLoaderTwo", Main::classOfLoaderTwo);
        run("classOfLoaderInitialisedTwo", Main::classOfLoaderInitialisedTwo);
        run("publicMethodTwo", Main::publicMethodTwo);
        run("accessibleMethodTwo", Main::accessibleMethodTwo);
        run("accessibleMethodOfOneTwo", Main::accessibleMethodOfOneTwo);
        run("matchingMethodTwo", Main::matchingMethodTwo);
        run("callWithOneTwo", Main::callWithOneTwo);
        run("callWithArrayTwo", Main::callWithArrayTwo);
        run("callWithTypesTwo", Main::callWithTypesTwo);
        run("callWithOneExactTwo", Main::callWithOneExactTwo);
        run("callWithArrayExactTwo", Main::callWithArrayExactTwo);
        run("callWithTypesExactTwo", Main::callWithTypesExactTwo);
        run("callStaticWithOneTwo", Main::callStaticWithOneTwo);
        run("callStaticWithArrayTwo", Main::callStaticWithArrayTwo);
        run("callStaticWithTypesTwo", Main::callStaticWithTypesTwo);
        run("callStaticWithOneExactTwo", Main::callStaticWithOneExactTwo);
        run("callStaticWithArrayExactTwo", Main::callStaticWithArrayExactTwo);
        run("callStaticWithTypesExactTwo", Main::callStaticWithTypesExactTwo);
        run("fieldTwo", Main::fieldTwo);
        run("declaredFieldTwo", Main::declaredFieldTwo);
        run("readTwo", Main::readTwo);
        run("readStaticTwo", Main::readStaticTwo);
        run("readNamedTwo", Main::readNamedTwo);
        run("readDeclaredTwo", Main::readDeclaredTwo);
        run("readNamedStaticTwo", Main::readNamedStaticTwo);
        run("readDeclaredStaticTwo", Main::readDeclaredStaticTwo);
        run("writeTwo", Main::writeTwo);
        run("writeStaticTwo", Main::writeStaticTwo);
        run("writeNamedTwo", Main::writeNamedTwo);
        run("writeDeclaredTwo", Main::writeDeclaredTwo);
        run("writeNamedStaticTwo", Main::writeNamedStaticTwo);
        run("writeDeclaredStaticTwo", Main::writeDeclaredStaticTwo);
        run("readForcedTwo", Main::readForcedTwo);
        run("readStaticForcedTwo", Main::readStaticForcedTwo);
        run("readNamedForcedTwo", Main::readNamedForcedTwo);
        run("readDeclaredForcedTwo", Main::readDeclaredForcedTwo);
        run("readNamedStaticForcedTwo", Main::readNamedStaticForcedTwo);
        run("readDeclaredStaticForcedTwo", Main::readDeclaredStaticForcedTwo);
        run("writeForcedTwo", Main::writeForcedTwo);
        run("writeStaticForcedTwo", Main::writeStaticForcedTwo);
        run("writeNamedForcedTwo", Main::writeNamedForcedTwo);
        run("writeDeclaredForcedTwo", Main::writeDeclaredForcedTwo);
        run("writeNamedStaticForcedTwo", Main::writeNamedStaticForcedTwo);
        run("writeDeclaredStaticForcedTwo", Main::writeDeclaredStaticForcedTwo);
        run("constructorTwo", Main::constructorTwo);
        run("constructorOfOneTwo", Main::constructorOfOneTwo);
        run("matchingConstructorTwo", Main::matchingConstructorTwo);
        run("makeWithOneTwo", Main::makeWithOneTwo);
        run("makeWithArrayTwo", Main::makeWithArrayTwo);
        run("makeWithTypesTwo", Main::makeWithTypesTwo);
        run("makeWithOneExactTwo", Main::makeWithOneExactTwo);
        run("makeWithArrayExactTwo", Main::makeWithArrayExactTwo);
        run("makeWithTypesExactTwo", Main::makeWithTypesExactTwo);
        run("property", Main::property);
        run("propertySimple", Main::propertySimple);
        run("propertyNested", Main::propertyNested);
        run("propertyText", Main::propertyText);
        run("propertySimpleText", Main::propertySimpleText);
        run("propertyNestedText", Main::propertyNestedText);
        run("set", Main::set);
        run("setSimple", Main::setSimple);
        run("setNested", Main::setNested);
        run("setText", Main::setText);
        run("copyText", Main::copyText);
        run("propertyBean", Main::propertyBean);
        run("propertySimpleBean", Main::propertySimpleBean);
        run("propertyNestedBean", Main::propertyNestedBean);
        run("propertyTextBean", Main::propertyTextBean);
        run("propertySimpleTextBean", Main::propertySimpleTextBean);
        run("propertyNestedTextBean", Main::propertyNestedTextBean);
        run("setBean", Main::setBean);
        run("setSimpleBean", Main::setSimpleBean);
        run("setNestedBean", Main::setNestedBean);
        run("setTextBean", Main::setTextBean);
        run("copyTextBean", Main::copyTextBean);
        run("beanCall", Main::beanCall);
        run("beanCallWithArray", Main::beanCallWithArray);
        run("beanCallWithTypes", Main::beanCallWithTypes);
        run("beanCallExact", Main::beanCallExact);
        run("beanCallWithArrayExact", Main::beanCallWithArrayExact);
        run("beanCallWithTypesExact", Main::beanCallWithTypesExact);
        run("beanCallStatic", Main::beanCallStatic);
        run("beanCallStaticWithArray", Main::beanCallStaticWithArray);
        run("beanCallStaticWithTypes", Main::beanCallStaticWithTypes);
        run("beanCallStaticExact", Main::beanCallStaticExact);
        run("beanCallStaticWithArrayExact", Main::beanCallStaticWithArrayExact);
        run("beanCallStaticWithTypesExact", Main::beanCallStaticWithTypesExact);
        run("beanAccessible", Main::beanAccessible);
        run("beanAccessibleOfOne", Main::beanAccessibleOfOne);
        run("beanMatching", Main::beanMatching);
        run("makeBean", Main::makeBean);
        run("makeBeanWithArray", Main::makeBeanWithArray);
        run("makeBeanWithTypes", Main::makeBeanWithTypes);
        run("makeBeanExact", Main::makeBeanExact);
        run("makeBeanWithArrayExact", Main::makeBeanWithArrayExact);
        run("makeBeanWithTypesExact", Main::makeBeanWithTypesExact);
        run("beanConstructor", Main::beanConstructor);
        run("beanConstructorOfOne", Main::beanConstructorOfOne);
    }
}
