package com.acme.orders.plugin;

import java.util.List;

/** Writes orders in some format. Implementations have a public constructor without parameters. */
public interface Exporter {
    String export(List<Order> orders) throws ExportException;
}
