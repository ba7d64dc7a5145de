package sluice.core.gate;

import java.time.Instant;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import sluice.core.expression.Context;
import sluice.core.expression.Expression;
import sluice.core.expression.Setting;
import sluice.core.reason.Reason;

/**
 * At most so many jobs of a namespace in flight, over all policies: the one gate that no policy
 * writes down and all ask first. {@code room = ceiling − in flight}, never below 0; what waits does
 * not count, so a backlog never blocks itself. Ceiling 0 suspends the namespace.
 *
 * <p>A namespace's own ceiling is {@link Limits#max()} of its partition; where it has none the
 * platform's default holds, and where there is none either there is no ceiling. In flight is
 * counted all the same, so that a ceiling set later holds at once.
 *
 * <p>Source: BEHAVIOUR.md H.2, H.3 and D32, D34.
 *
 * @param platformDefault ceiling of namespaces without one of their own, 0 to {@value #MOST}; null:
 *     none
 */
public record Quota(@Nullable Integer platformDefault) implements SlotGate {
  /** Name of the gate, in lanes, reasons and figures. */
  public static final String NAME = "quota";

  /** Highest ceiling. */
  public static final int MOST = 1_000_000;

  /** Namespaces without a ceiling of their own have none. */
  public static final Quota UNLIMITED = new Quota(null);

  public Quota {
    if (platformDefault != null && (platformDefault < 0 || platformDefault > MOST)) {
      throw new IllegalArgumentException(
          "ceiling " + platformDefault + " is not allowed; 0 to 1,000,000, or none");
    }
  }

  /**
   * The ceiling in force.
   *
   * @param own the namespace's own; null: it has none
   * @return null: there is no ceiling
   */
  public @Nullable Integer ceiling(@Nullable Integer own) {
    return own == null ? platformDefault : own;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public @Nullable Expression key() {
    return null;
  }

  /** Each namespace is a partition; a full one stops its own lanes only. */
  @Override
  public boolean policyWide() {
    return false;
  }

  @Override
  public String type() {
    return NAME;
  }

  @Override
  public Reason reason() {
    return Reason.QUOTA;
  }

  @Override
  public SequencedMap<String, Setting> settings() {
    return new Settings().map();
  }

  /** The ceiling stands on the partition's row and is kept there as it is. */
  @Override
  public boolean dynamic() {
    return true;
  }

  @Override
  public Limits limits(Context context) {
    return Limits.NONE;
  }

  @Override
  public Limits inForce(@Nullable Limits stored) {
    return stored == null ? Limits.NONE : Limits.max(stored.max());
  }

  @Override
  public Verdict ask(PartitionState state, Limits limits, Instant now) {
    Double own = limits.max();
    Integer ceiling = ceiling(own == null ? null : own.intValue());
    return ceiling == null
        ? new Verdict(Integer.MAX_VALUE, Reason.QUOTA, null)
        : Verdict.ofSlots(Math.max(ceiling, 0), state.used(), Reason.QUOTA);
  }

  @Override
  public Usage usage(PartitionState state, Limits limits, Instant now) {
    Double own = limits.max();
    Integer ceiling = ceiling(own == null ? null : own.intValue());
    return new Usage(state.used(), ceiling == null ? null : ceiling.doubleValue());
  }
}
