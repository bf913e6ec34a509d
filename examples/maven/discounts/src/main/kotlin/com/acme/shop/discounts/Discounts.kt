package com.acme.shop.discounts

import com.acme.shop.api.DiscountRule
import com.acme.shop.api.Order

/** Five percent from ten pieces on. */
class BulkDiscount : DiscountRule {
    override fun apply(order: Order, cents: Long): Long =
        if (order.items.sumOf { it.quantity } >= 10) cents * 95 / 100 else cents
}

/** Drops the odd cents. */
class RoundDown : DiscountRule {
    override fun apply(order: Order, cents: Long): Long = cents - cents % 100
}

object Discounts {
    /** The rules in the order they apply in. */
    @JvmStatic
    fun rules(): List<DiscountRule> =
        listOf(create("com.acme.shop.discounts.BulkDiscount"), create("com.acme.shop.discounts.RoundDown"))

    private fun create(className: String): DiscountRule =
        Class.forName(className).getDeclaredConstructor().newInstance() as DiscountRule
}
