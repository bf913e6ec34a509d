package dev.reflectioncheck.maven;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.maven.plugin.MojoExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExecutablesTest {
    @TempDir
    Path folder;

    @Test
    void classifierNamesPlatform() {
        assertEquals("linux-x86_64", Executables.classifier("Linux", "amd64"));
        assertEquals("linux-aarch_64", Executables.classifier("Linux", "aarch64"));
        assertEquals("osx-aarch_64", Executables.classifier("Mac OS X", "aarch64"));
        assertEquals("osx-x86_64", Executables.classifier("Mac OS X", "x86_64"));
        assertEquals("windows-x86_64", Executables.classifier("Windows 11", "amd64"));
        assertEquals("sunos-sparcv9", Executables.classifier("SunOS", "sparcv9"));
    }

    @Test
    void configurationWinsOverEnvironment() throws IOException, MojoExecutionException {
        File configured = executable("configured");
        File variable = executable("variable");
        assertEquals(configured, Executables.named(configured, variable.getPath()));
        assertEquals(variable, Executables.named(null, variable.getPath()));
        assertNull(Executables.named(null, null));
        assertNull(Executables.named(null, ""));
    }

    @Test
    void namesWhatIsMissingAndWhoNamedIt() throws IOException {
        File missing = folder.resolve("missing").toFile();
        MojoExecutionException e =
                assertThrows(MojoExecutionException.class, () -> Executables.named(null, missing.getPath()));
        assertTrue(e.getMessage().contains("REFLECTION_CHECK names " + missing), e.getMessage());

        File plain = Files.createFile(folder.resolve("plain")).toFile();
        e = assertThrows(MojoExecutionException.class, () -> Executables.named(plain, null));
        assertTrue(e.getMessage().contains("not executable"), e.getMessage());
    }

    private File executable(String name) throws IOException {
        File file = Files.createFile(folder.resolve(name)).toFile();
        assertTrue(file.setExecutable(true));
        return file;
    }
}
