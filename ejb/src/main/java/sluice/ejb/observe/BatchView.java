package sluice.ejb.observe;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A batch: what one tick admitted for one policy.
 *
 * @param id its number; grows with time
 * @param policy its policy; null if that was deleted
 * @param content what is in it
 * @param tick what its tick did
 * @param forwardedAt when the broker had taken all its messages; null: it is open
 */
public record BatchView(
    long id, @Nullable String policy, Content content, Tick tick, @Nullable Instant forwardedAt) {

  /**
   * What is in a batch.
   *
   * @param jobs how many jobs
   * @param first its first ones, at most three
   * @param destination work queue; null for batches of versions that did not say
   */
  public record Content(int jobs, List<Long> first, @Nullable String destination) {}

  /**
   * The tick that made a batch.
   *
   * @param admittedAt when, by the database's clock
   * @param lookedAt lanes it looked at
   * @param durationMs how long it took; null where it did not say
   * @param readAt when this was so
   */
  public record Tick(
      Instant admittedAt, int lookedAt, @Nullable Double durationMs, Instant readAt) {}

  /** Whether the broker has not taken it yet. */
  public boolean open() {
    return forwardedAt == null;
  }
}
