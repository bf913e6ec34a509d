package p;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** Code that nobody looked at. It keeps all that it gets, and whenever it runs changes all that it can reach. */
public class Evil {
    static final Set<Object> HELD = Collections.newSetFromMap(new IdentityHashMap<>());
    static final List<Runnable> CODE = new ArrayList<>();
    static final Random RANDOM = new Random(1);
    static final Code EVIL = value -> give(value);
    private static boolean isActing;

    static {
        act();
    }

    static synchronized void keep(Object object) {
        hold(object, 0);
        act();
    }

    private static void hold(Object object, int depth) {
        if (object == null || depth > 4 || !HELD.add(object)) {
            return;
        }
        if (object instanceof Object[]) {
            for (Object element : (Object[]) object) {
                hold(element, depth + 1);
            }
        } else if (object instanceof Box) {
            Box box = (Box) object;
            hold(box.f, depth + 1);
            hold(box.g, depth + 1);
            hold(box.next, depth + 1);
        }
    }

    /** Changes everything in reach. */
    static synchronized void act() {
        if (isActing) {
            return;
        }
        isActing = true;
        try {
            change();
        } finally {
            isActing = false;
        }
    }

    private static void change() {
        if (Run.program != null) {
            statics(Run.program);
        }
        for (Runnable code : new ArrayList<>(CODE)) {
            try {
                code.run();
            } catch (RuntimeException e) {
                // It is called when it does not expect it.
            }
        }
        List<Object> all = new ArrayList<>(HELD);
        for (Object object : all) {
            if (object instanceof Object[]) {
                change((Object[]) object);
            } else if (object instanceof Box) {
                hold(((Box) object).next, 3);
                change((Box) object);
            }
        }
    }

    private static void change(Object[] array) {
        for (int i = 0; i < array.length; i++) {
            hold(array[i], 3);
            array[i] = "evil";
        }
    }

    private static void change(Box box) {
        try {
            for (Class<?> of = box.getClass(); of != Object.class; of = of.getSuperclass()) {
                for (Field field : of.getDeclaredFields()) {
                    if (!java.lang.reflect.Modifier.isStatic(field.getModifiers())) {
                        field.setAccessible(true);
                        field.set(box, evil(field));
                    }
                }
            }
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    private static Object evil(Field field) {
        return field.getType() == Box.class ? EvilBox.ONE : field.getType() == Code.class ? EVIL : "evil";
    }

    /** Static fields are everybody's. */
    private static void statics(Class<?> program) {
        try {
            for (Field field : program.getDeclaredFields()) {
                if (java.lang.reflect.Modifier.isFinal(field.getModifiers())) {
                    continue;
                }
                field.setAccessible(true);
                Object held = field.get(null);
                hold(held, 0);
                field.set(null, evil(field));
            }
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    static synchronized Object give(Object object) {
        keep(object);
        return RANDOM.nextBoolean() ? object : "evil";
    }

    static synchronized Box box() {
        act();
        for (Object object : HELD) {
            if (object instanceof Box && RANDOM.nextBoolean()) {
                return (Box) object;
            }
        }
        return EvilBox.ONE;
    }

    static synchronized boolean flip() {
        return RANDOM.nextBoolean();
    }

    static synchronized int number() {
        act();
        return 1;
    }

    static synchronized void run(Runnable code) {
        act();
        code.run();
        CODE.add(code);
    }

    /** What another program left behind is of no use. */
    static synchronized void forget() {
        HELD.clear();
        CODE.clear();
    }

    @Override
    public String toString() {
        act();
        return "evil";
    }
}
