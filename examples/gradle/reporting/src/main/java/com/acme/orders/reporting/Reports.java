package com.acme.orders.reporting;

import com.acme.orders.plugin.Order;
import java.util.List;

/** Renders the daily report with the engine that the operator chose. */
public final class Reports {
    private Reports() {}

    public static String daily(List<Order> orders) throws ReflectiveOperationException {
        return engine().render(orders);
    }

    private static ReportEngine engine() throws ReflectiveOperationException {
        String name = System.getProperty("report.engine");
        Object engine = Class.forName(name).getDeclaredConstructor().newInstance();
        // Whatever class was named answers here, before the cast says which it may be.
        System.err.println("rendered by " + engine);
        return (ReportEngine) engine;
    }
}
