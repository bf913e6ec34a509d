package dev.reflectioncheck.maven;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.apache.maven.plugin.MojoExecutionException;
import org.junit.jupiter.api.Test;

class LevelsTest {
    @Test
    void readsPairs() throws MojoExecutionException {
        assertEquals("{RC1001=warning, RC2001=off}", Levels.parse(" RC2001=off, RC1001 = warning ,").toString());
        assertTrue(Levels.parse(null).isEmpty());
    }

    @Test
    void namesTheItemThatIsNoPair() {
        MojoExecutionException e =
                assertThrows(MojoExecutionException.class, () -> Levels.parse("RC1001=warning,RC2001"));
        assertTrue(e.getMessage().contains("\"RC2001\""), e.getMessage());
    }
}
