package com.acme.orders.plugin;

import java.util.Optional;

/** Says what is wrong with an order. Implementations have a public constructor that takes the {@link Limits}. */
public interface OrderCheck {
    Optional<String> complaint(Order order);
}
