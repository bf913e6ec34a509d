package app;

import java.beans.PropertyDescriptor;
import java.beans.SimpleBeanInfo;
import java.lang.reflect.Constructor;
import java.lang.reflect.Member;
import org.apache.commons.beanutils.BeanUtilsBean;
import org.apache.commons.beanutils.FluentPropertyBeanIntrospector;
import org.apache.commons.beanutils.PropertyUtils;
import org.apache.commons.beanutils.WrapDynaBean;
import org.apache.commons.lang3.reflect.ConstructorUtils;
import org.apache.commons.lang3.reflect.FieldUtils;
import org.apache.commons.lang3.reflect.MethodUtils;
import org.springframework.util.ReflectionUtils;

/** How libraries choose among members, and what may answer in place of one: each case says what ran or was found. */
public class Ways {
    static String now;

    static void hit(Class<?> found) { System.out.println(now + " " + found.getName()); }
    static void hit(Class<?> of, String member) { System.out.println(now + " " + of.getName() + " " + member); }
    static void hit(Member found) { hit(found.getDeclaringClass(), found instanceof Constructor ? "<init>" : found.getName()); }

    interface Case { void run() throws Throwable; }

    static void run(String name, Case each) throws Throwable {
        now = name;
        each.run();
    }

    public static class One { }
    public static class Two { }

    public static class Arity {
        public Arity(String... all) { if (now.startsWith("make")) hit(Arity.class, "<init>"); }
        public void log(String... all) throws Exception { hit(Arity.class, "log"); hit(Class.forName(all[0])); }
        public static void still(Object... all) { hit(Arity.class, "still"); }
        public void pair(Integer one, Integer two) { }
        public void pair(String... all) { hit(Arity.class, "pair"); }
    }

    static void arity() throws Throwable { MethodUtils.invokeMethod(new Arity(), "log", "app.Ways$One", "b", "c"); }
    static void arityOfOne() throws Throwable { MethodUtils.invokeMethod(new Arity(), "log", "app.Ways$Two"); }
    static void arityStatic() throws Throwable { MethodUtils.invokeStaticMethod(Arity.class, "still", 1, "b"); }
    static void arityBesideAnother() throws Throwable { MethodUtils.invokeMethod(new Arity(), "pair", "a", "b"); }
    static void arityFound() throws Throwable {
        hit(MethodUtils.getMatchingAccessibleMethod(Arity.class, "log", String.class, String.class));
    }
    static void makeArity() throws Throwable { ConstructorUtils.invokeConstructor(Arity.class, "a", "b"); }

    public static class Shown { public String text = "app.Ways$One"; public Object value = "x"; }
    public static class Hiding extends Shown { private String text = "none"; private Object value = "y"; }

    static void hiddenField() throws Throwable { hit(Class.forName((String) FieldUtils.readField(new Hiding(), "text"))); }
    static void hiddenFieldFound() throws Throwable { hit(FieldUtils.getField(Hiding.class, "value")); }
    static void hiddenFieldWritten() throws Throwable {
        Hiding hiding = new Hiding();
        FieldUtils.writeField(hiding, "text", "app.Ways$Two");
        hit(Class.forName(((Shown) hiding).text));
    }

    public static class Named {
        public String isActive() { return "none"; }
        public String getActive() { hit(Named.class, "getActive"); return "app.Ways$One"; }
        public String getaName() { hit(Named.class, "getaName"); return "app.Ways$Two"; }
    }

    public static class Fluent {
        public Fluent setFluent(String name) { hit(Fluent.class, "setFluent"); return this; }
    }

    static void getterOfText() throws Throwable { hit(Class.forName((String) PropertyUtils.getProperty(new Named(), "active"))); }
    static void smallFirst() throws Throwable { hit(Class.forName((String) PropertyUtils.getProperty(new Named(), "aName"))); }
    static void fluentSetter() throws Throwable {
        PropertyUtils.addBeanIntrospector(new FluentPropertyBeanIntrospector());
        PropertyUtils.setProperty(new Fluent(), "fluent", "x");
    }

