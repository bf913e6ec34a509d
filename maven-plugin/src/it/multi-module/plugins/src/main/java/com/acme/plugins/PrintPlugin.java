package com.acme.plugins;

import com.acme.api.Plugin;

public class PrintPlugin implements Plugin {
    @Override
    public void start() {
        System.out.println("printing");
    }
}
