package dev.reflectioncheck.gradle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import org.junit.jupiter.api.Test;

class AnalysisSettingsTest {
    private static final String ANALYSIS = """
            [analysis]
            library = true
            opaque = ["jakarta.servlet.*"]
            """;

    @Test
    void leavesOutPolicyCommentsAndBlankLines() {
        assertEquals(ANALYSIS, AnalysisSettings.of("""
                # ours
                [policy]
                imprecise-threshold = 20

                [ policy.levels ]   # per rule
                RC2001 = "note"
                "com.acme.legacy.*" = { RC1001 = "warning" }

                  [analysis]
                library = true
                opaque = ["jakarta.servlet.*"]
                [policy.more]
                x = 1
                """));
    }

    @Test
    void doesNotDependOnLineEnds() {
        assertEquals(ANALYSIS, AnalysisSettings.of(ANALYSIS.replace("\n", "\r\n")));
    }

    @Test
    void keepsWhatItDoesNotUnderstand() {
        assertEquals("analysis.mode = \"local\"\n", AnalysisSettings.of("analysis.mode = \"local\"\n"));
        assertEquals("[\"policy\"]\nx = 1\n", AnalysisSettings.of("[\"policy\"]\nx = 1\n"));
        assertEquals("[policies]\nx = 1\n", AnalysisSettings.of("[policies]\nx = 1\n"));
    }

    @Test
    void keepsAllOfAFileWithMultiLineStrings() {
        String before = "[analysis]\nnote = '''\n[policy]\n'''\nmode = \"local\"\n";
        assertNotEquals(AnalysisSettings.of(before), AnalysisSettings.of(before.replace("local", "none")));
    }
}
