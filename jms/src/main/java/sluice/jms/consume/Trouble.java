package sluice.jms.consume;

import sluice.ejb.database.DatabaseFailed;

/** What kind of failure a service ended with. */
enum Trouble {
  /** The database, or something on the way to it, is away: the same batch may go through later. */
  AWAY,
  /** The database looked at the data and said no. */
  REFUSED,
  /** A fault of the program, perhaps set off by one message. */
  FAULT;

  /** The kind of this failure. */
  static Trouble of(RuntimeException failure) {
    Throwable root = failure;
    for (Throwable t = failure; t != null; t = t.getCause()) {
      if (t instanceof DatabaseFailed database) {
        return database.dataRefused() ? REFUSED : AWAY;
      }
      if (DatabaseFailed.isOfDriver(t)) {
        return AWAY;
      }
      root = t;
    }
    String name = root.getClass().getName();
    boolean plain = name.startsWith("java.lang.") || name.startsWith("java.util.");
    return plain && root instanceof RuntimeException ? FAULT : AWAY;
  }
}
