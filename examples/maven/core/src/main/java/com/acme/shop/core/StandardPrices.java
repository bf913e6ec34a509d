package com.acme.shop.core;

import com.acme.shop.api.PriceList;

/** The same price for everything. */
public final class StandardPrices implements PriceList {
    @Override
    public long priceOf(String article) {
        return 995;
    }
}
