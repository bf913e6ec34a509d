package dev.reflectioncheck.maven;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MainMethodsTest {
    @TempDir
    Path folder;

    private void check(String file, String source, boolean expected) throws IOException {
        Path root = Files.createTempDirectory(folder, "src");
        Path path = root.resolve("com/acme").resolve(file);
        Files.createDirectories(path.getParent());
        Files.write(path, source.getBytes(StandardCharsets.UTF_8));
        assertEquals(expected, MainMethods.declaredIn(Arrays.asList(folder.resolve("missing"), root)), source);
    }

    @Test
    void findsMainMethodsOfEachLanguage() throws IOException {
        check("A.java", "class A { public static final void main(String... args) {} }", true);
        check("A.java", "class A { static public\n void main (final String[] args) {} }", true);
        check("A.kt", "suspend fun main() { }", true);
        check("A.scala", "object A extends App {}", true);
        check("A.groovy", "class A { static void main(String[] args) {} }", true);
    }

    @Test
    void isNotMisled() throws IOException {
        check("A.java", "/** {@code public static void main(String[] a)} */ class A {}", false);
        check("A.java", "class A { // static void main(\n}", false);
        check("A.java", "class A { String s = \"\\\" static void main(\"; char c = '\"'; }", false);
        check("A.java", "class A { static int x; void main(int y) {} static void mainly() {} }", false);
        check("notes.txt", "static void main(String[] args)", false);
    }

    @Test
    void blanksCommentsAndLiterals() {
        assertEquals("a   b  \n c  d", MainMethods.code("a /* x */ b // y\n c \"q\\\"\"d"));
        assertEquals("a ", MainMethods.code("a// no line end"));
        assertEquals("a ", MainMethods.code("a/* open"));
        assertEquals("x y", MainMethods.code("x\"\"\"text \" block\"\"\"y"));
    }
}
