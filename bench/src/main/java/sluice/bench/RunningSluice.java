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
import java.util.Base64;
import java.util.concurrent.TimeUnit;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.postgresql.ds.PGSimpleDataSource;

/** {@code ./sluice run} with everything embedded, on free ports and fresh data. */
final class RunningSluice implements AutoCloseable {
  private final Path data;
  private final int http;
  private final int broker;
  private final int db;
  private final Process process;

  private RunningSluice(Path data, int http, int broker, int db, Process process) {
    this.data = data;
    this.http = http;
    this.broker = broker;
    this.db = db;
    this.process = process;
  }

  /** Started, with this policy, which is called {@code bench}. */
  static RunningSluice start(String policy) throws IOException, InterruptedException {
    Path data = Files.createTempDirectory("sluice-bench-data");
    int http = freePort();
    int broker = freePort();
    int db = freePort();
    RunningSluice sluice =
        new RunningSluice(data, http, broker, db, launch(data, http, broker, db));
    policy(http, sluice.credential("admin"), policy);
    return sluice;
  }

  ActiveMQConnectionFactory factory(String parameters) {
    try {
      return new ActiveMQConnectionFactory(
          "tcp://127.0.0.1:" + broker + parameters, "sluice", credential("broker"));
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  /** Without a slash at the end. */
  String url() {
    return "http://127.0.0.1:" + http + "/sluice";
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
    source.setUrl("jdbc:postgresql://127.0.0.1:" + db + "/sluice");
    source.setUser("sluice");
    try {
      source.setPassword(credential("database"));
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
    return source;
  }

  @Override
  public void close() {
    process.destroy();
    try {
      process.waitFor(30, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static Process launch(Path data, int http, int broker, int db) throws IOException {
    String root = System.getProperty("sluice.root", ".");
    Process process =
        new ProcessBuilder(
                Path.of(root, "sluice").toString(),
                "run",
                "--http-port",
                String.valueOf(http),
                "--broker-port",
                String.valueOf(broker),
                "--db-port",
                String.valueOf(db),
                "--data",
                data.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    String line = lines.readLine();
    while (line != null && !line.startsWith("ready ")) {
      System.err.println(line);
      line = lines.readLine();
    }
    if (line == null) {
      throw new IllegalStateException("sluice run does not get ready");
    }
    return process;
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

  private static void policy(int port, String password, String document)
      throws IOException, InterruptedException {
    String basic =
        Base64.getEncoder().encodeToString(("admin:" + password).getBytes(StandardCharsets.UTF_8));
    HttpResponse<String> response =
        HttpClient.newHttpClient()
            .send(
                HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + port + "/sluice/api/policies/bench"))
                    .header("Authorization", "Basic " + basic)
                    .header("Content-Type", "application/yaml")
                    .PUT(HttpRequest.BodyPublishers.ofString(document))
                    .build(),
                HttpResponse.BodyHandlers.ofString());
    if (response.statusCode() / 100 != 2) {
      throw new IllegalStateException("policy refused: " + response.body());
    }
  }
}
