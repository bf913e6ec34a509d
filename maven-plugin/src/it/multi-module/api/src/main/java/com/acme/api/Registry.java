package com.acme.api;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;

/** Starts the first plugin that a service file on the class path names. */
public final class Registry {
    public void start() throws IOException, ReflectiveOperationException {
        Plugin plugin = (Plugin) Class.forName(firstProvider()).getDeclaredConstructor().newInstance();
        plugin.start();
    }

    private String firstProvider() throws IOException {
        ClassLoader loader = Registry.class.getClassLoader();
        try (BufferedReader reader = new BufferedReader(
                new InputStreamReader(loader.getResourceAsStream("META-INF/services/com.acme.api.Plugin")))) {
            return reader.readLine();
        }
    }
}
