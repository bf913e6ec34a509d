package com.acme.booking.web;

import com.acme.booking.room.Room;
import com.acme.booking.room.Rooms;
import java.util.Collection;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

@RestController
@RequestMapping("/rooms")
public class RoomController {
    private final Rooms rooms;

    public RoomController(Rooms rooms) {
        this.rooms = rooms;
    }

    @GetMapping
    public Collection<Room> all() {
        return rooms.all();
    }

    @PostMapping("/{name}/bookings")
    public void book(@PathVariable String name, @RequestParam String guest) {
        if (!rooms.book(name, guest)) {
            throw new ResponseStatusException(HttpStatus.CONFLICT, "not free");
        }
    }
}
