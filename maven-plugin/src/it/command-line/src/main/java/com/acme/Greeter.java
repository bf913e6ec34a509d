package com.acme;

public class Greeter {
    @Override
    public String toString() {
        return "hello";
    }
}
