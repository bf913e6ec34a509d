package dev.reflectioncheck.gradle;

import java.io.File;
import org.gradle.api.provider.Property;
import org.gradle.api.tasks.Input;
import org.gradle.api.tasks.Internal;
import org.gradle.jvm.toolchain.JavaInstallationMetadata;
import org.gradle.jvm.toolchain.JavaLauncher;

/**
 * The JDK whose classes are analysed. Its place is no input; language version, vendor and run-time version are, since
 * the library's code differs between builds of one language version.
 */
public abstract class Jdk {
    /** The toolchain's launcher. Gradle 7 gives none if no toolchain is configured: then Gradle's own JVM counts. */
    @Internal
    public abstract Property<JavaLauncher> getLauncher();

    @Input
    public String getLanguageVersion() {
        return getLauncher().isPresent()
                ? metadata().getLanguageVersion().toString() : System.getProperty("java.specification.version");
    }

    @Input
    public String getVendor() {
        return getLauncher().isPresent() ? metadata().getVendor() : System.getProperty("java.vendor");
    }

    @Input
    public String getRuntimeVersion() {
        return getLauncher().isPresent()
                ? metadata().getJavaRuntimeVersion() : System.getProperty("java.runtime.version");
    }

    /** Returns the installation directory. */
    File home() {
        return getLauncher().isPresent()
                ? metadata().getInstallationPath().getAsFile() : new File(System.getProperty("java.home"));
    }

    private JavaInstallationMetadata metadata() {
        return getLauncher().get().getMetadata();
    }
}
