package dev.reflectioncheck.gradle;

import org.gradle.api.services.BuildService;
import org.gradle.api.services.BuildServiceParameters;

/**
 * Limits how many analyses run at once in one build: each wants several cores and up to some gigabytes. Holds no state;
 * registered by name, so that class loaders that do not know each other share the one limit.
 */
public abstract class ConcurrencyLimit implements BuildService<BuildServiceParameters.None> {
    static final String NAME = "dev.reflectioncheck.limit";

    static int runs(int cores) {
        return Math.max(1, cores / 2);
    }
}
