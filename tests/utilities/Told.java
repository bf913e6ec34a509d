package app;

import java.beans.PropertyDescriptor;
import org.apache.commons.beanutils.PropertyUtils;

/** A program that tells by itself which properties a class has. */
public class Told {
    public static class One { }

    public static class Bean {
        public String fetch() { return "app.Told$One"; }
    }

    static void introspected() throws Exception {
        PropertyUtils.addBeanIntrospector(
            context -> context.addPropertyDescriptor(new PropertyDescriptor("nme", Bean.class, "fetch", null)));
        Class<?> found = Class.forName((String) PropertyUtils.getProperty(new Bean(), "nme"));
        System.out.println("introspected " + found.getName());
    }

    public static void main(String[] args) throws Exception {
        introspected();
    }
}
