package dev.reflectioncheck.gradle;

import org.gradle.api.file.ConfigurableFileCollection;
import org.gradle.api.file.RegularFileProperty;
import org.gradle.api.provider.MapProperty;
import org.gradle.api.provider.Property;

/**
 * What a build script may say in {@code reflectionCheck { }}. Tasks take these values as their defaults, so each can
 * also be set on one task alone. Knows neither tasks nor the tool.
 */
public abstract class ReflectionCheckExtension {
    /**
     * The lowest level that fails the build: {@code error}, {@code warning}, {@code note} or {@code never}. Unset: that
     * of the tool, {@code error}.
     */
    public abstract Property<String> getFailOn();

    /**
     * Level per rule, {@code error}, {@code warning}, {@code note} or {@code off}; goes before those of the
     * configuration file.
     */
    public abstract MapProperty<String, String> getLevels();

    /** Folders with spec files; at first {@code reflection-specs} of the root project and of this project. */
    public abstract ConfigurableFileCollection getSpecs();

    /** The configuration file; unset: {@code reflection-check.toml} of this project, else of the root project. */
    public abstract RegularFileProperty getConfig();

    /** A local binary; unset: what the environment variable REFLECTION_CHECK names, else the published executable. */
    public abstract RegularFileProperty getExecutable();

    /** Whether {@code check} runs the analysis of the main source sets; at first true. */
    public abstract Property<Boolean> getRunOnCheck();

    /**
     * True: others call this module, so it is checked alone and every public method is an entry. False: it is an
     * application. Unset: an application if it applies a packaging plugin ({@link Packaging}); else a module that an
     * application of the same build depends on is checked there and not alone.
     */
    public abstract Property<Boolean> getLibrary();
}
