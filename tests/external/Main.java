package app;

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.FileReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.ObjectInputStream;
import java.io.StringReader;
import java.net.Socket;
import java.net.URL;
import java.util.Map;
import java.util.Scanner;

import jakarta.servlet.ServletRequest;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.web.bind.annotation.GetMapping;

public class Main {
    interface Plugin { }

    public static class A implements Plugin {
        public void run() { }
    }

    static Socket socket;
    static ObjectInputStream objects;

    static String line() throws Exception {
        return new BufferedReader(new InputStreamReader(socket.getInputStream())).readLine();
    }

    // What others can reach, and nothing bounds.
    static Object bySocket() throws Exception {
        String name = new BufferedReader(new InputStreamReader(socket.getInputStream())).readLine();
        return Class.forName(name).newInstance();
    }

    static Object byHelper() throws Exception { return Class.forName(line()).newInstance(); }

    static Object byEither(boolean one) throws Exception {
        InputStream in = one ? socket.getInputStream() : new URL("http://a.b").openStream();
        return Class.forName(new Scanner(in).nextLine()).newInstance();
    }

    static Object byData() throws Exception {
        byte[] all = socket.getInputStream().readAllBytes();
        return Class.forName(new BufferedReader(new InputStreamReader(new ByteArrayInputStream(all))).readLine()).newInstance();
    }

    static Object byObjects() throws Exception { return Class.forName((String) objects.readObject()).newInstance(); }

    static Object byClass() throws Exception { return ((Class<?>) objects.readObject()).newInstance(); }

    static Object byMember(Class<?> any) throws Exception {
        return Class.forName(objects.readUTF()).getMethod(line()).invoke(null);
    }

    @GetMapping
    public Object byRequest(ServletRequest request) throws Exception {
        return Class.forName(request.getParameter("type")).newInstance();
    }

    @GetMapping
    public Object byParameters(ServletRequest request) throws Exception {
        return Class.forName(request.getParameterMap().get("type")[0]).newInstance();
    }

    public static class Form {
        private String type;

        public String getType() { return type; }

        public void setType(String type) { this.type = type; }
    }

    @GetMapping
    public Object byForm(Form form) throws Exception { return Class.forName(form.getType()).newInstance(); }

    @GetMapping
    public Object byText(byte[] body) throws Exception { return Class.forName(new String(body)).newInstance(); }

    @GetMapping
    public Object byMapping(String type) throws Exception { return Class.forName(type).newInstance(); }

    static Object twice() throws Exception {
        String name = line();
        Class.forName(name);
        return Class.forName(name + "Impl").newInstance();
    }

    // What others can reach, and something bounds.
    static Object byCast() throws Exception {
        return Class.forName(line()).asSubclass(Plugin.class).getDeclaredConstructor().newInstance();
    }

    static Object byOutline() throws Exception { return Class.forName("app.Main$" + line()).newInstance(); }

    static Object byClassesMethods() throws Exception { return A.class.getMethod(line()).invoke(new A()); }

    @GetMapping
    public Object byListed(ServletRequest request) throws Exception { return Class.forName(request.getParameter("listed")).newInstance(); }

    // What only those can set who start the program.
    static Object byProperty() throws Exception { return Class.forName(System.getProperty("engine")).newInstance(); }

    static Object byEnvironment() throws Exception { return Class.forName(System.getenv("ENGINE")).newInstance(); }

    static Object byResource() throws Exception {
        InputStream in = Main.class.getResource("/names").openStream();
        return Class.forName(new BufferedReader(new InputStreamReader(in)).readLine()).newInstance();
    }

    static Object byFile(String name) throws Exception {
        return Class.forName(new BufferedReader(new FileReader(name)).readLine()).newInstance();
    }

    static Object byNamedFile() throws Exception {
        String name = System.getProperty("file");
        return Class.forName(new BufferedReader(new FileReader(name)).readLine()).newInstance();
    }

    @Value String configured;

    @GetMapping
    public Object byField() throws Exception { return Class.forName(configured).newInstance(); }

    static Object byArguments(String[] args) throws Exception { return Class.forName(args[0]).newInstance(); }

    // What chooses nothing.
    static Object byMap() throws Exception { return Map.of("a", A.class).get(line()).newInstance(); }

    static Object bySwitch() throws Exception {
        switch (line()) {
            case "a": return Class.forName("app.Main$A").newInstance();
            default: return null;
        }
    }

    static Object byConstant() throws Exception { return Class.forName("app.Main$A").newInstance(); }

    static Object byEnum() throws Exception { return Thread.State.valueOf(line()); }

    static Object byLiteral() throws Exception {
        return Class.forName(new BufferedReader(new StringReader("app.Main$A")).readLine()).newInstance();
    }

    static Object byCallers(String name) throws Exception { return Class.forName(name).newInstance(); }

    public static void main(String[] args) throws Exception {
        socket = new Socket("localhost", 1);
        objects = new ObjectInputStream(socket.getInputStream());
        bySocket();
        byHelper();
        byEither(args.length > 0);
        byData();
        byObjects();
        byClass();
        byMember(A.class);
        new Main().byMapping("app.Main$A");
        twice();
        byCast();
        byOutline();
        byClassesMethods();
        byProperty();
        byEnvironment();
        byResource();
        byFile(args[1]);
        byNamedFile();
        byArguments(args);
        byMap();
        bySwitch();
        byConstant();
        byEnum();
        byLiteral();
        byCallers("app.Main$A");
    }
}
