package com.acme.booking;

import org.springframework.boot.context.properties.ConfigurationProperties;

/** The settings below {@code booking} in application.properties. */
@ConfigurationProperties("booking")
public class BookingProperties {
    private String currency = "EUR";
    private String paymentProvider;
    private int holdMinutes = 15;

    public String getCurrency() {
        return currency;
    }

    public void setCurrency(String currency) {
        this.currency = currency;
    }

    public String getPaymentProvider() {
        return paymentProvider;
    }

    public void setPaymentProvider(String paymentProvider) {
        this.paymentProvider = paymentProvider;
    }

    public int getHoldMinutes() {
        return holdMinutes;
    }

    public void setHoldMinutes(int holdMinutes) {
        this.holdMinutes = holdMinutes;
    }
}
