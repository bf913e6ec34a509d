package app;

import java.beans.XMLDecoder;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.server.UnicastRemoteObject;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;

public class Main {
    public static void main(String[] args) throws Exception {
        new Decoded().setDecoded("app.T01");
        String text = "<java version='17' class='java.beans.XMLDecoder'><object class='app.Main$Decoded'>"
                + "<void property='decoded'><string>app.T02</string></void></object></java>";
        new XMLDecoder(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8))).readObject();

        new Created().created("app.T01");
        MBeanServer server = MBeanServerFactory.newMBeanServer();
        ObjectName name = new ObjectName("app:type=Created");
        server.createMBean("app.Main$Created", name);
        server.invoke(name, "created", new Object[] {"app.T03"}, new String[] {"java.lang.String"});

        Answering answering = new Answering();
        answering.asked("app.T01");
        Asked asked = (Asked) UnicastRemoteObject.exportObject(answering, 0);
        asked.asked("app.T04");
        UnicastRemoteObject.unexportObject(answering, true);

        new Alone().alone("app.T01");
        new Alone().alone("app.T02");
    }

    static void say(String method, Class<?> found) {
        System.out.println(method + " " + found.getName());
    }

    public static class Decoded {
        public void setDecoded(String name) throws Exception { say("setDecoded", Class.forName(name)); }
    }

    public interface CreatedMBean {
        void created(String name) throws Exception;
    }

    public static class Created implements CreatedMBean {
        @Override public void created(String name) throws Exception { say("created", Class.forName(name)); }
    }

    public interface Asked extends Remote {
        void asked(String name) throws RemoteException, ClassNotFoundException;
    }

    public static class Answering implements Asked {
        @Override public void asked(String name) throws ClassNotFoundException { say("asked", Class.forName(name)); }
    }

    /** Nobody can make an object of it by its name. */
    static class Alone {
        void alone(String name) throws Exception { say("alone", Class.forName(name)); }
    }
}

class T01 { }

class T02 { }

class T03 { }

class T04 { }
