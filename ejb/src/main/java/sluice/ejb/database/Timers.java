package sluice.ejb.database;

import jakarta.ejb.ConcurrencyManagement;
import jakarta.ejb.ConcurrencyManagementType;
import jakarta.ejb.Singleton;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Supplier;

/** The timers of this node, and when each last did its round without a failure. Thread-safe. */
@Singleton
@ConcurrencyManagement(ConcurrencyManagementType.BEAN)
@TransactionAttribute(TransactionAttributeType.SUPPORTS)
public class Timers {
  private record Watched(Duration period, Supplier<Duration> sinceLastGood) {}

  private final Map<String, Watched> watched = new ConcurrentSkipListMap<>();

  /** A timer introduces itself. */
  public void add(Rounds rounds, long periodMs) {
    add(rounds.name(), periodMs, rounds::sinceLastGood);
  }

  /** A timer introduces itself by its name and how long ago it last did its work. */
  public void add(String name, long periodMs, Supplier<Duration> sinceLastGood) {
    watched.put(name, new Watched(Duration.ofMillis(periodMs), sinceLastGood));
  }

  /** All timers by name. */
  public List<Age> ages() {
    return watched.entrySet().stream()
        .map(e -> new Age(e.getKey(), e.getValue().period(), e.getValue().sinceLastGood().get()))
        .toList();
  }

  /** One timer. */
  public Age age(String name) {
    return ages().stream()
        .filter(age -> age.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("there is no timer " + name));
  }

  /**
   * A timer.
   *
   * @param name what it is for
   * @param period from one round to the next
   * @param sinceLastGood how long ago a round last ended without a failure
   */
  public record Age(String name, Duration period, Duration sinceLastGood) {}
}
