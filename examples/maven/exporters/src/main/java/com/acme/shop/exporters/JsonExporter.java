package com.acme.shop.exporters;

import com.acme.shop.api.Exporter;
import com.acme.shop.api.ReportLine;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.List;

public final class JsonExporter implements Exporter {
    private final ObjectMapper mapper = new ObjectMapper();

    @Override
    public void export(List<ReportLine> lines, Appendable out) throws IOException {
        out.append(mapper.writeValueAsString(lines)).append('\n');
    }
}
