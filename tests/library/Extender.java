package app;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import lib.Extended;

public class Extender {
    public static class Own extends Extended.Directive {}

    public static class Added implements Extended.Plugin {}

    public static class Below extends Extended.Shown {}

    public static void main(String[] args) throws Exception {
        print("byCast", Extended.byCast(Own.class));
        print("byName", Extended.byName("app.Extender$Added"));
        System.setProperty("lib.plugin", "app.Extender$Added");
        print("byProperty", Extended.byProperty());
        Path folder = Files.createTempDirectory("services");
        Path file = folder.resolve("META-INF/services/lib.Extended$Plugin");
        Files.createDirectories(file.getParent());
        Files.writeString(file, "app.Extender$Added");
        ClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()}, Extender.class.getClassLoader());
        Thread.currentThread().setContextClassLoader(loader);
        print("byService", Extended.byService());
        print("bySubclass", Extended.bySubclass("app.Extender$Below"));
        print("ofHidden", Extended.ofHidden("lib.Extended$First"));
        print("ofClosed", Extended.ofClosed("lib.Extended$Only"));
        print("ofFinal", Extended.ofFinal("lib.Extended$Sealed"));
    }

    private static void print(String method, Object made) {
        System.out.println(method + " " + made.getClass().getName());
    }
}
