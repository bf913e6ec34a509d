package com.acme.shop.api;

/** Reduces the price of an order. */
public interface DiscountRule {
    long apply(Order order, long cents);
}
