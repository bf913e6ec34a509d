package com.acme.orders.reporting;

import com.acme.orders.plugin.Order;
import java.util.List;

/** Lays out the daily report. */
public interface ReportEngine {
    String render(List<Order> orders);
}
