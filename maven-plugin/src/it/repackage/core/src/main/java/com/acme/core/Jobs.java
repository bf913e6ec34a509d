package com.acme.core;

public final class Jobs {
    private Jobs() {}

    public static Runnable create(String name) throws ReflectiveOperationException {
        return (Runnable) Class.forName(name).getDeclaredConstructor().newInstance();
    }
}
