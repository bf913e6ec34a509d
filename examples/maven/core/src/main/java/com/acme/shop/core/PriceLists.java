package com.acme.shop.core;

import com.acme.shop.api.PriceList;

/** Finds the price list of this installation. */
public final class PriceLists {
    private PriceLists() {}

    /** Installations with prices of their own name the class in the system property {@code shop.prices}. */
    public static PriceList current() throws ReflectiveOperationException {
        String className = System.getProperty("shop.prices");
        Object prices = Class.forName(className).getDeclaredConstructor().newInstance();
        // Whatever class was named answers here, before the cast says which it may be.
        System.err.println("prices of " + prices);
        return (PriceList) prices;
    }
}
