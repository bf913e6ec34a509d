import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.util.Set;
import java.util.TreeSet;
import pascal.taie.analysis.graph.callgraph.CallKind;
import pascal.taie.analysis.pta.PointerAnalysisResult;
import pascal.taie.analysis.pta.core.heap.Obj;
import pascal.taie.analysis.pta.core.solver.Solver;
import pascal.taie.analysis.pta.plugin.Plugin;
import pascal.taie.ir.exp.ClassLiteral;
import pascal.taie.ir.exp.InvokeInstanceExp;
import pascal.taie.ir.exp.Var;
import pascal.taie.ir.stmt.Invoke;
import pascal.taie.language.classes.JField;
import pascal.taie.language.classes.JMethod;
import pascal.taie.language.type.ArrayType;
import pascal.taie.language.type.Type;

/**
 * A plugin of Tai-e for compare.py: writes, for each call of the reflection API in reached application code, what Tai-e holds there.
 * A line is caller, method, source line, API and target, separated by tabs; a call without a target has a line with the target "-".
 */
public class TaieTargets implements Plugin {
    private static final Set<String> OWNERS = Set.of("java.lang.Class", "java.lang.ClassLoader", "java.lang.reflect.Method",
            "java.lang.reflect.Constructor", "java.lang.reflect.Field", "java.lang.reflect.Array");
    private Solver solver;

    @Override
    public void setSolver(Solver solver) {
        this.solver = solver;
    }

    @Override
    public void onFinish() {
        PointerAnalysisResult result = solver.getResult();
        var graph = result.getCallGraph();
        Set<String> lines = new TreeSet<>();
        graph.reachableMethods()
                .filter(method -> method.getDeclaringClass().isApplication() && !method.isAbstract() && !method.isNative())
                .forEach(method -> method.getIR().invokes(false).forEach(call -> {
                    String site = site(method, call);
                    if (site == null) {
                        return;
                    }
                    lines.add(site + "-");
                    // Edges of reflective actions: methods, and constructors of what newInstance makes.
                    graph.edgesOutOf(call).filter(edge -> edge.getKind() == CallKind.OTHER).forEach(edge -> {
                        lines.add(site + name(edge.getCallee()));
                        if (edge.getCallee().isConstructor()) {
                            lines.add(site + edge.getCallee().getDeclaringClass().getName());
                        }
                    });
                    if (call.getResult() != null) {
                        holds(result, call.getResult(), site, lines);
                    }
                    if (site.contains("\tField.") && call.getInvokeExp() instanceof InvokeInstanceExp exp) {
                        holds(result, exp.getBase(), site, lines);
                    }
                }));
        try (PrintStream out = new PrintStream(System.getProperty("targets"))) {
            lines.forEach(out::println);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String site(JMethod method, Invoke call) {
        String owner = call.getMethodRef().getDeclaringClass().getName();
        String api = call.getMethodRef().getName();
        boolean loads = api.equals("loadClass");
        if (!loads && !OWNERS.contains(owner)) {
            return null;
        }
        String shown = (loads ? "ClassLoader" : owner.substring(owner.lastIndexOf('.') + 1)) + "." + api;
        return method.getDeclaringClass().getName() + "\t" + method.getName() + descriptor(method) + "\t"
                + call.getLineNumber() + "\t" + shown + "\t";
    }

    private static void holds(PointerAnalysisResult result, Var variable, String site, Set<String> lines) {
        for (Obj object : result.getPointsToSet(variable)) {
            Object made = object.getAllocation();
            if (made instanceof ClassLiteral literal) {
                lines.add(site + name(literal.getTypeValue()));
            } else if (made instanceof JMethod method) {
                lines.add(site + name(method));
            } else if (made instanceof JField field) {
                lines.add(site + field.getDeclaringClass().getName() + "." + field.getName() + ":" + descriptor(field.getType()));
            } else if (site.endsWith("\tArray.newInstance\t") && object.getType() instanceof ArrayType array) {
                lines.add(site + name(array.elementType()));
            }
        }
    }

    private static String name(JMethod method) {
        return method.getDeclaringClass().getName() + "." + method.getName() + descriptor(method);
    }

    private static String name(Type type) {
        return type instanceof ArrayType ? descriptor(type).replace('/', '.') : type.getName();
    }

    private static String descriptor(JMethod method) {
        StringBuilder text = new StringBuilder("(");
        method.getParamTypes().forEach(type -> text.append(descriptor(type)));
        return text.append(")").append(descriptor(method.getReturnType())).toString();
    }

    private static String descriptor(Type type) {
        if (type instanceof ArrayType array) {
            return "[".repeat(array.dimensions()) + descriptor(array.baseType());
        }
        return switch (type.getName()) {
            case "boolean" -> "Z";
            case "byte" -> "B";
            case "char" -> "C";
            case "short" -> "S";
            case "int" -> "I";
            case "long" -> "J";
            case "float" -> "F";
            case "double" -> "D";
            case "void" -> "V";
            default -> "L" + type.getName().replace('.', '/') + ";";
        };
    }
}
