package com.acme.unchecked;

import com.acme.tools.Names;

public class Main {
    public static void main(String[] args) {
        System.out.println(Names.shorten(Main.class.getName()));
    }
}
