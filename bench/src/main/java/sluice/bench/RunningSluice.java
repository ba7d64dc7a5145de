package sluice.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Base64;
import java.util.concurrent.TimeUnit;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.postgresql.ds.PGSimpleDataSource;

/** {@code ./sluice run} with everything embedded, on free ports and a data folder of its own. */
final class RunningSluice implements AutoCloseable {
  private static final long STOPS_WITHIN_S = 30;

  private final Path data;
  private final Ports ports;
  private final Process process;
  private final Duration start;
  private final HttpClient http = HttpClient.newHttpClient();

  private record Ports(int http, int broker, int db) {}

  private RunningSluice(Path data) throws IOException {
    this.data = data;
    ports = new Ports(freePort(), freePort(), freePort());
    long began = System.nanoTime();
    process = launch();
    start = Duration.ofNanos(System.nanoTime() - began);
  }

  /** Started on fresh data, with this policy, which is called {@code bench}. */
  static RunningSluice start(String policy) throws IOException, InterruptedException {
    RunningSluice sluice = on(Files.createTempDirectory("sluice-bench-data"));
    sluice.policy(policy);
    return sluice;
  }

  /** Started on this data folder as it is. */
  static RunningSluice on(Path data) throws IOException {
    return new RunningSluice(data);
  }

  /** From the command to {@code ready}. */
  Duration timeToReady() {
    return start;
  }

  /** What its processes have at this moment. */
  ProcessMemory memory() throws IOException {
    return ProcessMemory.of(data);
  }

  ActiveMQConnectionFactory factory(String parameters) {
    try {
      return new ActiveMQConnectionFactory(
          "tcp://127.0.0.1:" + ports.broker() + parameters, "sluice", credential("broker"));
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  /** Without a slash at the end. */
  String url() {
    return "http://127.0.0.1:" + ports.http() + "/sluice";
  }

  /** The application's process: beside the launcher's the only one of Java. */
  ProcessHandle application() {
    return process
        .descendants()
        .filter(p -> p.info().command().orElse("").endsWith("/java"))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no process of the application"));
  }

  Connection connect() throws SQLException {
    return dataSource().getConnection();
  }

  PGSimpleDataSource dataSource() {
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setUrl("jdbc:postgresql://127.0.0.1:" + ports.db() + "/sluice");
    source.setUser("sluice");
    try {
      source.setPassword(credential("database"));
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
    return source;
  }

  /** Asks it to stop and waits until it has. */
  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(STOPS_WITHIN_S, TimeUnit.SECONDS)) {
        System.err.println("sluice run did not stop within " + STOPS_WITHIN_S + " s");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private Process launch() throws IOException {
    String root = System.getProperty("sluice.root", ".");
    Process started =
        new ProcessBuilder(
                Path.of(root, "sluice").toString(),
                "run",
                "--http-port",
                String.valueOf(ports.http()),
                "--broker-port",
                String.valueOf(ports.broker()),
                "--db-port",
                String.valueOf(ports.db()),
                "--data",
                data.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(started.getInputStream(), StandardCharsets.UTF_8));
    String line = lines.readLine();
    while (line != null && !line.startsWith("ready ")) {
      System.err.println(line);
      line = lines.readLine();
    }
    if (line == null) {
      throw new IllegalStateException("sluice run does not get ready");
    }
    return started;
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  String credential(String name) throws IOException {
    return Files.readAllLines(data.resolve("credentials")).stream()
        .filter(l -> l.startsWith(name + "="))
        .map(l -> l.substring(name.length() + 1))
        .findFirst()
        .orElseThrow();
  }

  /** Saves the policy {@code bench}. */
  void policy(String document) throws IOException, InterruptedException {
    call("PUT", "/api/policies/bench", "application/yaml", document);
  }

  /** Asks the HTTP interface as the administrator; the answer's body, of 200 to 299. */
  String call(String method, String path, String type, String body)
      throws IOException, InterruptedException {
    HttpResponse<String> response =
        http.send(
            HttpRequest.newBuilder(URI.create(url() + path))
                .header("Authorization", basic())
                .header("Content-Type", type)
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .build(),
            HttpResponse.BodyHandlers.ofString());
    if (response.statusCode() / 100 != 2) {
      throw new IllegalStateException(
          method + " " + path + " refused: " + response.statusCode() + " " + response.body());
    }
    return response.body();
  }

  private String basic() throws IOException {
    String login = "admin:" + credential("admin");
    return "Basic " + Base64.getEncoder().encodeToString(login.getBytes(StandardCharsets.UTF_8));
  }
}
