package sluice.standalone.demo;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Set;

/**
 * The three policies of the demo, each with a document among the resources, and which jobs of the
 * trace it governs: the cluster's queues of hours, of days and of weeks.
 *
 * <p>The limits are repeated here for the status line; a test holds them to the documents.
 */
enum DemoPolicy {
  /** A throttle per cluster queue. */
  THROTTLE("cluster-throttle", Set.of("q_2h", "q_4h", "default"), new Limits(0, 0)),
  /** A cap per user under one for all. */
  TENANTS("cluster-tenants", Set.of("q_1d", "q_2d"), new Limits(20, 6)),
  /** Fair shares by user, weighted, under one cap. Also for queues that nobody foresaw. */
  FAIR("cluster-fair", Set.of("q_4d", "q_1w", "q_2w", "q_2w_plus"), new Limits(12, 0));

  /** How many jobs at once; 0 = no limit. */
  record Limits(int inAll, int perUser) {}

  private static final int THREADS_WITHOUT_CAP = 20;

  /** More threads than the cap allows jobs: it must be Sluice that holds them back. */
  private static final int THREADS_TO_SPARE = 8;

  private static final int BURST = 10;

  private final String policyName;
  private final Set<String> clusterQueues;
  private final Limits limits;

  DemoPolicy(String policyName, Set<String> clusterQueues, Limits limits) {
    this.policyName = policyName;
    this.clusterQueues = clusterQueues;
    this.limits = limits;
  }

  /** The policy that governs a job. */
  static DemoPolicy of(TraceJob job) {
    for (DemoPolicy policy : values()) {
      if (policy.clusterQueues.contains(job.clusterQueue())) {
        return policy;
      }
    }
    return FAIR;
  }

  String policyName() {
    return policyName;
  }

  String workQueue() {
    return "work." + policyName;
  }

  Limits limits() {
    return limits;
  }

  /** Threads of the policy's worker. */
  int threads() {
    return limits.inAll() == 0 ? THREADS_WITHOUT_CAP : limits.inAll() + THREADS_TO_SPARE;
  }

  /** How many jobs of a cluster queue the throttle admits in a second at most: rate and burst. */
  static int mostInOneSecond(String clusterQueue) {
    return (clusterQueue.equals("q_2h") ? 20 : 10) + BURST;
  }

  /** The YAML text. */
  String document() {
    String resource = "/demo/" + policyName + ".yaml";
    try (InputStream in = DemoPolicy.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException("There is no resource " + resource + ".");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException fault) {
      throw new IllegalStateException("The resource " + resource + " cannot be read.", fault);
    }
  }
}
