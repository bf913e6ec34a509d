package dev.reflectioncheck.maven;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportsTest {
    @Test
    void theResultOfAnEarlierRunIsKeptAndItsReportsAreNot(@TempDir Path directory) throws IOException {
        Reports reports = new Reports(directory, "main");
        for (Path file : Arrays.asList(reports.request, reports.result, reports.text, reports.sarif, reports.sites)) {
            Files.write(file, new byte[] {'x'});
        }
        reports.deleteOld();
        assertEquals(1, Files.size(reports.result));
        for (Path file : Arrays.asList(reports.request, reports.text, reports.sarif, reports.sites)) {
            assertFalse(Files.exists(file), file.toString());
        }
    }
}
