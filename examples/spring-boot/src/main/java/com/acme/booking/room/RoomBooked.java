package com.acme.booking.room;

/** A guest has booked a room. */
public record RoomBooked(String guest, long cents) {}
