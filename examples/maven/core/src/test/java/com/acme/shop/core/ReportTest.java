package com.acme.shop.core;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.acme.shop.api.Order;
import com.acme.shop.api.ReportLine;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReportTest {
    @Test
    void addsUpWhatWasRead() throws IOException {
        String json = "[{\"customer\": \"Ada\", \"items\": [{\"article\": \"tea\", \"quantity\": 2}]}]";
        List<Order> orders = new Orders().read(new ByteArrayInputStream(json.getBytes(StandardCharsets.UTF_8)));
        Report report = new Report(new StandardPrices(), List.of((order, cents) -> cents - 90));
        assertEquals(List.of(new ReportLine("Ada", 1900)), report.lines(orders));
    }
}
