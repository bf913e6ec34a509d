package com.acme.orders.checks;

import com.acme.orders.plugin.Limits;
import com.acme.orders.plugin.Order;
import com.acme.orders.plugin.OrderCheck;
import java.util.Optional;

/** Refuses orders that are worth too much. */
public class ValueCheck implements OrderCheck {
    private final Limits limits;

    public ValueCheck(Limits limits) {
        this.limits = limits;
    }

    @Override
    public Optional<String> complaint(Order order) {
        return order.cents() > limits.mostCents() ? Optional.of("too expensive") : Optional.empty();
    }
}
