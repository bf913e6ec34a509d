package com.acme.service;

public class CleanUp implements Runnable {
    @Override
    public void run() {
        System.out.println("cleaning");
    }
}
