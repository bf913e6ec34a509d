import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Collection;
import java.util.Deque;
import java.util.Enumeration;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.Iterator;
import java.util.List;
import java.util.ListIterator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Set;
import java.util.Vector;

/**
 * Says of which class the objects are through which collections are seen: the first argument lists methods that give such
 * objects, the others are classes of collections. One line for each: collection, method, class of the result.
 */
public class Shows {
    static final Class<?>[] APIS = {
        Map.class, NavigableMap.class, Hashtable.class, Collection.class, List.class, Set.class, NavigableSet.class,
        Deque.class, Vector.class, Iterator.class, ListIterator.class, Enumeration.class, Map.Entry.class
    };

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
        for (Class<?> api : APIS) {
            for (Method method : api.getMethods()) {
                if (!api.isInstance(at) || !methods.contains(method.getName())) {
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
