package com.acme.orders.csv;

import com.acme.orders.plugin.Exporter;
import com.acme.orders.plugin.Order;
import java.util.List;

/** Comma-separated values, one order a line. */
public class CsvExporter implements Exporter {
    @Override
    public String export(List<Order> orders) {
        StringBuilder text = new StringBuilder("number,customer,items,cents\n");
        for (Order order : orders) {
            text.append(order.number()).append(',').append(quoted(order.customer())).append(',')
                    .append(order.items()).append(',').append(order.cents()).append('\n');
        }
        return text.toString();
    }

    private static String quoted(String field) {
        return '"' + field.replace("\"", "\"\"") + '"';
    }
}
