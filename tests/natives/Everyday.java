import java.io.*;
import java.lang.invoke.*;
import java.lang.management.*;
import java.lang.ref.*;
import java.lang.reflect.*;
import java.net.*;
import java.nio.*;
import java.nio.channels.*;
import java.nio.charset.*;
import java.nio.file.*;
import java.nio.file.attribute.*;
import java.security.*;
import java.text.*;
import java.time.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.logging.*;
import java.util.prefs.*;
import java.util.regex.*;
import java.util.stream.*;
import java.util.zip.*;
import javax.crypto.*;
import javax.xml.parsers.*;

/** What programs use of the JDK, so that an analysis reaches the native methods behind it. */
public class Everyday {
    public static void main(String[] args) throws Throwable {
        files(args[0]);
        network(args[0]);
        processes(args);
        threads();
        reflection(args[0]);
        data(args[0]);
        images(args[0]);
    }

    static void files(String name) throws Throwable {
        Path path = Paths.get(name);
        Files.walk(path).map(Path::toString).forEach(System.out::println);
        Files.copy(path, Files.createTempFile("a", "b"), StandardCopyOption.REPLACE_EXISTING);
        Files.setAttribute(path, "unix:mode", 1);
        Files.getFileStore(path).getUsableSpace();
        Files.readAttributes(path, PosixFileAttributes.class).owner();
        Files.createSymbolicLink(path, path);
        Files.lines(path, StandardCharsets.UTF_16).count();
        File file = new File(name);
        System.out.println(Arrays.toString(file.list()) + file.getCanonicalPath() + file.lastModified());
        try (RandomAccessFile random = new RandomAccessFile(file, "rw"); FileChannel channel = random.getChannel();
             FileLock lock = channel.lock()) {
            MappedByteBuffer map = channel.map(FileChannel.MapMode.READ_WRITE, 0, 10);
            map.load().force();
            channel.transferTo(0, 10, Channels.newChannel(System.out));
        }
        try (WatchService watch = FileSystems.getDefault().newWatchService()) {
            path.register(watch, StandardWatchEventKinds.ENTRY_CREATE);
            watch.take().pollEvents();
        }
        try (AsynchronousFileChannel channel = AsynchronousFileChannel.open(path)) {
            channel.read(ByteBuffer.allocateDirect(10), 0).get();
        }
        try (ZipFile zip = new ZipFile(file)) {
            zip.stream().map(ZipEntry::getName).forEach(System.out::println);
        }
        new GZIPInputStream(new FileInputStream(file)).transferTo(new DeflaterOutputStream(new FileOutputStream(file)));
        try (FileSystem inner = FileSystems.newFileSystem(path, (ClassLoader) null)) {
            inner.getRootDirectories();
        }
        new Scanner(System.console().reader()).nextLine();
    }

    static void network(String host) throws Throwable {
        for (InetAddress address : InetAddress.getAllByName(host)) {
            System.out.println(address.isReachable(10) + address.getCanonicalHostName());
        }
        NetworkInterface.networkInterfaces().forEach(i -> System.out.println(i.getInterfaceAddresses()));
        try (ServerSocket server = new ServerSocket(0); Socket socket = server.accept()) {
            socket.getInputStream().transferTo(socket.getOutputStream());
        }
        try (DatagramSocket socket = new DatagramSocket()) {
            socket.receive(new DatagramPacket(new byte[1], 1));
        }
        try (Selector selector = Selector.open(); SocketChannel channel = SocketChannel.open()) {
            channel.configureBlocking(false);
            channel.register(selector, SelectionKey.OP_READ);
            selector.select(key -> System.out.println(key.channel()));
        }
        AsynchronousServerSocketChannel.open().accept().get();
        new URL(host).openStream().read();
        ProxySelector.getDefault().select(new URI(host));
    }

