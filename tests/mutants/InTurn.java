import java.lang.reflect.InvocationTargetException;

/** Runs the main methods of {@code CLASS=VALUE} one after the other, each with the property {@code mutant} set to its value. */
public final class InTurn {
    private InTurn() {}

    public static void main(String[] programs) throws Exception {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        for (String program : programs) {
            int at = program.indexOf('=');
            System.setProperty("mutant", program.substring(at + 1));
            Thread.currentThread().setContextClassLoader(loader);
            try {
                Class.forName(program.substring(0, at)).getMethod("main", String[].class)
                        .invoke(null, (Object) new String[0]);
            } catch (InvocationTargetException e) {
                throw new AssertionError(program, e.getCause());
            }
            joinOthers();
        }
    }

    /** A program ends with the last of its threads. */
    private static void joinOthers() throws InterruptedException {
        Thread[] threads = new Thread[1000];
        int count = Thread.currentThread().getThreadGroup().enumerate(threads);
        for (int i = 0; i < count; i++) {
            if (threads[i] != Thread.currentThread() && !threads[i].isDaemon()) {
                threads[i].join();
            }
        }
    }
}
