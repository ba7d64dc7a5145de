package sluice.bench;

import java.io.PrintStream;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import sluice.standalone.EmbeddedDatabase;

/**
 * Jobs taken in, of one hot tenant and of a thousand: by JMS and over HTTP into a running program
 * whose policy is paused, and by the engine itself, also in transactions that are held open.
 */
final class StageBench implements Bench.Benchmark {
  private static final int ROUNDS = 5;
  private static final int WARM_UPS = 2;
  private static final int MANY = 1_000;

  /** A way in. */
  interface Way {
    /** Stages the jobs of a round and counts them; the time taken, in nanoseconds. */
    long stage(int tenants) throws Exception;

    /** Jobs of a round. */
    int jobs();
  }

  @Override
  public void run(PrintStream out) throws Exception {
    out.printf(
        "%n### stage: jobs of 300 bytes, 3 gates, %d rounds after %d to warm up%n%n",
        ROUNDS, WARM_UPS);
    out.println(Rounds.head("a thousand tenants"));
    try (EmbeddedDatabase database =
        EmbeddedDatabase.start(Files.createTempDirectory("sluice-bench"), 0, "bench")) {
      StageDirect.Beds beds = new StageDirect.Beds(database);
      Map<String, Way> ways = new LinkedHashMap<>();
      ways.put("direct, 2 connections, batches of 500", StageDirect.batches(beds));
      ways.put("direct, 16 clients, 10 jobs a transaction held 20 ms", StageDirect.held(beds));
      measure(out, ways);
    }
    try (RunningSluice sluice = RunningSluice.start(Policies.THREE_BY_TENANT)) {
      sluice.call("POST", "/api/policies/bench/pause", "application/json", "{}");
      Map<String, Way> ways = new LinkedHashMap<>();
      ways.put("JMS, 2 producers, batches of 500", new StageByJms(sluice));
      ways.put("HTTP, 2 clients, arrays of 500", new StageByHttp(sluice));
      measure(out, ways);
    }
  }

  private static void measure(PrintStream out, Map<String, Way> ways) throws Exception {
    Map<String, Rounds> one = new LinkedHashMap<>();
    Map<String, Rounds> many = new LinkedHashMap<>();
    for (String name : ways.keySet()) {
      many.put(name, new Rounds(name + ": a thousand tenants"));
      one.put(name, new Rounds(name + ": one tenant"));
    }
    for (int round = -WARM_UPS; round < ROUNDS; round++) {
      for (Map.Entry<String, Way> each : ways.entrySet()) {
        Way way = each.getValue();
        // Who goes first changes, so that neither always finds the other's dirty pages.
        boolean manyFirst = round % 2 == 0;
        long first = way.stage(manyFirst ? MANY : 1);
        long second = way.stage(manyFirst ? 1 : MANY);
        if (round >= 0) {
          many.get(each.getKey()).add(way.jobs(), manyFirst ? first : second);
          one.get(each.getKey()).add(way.jobs(), manyFirst ? second : first);
        }
      }
    }
    for (String name : ways.keySet()) {
      Rounds base = many.get(name);
      out.println(base.row(base));
      out.println(one.get(name).row(base));
    }
  }

  /** Runs the clients at the same time until all are done; the time taken, in nanoseconds. */
  static long time(List<Callable<Void>> clients) throws InterruptedException, ExecutionException {
    long began = System.nanoTime();
    try (ExecutorService threads = Executors.newFixedThreadPool(clients.size())) {
      for (Future<Void> client : threads.invokeAll(clients)) {
        client.get();
      }
    }
    return System.nanoTime() - began;
  }

  /** Parts of a round: as many clients, each with its batches as the numbers they begin with. */
  static List<List<Integer>> parts(int jobs, int batch, int clients) {
    List<List<Integer>> parts = new ArrayList<>();
    for (int client = 0; client < clients; client++) {
      List<Integer> own = new ArrayList<>();
      for (int from = client * batch; from < jobs; from += clients * batch) {
        own.add(from);
      }
      parts.add(own);
    }
    return parts;
  }
}
