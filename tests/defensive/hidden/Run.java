package p;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/** Runs each program often, alone or beside a thread that changes what all can reach, and says what was seen. */
class Run {
    static volatile Class<?> program;

    public static void main(String[] arguments) throws Exception {
        if (arguments[0].equals("threads")) {
            begin();
        }
        for (int at = 1; at < arguments.length; at++) {
            run(arguments[at]);
        }
        for (Map.Entry<String, Set<String>> seen : Log.SEEN.entrySet()) {
            seen.getValue().forEach(value -> System.out.println(seen.getKey() + "\t" + value));
        }
    }

    private static void begin() {
        Thread other = new Thread(() -> {
            while (true) {
                Evil.act();
                LockSupport.parkNanos(1000);
            }
        });
        other.setDaemon(true);
        other.start();
    }

    private static void run(String name) throws ReflectiveOperationException {
        program = Class.forName("p." + name);
        for (int round = 0; round < 30; round++) {
            Box box = round % 3 == 0 ? null : round % 3 == 1 ? new Box("given") : EvilBox.ONE;
            for (Method method : program.getDeclaredMethods()) {
                if (method.getName().startsWith("m")) {
                    call(method, round % 2 == 0 ? "given" : null, box);
                }
            }
        }
        Evil.forget();
    }

    private static void call(Method method, Object value, Box box) throws IllegalAccessException {
        try {
            method.setAccessible(true);
            method.invoke(null, value, box);
        } catch (InvocationTargetException e) {
            // Null where none is expected, or an array that holds no such object: as far as it came.
        }
    }
}
