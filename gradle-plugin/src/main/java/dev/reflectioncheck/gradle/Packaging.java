package dev.reflectioncheck.gradle;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.gradle.api.plugins.PluginContainer;

/** The plugins whose presence says that a module is an application: it is started, not called by others. */
final class Packaging {
    static final List<String> PLUGINS = Collections.unmodifiableList(Arrays.asList(
            "application",
            "war",
            "ear",
            "org.springframework.boot",
            "io.quarkus",
            "io.micronaut.application",
            "com.gradleup.shadow",
            "com.github.johnrengelman.shadow",
            "com.google.cloud.tools.jib",
            "org.beryx.runtime",
            "org.beryx.jlink",
            "org.graalvm.buildtools.native"));

    private Packaging() {}

    static boolean appliesTo(PluginContainer plugins) {
        return PLUGINS.stream().anyMatch(plugins::hasPlugin);
    }
}
