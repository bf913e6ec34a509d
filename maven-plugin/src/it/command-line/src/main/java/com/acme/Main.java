package com.acme;

public class Main {
    public static void main(String[] args) throws Exception {
        System.out.println(Class.forName("com.acme.Greeter").getDeclaredConstructor().newInstance());
    }
}
