package com.acme.orders.json;

import com.acme.orders.plugin.ExportException;
import com.acme.orders.plugin.Exporter;
import com.acme.orders.plugin.Order;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.util.List;

/** A JSON array of orders. */
public class JsonExporter implements Exporter {
    private final ObjectMapper mapper = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    @Override
    public String export(List<Order> orders) throws ExportException {
        try {
            return mapper.writeValueAsString(orders);
        } catch (JsonProcessingException e) {
            throw new ExportException("cannot write JSON", e);
        }
    }
}
