package sluice.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Posted as arrays; each answer says that all of its jobs are staged. */
record StageByHttp(RunningSluice sluice) implements StageBench.Way {
  private static final int BATCH = 500;
  private static final String PAYLOAD = Base64.getEncoder().encodeToString(new byte[300]);

  @Override
  public int jobs() {
    return 10_000;
  }

  @Override
  public long stage(int tenants) throws Exception {
    long before = Bed.number(sluice.dataSource(), "select count(*) from job");
    List<Callable<Void>> clients = new ArrayList<>();
    for (List<Integer> part : StageBench.parts(jobs(), BATCH, 2)) {
      clients.add(() -> post(part, tenants));
    }
    long nanos = StageBench.time(clients);
    long staged = Bed.number(sluice.dataSource(), "select count(*) from job") - before;
    if (staged != jobs()) {
      throw new IllegalStateException(staged + " jobs staged of " + jobs());
    }
    return nanos;
  }

  private Void post(List<Integer> part, int tenants) throws IOException, InterruptedException {
    for (int from : part) {
      String jobs =
          IntStream.range(from, from + BATCH)
              .mapToObj(i ->
                  "{\"properties\":{\"tenant\":\"tenant-%d\"},\"bodyBase64\":\"%s\"}"
                      .formatted(i % tenants, PAYLOAD))
              .collect(Collectors.joining(",", "[", "]"));
      sluice.call("POST", "/api/policies/bench/jobs", "application/json", jobs);
    }
    return null;
  }
}
