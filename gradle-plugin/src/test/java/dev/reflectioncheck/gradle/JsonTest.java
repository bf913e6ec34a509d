package dev.reflectioncheck.gradle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.File;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JsonTest {
    @Test
    void keepsOrderAndNests() {
        Map<String, Object> item = new LinkedHashMap<>();
        item.put("path", new File("a.jar"));
        item.put("application", true);
        Map<String, Object> request = new LinkedHashMap<>();
        request.put("version", 1);
        request.put("classpath", Arrays.asList(item, "x"));
        request.put("specs", Collections.emptyList());
        request.put("levels", Collections.emptyMap());
        assertEquals("""
                {
                  "version": 1,
                  "classpath": [
                    {
                      "path": "a.jar",
                      "application": true
                    },
                    "x"
                  ],
                  "specs": [],
                  "levels": {}
                }
                """, Json.write(request));
    }

    @Test
    void escapesWhatJsonDoesNotAllow() {
        assertEquals("\"C:\\\\a \\\"b\\\"\\n\\u0007\\u001f ü😀\"\n", Json.write("C:\\a \"b\"\n\u0007\u001f ü😀"));
    }

    @Test
    void escapesHalvesOfSurrogatePairs() {
        assertEquals("\"\\ud83dx\\ude00\"\n", Json.write("\ud83dx\ude00"));
        assertEquals("\"\\ud83d\"\n", Json.write("\ud83d"));
    }

    @Test
    void refusesOtherTypes() {
        assertThrows(IllegalArgumentException.class, () -> Json.write(Collections.singletonList(1.5)));
        assertThrows(IllegalArgumentException.class, () -> Json.write(null));
    }
}
