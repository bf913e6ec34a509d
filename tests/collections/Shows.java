import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Says of which class the objects are through which collections are seen: the first argument lists methods that give such
 * objects, the others are classes of collections, or factories as class#name. One line for each: collection (for factories what
 * they declare to return, or the class of what they show), method, class of the result.
 */
public class Shows {
    static Set<String> methods;

    public static void main(String[] args) throws Exception {
        methods = new HashSet<>(Arrays.asList(args[0].split(",")));
        for (int i = 1; i < args.length; i++) {
            String name = args[i];
            if (name.contains("#")) {
                make(Class.forName(name.split("#")[0]), name.split("#")[1]);
                continue;
            }
            if (Map.Entry.class.isAssignableFrom(Class.forName(name))) {
                look(name, Class.forName(name).getConstructor(Object.class, Object.class).newInstance("k", "v"), 0);
                System.out.println(name + " <init> " + name);
                continue;
            }
            for (int elements = 0; elements < 3; elements += 2) {
                Object made = Class.forName(name).getConstructor().newInstance();
                for (int element = 0; element < elements; element++) {
                    add(made, "element" + element);
                }
                look(name, made, 0);
            }
        }
    }

    /** Calls all static methods of a name, with empty collections and with some that hold something. */
    static void make(Class<?> factory, String name) throws Exception {
        for (Method method : factory.getMethods()) {
            if (!method.getName().equals(name) || !Modifier.isStatic(method.getModifiers())) {
                continue;
            }
            for (int elements = 0; elements < 3; elements++) {
                Object[] given = new Object[method.getParameterCount()];
                for (int i = 0; i < given.length; i++) {
                    given[i] = given(method.getParameterTypes()[i], i, elements);
                }
                Object made = method.invoke(null, given);
                boolean shows = given.length > 0 && (given[0] instanceof Collection || given[0] instanceof Map);
                boolean copies = name.equals("copyOf");
                Class<?> collection = shows && !copies ? given[0].getClass() : method.getReturnType();
                System.out.println(collection.getName() + " " + name + " " + made.getClass().getName());
                look(collection.getName(), made, 0);
            }
        }
    }

    static Object given(Class<?> type, int at, int elements) {
        if (type == int.class) {
            return elements;
        }
        if (type == Class.class) {
            return String.class;
        }
        if (type.isArray()) {
            Object array = Array.newInstance(type.getComponentType(), elements);
            for (int i = 0; i < elements; i++) {
                Array.set(array, i, type == Map.Entry[].class ? Map.entry("k" + i, "v" + i) : "element" + i);
            }
            return array;
        }
        Object made = type.isAssignableFrom(TreeMap.class) && Map.class.isAssignableFrom(type) ? new TreeMap<>()
            : type.isAssignableFrom(TreeSet.class) && Set.class.isAssignableFrom(type) ? new TreeSet<>()
            : type.isAssignableFrom(ArrayDeque.class) && Queue.class.isAssignableFrom(type) ? new ArrayDeque<>()
            : Collection.class.isAssignableFrom(type) ? new ArrayList<>() : null;
        if (made == null) {
            return "element" + at;
        }
        for (int i = 0; i < elements; i++) {
            add(made, "element" + i);
        }
        return made;
    }

    @SuppressWarnings("unchecked")
    static void add(Object to, String element) {
        if (to instanceof Map) {
            ((Map<Object, Object>) to).put(element, element);
        } else {
            ((Collection<Object>) to).add(element);
        }
    }

    static void look(String collection, Object at, int depth) throws Exception {
        for (Class<?> api : interfaces(at.getClass(), new LinkedHashSet<>())) {
            for (Method method : api.getMethods()) {
                if (!methods.contains(method.getName())) {
                    continue;
                }
                Object result;
                try {
                    result = method.invoke(at, arguments(method));
                } catch (InvocationTargetException e) {
                    // Nothing there to be shown.
                    continue;
                }
                if (result == null || result instanceof String) {
                    continue;
                }
                System.out.println(collection + " " + method.getName() + " " + result.getClass().getName());
                if (depth < 4) {
                    look(collection, result, depth + 1);
                }
            }
        }
    }

    /** What is public of a class: itself, or what it extends and implements. */
    static Set<Class<?>> interfaces(Class<?> type, Set<Class<?>> found) {
        if (Modifier.isPublic(type.getModifiers())) {
            found.add(type);
        }
        for (Class<?> implemented : type.getInterfaces()) {
            interfaces(implemented, found);
        }
        return type.getSuperclass() == null ? found : interfaces(type.getSuperclass(), found);
    }

    static Object[] arguments(Method method) {
        Class<?>[] types = method.getParameterTypes();
        Object[] values = new Object[types.length];
        for (int i = 0; i < types.length; i++) {
            if (types[i] == int.class) {
                values[i] = 0;
            } else if (types[i] == boolean.class) {
                values[i] = true;
            } else {
                values[i] = "element" + (i == 0 ? 0 : 1);
            }
        }
        return values;
    }
}
