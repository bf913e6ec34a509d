package com.acme.orders.app;

import com.acme.orders.plugin.Exporter;
import com.acme.orders.plugin.Limits;
import com.acme.orders.plugin.Order;
import com.acme.orders.plugin.OrderCheck;
import com.acme.orders.reporting.Reports;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Checks the orders of the day, exports the good ones and reports. */
public final class Main {
    private Main() {}

    public static void main(String[] arguments) throws Exception {
        List<OrderCheck> checks = Checks.load(new Limits(100, 1_000_000));
        List<Order> accepted = new ArrayList<>();
        for (Order order : ordersOfTheDay()) {
            Optional<String> complaint = firstComplaint(checks, order);
            if (complaint.isPresent()) {
                System.out.println(order.number() + ": " + complaint.get());
            } else {
                accepted.add(order);
            }
        }
        Exporter exporter = Exporters.forFormat(arguments.length > 0 ? arguments[0] : "csv");
        System.out.println(exporter.export(accepted));
        System.out.println(Reports.daily(accepted));
    }

    private static Optional<String> firstComplaint(List<OrderCheck> checks, Order order) {
        for (OrderCheck check : checks) {
            Optional<String> complaint = check.complaint(order);
            if (complaint.isPresent()) {
                return complaint;
            }
        }
        return Optional.empty();
    }

    private static List<Order> ordersOfTheDay() {
        return List.of(new Order("A-1", "Blue Door", 3, 4_990), new Order("A-2", "Corner \"Shop\"", 500, 99_000));
    }
}
