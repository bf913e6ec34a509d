package com.acme.booking.room;

/** A room and its price for a night. */
public record Room(String name, long cents) {}
