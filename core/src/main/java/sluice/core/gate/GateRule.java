package sluice.core.gate;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import sluice.core.expression.Context;
import sluice.core.expression.EvaluationFailed;
import sluice.core.expression.Expression;
import sluice.core.expression.Setting;
import sluice.core.reason.Reason;

/**
 * One limit of a policy, or the {@link Quota} that all share. A rule is a function: it holds no
 * state, the caller brings the partition's state and the time, and gets a verdict or the next
 * state. One job costs one slot of every gate it passes, and a throttle one token.
 *
 * <p>The caller holds the partition's row lock from {@link #ask} to the writing of {@link #charge}
 * (R1). All implementations are immutable and thread-safe.
 */
public sealed interface GateRule permits Throttle, SlotGate, AdaptiveConcurrency {

  /** Largest number that any limit may take. */
  double MAX_LIMIT = 1e9;

  /** Unique in its policy; state in the database follows this name. */
  String name();

  /** What tells the partitions apart; null: the whole policy is one partition. */
  @Nullable Expression key();

  /** The word that a policy document writes as the gate's {@code type}. */
  String type();

  /** What a job is told that this gate stops for want of room. */
  Reason reason();

  /**
   * The limits as written, by field name, in the order of the document; fields left out are left
   * out.
   */
  SequencedMap<String, Setting> settings();

  /**
   * The limits for one job. A number is null when its expression gives null.
   *
   * @throws EvaluationFailed when an expression fails or gives a value that is not allowed
   */
  Limits limits(Context context);

  /**
   * The limits that hold for a partition now: what the policy fixes as it stands in the policy,
   * what it computes as it was last resolved and kept on the partition's row ({@code stored}, null
   * when it never was). So a changed number works at once, also beside a computed one. An override
   * goes on top: {@link #overridden}.
   */
  Limits inForce(@Nullable Limits stored);

  /**
   * The limits with {@code limit} set by hand: rate of a throttle, jobs in flight of the others.
   */
  Limits overridden(Limits limits, double limit);

  /** A partition that was never used: a full bucket, the initial maximum. */
  PartitionState fresh(Limits limits, Instant now);

  /** How many jobs may go now. Never throws for any state or limits that the database can hold. */
  Verdict ask(PartitionState state, Limits limits, Instant now);

  /** The state after {@code admitted} jobs went, 0 included. */
  PartitionState charge(PartitionState state, Limits limits, int admitted, Instant now);

  /**
   * The state with what it earned by these limits up to an instant counted. Called before other
   * limits take over, so that time past is not paid by them. Counts in flight earn nothing.
   */
  default PartitionState accrued(PartitionState state, Limits limits, Instant at) {
    return state;
  }

  /** How much of the limit is used. For people. */
  default Usage usage(PartitionState state, Limits limits, Instant now) {
    return new Usage(state.used(), limits.max());
  }

  /**
   * An instant before which a job cannot go that has {@code ahead} others of its lane before it;
   * null: none is known, since it depends on slots that are released or on a limit that changes.
   * For people.
   */
  default @Nullable Instant notBefore(PartitionState state, Limits limits, int ahead, Instant now) {
    return ask(state, limits, now).askAgainAt();
  }

  /** Whether the whole policy is one partition. */
  default boolean policyWide() {
    return key() == null;
  }

  /** Whether a limit is computed for each job. Cheap: asked for every job. */
  boolean dynamic();

  /**
   * The limits of a rule whose limits are the same for all jobs.
   *
   * @throws IllegalStateException for a {@link #dynamic()} rule
   */
  default Limits fixedLimits() {
    if (dynamic()) {
      throw new IllegalStateException("gate " + name() + " computes its limits for each job");
    }
    return limits(Context.NOTHING);
  }

  /**
   * The limits that are null for this job, and the properties to blame. Empty when all have a
   * value.
   *
   * @throws EvaluationFailed as {@link #limits}
   */
  default List<MissingLimit> missing(Context context) {
    List<MissingLimit> missing = new ArrayList<>();
    settings()
        .forEach((field, setting) -> {
          if (setting.value(context) == null) {
            Set<String> absent = new TreeSet<>(setting.properties());
            absent.removeIf(name -> context.get(name) != null);
            missing.add(new MissingLimit(field, setting.source(), absent));
          }
        });
    return missing;
  }
}
