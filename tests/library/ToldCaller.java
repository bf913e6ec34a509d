package app;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import lib.Told;

public class ToldCaller {
    private static final String OTHER = "java.util.TreeSet";

    /** It is called with lists of the library. */
    static final class Nosy implements Comparable<Object> {
        @Override
        public boolean equals(Object other) {
            set(other);
            return true;
        }

        @Override
        public int hashCode() {
            return 1;
        }

        @Override
        public int compareTo(Object other) {
            set(other);
            return 0;
        }
    }

    static final class Sink extends ArrayList<Object> {
        @Override
        public boolean add(Object item) {
            ToldCaller.set(item);
            return true;
        }
    }

    @SuppressWarnings("unchecked")
    private static void set(Object names) {
        if (names instanceof List) {
            ((List<String>) names).set(0, OTHER);
        }
    }

    public static void main(String[] args) throws Exception {
        print("byEquals", Told.byEquals(new Nosy()));
        print("byIndex", Told.byIndex(new Nosy()));
        print("byFrequency", Told.byFrequency(new Nosy()));
        print("bySearch", Told.bySearch(new Nosy()));
        print("byAddAll", Told.byAddAll(new Sink()));
        print("byReversed", Told.byReversed((one, other) -> {
            set(one);
            return 0;
        }));
        print("byChange", Told.byChange(event -> set(event.getNewValue())));
        print("byObserver", Told.byObserver((observed, names) -> set(names)));
        print("byCollected", Told.byCollected(Stream.of(OTHER)));
        Stream.of(OTHER).collect(Told.mapping());
        print("byCollector", Told.byCollector());
        Told.process().command(OTHER);
        print("byCommand", Told.byCommand());
        print("comparedOnly", Told.comparedOnly(new Nosy()));
    }

    private static void print(String method, Object made) {
        System.out.println(method + " " + made.getClass().getName());
    }
}
