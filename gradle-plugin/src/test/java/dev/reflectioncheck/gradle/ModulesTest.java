package dev.reflectioncheck.gradle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.HashMap;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ModulesTest {
    private final Modules modules = new Modules(new HashMap<>());

    @Test
    void anApplicationChecksWhatItReaches() {
        modules.add(":web", true, Set.of(":core"));
        modules.add(":core", false, Set.of(":util"));
        modules.add(":util", false, Set.of());
        modules.add(":sdk", false, Set.of(":util"));
        assertEquals(":web", modules.applicationWith(":core"));
        assertEquals(":web", modules.applicationWith(":util"));
        assertNull(modules.applicationWith(":sdk"));
        assertNull(modules.applicationWith(":web"));
    }

    @Test
    void theFirstByPathIsNamed() {
        modules.add(":z", true, Set.of(":lib"));
        modules.add(":a", true, Set.of(":lib"));
        assertEquals(":a", modules.applicationWith(":lib"));
    }

    @Test
    void circlesAndUnknownProjectsEnd() {
        modules.add(":a", true, Set.of(":b", ":not-configured"));
        modules.add(":b", false, Set.of(":a", ":b"));
        assertEquals(":a", modules.applicationWith(":b"));
        assertNull(modules.applicationWith(":a"));
        assertNull(modules.applicationWith(":c"));
    }

    @Test
    void onlyAnApplicationCoversOthers() {
        modules.add(":lib", false, Set.of(":util"));
        assertNull(modules.applicationWith(":util"));
    }
}
