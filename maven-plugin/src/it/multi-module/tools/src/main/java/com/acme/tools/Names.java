package com.acme.tools;

/** A library of an application that is not checked. */
public final class Names {
    private Names() {}

    public static String shorten(String name) {
        return name.substring(name.lastIndexOf('.') + 1);
    }
}
