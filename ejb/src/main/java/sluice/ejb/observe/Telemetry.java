package sluice.ejb.observe;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The deployment at one moment, read in three statements however many policies and partitions there
 * are.
 *
 * @param policies figures and what was done, by name
 * @param difference what the auditor found off
 * @param partitions gate partitions, about
 * @param readAt the moment, by the database's clock
 */
public record Telemetry(List<Policy> policies, long difference, long partitions, Instant readAt) {

  /** A policy: where its jobs are, and what was done. */
  public record Policy(PolicyFigures figures, PolicyTelemetry did) {
    /** Its name. */
    public String name() {
      return did.name();
    }
  }

  /** A policy by its name. */
  public Optional<Policy> policy(String name) {
    return policies.stream().filter(p -> p.name().equals(name)).findFirst();
  }

  /** Since when the oldest open batch waits for the broker; zero without one. */
  public Duration outboxAge() {
    return policies.stream()
        .map(p -> p.did().queue().openSince())
        .filter(Objects::nonNull)
        .map(this::age)
        .max(Duration::compareTo)
        .orElse(Duration.ZERO);
  }

  /** How long ago something was, never below zero. */
  public Duration age(Instant at) {
    Duration age = Duration.between(at, readAt);
    return age.isNegative() ? Duration.ZERO : age;
  }
}
