package com.acme.shop.core;

import com.acme.shop.api.Exporter;
import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

/** Exporters by format name, as {@code exporters.properties} lists them, or the file that is configured in its place. */
public final class Exporters {
    private static final Logger LOG = LogManager.getLogger(Exporters.class);

    private final Properties classes = new Properties();

    public Exporters() throws IOException {
        String file = System.getProperty("shop.exporters", "/exporters.properties");
        try (InputStream in = Exporters.class.getResourceAsStream(file)) {
            classes.load(in);
        }
    }

    public Exporter forFormat(String format) throws ReflectiveOperationException {
        String className = classes.getProperty("exporter." + format);
        if (className == null) {
            throw new IllegalArgumentException("no exporter for " + format);
        }
        LOG.debug("{} is written by {}", format, className);
        return (Exporter) Class.forName(className).getDeclaredConstructor().newInstance();
    }
}
