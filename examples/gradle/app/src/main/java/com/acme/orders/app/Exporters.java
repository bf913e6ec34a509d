package com.acme.orders.app;

import com.acme.orders.plugin.Exporter;
import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;

/** Exporters by the name of their format, as exporters.properties lists them, or the file that is configured in its place. */
final class Exporters {
    private Exporters() {}

    static Exporter forFormat(String format) throws IOException, ReflectiveOperationException {
        Properties exporters = new Properties();
        String file = System.getProperty("orders.exporters", "/exporters.properties");
        try (InputStream in = Exporters.class.getResourceAsStream(file)) {
            exporters.load(in);
        }
        String className = exporters.getProperty("exporter." + format);
        if (className == null) {
            throw new IllegalArgumentException("no exporter for " + format);
        }
        return (Exporter) Class.forName(className).getConstructor().newInstance();
    }
}
