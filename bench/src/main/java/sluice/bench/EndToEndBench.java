package sluice.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
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
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.postgresql.ds.PGSimpleDataSource;
import sluice.client.JobOptions;
import sluice.client.JobProducer;
import sluice.client.NewJob;

/**
 * JMS in, three gates, JMS out, settled, on {@code ./sluice run} with everything embedded. Workers consume and complete in transacted batches,
 * so that the broker's round trips for the worker do not hide what Sluice does.
 */
final class EndToEndBench implements Bench.Benchmark {
  private static final int JOBS = 20_000;
  private static final int ROUNDS = 3;

  @Override
  public void run(PrintStream out) throws Exception {
    Path data = Files.createTempDirectory("sluice-bench-data");
    int http = freePort();
    int broker = freePort();
    int db = freePort();
    Process sluice = start(data, http, broker, db);
    try {
      policy(http, credential(data, "admin"));
      Rounds floor = new Rounds("bare-SQL floor");
      Rounds endToEnd = new Rounds("end to end, 3 gates");
      for (int round = -1; round < ROUNDS; round++) {
        long floorNanos = floor(data, db);
        long nanos = round("tcp://127.0.0.1:" + broker, credential(data, "broker"), round);
        if (round >= 0) {
          floor.add(JOBS, floorNanos);
          endToEnd.add(JOBS, nanos);
        }
      }
      out.printf("%n### end-to-end: %,d jobs of 300 bytes, 100 tenants, %d rounds%n%n", JOBS, ROUNDS);
      out.println(Rounds.head());
      List.of(floor, endToEnd).forEach(r -> out.println(r.row(floor)));
    } finally {
      sluice.destroy();
      sluice.waitFor(30, TimeUnit.SECONDS);
    }
  }

  private static Process start(Path data, int http, int broker, int db) throws IOException {
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

  private static String credential(Path data, String name) throws IOException {
    return Files.readAllLines(data.resolve("credentials")).stream()
        .filter(l -> l.startsWith(name + "="))
        .map(l -> l.substring(name.length() + 1))
        .findFirst()
        .orElseThrow();
  }

  private static void policy(int port, String password) throws IOException, InterruptedException {
    String document =
        """
        policy: bench
        destination: work.bench
        fairness: {key: '${tenant}'}
        gates:
          - {name: rate, type: throttle, key: '${tenant}', rate: 1000000, period: PT1S}
          - {name: cap, type: concurrency, key: '${tenant}', max: 100000}
          - {name: all, type: globalCap, max: 1000000}
        """;
    String basic = Base64.getEncoder().encodeToString(("admin:" + password).getBytes(StandardCharsets.UTF_8));
    HttpResponse<String> response =
        HttpClient.newHttpClient()
            .send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/sluice/api/policies/bench"))
                    .header("Authorization", "Basic " + basic)
                    .header("Content-Type", "application/yaml")
                    .PUT(HttpRequest.BodyPublishers.ofString(document))
                    .build(),
                HttpResponse.BodyHandlers.ofString());
    if (response.statusCode() / 100 != 2) {
      throw new IllegalStateException("policy refused: " + response.body());
    }
  }

  private static long floor(Path data, int port) throws SQLException, IOException {
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setUrl("jdbc:postgresql://127.0.0.1:" + port + "/sluice");
    source.setUser("sluice");
    source.setPassword(credential(data, "database"));
    try (Connection connection = source.getConnection()) {
      return Floor.run(connection, JOBS);
    }
  }

  private static long round(String url, String password, int round) throws InterruptedException {
    try (ActiveMQConnectionFactory factory = new ActiveMQConnectionFactory(url, "sluice", password)) {
      Set<String> seen = ConcurrentHashMap.newKeySet();
      CountDownLatch left = new CountDownLatch(JOBS);
      List<BatchWorker> workers = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        workers.add(new BatchWorker(factory, "work.bench", seen, left));
      }
      long began = System.nanoTime();
      try (JobProducer producer = new JobProducer(factory)) {
        for (int from = 0; from < JOBS; from += 1_000) {
          producer.sendAll(jobs(from, round));
        }
        if (!left.await(5, TimeUnit.MINUTES)) {
          throw new IllegalStateException(left.getCount() + " jobs did not come back");
        }
      }
      long nanos = System.nanoTime() - began;
      workers.forEach(BatchWorker::close);
      if (seen.size() != JOBS) {
        throw new IllegalStateException(seen.size() + " different jobs ran of " + JOBS);
      }
      return nanos;
    }
  }

  private static List<NewJob> jobs(int from, int round) {
    List<NewJob> jobs = new ArrayList<>(1_000);
    for (int i = from; i < from + 1_000; i++) {
      jobs.add(
          NewJob.ofBytes(
              new byte[300],
              JobOptions.forPolicy("bench").property("tenant", "tenant-" + i % 100).property("number", i).property("round", round)));
    }
    return jobs;
  }
}
