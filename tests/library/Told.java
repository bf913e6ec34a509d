package lib;

import java.beans.PropertyChangeListener;
import java.beans.PropertyChangeSupport;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Observable;
import java.util.Observer;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the JDK calls objects of callers with, and what they ask or set in objects of the JDK that hold something. */
public class Told {
    static final class Holder {
        String name = "java.util.HashSet";
    }

    private static final List<String> EQUALS = new ArrayList<>(List.of("java.util.HashSet"));
    private static final List<String> INDEX = new ArrayList<>(List.of("java.util.HashSet"));
    private static final List<String> FREQUENCY = new ArrayList<>(List.of("java.util.HashSet"));
    private static final List<String> SEARCH = new ArrayList<>(List.of("java.util.HashSet"));
    private static final List<String> ADD_ALL = new ArrayList<>(List.of("java.util.HashSet"));
    private static final List<String> REVERSED = new ArrayList<>(List.of("java.util.HashSet"));
    private static final List<String> CHANGED = new ArrayList<>(List.of("java.util.HashSet"));
    private static final List<String> OBSERVED = new ArrayList<>(List.of("java.util.HashSet"));
    private static final List<String> COLLECTED = new ArrayList<>(List.of("java.util.HashSet"));
    private static final List<String> OWN = new ArrayList<>(List.of("java.util.HashSet"));
    private static final Holder MAPPED = new Holder();
    private static final ProcessBuilder COMMAND = new ProcessBuilder("java.util.HashSet");

    public static Object byEquals(Object other) throws Exception {
        Objects.equals(other, EQUALS);
        return Class.forName(EQUALS.get(0)).newInstance();
    }

    public static Object byIndex(Object other) throws Exception {
        List.of(INDEX).indexOf(other);
        return Class.forName(INDEX.get(0)).newInstance();
    }

    public static Object byFrequency(Object other) throws Exception {
        Collections.frequency(List.of(FREQUENCY), other);
        return Class.forName(FREQUENCY.get(0)).newInstance();
    }

    @SuppressWarnings({"rawtypes", "unchecked"})
    public static Object bySearch(Comparable<Object> other) throws Exception {
        Collections.binarySearch((List) List.of(other), SEARCH);
        return Class.forName(SEARCH.get(0)).newInstance();
    }

    public static Object byAddAll(Collection<Object> to) throws Exception {
        Collections.addAll(to, ADD_ALL);
        return Class.forName(ADD_ALL.get(0)).newInstance();
    }

    public static Object byReversed(Comparator<List<String>> order) throws Exception {
        order.reversed().compare(REVERSED, REVERSED);
        return Class.forName(REVERSED.get(0)).newInstance();
    }

    public static Object byChange(PropertyChangeListener listener) throws Exception {
        PropertyChangeSupport support = new PropertyChangeSupport(Told.class);
        support.addPropertyChangeListener(listener);
        support.firePropertyChange("names", null, CHANGED);
        return Class.forName(CHANGED.get(0)).newInstance();
    }

    @SuppressWarnings("deprecation")
    public static Object byObserver(Observer observer) throws Exception {
        Observable observed = new Observable() {
            {
                setChanged();
            }
        };
        observed.addObserver(observer);
        observed.notifyObservers(OBSERVED);
        return Class.forName(OBSERVED.get(0)).newInstance();
    }

    public static Object byCollected(Stream<String> names) throws Exception {
        names.collect(Collectors.toCollection(() -> COLLECTED));
        return Class.forName(COLLECTED.get(COLLECTED.size() - 1)).newInstance();
    }

    public static Collector<String, ?, Long> mapping() {
        return Collectors.mapping(name -> MAPPED.name = name, Collectors.counting());
    }

    public static Object byCollector() throws Exception {
        return Class.forName(MAPPED.name).newInstance();
    }

    public static ProcessBuilder process() {
        return COMMAND;
    }

    public static Object byCommand() throws Exception {
        return Class.forName(COMMAND.command().get(0)).newInstance();
    }

    public static Object comparedOnly(Object other) throws Exception {
        boolean same = Objects.equals(OWN, List.of("java.util.HashSet"));
        return same && other == null ? null : Class.forName(OWN.get(0)).newInstance();
    }
}
