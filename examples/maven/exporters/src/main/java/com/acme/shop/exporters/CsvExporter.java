package com.acme.shop.exporters;

import com.acme.shop.api.Exporter;
import com.acme.shop.api.ReportLine;
import java.io.IOException;
import java.util.List;

public final class CsvExporter implements Exporter {
    @Override
    public void export(List<ReportLine> lines, Appendable out) throws IOException {
        for (ReportLine line : lines) {
            out.append(line.customer()).append(';').append(Long.toString(line.cents())).append('\n');
        }
    }
}
