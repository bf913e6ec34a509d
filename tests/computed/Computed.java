import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.StringJoiner;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Methods that compute texts, and what they give on this JVM, a line each: method, number of the text, result. */
public class Computed {
    /** Read by the test, too. */
    static final String[] TEXTS = {
        "", "a", "name", "first-name", "FIRST_NAME", "firstName", "a.b.c.D", "x:y;z", "  padded ", "ä-ß", "i-I",
        "\uD83D\uDE00-b", "0123456789", "--", "[La.B;", "first name of all", "URLName", "12", null,
    };

    public static void main(String[] args) throws Exception {
        Method[] methods = Computed.class.getDeclaredMethods();
        Arrays.sort(methods, Comparator.comparing(Method::getName));
        for (Method method : methods) {
            if (!Modifier.isPublic(method.getModifiers()) || method.getName().matches("main|running|doubled|hoarded|appended")) {
                continue;
            }
            for (int i = 0; i < TEXTS.length; i++) {
                System.out.println(method.getName() + "\t" + i + "\t" + result(method, TEXTS[i]));
            }
        }
    }

    static String result(Method method, String text) throws Exception {
        try {
            Object result = method.invoke(null, text);
            return result == null ? "null" : "=" + escaped((String) result);
        } catch (InvocationTargetException e) {
            return "!" + e.getCause().getClass().getSimpleName();
        }
    }

    static String escaped(String text) {
        StringBuilder out = new StringBuilder();
        for (char c : text.toCharArray()) {
            out.append(c < 127 && c >= ' ' ? String.valueOf(c) : String.format("\\%04x", (int) c));
        }
        return out.toString();
    }

    // ---- Loops over characters

