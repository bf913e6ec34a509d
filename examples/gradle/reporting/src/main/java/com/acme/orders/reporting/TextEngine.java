package com.acme.orders.reporting;

import com.acme.orders.plugin.Order;
import java.util.List;

/** One line of plain text. */
public class TextEngine implements ReportEngine {
    @Override
    public String render(List<Order> orders) {
        long cents = orders.stream().mapToLong(Order::cents).sum();
        return String.format("%d orders, %d.%02d", orders.size(), cents / 100, cents % 100);
    }
}
