package com.acme.booking.room;

import com.acme.booking.BookingProperties;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Service;

/** The rooms and who holds them. */
@Service
public class Rooms {
    private final Map<String, Room> rooms =
            Map.of("garden", new Room("garden", 9900), "attic", new Room("attic", 5900));
    private final Map<String, Instant> held = new ConcurrentHashMap<>();
    private final ApplicationEventPublisher events;
    private final BookingProperties properties;
    private final Clock clock;

    public Rooms(ApplicationEventPublisher events, BookingProperties properties, Clock clock) {
        this.events = events;
        this.properties = properties;
        this.clock = clock;
    }

    public Collection<Room> all() {
        return rooms.values();
    }

    public boolean book(String name, String guest) {
        Room room = rooms.get(name);
        if (room == null || held.putIfAbsent(name, clock.instant()) != null) {
            return false;
        }
        events.publishEvent(new RoomBooked(guest, room.cents()));
        return true;
    }

    /** Frees the rooms that were held too long. */
    @Scheduled(fixedDelay = 60_000)
    public void release() {
        Instant limit = clock.instant().minus(Duration.ofMinutes(properties.getHoldMinutes()));
        held.values().removeIf(since -> since.isBefore(limit));
    }
}
