package com.acme.api;

public interface Plugin {
    void start();
}
