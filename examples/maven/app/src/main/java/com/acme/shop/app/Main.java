package com.acme.shop.app;

import com.acme.shop.api.Order;
import com.acme.shop.core.Exporters;
import com.acme.shop.core.Orders;
import com.acme.shop.core.PriceLists;
import com.acme.shop.core.Report;
import com.acme.shop.discounts.Discounts;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

/** Prints what customers owe: {@code shop FORMAT ORDERS.json}. */
public final class Main {
    private static final Logger LOG = LogManager.getLogger(Main.class);

    private Main() {}

    public static void main(String[] args) throws Exception {
        List<Order> orders;
        try (InputStream json = Files.newInputStream(Path.of(args[1]))) {
            orders = new Orders().read(json);
        }
        LOG.info("{} orders", orders.size());
        Report report = new Report(PriceLists.current(), Discounts.rules());
        new Exporters().forFormat(args[0]).export(report.lines(orders), System.out);
    }
}
