package dev.reflectioncheck.gradle;

import java.io.File;
import java.util.Collection;
import java.util.Iterator;
import java.util.Map;

/**
 * Writes maps, collections, strings, files, numbers and booleans as JSON, one map key a line. Knows nothing of
 * requests.
 */
final class Json {
    private Json() {}

    /**
     * Returns the JSON text of a value, keys and elements in iteration order, ended by a line feed.
     *
     * @throws IllegalArgumentException for a value that is none of the types above
     */
    static String write(Object value) {
        StringBuilder out = new StringBuilder();
        append(out, value, "\n");
        return out.append('\n').toString();
    }

    private static void append(StringBuilder out, Object value, String newLine) {
        if (value instanceof Map) {
            appendMap(out, (Map<?, ?>) value, newLine);
        } else if (value instanceof Collection) {
            appendList(out, (Collection<?>) value, newLine);
        } else if (value instanceof String) {
            appendString(out, (String) value);
        } else if (value instanceof File) {
            appendString(out, ((File) value).getPath());
        } else if (value instanceof Boolean || value instanceof Integer || value instanceof Long) {
            out.append(value);
        } else {
            throw new IllegalArgumentException("not a JSON value: " + value);
        }
    }

    private static void appendMap(StringBuilder out, Map<?, ?> map, String newLine) {
        if (map.isEmpty()) {
            out.append("{}");
            return;
        }
        String inner = newLine + "  ";
        String separator = "{";
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            out.append(separator).append(inner);
            appendString(out, (String) entry.getKey());
            out.append(": ");
            append(out, entry.getValue(), inner);
            separator = ",";
        }
        out.append(newLine).append('}');
    }

    private static void appendList(StringBuilder out, Collection<?> list, String newLine) {
        if (list.isEmpty()) {
            out.append("[]");
            return;
        }
        String inner = newLine + "  ";
        out.append('[');
        for (Iterator<?> elements = list.iterator(); elements.hasNext();) {
            out.append(inner);
            append(out, elements.next(), inner);
            if (elements.hasNext()) {
                out.append(',');
            }
        }
        out.append(newLine).append(']');
    }

    private static void appendString(StringBuilder out, String text) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c == '\n') {
                out.append("\\n");
            } else if (c < 0x20 || isLoneSurrogate(text, i)) {
                out.append(String.format("\\u%04x", (int) c));
            } else {
                out.append(c);
            }
        }
        out.append('"');
    }

    /** A half of a surrogate pair without the other half has no UTF-8 form. */
    private static boolean isLoneSurrogate(String text, int index) {
        char c = text.charAt(index);
        if (Character.isHighSurrogate(c)) {
            return index + 1 == text.length() || !Character.isLowSurrogate(text.charAt(index + 1));
        }
        return Character.isLowSurrogate(c) && (index == 0 || !Character.isHighSurrogate(text.charAt(index - 1)));
    }
}
