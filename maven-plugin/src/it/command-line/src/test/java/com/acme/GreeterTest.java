package com.acme;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class GreeterTest {
    @Test
    public void greets() throws Exception {
        String name = System.getProperty("greeter");
        Class<?> type = Class.forName(name == null ? "com.acme.Greeter" : name);
        assertEquals("hello", type.getDeclaredConstructor().newInstance().toString());
    }
}
