package com.acme;

public class Main {
    public static void main(String[] args) throws Exception {
        String name = System.getProperty("acme.engine");
        Object engine = Class.forName(name).getDeclaredConstructor().newInstance();
        // Whatever class was named answers here, before the cast says which it may be.
        System.out.println("started " + engine);
        ((Runnable) engine).run();
    }
}
