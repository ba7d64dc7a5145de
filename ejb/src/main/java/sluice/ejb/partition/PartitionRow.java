package sluice.ejb.partition;

import java.sql.SQLException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import sluice.core.admission.PartitionView;
import sluice.core.gate.Adaptation;
import sluice.core.gate.CapChange;
import sluice.core.gate.Control;
import sluice.core.gate.GateRule;
import sluice.core.gate.Limits;
import sluice.core.gate.PartitionState;
import sluice.core.gate.RecentOutcomes;
import sluice.sql.Row;

/**
 * A row of {@code gate_partition}.
 *
 * @param id the partition
 * @param policyId the policy it belongs to, or {@link #ALL_POLICIES}
 * @param gate name of its gate
 * @param stored limits last read from a job; all null where the policy says them
 * @param state in flight, tokens, what was learned
 * @param control what an operator said of it
 */
public record PartitionRow(
    long id, int policyId, String gate, Limits stored, PartitionState state, Control control) {
  /**
   * The {@code policyId} of partitions that belong to no policy and are asked by all: the quotas.
   */
  public static final int ALL_POLICIES = 0;

  /** Reads all columns. */
  public static PartitionRow read(Row row) throws SQLException {
    return new PartitionRow(
        row.bigint("id"),
        row.integer("policy_id"),
        row.text("gate"),
        LimitColumns.read(row),
        new PartitionState(
            row.integer("in_flight"),
            row.real("tokens"),
            row.instantOrNull("refilled_at"),
            row.instantOrNull("closed_until"),
            new Adaptation(
                row.integer("current_max"),
                row.real("ewma_lag_ms"),
                row.bigint("sample_count"),
                new RecentOutcomes(
                    row.real("recent_outcomes"),
                    row.real("recent_failures"),
                    row.instantOrNull("observed_at"),
                    row.instantOrNull("decreased_at")),
                change(row))),
        new Control(
            row.realOrNull("override_limit"),
            row.instantOrNull("override_until"),
            row.bool("paused")));
  }

  private static @Nullable CapChange change(Row row) throws SQLException {
    Instant at = row.instantOrNull("cap_changed_at");
    return at == null
        ? null
        : new CapChange(
            row.integer("cap_from"), CapChange.Cause.valueOf(row.text("cap_cause")), at);
  }

  /** The partition as the planner sees it. */
  public PartitionView view(GateRule rule) {
    return new PartitionView(rule, inForce(rule), state, control);
  }

  /** Whether it counts a namespace's jobs in flight over all policies. */
  public boolean isQuota() {
    return policyId == ALL_POLICIES;
  }

  /**
   * The limits in force without the operator's word: what the policy says, or what jobs said last
   * where the gate reads them from the job.
   */
  public Limits inForce(GateRule rule) {
    return rule.inForce(stored);
  }
}
