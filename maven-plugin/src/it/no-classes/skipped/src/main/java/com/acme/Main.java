package com.acme;

public class Main {
    public static void main(String[] args) throws Exception {
        String name = System.getProperty("acme.engine");
        Runnable engine = (Runnable) Class.forName(name).getDeclaredConstructor().newInstance();
        engine.run();
    }
}