    static void processes(String[] command) throws Throwable {
        Process process = new ProcessBuilder(command).inheritIO().start();
        process.info().command().ifPresent(System.out::println);
        process.onExit().thenRun(() -> System.out.println(process.exitValue())).get();
        ProcessHandle.allProcesses().map(ProcessHandle::info).forEach(System.out::println);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println(System.getenv())));
        System.loadLibrary(command[0]);
        for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
            System.out.println(pool.getUsage());
        }
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        System.out.println(Arrays.toString(threads.dumpAllThreads(true, true)) + threads.getThreadCpuTime(1));
        ManagementFactory.getPlatformMBeanServer().getMBeanCount();
        System.out.println(ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
        System.out.println(ManagementFactory.getRuntimeMXBean().getInputArguments());
    }

    static void threads() throws Throwable {
        ExecutorService pool = Executors.newWorkStealingPool();
        pool.submit(() -> System.out.println(Thread.getAllStackTraces())).get();
        new java.util.Timer(true).schedule(new TimerTask() {
            @Override
            public void run() {
                Thread.currentThread().interrupt();
            }
        }, 10);
        Cleaner.create().register(new Object(), () -> System.out.println("gone"));
        ReferenceQueue<Object> queue = new ReferenceQueue<>();
        new PhantomReference<>(new Object(), queue).enqueue();
        System.out.println(queue.remove());
        new AtomicReference<>("a").compareAndSet("a", "b");
        VarHandle handle = MethodHandles.lookup().findVarHandle(Holder.class, "value", Object.class);
        handle.getAndSet(new Holder(), "c");
        StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
            .walk(frames -> frames.map(StackWalker.StackFrame::getDeclaringClass).collect(Collectors.toList()));
        synchronized (queue) {
            queue.wait(10);
        }
        new ReentrantThing().go();
    }

    static class Holder {
        Object value;
    }

    static class ReentrantThing extends RecursiveTask<String> {
        @Override
        protected String compute() {
            return new ReentrantThing().fork().join();
        }

        void go() {
            ForkJoinPool.commonPool().invoke(this);
        }
    }

    static void reflection(String name) throws Throwable {
        Class<?> type = Class.forName(name);
        for (Method method : type.getDeclaredMethods()) {
            System.out.println(method.toGenericString() + Arrays.toString(method.getParameters()) + method.getAnnotatedReturnType());
            method.invoke(null);
        }
        System.out.println(type.getEnclosingMethod() + type.getSimpleName() + type.getProtectionDomain());
        System.out.println(Arrays.toString(type.getRecordComponents()) + type.getPermittedSubclasses() + type.getNestHost());
        Object proxy = java.lang.reflect.Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (p, m, a) -> m.getName());
        MethodHandles.lookup().findVirtual(type, name, MethodType.methodType(void.class)).invoke(proxy);
        ServiceLoader.load(type).findFirst();
        ResourceBundle.getBundle(name).getString(name);
        type.getModule().addReads(type.getModule());
        new URLClassLoader(new URL[0]).loadClass(name).getConstructor().newInstance();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new ObjectOutputStream(bytes).writeObject(proxy);
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
        throw new IllegalStateException().initCause(new Exception());
    }

    static void data(String text) throws Throwable {
        System.out.println(DateFormat.getDateInstance().format(new Date()) + ZonedDateTime.now() + TimeZone.getDefault());
        System.out.println(Pattern.compile(text).matcher(text).replaceAll("b") + String.format("%s %d", text, 1));
        MessageDigest.getInstance(text).digest();
        KeyGenerator.getInstance(text).generateKey();
        SecureRandom.getInstanceStrong().nextInt();
        DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(text);
        Logger.getLogger(text).log(Level.INFO, text, new Exception());
        Preferences.userRoot().node(text).put("a", "b");
        System.out.println(IntStream.range(0, 10).parallel().boxed().collect(Collectors.groupingBy(i -> i % 3)));
        CRC32 crc = new CRC32();
        crc.update(text.getBytes(StandardCharsets.UTF_8));
        System.out.println(Math.fma(StrictMath.sin(crc.getValue()), 1.0, Double.parseDouble(text)));
        System.out.println(Collator.getInstance().compare(text, text) + Currency.getInstance(Locale.ROOT).getSymbol());
    }

    static void images(String name) throws Throwable {
        java.awt.image.BufferedImage image = javax.imageio.ImageIO.read(new File(name));
        image.createGraphics().drawString(name, 1, 2);
        javax.imageio.ImageIO.write(image, "jpeg", new File(name));
    }
}