    public static String camel(String text) {
        StringBuilder out = new StringBuilder();
        boolean upper = true;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '-' || c == '_' || c == ' ') {
                upper = true;
                continue;
            }
            out.append(upper ? Character.toUpperCase(c) : Character.toLowerCase(c));
            upper = false;
        }
        return out.toString();
    }

    public static String snake(String text) {
        StringBuilder out = new StringBuilder(text.length() + 4);
        for (char c : text.toCharArray()) {
            if (Character.isUpperCase(c) && out.length() > 0) {
                out.append('_');
            }
            out.append(Character.toLowerCase(c));
        }
        return out.toString();
    }

    public static String reversed(String text) {
        char[] chars = text.toCharArray();
        for (int i = 0, j = chars.length - 1; i < j; ) {
            char c = chars[i];
            chars[i++] = chars[j];
            chars[j--] = c;
        }
        return new String(chars);
    }

    public static String shifted(String text) {
        String out = "";
        for (int i = text.length(); --i >= 0; ) {
            out += (char) (text.charAt(i) + 1);
        }
        return out;
    }

    public static String labelled(String text) {
        StringBuilder out = new StringBuilder();
        outer:
        for (int i = 0; i < text.length(); i++) {
            for (int j = 0; j < i; j++) {
                if (text.charAt(i) == text.charAt(j)) {
                    continue outer;
                }
                if (text.charAt(j) == ';') {
                    break outer;
                }
            }
            out.append(text.charAt(i));
        }
        return out.toString();
    }

    // ---- Arithmetic

    public static String hashed(String text) {
        int hash = 7;
        for (int i = 0; i < text.length(); i++) {
            hash = hash * 31 + text.charAt(i);
            hash ^= hash >>> 3;
            hash = (hash << 5) | (hash >>> 27);
        }
        return "h" + hash + (hash % 7) + (byte) hash + (short) hash + (int) (char) hash;
    }

    public static String wide(String text) {
        long number = 1;
        for (int i = 0; i < text.length(); i++) {
            number = number * 1_000_003L + text.charAt(i);
            number = number >> 2 ^ number << 7 ^ number >>> 60;
        }
        return (number > 0 ? "p" : "n") + number + "/" + (int) number + "/" + (number / 17) + (number % -5) + (-number & 255L);
    }

    public static String divided(String text) {
        return "d" + 100 / text.length() + 7 % (text.length() - 1);
    }

    public static String coded(String text) {
        return Integer.toString(text.hashCode()) + text.compareTo("firstName") + Math.max(3, text.length());
    }

    // ---- Questions

    public static String chosen(String text) {
        switch (text) {
            case "name":
            case "firstName":
                return "one";
            case "FIRST_NAME":
                return "two";
            case "Aa":
            case "BB":
                return "same hash";
            default:
                return "other " + text;
        }
    }

    public static String byLetter(String text) {
        switch (text.charAt(0)) {
            case 'a':
                return "A";
            case 'f':
                text = text.substring(1);
            case 'n':
                return "F" + text;
            default:
                return text.isEmpty() ? null : "?";
        }
    }

    public static String orElse(String text) {
        return text == null || text.trim().isEmpty() ? "none" : text.trim();
    }

    public static String asked(String text) {
        return "" + (text.startsWith("f") ? 1 : 0) + (text.endsWith("e") && !text.contains("-")) + text.indexOf('.')
                + text.lastIndexOf(".") + text.indexOf("a", 2) + "NAME".equalsIgnoreCase(text) + text.isBlank()
                + text.regionMatches(true, 0, "NAME", 0, 4) + text.regionMatches(1, "bame", 1, 3) + Objects.equals(text, "a");
    }

    public static String same(String text) {
        String other = text;
        Object one = new StringBuilder("a"), two = one;
        return (other == text ? "=" : "/") + (one == two) + (text == null) + (one != (Object) text);
    }

    public static String identical(String text) {
        return text == "name" ? "same" : "other";
    }

    public static String typed(String text) {
        Object object = text;
        CharSequence sequence = text;
        return object instanceof String ? "s" + ((String) sequence).length() + (object instanceof Comparable) : "n";
    }

    // ---- What throws

    public static String cut(String text) {
        return text.substring(text.indexOf(':') + 1, text.indexOf(';'));
    }

    public static String thrown(String text) {
        if (text.length() > 9) {
            throw new IllegalStateException("too long: " + text);
        }
        return Objects.requireNonNull(text, "text").concat("!");
    }

    public static String caught(String text) {
        try {
            return text.substring(3);
        } catch (RuntimeException e) {
            return "short";
        }
    }

    public static String finallyDone(String text) {
        StringBuilder out = new StringBuilder();
        try {
            out.append(text.charAt(1));
        } finally {
            out.append("f");
        }
        return out.toString();
    }

    // ---- Arrays and builders

    public static String parts(String text) {
        StringBuilder out = new StringBuilder();
        for (String part : text.split("[-_. ]")) {
            if (part.length() > 0) {
                out.append(part.substring(0, 1).toUpperCase()).append(part.substring(1).toLowerCase());
            }
        }
        return out.toString();
    }

    public static String limited(String text) {
        String[] parts = text.split("-", 2);
        String[] copy = parts.clone();
        copy[0] = "c";
        return parts.length + parts[0] + copy[0] + parts[parts.length - 1];
    }

    public static String joined(String text) {
        StringJoiner joiner = new StringJoiner(".", "<", ">");
        String[] parts = {text, "b", null};
        for (String part : parts) {
            joiner.add(part);
        }
        return joiner.toString() + String.join("+", parts) + String.join("/", "p", text);
    }

    public static String edited(String text) {
        StringBuilder out = new StringBuilder(text);
        out.insert(0, "x").append(3).append('c').append(true).append(5L).append((Object) "o").append(text, 0, 1);
        out.setCharAt(1, 'Q');
        out.deleteCharAt(0);
        out.replace(0, 1, "rr").reverse();
        out.setLength(out.length() - 1);
        return out.toString() + out.indexOf("r") + out.length() + out.charAt(0);
    }

    public static String aliased(String text) {
        StringBuilder one = new StringBuilder(text), two = one;
        grow(two);
        one.append(grow(one).length());
        return two.toString();
    }

    private static StringBuilder grow(StringBuilder out) {
        return out.append("+");
    }

    public static String filled(String text) {
        char[] chars = new char[4];
        Arrays.fill(chars, 'z');
        text.getChars(0, Math.min(2, text.length()), chars, 1);
        System.arraycopy(chars, 1, chars, 0, 3);
        return new String(chars, 0, 3) + String.valueOf(chars);
    }

    public static String stored(String text) {
        Object[] objects = new String[1];
        objects[0] = text;
        byte[] bytes = new byte[2];
        bytes[1] = (byte) 300;
        boolean[] truths = {true, text.length() > 2};
        int[][] deep = null;
        return objects[0] + "" + bytes[1] + truths[1] + (deep == null) + objects[text.length()];
    }

    public static String titled(String text) {
        int length = text.length();
        int[] points = new int[length];
        int first = text.codePointAt(0);
        points[0] = Character.toTitleCase(first);
        int count = 1;
        for (int i = Character.charCount(first); i < length; ) {
            int point = text.codePointAt(i);
            points[count++] = point;
            i += Character.charCount(point);
        }
        return new String(points, 0, count);
    }

    // ---- Lists, streams and functions

    public static String listed(String text) {
        List<String> words = new ArrayList<>();
        for (String word : text.split("[-_ ]")) {
            if (!word.isEmpty()) {
                words.add(word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1));
            }
        }
        words.add(0, "<");
        words.set(words.size() - 1, words.get(words.size() - 1) + ">");
        StringBuilder out = new StringBuilder();
        for (String word : words) {
            out.append(word).append('.');
        }
        words.remove(0);
        words.addAll(Arrays.asList("x", "y"));
        return out + String.join("+", words) + words.contains("x") + words.isEmpty() + String.join("", new LinkedList<>(words));
    }

    public static String streamed(String text) {
        return Arrays.stream(text.split("-")).map(w -> w.substring(0, 1).toUpperCase(Locale.ROOT) + w.substring(1))
                .collect(Collectors.joining("", "[", "]")) + Stream.of("a", text, "").filter(w -> !w.isEmpty()).map(String::trim)
                .map(text::concat).collect(Collectors.joining(","));
    }

    public static String reduced(String text) {
        List<String> words = List.of(text, "b", "c");
        StringBuilder out = new StringBuilder();
        words.stream().skip(1).limit(1).forEach(out::append);
        words.forEach(w -> out.append(w));
        return words.stream().reduce("", (one, other) -> one + "/" + other) + out
                + String.join(";", words.stream().map(w -> w + "!").collect(Collectors.toList()));
    }

    public static String mapped(String text) {
        UnaryOperator<String> twice = w -> w + w;
        Function<String, String> end = twice.andThen(w -> w + ".");
        Supplier<String> supplier = () -> text + "s";
        return twice.apply(text) + supplier.get() + end.apply("e");
    }

    public static String interleaved(String text) {
        StringBuilder out = new StringBuilder();
        Stream.of("a", "b").map(w -> { out.append("m").append(w); return w; }).forEach(w -> out.append("f").append(w));
        return out + text;
    }

    public static String limited2(String text) {
        StringBuilder out = new StringBuilder();
        Stream.of("a", "b", text).map(w -> { out.append(w); return w; }).limit(1).forEach(w -> out.append("f"));
        Stream.of("c").map(w -> { out.append(w); return w; }).limit(0).forEach(w -> out.append("g"));
        return out + text;
    }

    interface Namer {
        String name(String name);

        default String name(Object name) {
            return "default";
        }

        default String name(String one, String other) {
            return name(one) + "+" + name(other);
        }
    }

    public static String overloaded(String text) {
        Namer namer = String::trim;
        return namer.name((Object) text) + namer.name(text, " b ") + namer.name(" c ");
    }

    public static String identities(String text) {
        List<String> words = new ArrayList<>();
        String[] room = new String[0];
        String[] taken = words.toArray(room);
        words.add(text);
        return (taken == room) + "" + (words.toArray(room) == room) + (room == new String[0]);
    }

    public static String emptyTwice(String text) {
        return text + (Collections.emptyList() == Collections.emptyList());
    }

    static Supplier<String> supplier() {
        return () -> "s";
    }

    public static String functionTwice(String text) {
        return text + (supplier() == supplier());
    }

    public static String lateSeparator(String text) {
        StringBuilder between = new StringBuilder("-");
        Collector<CharSequence, ?, String> joining = Collectors.joining(between);
        between.append(text);
        return Stream.of("a", "b").collect(joining);
    }

    public static String stopped(String text) {
        StringBuilder out = new StringBuilder();
        Stream.of("P", "5", text).map(w -> { out.append(w); return w.trim(); }).limit(2).forEach(w -> { });
        return out + "|" + text;
    }

    public static String changedWhileWalking(String text) {
        List<String> words = new ArrayList<>(Arrays.asList(text, "b"));
        for (String word : words) {
            words.remove(0);
            words.add(word);
        }
        return String.join("", words);
    }

    public static String viewed(String text) {
        String[] words = {text, "b"};
        List<String> view = Arrays.asList(words);
        words[0] = "changed";
        return String.join(",", view);
    }

    public static String lateStream(String text) {
        List<String> words = new ArrayList<>();
        Stream<String> stream = words.stream();
        words.add(text);
        return stream.collect(Collectors.joining());
    }

    public static String whileWalking(String text) {
        List<String> words = new ArrayList<>(List.of(text, "b"));
        for (String word : words) {
            if (word.equals("b")) {
                words.remove(0);
            }
        }
        return String.join("", words);
    }

    public static String fixed(String text) {
        List<String> words = Arrays.asList(text, "b");
        words.add("c");
        return words.get(5);
    }

    static String dotted(String... parts) {
        StringBuilder out = new StringBuilder();
        for (String part : parts) {
            if (part == null) {
                continue;
            }
            if (out.length() > 0) {
                out.append('.');
            }
            out.append(part);
        }
        return out.toString();
    }

    public static String spread(String text) {
        return dotted("a", text, null);
    }

    // ---- Calls

    public static String recursive(String text) {
        int dot = text.indexOf('.');
        return dot < 0 ? text : recursive(text.substring(dot + 1)) + "<" + text.substring(0, dot);
    }

    public static String endless(String text) {
        return endless(text + "x");
    }

    /** It takes all memory there is. */
    public static String doubled(String text) {
        for (int i = 0; i < 60; i++) {
            text += text;
        }
        return text;
    }

    /** And so does this. */
    public static String hoarded(String text) {
        List<String> words = new ArrayList<>();
        while (words.size() >= 0) {
            words.add(text);
            words.addAll(words);
        }
        return String.join("", words);
    }

    /** And this. */
    public static String appended(String text) {
        StringJoiner joiner = new StringJoiner(text);
        while (joiner.add(text).toString().length() >= 0) {
            text = joiner + text.replace("x", text);
        }
        return text;
    }

    /** A JVM never comes back from it. */
    public static String running(String text) {
        while (!text.equals("never")) {
            text = text.replace('x', 'y');
        }
        return text;
    }

    public static String replaced(String text) {
        return text.replace("-", "").replaceAll("([A-Z])", "_$1").replaceFirst("^_", "") + text.strip().repeat(2)
                + String.format("%s:%d", text, 4) + text.toLowerCase();
    }

    static int calls;

    public static String counted(String text) {
        return text + calls++;
    }

    static final String BEFORE = "b.";
    static final String COMPUTED = "b." + Integer.getInteger("none", 3);

    public static String constant(String text) {
        return BEFORE + text;
    }

    public static String computed(String text) {
        return COMPUTED + text;
    }

    public static synchronized String locked(String text) {
        return text + "l";
    }

    public static String guarded(String text) {
        synchronized (Computed.class) {
            return text + "g";
        }
    }

    public static String fractions(String text) {
        return text + (text.length() * 0.5);
    }

    public static String viaInterface(String text) {
        CharSequence sequence = new StringBuilder(text).append("e");
        return sequence.toString() + sequence.length() + sequence.charAt(0) + sequence.subSequence(0, 1);
    }
}
