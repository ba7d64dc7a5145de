package sluice.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import sluice.client.Job;
import sluice.client.Outcome;
import sluice.client.Worker;

/**
 * How long the console's pages take at the server with 5,000,000 jobs that are over and 1,000,000
 * that wait in 10,000 partitions, while jobs are admitted and done; and what ticks feel of five
 * viewers who load a page every two seconds.
 */
final class ConsoleBench implements Bench.Benchmark {
  private static final Backlog BACKLOG = new Backlog(10_000, 1_000_000, false, 5_000);
  private static final int WORKERS = 8;
  private static final int WORK_MS = 20;
  private static final int WARM = 5;
  private static final int LOADS = 40;
  private static final int VIEWERS = 5;
  private static final int PHASE_S = 30;

  /** The shortest that the console offers. */
  private static final int REFRESH_MS = 2_000;

  private static final List<String> PAST =
      List.of(
          "update policy set paused = true where name = 'bench'",
          "select make_history_day((clock_timestamp() at time zone 'UTC')::date - n) from generate_series(1, 5) n",
          """
          insert into finished_job (id, policy_id, ending, attempt, namespace, staged_at, ended_at)
          select 100000000 + n, p.id, 'finished', 1, 'default', clock_timestamp(), clock_timestamp() - n % 5 * interval '1 day'
          from policy p, generate_series(1, 5000000) n where p.name = 'bench'\
          """);

  private static final List<String> PAGES =
      List.of(
          "/overview.xhtml",
          "/policy.xhtml?name=bench",
          "/partition.xhtml?policy=bench&source=cap&key=pool-7",
          "/jobs.xhtml",
          "/jobs.xhtml?state=pending&policy=bench",
          "/job.xhtml?id=500000",
          "/namespaces.xhtml",
          "/namespace.xhtml?name=default",
          "/dead.xhtml",
          "/batches.xhtml?policy=bench",
          "/audit.xhtml",
          "/nodes.xhtml",
          "/versions.xhtml?policy=bench",
          "/editor.xhtml?policy=bench");

  private final HttpClient browser =
      HttpClient.newBuilder().followRedirects(HttpClient.Redirect.NEVER).build();

  @Override
  public void run(PrintStream out) throws Exception {
    try (RunningSluice sluice = RunningSluice.start(Policies.FIFTY_AT_A_TIME);
        ActiveMQConnectionFactory factory = sluice.factory("?consumerWindowSize=0");
        Connection connection = sluice.connect();
        Statement statement = connection.createStatement()) {
      for (String sql : PAST) {
        statement.execute(sql);
      }
      BACKLOG.fill(sluice.dataSource());
      statement.execute(
          "update policy set paused = false, next_tick_at = clock_timestamp() where name = 'bench'");
      try (Worker worker =
          Worker.on(factory, "work.bench").threads(WORKERS).start(ConsoleBench::work)) {
        String cookie = login(sluice);
        out.printf(
            "%n### console: %,d jobs over, %,d waiting in %,d partitions, %d loads of each page%n%n",
            5_000_000, BACKLOG.jobs(), 2 * BACKLOG.pools() + 1, LOADS);
        out.println("| page | p50 ms | p95 ms | most ms |\n|---|---:|---:|---:|");
        for (String page : PAGES) {
          loads(sluice.url() + page, cookie, WARM);
          Quantiles loads = loads(sluice.url() + page, cookie, LOADS);
          out.println(loads.row("`" + page + "`", 0, 50, 95));
        }
        out.printf("%n| ticks, %d s each | count | mean ms | p95 ms |%n", PHASE_S);
        out.println("|---|---:|---:|---:|");
        out.println(ticks(statement, "nobody looks", 0, sluice, cookie));
        out.println(ticks(statement, VIEWERS + " viewers", VIEWERS, sluice, cookie));
      }
    }
  }

  private static Outcome work(Job job) throws InterruptedException {
    TimeUnit.MILLISECONDS.sleep(WORK_MS);
    return Outcome.success();
  }

  private String login(RunningSluice sluice) throws IOException, InterruptedException {
    String form =
        "name=admin&password="
            + URLEncoder.encode(sluice.credential("admin"), StandardCharsets.UTF_8);
    HttpResponse<Void> answer =
        browser.send(
            HttpRequest.newBuilder(URI.create(sluice.url() + "/login"))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(form))
                .build(),
            HttpResponse.BodyHandlers.discarding());
    return answer
        .headers()
        .firstValue("Set-Cookie")
        .map(c -> c.split(";", 2)[0])
        .orElseThrow(() -> new IllegalStateException("no session: " + answer.statusCode()));
  }

  private Quantiles loads(String url, String cookie, int count)
      throws IOException, InterruptedException {
    List<Double> times = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      long began = System.nanoTime();
      load(url, cookie);
      times.add((System.nanoTime() - began) / 1e6);
    }
    return Quantiles.of(times);
  }

  private void load(String url, String cookie) throws IOException, InterruptedException {
    HttpResponse<String> answer =
        browser.send(
            HttpRequest.newBuilder(URI.create(url)).header("Cookie", cookie).build(),
            HttpResponse.BodyHandlers.ofString());
    if (answer.statusCode() != 200 || !answer.body().contains("</html>")) {
      throw new IllegalStateException(url + " answers " + answer.statusCode());
    }
  }

  /** Ticks for a while, with so many viewers. */
  private String ticks(
      Statement statement, String what, int viewers, RunningSluice sluice, String cookie)
      throws SQLException, InterruptedException, ExecutionException {
    AtomicBoolean over = new AtomicBoolean();
    try (ExecutorService threads = Executors.newFixedThreadPool(VIEWERS)) {
      List<Future<?>> looking = new ArrayList<>();
      for (int i = 0; i < viewers; i++) {
        looking.add(
            threads.submit(() -> {
              while (!over.get()) {
                for (String page : PAGES) {
                  load(sluice.url() + page, cookie);
                  TimeUnit.MILLISECONDS.sleep(REFRESH_MS);
                }
              }
              return null;
            }));
      }
      TimeUnit.SECONDS.sleep(PHASE_S);
      over.set(true);
      for (Future<?> one : looking) {
        one.get();
      }
    }
    try (ResultSet row =
        statement.executeQuery(
            """
            select count(*), avg(duration_ms), percentile_disc(0.95) within group (order by duration_ms)
            from admission_batch where admitted_at > clock_timestamp() - %d * interval '1 second'\
            """
                .formatted(PHASE_S))) {
      row.next();
      return String.format(
          Locale.ROOT,
          "| %s | %d | %.1f | %.1f |",
          what,
          row.getInt(1),
          row.getDouble(2),
          row.getDouble(3));
    }
  }
}
