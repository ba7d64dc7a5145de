package sluice.acceptance.chaos;

/**
 * One attempt that a worker began. Instants are {@link System#nanoTime()}, which on Linux is one
 * clock for all processes of the machine.
 *
 * @param worker the process that began it
 * @param ended when the worker was done; {@link #NEVER} if it did not come so far
 * @param outcome what it reported, or meant to
 */
record Attempt(Ticket ticket, String worker, long began, long ended, Said outcome) {
  static final long NEVER = Long.MAX_VALUE;

  /** The last word of a line; without it the process was killed while it wrote. */
  static final String WHOLE = ".";

  /** The worker's word. */
  enum Said {
    NOTHING,
    SUCCESS,
    FAILURE
  }

  /**
   * What the message said.
   *
   * @param number of the producer's
   */
  record Ticket(String job, int attempt, int number, Place place, Admitted admitted) {}

  /** Which limits the job counts against. */
  record Place(String policy, String namespace, String key) {}

  /**
   * When it was admitted.
   *
   * @param millis by the database's clock, as the message says
   * @param nanos the same instant by the workers' clock, to the millisecond
   */
  record Admitted(long millis, long nanos) {}

  Attempt ended(long nanos, Said said) {
    return new Attempt(ticket, worker, began, nanos, said);
  }

  /** As a line of a worker process. */
  static String beginLine(Ticket ticket, long nanos) {
    return String.join(
        "\t",
        "B",
        ticket.job(),
        String.valueOf(ticket.attempt()),
        String.valueOf(ticket.number()),
        ticket.place().policy(),
        ticket.place().namespace(),
        ticket.place().key(),
        String.valueOf(ticket.admitted().millis()),
        String.valueOf(ticket.admitted().nanos()),
        String.valueOf(nanos),
        WHOLE);
  }

  static String endLine(Ticket ticket, Said said, long nanos) {
    return String.join(
        "\t",
        "E",
        ticket.job(),
        String.valueOf(ticket.attempt()),
        said.name(),
        String.valueOf(nanos),
        WHOLE);
  }
}
