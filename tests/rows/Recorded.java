package dev.reflectioncheck.recorder;

import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Says of the methods that lines name by class and name, in which descriptors they are there, and whether the recorder sees calls of each. */
final class Recorded {
    public static void main(String[] args) throws Exception {
        for (String line : Files.readAllLines(Path.of(args[0]))) {
            String[] named = line.split(" ");
            for (Executable each : declared(named[0])) {
                String name = each instanceof Constructor ? "<init>" : each.getName();
                Class<?> gives = each instanceof Method ? ((Method) each).getReturnType() : void.class;
                String descriptor = MethodType.methodType(gives, each.getParameterTypes()).toMethodDescriptorString();
                // What others cannot call is in no row.
                boolean isOpen = (each.getModifiers() & (Modifier.PUBLIC | Modifier.PROTECTED)) != 0;
                if (isOpen && name.equals(named[1])) {
                    boolean isStatic = Modifier.isStatic(each.getModifiers());
                    System.out.println(line + " " + descriptor + " " + (Api.of(isStatic, named[0], name, descriptor) != null));
                }
            }
        }
    }

    /** Of a class that this JDK has. */
    private static List<Executable> declared(String name) {
        List<Executable> all = new ArrayList<>();
        try {
            Class<?> type = Class.forName(name.replace('/', '.'), false, ClassLoader.getSystemClassLoader());
            all.addAll(Arrays.asList(type.getDeclaredMethods()));
            all.addAll(Arrays.asList(type.getDeclaredConstructors()));
        } catch (ClassNotFoundException another) {
            // It is of another JDK.
        }
        return all;
    }
}
