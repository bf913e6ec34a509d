import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * Says of which class the objects are through which collections are seen: the first argument lists methods that give such
 * objects, the others are classes of collections. One line for each: collection, method, class of the result.
 */
public class Shows {
    static Set<String> methods;

    public static void main(String[] args) throws Exception {
        methods = new HashSet<>(Arrays.asList(args[0].split(",")));
        for (int i = 1; i < args.length; i++) {
            String name = args[i];
            for (int elements = 0; elements < 3; elements += 2) {
                Object made = Class.forName(name).getConstructor().newInstance();
                for (int element = 0; element < elements; element++) {
                    add(made, "element" + element);
                }
                look(name, made, 0);
            }
        }
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
