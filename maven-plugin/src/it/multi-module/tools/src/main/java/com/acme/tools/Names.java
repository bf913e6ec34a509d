package com.acme.tools;

/** A library that no application of the build uses. */
public final class Names {
    private Names() {}

    public static String shorten(String name) {
        return name.substring(name.lastIndexOf('.') + 1);
    }
}
