package sluice.acceptance.chaos;

/** What is done to the site, in words for the report. */
enum Fault {
  NODE_KILL("a node: kill -9, started again after seconds", Loses.NOTHING),
  NODE_FREEZE("a node: SIGSTOP, 3 to 13 s (a lease is 8 s)", Loses.WHAT_IT_HOLDS),
  NODE_LEAVE("a node: SIGTERM, started again (a rolling change)", Loses.NOTHING),
  NODE_CLOCK(
      "a node: kill -9, started again with its clock ten minutes fast or slow", Loses.NOTHING),
  BROKER_KILL("the broker: kill -9, away 1 to 12 s", Loses.WHAT_RUNS),
  BROKER_FREEZE("the broker: SIGSTOP, 2 to 12 s", Loses.WHAT_RUNS),
  BROKER_FULL("the broker: disk full, it lets nobody send for 3 to 12 s", Loses.WHAT_RUNS),
  DATABASE_KILL("PostgreSQL: kill -9 of all its processes, away 1 to 12 s", Loses.WHAT_RUNS),
  DATABASE_FREEZE("PostgreSQL: SIGSTOP of all its processes, 2 to 12 s", Loses.WHAT_RUNS),
  DATABASE_LOCK("PostgreSQL: a lock on all gate partitions, 2 to 10 s", Loses.WHAT_RUNS),
  DATABASE_CUT("PostgreSQL: every connection ended, three times", Loses.WHAT_RUNS),
  DATABASE_READ_ONLY("PostgreSQL: read-only, as after a failover, 3 to 10 s", Loses.WHAT_RUNS),
  WORKER_KILL("a process of workers: kill -9, another one starts", Loses.WHAT_IT_HOLDS),
  WORKER_FREEZE("a process of workers: SIGSTOP for longer than the lease", Loses.WHAT_IT_HOLDS),
  WORKER_SILENT(
      "a worker that takes jobs and says nothing until long after the lease", Loses.WHAT_IT_HOLDS);

  /** Which attempts may be lost by it, and be done again, by the contract. */
  enum Loses {
    /** None. */
    NOTHING,
    /** Those of one process. */
    WHAT_IT_HOLDS,
    /** Any whose heartbeat or completion could not be delivered meanwhile. */
    WHAT_RUNS
  }

  private final String words;
  private final Loses loses;

  Fault(String words, Loses loses) {
    this.words = words;
    this.loses = loses;
  }

  String words() {
    return words;
  }

  Loses loses() {
    return loses;
  }

  boolean isOfNode() {
    return name().startsWith("NODE_");
  }

  /**
   * A fault that was there.
   *
   * @param target which process, by its name in the log
   * @param from by {@link System#nanoTime()}
   * @param to when its cause was taken away; a killed worker's never is
   */
  record Event(Fault fault, String target, long from, long to) {
    boolean overlaps(long begin, long end) {
      return from <= end && begin <= to;
    }
  }
}
