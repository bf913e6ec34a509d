package app;

import java.lang.reflect.Method;
import java.util.HashMap;
import org.apache.commons.beanutils.PropertyUtils;
import org.apache.commons.lang3.reflect.ConstructorUtils;
import org.apache.commons.lang3.reflect.FieldUtils;
import org.apache.commons.lang3.reflect.MethodUtils;
import org.springframework.beans.BeanUtils;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/**
 * Calls of which something is not known, which are flagged ("open"), or all that it may mean is ("bounded"), and calls that find
 * nothing ("none"): the names of the methods begin so.
 */
public class Open {
    static Object any() throws Exception { return type().getConstructor().newInstance(); }
    static Class<?> type() throws Exception { return Class.forName(System.getProperty("type")); }
    static String text() { return System.getProperty("text"); }

    public static class Bean {
        public String name;
        private int count;
        public String getName() { return name; }
        public void go() { }
    }

    static void openField() throws Exception {
        FieldUtils.readField(any(), "name", true);
    }

    static void openFieldName() throws Exception {
        FieldUtils.readField(any(), text(), true);
    }

    static void openWrite() throws Exception {
        FieldUtils.writeField(any(), "name", "x");
    }

    static void openStatic() throws Exception {
        FieldUtils.readStaticField(type(), "name");
    }

    static void openCall() throws Exception {
        MethodUtils.invokeMethod(any(), "go");
    }

    static void openStaticCall() throws Exception {
        MethodUtils.invokeStaticMethod(type(), "go");
    }

    static void openProperty() throws Exception {
        PropertyUtils.getProperty(any(), "name");
    }

    static void openPropertyName() throws Exception {
        PropertyUtils.getProperty(new Bean(), text());
    }

    static void openNested() throws Exception {
        PropertyUtils.getProperty(new Bean(), "name.bytes");
    }

    static void openMap() throws Exception {
        PropertyUtils.getProperty(new HashMap<String, String>(), "name");
    }

    static void openClass() throws Exception {
        ClassUtils.forName(text(), null);
    }

    static void openFind() throws Exception {
        ReflectionUtils.findMethod(type(), "go");
    }

    static void openInvoke() throws Exception {
        Method of = ReflectionUtils.findMethod(type(), text());
        ReflectionUtils.invokeMethod(of, any());
    }

    static void openMake() throws Exception {
        BeanUtils.instantiateClass(type());
    }

    static void openMakeWith() throws Exception {
        ConstructorUtils.invokeConstructor(type(), "x");
    }

    static void openGet() throws Exception {
        ReflectionUtils.getField(ReflectionUtils.findField(type(), "name"), any());
    }

    static void openAll() throws Exception {
        for (Method each : ReflectionUtils.getAllDeclaredMethods(type())) ReflectionUtils.invokeMethod(each, any());
    }

    static void openEach() throws Exception {
        ReflectionUtils.doWithFields(type(), field -> System.out.println(field.get(null)));
    }

    static void openFill() throws Exception {
        org.apache.commons.beanutils.BeanUtils.populate(new Bean(), new HashMap<>());
    }

    static void boundedFind() throws Exception {
        ReflectionUtils.findMethod(Bean.class, text());
    }

    static void boundedCall() throws Exception {
        MethodUtils.invokeMethod(new Bean(), text());
    }

    static void boundedField() throws Exception {
        FieldUtils.readField(new Bean(), text(), true);
    }

    static void boundedEach() throws Exception {
        ReflectionUtils.doWithFields(Bean.class, field -> System.out.println(field.getName()));
    }

    static void noneClass() throws Exception {
        ClassUtils.forName("app.Absent", null);
    }

    static void noneMethod() throws Exception {
        ReflectionUtils.findMethod(Bean.class, "absent");
    }

    static void noneCall() throws Exception {
        MethodUtils.invokeMethod(new Bean(), "absent");
    }

    static void noneField() throws Exception {
        FieldUtils.readField(new Bean(), "absent", true);
    }

    static void noneProperty() throws Exception {
        PropertyUtils.getProperty(new Bean(), "absent");
    }

    public static void main(String[] args) throws Exception {
        openField();
        openFieldName();
        openWrite();
        openStatic();
        openCall();
        openStaticCall();
        openProperty();
        openPropertyName();
        openNested();
        openMap();
        openClass();
        openFind();
        openInvoke();
        openMake();
        openMakeWith();
        openGet();
        openAll();
        openEach();
        openFill();
        boundedFind();
        boundedCall();
        boundedField();
        boundedEach();
        noneClass();
        noneMethod();
        noneCall();
        noneField();
        noneProperty();
    }
}
