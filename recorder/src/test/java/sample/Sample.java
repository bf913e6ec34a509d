package sample;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Iterator;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

/** What {@code RecorderIT} records. Each method is a case; {@code main} prints what the program itself saw. */
public class Sample {
    public int number = 1;
    public long big = 2;
    volatile int counter;

    public Sample() {}

    public Sample(String text) {
        super();
        System.out.println("made with " + text);
    }

    public String hello(int times) {
        return "hello " + times;
    }

    public static void boom() {
        throw new IllegalStateException("boom");
    }

    enum Size {
        SMALL
    }

    static class Quiet extends Sample {}

    /** A call before super(): the frame of its handler has an uninitialised this. */
    static class Early extends Sample {
        Early(String name) throws Exception {
            super(Class.forName(name).getName());
        }
    }

    /** A loader that overrides what the call names: only its super call is one of the API. */
    static class OwnLoader extends ClassLoader {
        @Override
        public Class<?> loadClass(String name) throws ClassNotFoundException {
            return super.loadClass(name);
        }
    }

    public static void main(String[] args) throws Exception {
        classes();
        members();
        stacks(7L, 8.0);
        handlers();
        loaders();
        others();
        new Early("sample.Sample$Quiet");
        try {
            new Early("sample.Gone");
        } catch (ClassNotFoundException gone) {
            System.out.println("not made: " + gone.getMessage());
        }
        // What runs beside the program opens nothing to it.
        System.out.println(String.class.getModule().isOpen("java.lang", Sample.class.getModule()));
        System.out.println("end");
    }

    static void classes() throws Exception {
        for (String name : new String[] {"sample.Sample", "sample.Sample$Quiet", "sample.Sample"}) {
            Class.forName(name);
        }
        Object made = Class.forName("sample.Sample$Quiet", true, Sample.class.getClassLoader()).newInstance();
        System.out.println(made.getClass().getName());
        System.out.println(Class.forName(Sample.class.getModule(), "sample.Gone"));
    }

    static void members() throws Exception {
        Class<?> type = Sample.class;
        Method hello = type.getMethod("hello", int.class);
        System.out.println(hello.invoke(new Quiet(), 3));
        System.out.println(hello.invoke(new Sample(), 4));
        System.out.println(type.getConstructor(String.class).newInstance("text").getClass());
        Field number = type.getField("number");
        number.setInt(new Sample(), 5);
        System.out.println(number.get(new Sample()));
        System.out.println(type.getField("big").getLong(new Sample()));
        System.out.println(type.getDeclaredMethods().length > 0);
        Object array = Array.newInstance(type, 2);
        System.out.println(Array.getLength(array) + Array.getLength(Array.newInstance(int.class, new int[] {1, 2})));
    }

    /** Wide locals, and a new object that is not yet initialised below the call on the stack. */
    static void stacks(long wide, double real) throws Exception {
        String text = new String(new StringBuilder("<").append(wide).append(Class.forName("sample.Sample").getSimpleName()).append(real));
        System.out.println(text + wide + real);
        synchronized (text) {
            System.out.println(Class.forName(wide > 3 ? "sample.Sample" : "sample.Gone").getName());
        }
    }

    static void handlers() throws Exception {
        try {
            Class.forName("sample.Gone");
            System.out.println("unreachable");
        } catch (ClassNotFoundException expected) {
            System.out.println("caught " + expected.getMessage());
        } finally {
            System.out.println("finally");
        }
        try {
            Sample.class.getMethod("boom").invoke(null);
        } catch (java.lang.reflect.InvocationTargetException wrapped) {
            System.out.println("wrapped " + wrapped.getCause().getMessage());
        }
        try {
            Sample.class.getMethod("gone", String.class, int[].class);
        } catch (NoSuchMethodException expected) {
            System.out.println("no such method");
        }
        try {
            Method none = null;
            none.invoke(null);
        } catch (NullPointerException expected) {
            System.out.println("null");
        }
    }

    static void loaders() throws Exception {
        ClassLoader own = new OwnLoader();
        System.out.println(own.loadClass("sample.Sample").getName());
        OwnLoader exact = new OwnLoader();
        System.out.println(exact.loadClass("sample.Sample$Quiet").getName());
    }

    static void others() throws Exception {
        Object proxy = Proxy.newProxyInstance(Sample.class.getClassLoader(), new Class<?>[] {Runnable.class, Callable.class}, (p, m, a) -> m.getName());
        System.out.println(((Callable<?>) proxy).call());
        System.out.println(Enum.valueOf(Size.class, "SMALL"));
        System.out.println(Size.valueOf("SMALL"));
        Iterator<sample.Service> services = ServiceLoader.load(sample.Service.class).iterator();
        while (services.hasNext()) {
            System.out.println(services.next().getClass().getName());
        }
        MethodHandles.lookup().findVirtual(Quiet.class, "hello", MethodType.methodType(String.class, int.class));
        System.out.println(AtomicIntegerFieldUpdater.newUpdater(Sample.class, "counter").incrementAndGet(new Sample()));
        Callable<Class<?>> lambda = () -> Class.forName("sample.Sample$Size");
        System.out.println(lambda.call().getName());
    }

    static void never() {}
}
