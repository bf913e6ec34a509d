package com.acme.shop.api;

import java.io.IOException;
import java.util.List;

/** Writes a report in one format. */
public interface Exporter {
    void export(List<ReportLine> lines, Appendable out) throws IOException;
}
