package p;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** What was seen of the values that programs ask for. */
class Log {
    static final Map<String, Set<String>> SEEN = new TreeMap<>();

    static void ask(Object value, String number) {
        String text = value == null ? "null"
                : value instanceof String ? "text " + value
                : value instanceof Code ? "function"
                : value instanceof Class ? "class " + ((Class<?>) value).getName()
                : "object " + value.getClass().getName();
        SEEN.computeIfAbsent(number, each -> new TreeSet<>()).add(text);
    }
}
