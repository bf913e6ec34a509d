package com.acme.orders.plugin;

/** What the shop accepts. */
public record Limits(int mostItems, long mostCents) {}
