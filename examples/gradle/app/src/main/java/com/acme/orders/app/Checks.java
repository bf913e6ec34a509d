package com.acme.orders.app;

import com.acme.orders.plugin.Limits;
import com.acme.orders.plugin.OrderCheck;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The checks that service files name. They get the limits, which java.util.ServiceLoader could not give them. */
final class Checks {
    private static final String SERVICE_FILE = "META-INF/services/com.acme.orders.plugin.OrderCheck";

    private Checks() {}

    static List<OrderCheck> load(Limits limits) throws IOException, ReflectiveOperationException {
        List<OrderCheck> checks = new ArrayList<>();
        for (URL file : Collections.list(Checks.class.getClassLoader().getResources(SERVICE_FILE))) {
            try (BufferedReader in = new BufferedReader(new InputStreamReader(file.openStream(), StandardCharsets.UTF_8))) {
                for (String line = in.readLine(); line != null; line = in.readLine()) {
                    checks.add((OrderCheck) Class.forName(line).getConstructor(Limits.class).newInstance(limits));
                }
            }
        }
        return checks;
    }
}
