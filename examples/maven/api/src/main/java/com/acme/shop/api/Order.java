package com.acme.shop.api;

import java.util.List;

/** An order as it arrives in JSON. */
public final class Order {
    private String customer;
    private List<Item> items = List.of();

    public String getCustomer() {
        return customer;
    }

    public void setCustomer(String customer) {
        this.customer = customer;
    }

    public List<Item> getItems() {
        return items;
    }

    public void setItems(List<Item> items) {
        this.items = items;
    }

    /** One line of an order. */
    public record Item(String article, int quantity) {}
}
