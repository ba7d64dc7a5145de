package sluice.acceptance.chaos;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import sluice.standalone.EmbeddedDatabase;

/**
 * The processes of a campaign: PostgreSQL, the broker, two nodes, workers. Each can be killed,
 * frozen and started again on the same data and port. Used by one thread.
 */
final class Site implements AutoCloseable {
  static final String PASSWORD = "chaos";
  private static final int WORKERS = 2;
  private static final int THREADS_A_QUEUE = 12;
  private static final Duration BROKER_WITHIN = Duration.ofMinutes(2);

  private final Path root;
  private final Path folder;
  private final String javaOptions;
  private final int brokerPort;
  private final EmbeddedDatabase database;
  private final List<Node> nodes = new ArrayList<>();
  private final List<WorkerProcess> workers = new ArrayList<>();
  private final Attempts attempts;
  private int workersStarted;
  private Child broker;

  /**
   * Starts everything; the nodes go on starting in the background.
   *
   * @param javaOptions of the nodes
   */
  Site(Path root, Path folder, Attempts attempts, String javaOptions) {
    this.javaOptions = javaOptions;
    this.root = root;
    this.folder = folder;
    this.attempts = attempts;
    int port = freePort(21_000);
    database =
        EmbeddedDatabase.start(
            folder.resolve("pg"), folder.resolve("pg.log"), port, PASSWORD, Map.of());
    brokerPort = freePort(port + 1);
    startBroker();
    int httpPort = brokerPort;
    for (String name : List.of("a", "b")) {
      httpPort = freePort(httpPort + 1);
      nodes.add(new Node(name, root, folder.resolve("node-" + name), httpPort, environment(name)));
    }
    // The other processes end with the standard input that this one gives them.
    Runtime.getRuntime().addShutdownHook(new Thread(() -> nodes.forEach(Node::kill)));
    nodes.forEach(Node::start);
    for (int i = 0; i < WORKERS; i++) {
      workers.add(launchWorker());
    }
  }

  /** The next port that is free, below those that the system gives to outgoing connections. */
  private static int freePort(int from) {
    int port = from;
    while (!isFree(port)) {
      port++;
    }
    return port;
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return socket.isBound();
    } catch (IOException taken) {
      return false;
    }
  }

  private Map<String, String> environment(String node) {
    return Map.of(
        "JAVA_TOOL_OPTIONS",
        javaOptions,
        "SLUICE_DB_URL",
        database.jdbcUrl(),
        "SLUICE_DB_USER",
        database.user(),
        "SLUICE_DB_PASSWORD",
        PASSWORD,
        "SLUICE_BROKER_URL",
        brokerUrl(),
        "SLUICE_BROKER_USER",
        "sluice",
        "SLUICE_BROKER_PASSWORD",
        PASSWORD,
        "SLUICE_ADMIN_PASSWORD",
        PASSWORD,
        "SLUICE_NODE",
        node);
  }

  String brokerUrl() {
    return "tcp://127.0.0.1:" + brokerPort;
  }

  List<Node> nodes() {
    return nodes;
  }

  // --- The broker ---------------------------------------------------------------------------

  void startBroker() {
    broker =
        java(
            "broker",
            BrokerMain.class,
            folder.resolve("broker").toString(),
            String.valueOf(brokerPort),
            PASSWORD);
    if (!broker.isReadyWithin(BROKER_WITHIN)) {
      throw new IllegalStateException("the broker does not start; see " + folder);
    }
  }

  Child broker() {
    return broker;
  }

  // --- The database -------------------------------------------------------------------------

  /** {@code kill -9} of the postmaster and all backends. */
  void killDatabase() {
    List<ProcessHandle> all = databaseProcesses();
    all.forEach(ProcessHandle::destroyForcibly);
    all.forEach(Child::join);
  }

  List<ProcessHandle> databaseProcesses() {
    return Child.family(ProcessHandle.of(database.pid()).orElseThrow());
  }

  void startDatabase() {
    database.startAgain();
  }

  Connection connect() throws SQLException {
    return database.connect();
  }

  Connection connectAsSuperuser() throws SQLException {
    return DriverManager.getConnection(database.jdbcUrl(), "postgres", PASSWORD);
  }

  // --- Workers ------------------------------------------------------------------------------

  /** A process of workers. A name is never given twice. */
  record WorkerProcess(String name, Child child) {}

  private WorkerProcess launchWorker() {
    String name = "worker-" + ++workersStarted;
    return new WorkerProcess(
        name, java(name, WorkerMain.class, brokerUrl(), PASSWORD, String.valueOf(THREADS_A_QUEUE)));
  }

  List<WorkerProcess> workers() {
    return workers;
  }

  /** Starts another process in the place of this one. */
  void replace(WorkerProcess gone) {
    workers.set(workers.indexOf(gone), launchWorker());
  }

  // --- Processes of ours --------------------------------------------------------------------

  private Child java(String name, Class<?> main, String... arguments) {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                root.resolve("standalone/target/dist/lib") + "/*" + File.pathSeparator + here(),
                main.getName()));
    command.addAll(List.of(arguments));
    return new Child(
        new ProcessBuilder(command).redirectError(folder.resolve(name + ".err").toFile()),
        line -> attempts.line(name, line));
  }

  private static Path here() {
    try {
      return Path.of(Site.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  @Override
  public void close() {
    nodes.parallelStream().forEach(Node::kill);
    workers.forEach(worker -> worker.child().kill());
    if (broker != null) {
      broker.kill();
    }
    database.close();
  }
}
