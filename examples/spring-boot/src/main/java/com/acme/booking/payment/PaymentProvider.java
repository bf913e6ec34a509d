package com.acme.booking.payment;

/** Takes the money. */
public interface PaymentProvider {
    String pay(String guest, long cents, String currency);
}
