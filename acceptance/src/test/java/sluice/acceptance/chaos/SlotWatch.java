package sluice.acceptance.chaos;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Looks several times a second whether a committed partition is over its limit. It sees what
 * workers cannot: slots of jobs that nobody began. Has a thread of its own.
 */
final class SlotWatch implements AutoCloseable {
  private static final long EVERY_MS = 200;
  private static final String QUERY =
      "select gate, key, in_flight from sluice.gate_partition where in_flight > 0";

  private final Site site;
  private final Map<String, Integer> limits = new HashMap<>();
  private final List<String> violations = new ArrayList<>();
  private final CountDownLatch stop = new CountDownLatch(1);
  private final Thread thread;
  private int looks;

  SlotWatch(Site site) {
    this.site = site;
    for (TestPolicy policy : TestPolicy.all()) {
      limits.put(policy.keyGate(), policy.perKey());
      limits.put(policy.togetherGate(), policy.together());
    }
    for (int i = 0; i < TestPolicy.CEILINGS.size(); i++) {
      limits.put("quota n" + i, TestPolicy.CEILINGS.get(i));
    }
    thread = Thread.ofPlatform().name("slot-watch").start(this::run);
  }

  private void run() {
    while (stop.getCount() > 0) {
      try (Connection connection = site.connect();
          Statement statement = connection.createStatement()) {
        while (!stop.await(EVERY_MS, TimeUnit.MILLISECONDS)) {
          look(statement);
        }
      } catch (SQLException away) {
        awaitAMoment();
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  private void awaitAMoment() {
    try {
      stop.await(EVERY_MS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void look(Statement statement) throws SQLException {
    try (ResultSet rows = statement.executeQuery(QUERY)) {
      while (rows.next()) {
        String gate = rows.getString(1);
        String name = gate.equals("quota") ? "quota " + rows.getString(2) : gate;
        Integer limit = limits.get(name);
        if (limit != null && rows.getInt(3) > limit) {
          note(
              "over the limit in the database: %d in flight of %s %s, allowed %d"
                  .formatted(rows.getInt(3), name, rows.getString(2), limit));
        }
      }
    }
    synchronized (this) {
      looks++;
    }
  }

  private synchronized void note(String violation) {
    if (violations.size() < 20) {
      violations.add(violation);
    }
  }

  synchronized List<String> violations() {
    return List.copyOf(violations);
  }

  /** How often it looked. */
  synchronized int looks() {
    return looks;
  }

  @Override
  public void close() {
    stop.countDown();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
