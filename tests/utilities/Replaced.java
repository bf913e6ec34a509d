package app;

import org.apache.commons.beanutils.PropertyUtilsBean;

/** A subclass of the program's answers in place of the library. */
public class Replaced {
    public static class One { }

    public static class Bean {
        public String getName() { return "none"; }
    }

    public static class Own extends PropertyUtilsBean {
        @Override
        public Object getProperty(Object bean, String name) { return "app.Replaced$One"; }
    }

    static void replaced(PropertyUtilsBean asked) throws Exception {
        System.out.println("replaced " + Class.forName((String) asked.getProperty(new Bean(), "name")).getName());
    }

    public static void main(String[] args) throws Exception { replaced(new Own()); }
}
