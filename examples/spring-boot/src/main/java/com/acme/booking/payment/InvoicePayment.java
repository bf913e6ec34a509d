package com.acme.booking.payment;

public class InvoicePayment implements PaymentProvider {
    @Override
    public String pay(String guest, long cents, String currency) {
        return "invoice over " + cents + " " + currency + " to " + guest;
    }
}
