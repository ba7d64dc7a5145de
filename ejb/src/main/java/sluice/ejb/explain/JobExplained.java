package sluice.ejb.explain;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Why a job waits.
 *
 * @param id the job
 * @param state its state, as the interface names it
 * @param labels whose it is
 * @param explained why it waits; null: it does not
 * @param position its place; null: it has none, since it is not due or does not wait
 */
public record JobExplained(
    long id,
    String state,
    Labels labels,
    @Nullable Explained explained,
    @Nullable Position position) {

  /** Highest number counted in a {@link Position}. */
  public static final int COUNTED = 1_000;

  /**
   * Whose a job is.
   *
   * @param expiresAt it ends unadmitted at this instant; null: never
   * @param moving it is being moved to a lane of the policy's newest version, and is looked at then
   */
  public record Labels(
      String policy, String namespace, @Nullable Instant expiresAt, boolean moving) {}

  /**
   * The place of a waiting job. {@link #COUNTED} means that many or more.
   *
   * @param aheadInLane jobs of its lane that go before it
   * @param sharesAhead shares of its policy that are served before its share
   */
  public record Position(int aheadInLane, int sharesAhead) {}
}
