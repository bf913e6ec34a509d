package com.acme.shop.api;

/** What a customer owes. */
public record ReportLine(String customer, long cents) {}
