package com.acme.shop.api;

/** Prices in cents. */
public interface PriceList {
    long priceOf(String article);
}
