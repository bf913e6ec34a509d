package com.acme.orders.plugin;

/** An order as plugins see it. */
public record Order(String number, String customer, int items, long cents) {}
