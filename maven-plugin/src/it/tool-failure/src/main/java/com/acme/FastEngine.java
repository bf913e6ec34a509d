package com.acme;

public class FastEngine implements Runnable {
    @Override
    public void run() {
        System.out.println("fast");
    }
}
