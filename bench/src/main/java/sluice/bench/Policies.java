package sluice.bench;

/**
 * The policies that are measured; their limits are so high that no gate stops a job, unless said.
 */
final class Policies {
  private Policies() {}

  static final String NO_GATES =
      """
      policy: bench
      destination: work.bench
      fairness: {key: '${tenant}'}
      """;
  private static final String TWO_BY_POOL =
      NO_GATES
          + """
          gates:
            - {name: rate, type: throttle, key: '${pool}', rate: 1000000, period: PT1S}
            - {name: cap, type: concurrency, key: '${pool}', max: 1000000}
          """;
  static final String THREE_BY_POOL =
      TWO_BY_POOL
          + """
            - {name: all, type: globalCap, max: 1000000}
          """;

  /** The same, and of all jobs no more than fifty at once. */
  static final String FIFTY_AT_A_TIME =
      TWO_BY_POOL
          + """
            - {name: all, type: globalCap, max: 50}
          """;

  static final String EIGHT =
      THREE_BY_POOL
          + """
            - {name: hourly, type: throttle, key: '${pool}', rate: 100000000, period: PT1H}
            - {name: daily, type: throttle, rate: 100000000, period: P1D}
            - {name: second-cap, type: concurrency, key: '${pool}', max: 900000}
            - {name: tuning, type: adaptiveConcurrency, initialMax: 900000, targetLag: PT1H, min: 900000, max: 1000000}
            - {name: third-cap, type: globalCap, max: 900000}
          """;

  /** The same with as many partitions as tenants. */
  static final String THREE_BY_TENANT =
      """
      policy: bench
      destination: work.bench
      fairness: {key: '${tenant}'}
      gates:
        - {name: rate, type: throttle, key: '${tenant}', rate: 1000000, period: PT1S}
        - {name: cap, type: concurrency, key: '${tenant}', max: 100000}
        - {name: all, type: globalCap, max: 1000000}
      """;
}
