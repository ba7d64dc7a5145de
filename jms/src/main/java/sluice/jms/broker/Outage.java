package sluice.jms.broker;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.TimeUnit;

/**
 * Tells the log about an outage without flooding it: the first failure at WARNING, then one line a
 * minute, and one line when it is over. Thread-safe; loops that wait for the same thing share one.
 */
public final class Outage {
  private static final Logger LOG = System.getLogger(Outage.class.getName());
  private static final long AGAIN_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final String what;
  private boolean lasting;
  private long begunAt;
  private long toldAt;

  /**
   * No outage yet.
   *
   * @param what what may be away, e.g. {@code broker}
   */
  public Outage(String what) {
    this.what = what;
  }

  /** Something failed because of it. */
  public synchronized void failed(Throwable cause) {
    long now = System.nanoTime();
    if (lasting && now - toldAt < AGAIN_NANOS) {
      LOG.log(Level.DEBUG, "event=still-away what={0} error=\"{1}\"", what, cause);
      return;
    }
    if (!lasting) {
      lasting = true;
      begunAt = now;
    }
    toldAt = now;
    LOG.log(
        Level.WARNING,
        "event=away what={0} since_s={1} error=\"{2}\" hint=\"goes on by itself when it is back\"",
        what,
        Long.toString(TimeUnit.NANOSECONDS.toSeconds(now - begunAt)),
        cause);
  }

  /** Something succeeded that needs it. */
  public synchronized void over() {
    if (lasting) {
      lasting = false;
      long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begunAt);
      LOG.log(Level.INFO, "event=back what={0} after_s={1}", what, Long.toString(seconds));
    }
  }

  /** Whether the last that was heard of it is a failure. */
  public synchronized boolean lasting() {
    return lasting;
  }
}
