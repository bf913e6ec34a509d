package com.acme.booking.payment;

public class CardPayment implements PaymentProvider {
    @Override
    public String pay(String guest, long cents, String currency) {
        return "charged " + guest + " " + cents + " " + currency;
    }
}
