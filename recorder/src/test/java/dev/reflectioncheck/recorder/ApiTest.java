package dev.reflectioncheck.recorder;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class ApiTest {
    private static final String FOR_NAME = "(Ljava/lang/String;)Ljava/lang/Class;";

    private static String named(boolean isStatic, String owner, String name, String descriptor) {
        Api api = Api.of(isStatic, owner, name, descriptor);
        return api == null ? null : api.name + " " + api.kind;
    }

    @Test
    void linesOfTheTableAreRead() {
        assertEquals("Class.forName CLASS_BY_NAME", named(true, "java/lang/Class", "forName", FOR_NAME));
        assertNull(named(true, "java/lang/Class", "forName", "()V"));
        assertNull(named(true, "a/Class", "forName", FOR_NAME));
        // Of all overloads, without some operands, and under another name.
        Api find = Api.of(false, "java/lang/invoke/MethodHandles$Lookup", "findConstructor", "()V");
        assertEquals(Api.Kind.HANDLE_OF_CONSTRUCTOR, find.kind);
        assertArrayEquals(new int[] {1, -1, 2, -1}, find.operands);
        String updater = "java/util/concurrent/atomic/AtomicLongFieldUpdater";
        assertEquals("FieldUpdater.newUpdater HANDLE_OF_FIELD", named(true, updater, "newUpdater", "(Ljava/lang/Class;)V"));
        assertTrue(Api.mayBeNamed("forName") && Api.mayBeNamed("next"));
        assertFalse(Api.mayBeNamed("#") || Api.mayBeNamed("toString"));
    }

    @Test
    void instructionsNameClassesThatInherit() {
        String bundle = "(Ljava/lang/String;)Ljava/util/ResourceBundle;";
        assertEquals("ResourceBundle.getBundle CLASS_OF_RESULT", named(true, "java/util/PropertyResourceBundle", "getBundle", bundle));
        assertNull(named(false, "java/util/PropertyResourceBundle", "getBundle", bundle));
        assertNull(named(true, "a/Bundles", "getBundle", bundle));
        String transformers = "()Ljavax/xml/transform/TransformerFactory;";
        assertEquals("JAXP.newInstance CLASS_OF_RESULT", named(true, "javax/xml/transform/sax/SAXTransformerFactory", "newInstance", transformers));
        assertEquals("ClassLoader.loadClass CLASS_BY_LOADER", named(false, "a/Loader", "loadClass", FOR_NAME));
        assertNull(named(true, "a/Loader", "loadClass", FOR_NAME));
        assertEquals("Lookup.findClass CLASS_BY_NAME", named(false, "java/lang/invoke/MethodHandles$Lookup", "findClass", FOR_NAME));
    }
}
