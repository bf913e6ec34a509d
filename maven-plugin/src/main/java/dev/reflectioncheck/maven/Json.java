package dev.reflectioncheck.maven;

import java.io.File;
import java.util.Iterator;
import java.util.Map;

/** Writes JSON: maps, collections, strings, numbers, booleans, files. Two-space indent, keys in map order. */
final class Json {
    private final StringBuilder out = new StringBuilder();

    private Json() {}

    /** The JSON text of {@code value}; entries of maps whose value is null are left out. */
    static String write(Object value) {
        Json json = new Json();
        json.value(value, "\n");
        return json.out.append('\n').toString();
    }

    private void value(Object value, String indent) {
        if (value instanceof Map) {
            object((Map<?, ?>) value, indent);
        } else if (value instanceof Iterable) {
            array((Iterable<?>) value, indent);
        } else if (value instanceof Number || value instanceof Boolean) {
            out.append(value);
        } else if (value instanceof String || value instanceof File) {
            string(value.toString());
        } else {
            throw new IllegalArgumentException("not a JSON value: " + value);
        }
    }

    private void object(Map<?, ?> map, String indent) {
        String inner = indent + "  ";
        String separator = inner;
        out.append('{');
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            if (entry.getValue() == null) {
                continue;
            }
            out.append(separator);
            string(entry.getKey().toString());
            out.append(": ");
            value(entry.getValue(), inner);
            separator = "," + inner;
        }
        out.append(separator.equals(inner) ? "}" : indent + "}");
    }

    private void array(Iterable<?> items, String indent) {
        String inner = indent + "  ";
        out.append('[');
        for (Iterator<?> it = items.iterator(); it.hasNext(); ) {
            out.append(inner);
            value(it.next(), inner);
            out.append(it.hasNext() ? "," : indent);
        }
        out.append(']');
    }

    private void string(String text) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < 0x20) {
                out.append(String.format("\\u%04x", (int) c));
            } else {
                out.append(c);
            }
        }
        out.append('"');
    }
}
