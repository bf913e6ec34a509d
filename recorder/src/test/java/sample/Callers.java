package sample;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/** Calls of every kind. */
public class Callers {
    interface Named {
        String name();

        default String hello(long times, Object whom) {
            return prefix() + name() + times + whom;
        }

        private String prefix() {
            return "hello ";
        }

        static Named of(String name) {
            return new Plain(name);
        }
    }

    static class Plain implements Named {
        final String name;

        Plain(String name) {
            this.name = name;
        }

        @Override
        public String name() {
            return name;
        }

        String inside(int a, double b, String c) {
            return hidden() + a + b + c;
        }

        private String hidden() {
            return "plain";
        }

        @Override
        public String toString() {
            return name();
        }
    }

    static final class Loud extends Plain {
        Loud(String name) {
            super(name.toUpperCase());
        }

        @Override
        public String hello(long times, Object whom) {
            return super.hello(times, whom) + "!";
        }

        @Override
        String inside(int a, double b, String c) {
            return super.inside(a, b, c);
        }
    }

    static class Handler implements InvocationHandler {
        @Override
        public Object invoke(Object proxy, Method method, Object[] arguments) {
            return method.getName();
        }
    }

    public static void main(String[] arguments) throws Throwable {
        Named[] all = {Named.of("a"), new Loud("b"), (Named) Proxy.newProxyInstance(Callers.class.getClassLoader(), new Class<?>[] {Named.class}, new Handler())};
        for (Named named : all.clone()) {
            System.out.println(named.name());
        }
        dispatch(all[0], (Plain) all[1]);
        dispatch(all[1], (Plain) all[1]);
        closures(all[0], all[1]);
        MethodHandle handle = MethodHandles.lookup().findVirtual(Named.class, "name", MethodType.methodType(String.class));
        System.out.println((String) handle.invokeExact(all[1]));
    }

    static void dispatch(Named named, Plain plain) {
        System.out.println(named.hello(3, plain));
        System.out.println(plain.inside(1, 2.0, "c"));
        named.toString();
    }

    static void closures(Named first, Named second) {
        Function<String, Named> made = Loud::new;
        Function<Named, String> unbound = Named::name;
        Supplier<String> bound = second::name;
        BiFunction<Plain, String, String> body = (plain, text) -> plain.inside(3, 4.0, text);
        IntFunction<int[]> array = int[]::new;
        System.out.println(unbound.apply(first));
        System.out.println(bound.get());
        System.out.println(made.andThen(Named::name).apply("c"));
        System.out.println(made.apply("d"));
        System.out.println(body.apply((Plain) first, "e"));
        System.out.println(array.apply(2).length);
    }
}
