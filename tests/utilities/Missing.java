package app;

import java.beans.IntrospectionException;
import java.beans.PropertyDescriptor;
import java.beans.SimpleBeanInfo;
import java.util.HashMap;
import org.apache.commons.beanutils.BeanUtils;
import org.apache.commons.beanutils.PropertyUtils;
import org.apache.commons.beanutils.PropertyUtilsBean;

/** Properties that are there or not: each case says whether the call finds one. */
public class Missing {
    public static class Bean extends Base {
        private String name = "n";
        public String getName() { return name; }
        public void setName(String name) { this.name = name; }
        public String getURL() { return "u"; }
        public boolean isDone() { return true; }
        public void setOnly(String only) { }
        public String get\u0130d() { return "d"; }
    }

    /** Describes itself. */
    public static class WithInfo extends SimpleBeanInfo {
        public String fetch() { return "f"; }
        @Override public PropertyDescriptor[] getPropertyDescriptors() {
            try {
                return new PropertyDescriptor[] { new PropertyDescriptor("nme", WithInfo.class, "fetch", null) };
            } catch (IntrospectionException e) {
                throw new AssertionError(e);
            }
        }
    }

    public static class Base {
        public String getInherited() { return "i"; }
    }

    static void getMissing() throws Exception { PropertyUtils.getProperty(new Bean(), "nme"); }
    static void getMissingAsText() throws Exception { BeanUtils.getProperty(new Bean(), "nme"); }
    static void getMissingSimple() throws Exception { PropertyUtils.getSimpleProperty(new Bean(), "nme"); }
    static void getMissingOfBean() throws Exception { new PropertyUtilsBean().getProperty(new Bean(), "nme"); }
    static void getOnlyWritten() throws Exception { PropertyUtils.getProperty(new Bean(), "only"); }
    static void setMissing() throws Exception { PropertyUtils.setProperty(new Bean(), "nme", "x"); }
    static void setOnlyRead() throws Exception { PropertyUtils.setProperty(new Bean(), "inherited", "x"); }
    static void setMissingConverted() throws Exception { BeanUtils.setProperty(new Bean(), "nme", "x"); }
    static void copyMissing() throws Exception { BeanUtils.copyProperty(new Bean(), "nme", "x"); }
    static void get() throws Exception { PropertyUtils.getProperty(new Bean(), "name"); }
    static void getInherited() throws Exception { PropertyUtils.getProperty(new Bean(), "inherited"); }
    static void getCapitals() throws Exception { PropertyUtils.getProperty(new Bean(), "URL"); }
    static void getTruth() throws Exception { PropertyUtils.getProperty(new Bean(), "done"); }
    static void getOfMap() throws Exception { PropertyUtils.getProperty(new HashMap<String, String>(), "nme"); }
    static void getOfBeanInfo() throws Exception { PropertyUtils.getProperty(new WithInfo(), "nme"); }
    static void getDotted() throws Exception { PropertyUtils.getProperty(new Bean(), "id"); }
    static void set() throws Exception { PropertyUtils.setProperty(new Bean(), "name", "x"); }
    static void setOnlyWritten() throws Exception { PropertyUtils.setProperty(new Bean(), "only", "x"); }

    interface Case { void run() throws Exception; }

    static void run(String name, Case each) throws Exception {
        try {
            each.run();
            System.out.println(name + " found");
        } catch (NoSuchMethodException e) {
            System.out.println(name + " missing");
        }
    }

    public static void main(String[] args) throws Exception {
        run("getMissing", Missing::getMissing);
        run("getMissingAsText", Missing::getMissingAsText);
        run("getMissingSimple", Missing::getMissingSimple);
        run("getMissingOfBean", Missing::getMissingOfBean);
        run("getOnlyWritten", Missing::getOnlyWritten);
        run("setMissing", Missing::setMissing);
        run("setOnlyRead", Missing::setOnlyRead);
        run("setMissingConverted", Missing::setMissingConverted);
        run("copyMissing", Missing::copyMissing);
        run("get", Missing::get);
        run("getInherited", Missing::getInherited);
        run("getCapitals", Missing::getCapitals);
        run("getTruth", Missing::getTruth);
        run("getOfMap", Missing::getOfMap);
        run("getOfBeanInfo", Missing::getOfBeanInfo);
        run("getDotted", Missing::getDotted);
        run("set", Missing::set);
        run("setOnlyWritten", Missing::setOnlyWritten);
    }
}
