package dev.reflectioncheck.maven;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JsonTest {
    @Test
    void writesNestedValuesInMapOrder() {
        Map<String, Object> inner = new LinkedHashMap<>();
        inner.put("path", "a b");
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("version", 1);
        map.put("absent", null);
        map.put("items", Arrays.asList(inner, true));
        map.put("none", new ArrayList<>());
        map.put("empty", new LinkedHashMap<>());
        assertEquals(
                "{\n  \"version\": 1,\n  \"items\": [\n    {\n      \"path\": \"a b\"\n    },\n    true\n  ],\n"
                        + "  \"none\": [],\n  \"empty\": {}\n}\n",
                Json.write(map));
    }

    @Test
    void escapesWhatStringsMayNotHold() {
        assertEquals("\"C:\\\\a \\\"b\\\" \\u000a \u00e9\"\n", Json.write("C:\\a \"b\" \n \u00e9"));
    }

    @Test
    void refusesOtherValues() {
        assertThrows(IllegalArgumentException.class, () -> Json.write(new Object()));
    }
}
