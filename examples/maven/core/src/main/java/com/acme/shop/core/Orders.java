package com.acme.shop.core;

import com.acme.shop.api.Order;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/** Reads orders from JSON. */
public final class Orders {
    private final ObjectMapper mapper = new ObjectMapper();

    public List<Order> read(InputStream json) throws IOException {
        return mapper.readValue(json, new TypeReference<>() {});
    }
}