    public static class Told {
        public String readIt() { hit(Told.class, "readIt"); return "app.Ways$One"; }
        public String getValue() { return "none"; }
    }

    public static class ToldBeanInfo extends SimpleBeanInfo {
        @Override
        public PropertyDescriptor[] getPropertyDescriptors() {
            try {
                return new PropertyDescriptor[] {new PropertyDescriptor("value", Told.class, "readIt", null)};
            } catch (java.beans.IntrospectionException failed) {
                throw new IllegalStateException(failed);
            }
        }
    }

    static void toldByBeanInfo() throws Throwable { hit(Class.forName((String) PropertyUtils.getProperty(new Told(), "value"))); }

    public static class Plain {
        public String getName() { hit(Plain.class, "getName"); return "app.Ways$Two"; }
        public Named getInner() { return new Named(); }
    }

    static void wrapped() throws Throwable {
        hit(Class.forName((String) PropertyUtils.getProperty(new WrapDynaBean(new Plain()), "name")));
    }
    static void nested(String path) throws Throwable { hit(Class.forName((String) PropertyUtils.getProperty(new Plain(), path))); }

    public static class NoneOrText {
        public NoneOrText() { hit(NoneOrText.class, "<init>"); }
        public NoneOrText(String text) { }
    }

    static void makeOfNull() throws Throwable {
        org.apache.commons.beanutils.ConstructorUtils.invokeConstructor(NoneOrText.class, (Object) null);
    }

    public static class Above { public void run() { } }
    public interface Does { default void run() { } }
    public static class Below extends Above implements Does { }
    static class Hidden implements Runnable { public void run() { } }

    static void defaultFirst() throws Throwable { hit(ReflectionUtils.findMethod(Below.class, "run")); }
    static void ofPublicType() throws Throwable { hit(MethodUtils.getAccessibleMethod(Hidden.class, "run")); }
    static void blanks() throws Throwable { hit(org.apache.commons.lang3.ClassUtils.getClass(" app.Ways.One ")); }

    public static class Holder { public Runnable task; public void setTask(Runnable task) { this.task = task; } }
    public static class Task implements Runnable { public void run() { hit(Task.class, "run"); } }

    static void converted() throws Throwable {
        org.apache.commons.beanutils.ConvertUtils.register(new org.apache.commons.beanutils.Converter() {
            @Override
            @SuppressWarnings("unchecked")
            public <T> T convert(Class<T> type, Object value) { return (T) new Task(); }
        }, Runnable.class);
        Holder holder = new Holder();
        BeanUtilsBean.getInstance().setProperty(holder, "task", "x");
        MethodUtils.invokeMethod(holder.task, "run");
    }

    public static void main(String[] args) throws Throwable {
        run("arity", Ways::arity);
        run("arityOfOne", Ways::arityOfOne);
        run("arityStatic", Ways::arityStatic);
        run("arityBesideAnother", Ways::arityBesideAnother);
        run("arityFound", Ways::arityFound);
        run("makeArity", Ways::makeArity);
        run("hiddenField", Ways::hiddenField);
        run("hiddenFieldFound", Ways::hiddenFieldFound);
        run("hiddenFieldWritten", Ways::hiddenFieldWritten);
        run("getterOfText", Ways::getterOfText);
        run("smallFirst", Ways::smallFirst);
        run("fluentSetter", Ways::fluentSetter);
        run("toldByBeanInfo", Ways::toldByBeanInfo);
        run("wrapped", Ways::wrapped);
        run("nested", () -> nested(args[0]));
        run("makeOfNull", Ways::makeOfNull);
        run("defaultFirst", Ways::defaultFirst);
        run("ofPublicType", Ways::ofPublicType);
        run("blanks", Ways::blanks);
        run("converted", Ways::converted);
    }
}
