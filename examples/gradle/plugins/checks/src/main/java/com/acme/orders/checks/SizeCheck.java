package com.acme.orders.checks;

import com.acme.orders.plugin.Limits;
import com.acme.orders.plugin.Order;
import com.acme.orders.plugin.OrderCheck;
import java.util.Optional;

/** Refuses orders of too many items. */
public class SizeCheck implements OrderCheck {
    private final Limits limits;

    public SizeCheck(Limits limits) {
        this.limits = limits;
    }

    @Override
    public Optional<String> complaint(Order order) {
        return order.items() > limits.mostItems() ? Optional.of("too many items") : Optional.empty();
    }
}
