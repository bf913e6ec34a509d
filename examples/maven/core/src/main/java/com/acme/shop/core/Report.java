package com.acme.shop.core;

import com.acme.shop.api.DiscountRule;
import com.acme.shop.api.Order;
import com.acme.shop.api.PriceList;
import com.acme.shop.api.ReportLine;
import java.util.List;

/** What each customer owes after discounts. */
public final class Report {
    private final PriceList prices;
    private final List<DiscountRule> discounts;

    public Report(PriceList prices, List<DiscountRule> discounts) {
        this.prices = prices;
        this.discounts = discounts;
    }

    public List<ReportLine> lines(List<Order> orders) {
        return orders.stream().map(order -> new ReportLine(order.getCustomer(), total(order))).toList();
    }

    private long total(Order order) {
        long cents = 0;
        for (Order.Item item : order.getItems()) {
            cents += prices.priceOf(item.article()) * item.quantity();
        }
        for (DiscountRule discount : discounts) {
            cents = discount.apply(order, cents);
        }
        return cents;
    }
}
