package sluice.ejb.observe;

import jakarta.annotation.security.RolesAllowed;
import jakarta.ejb.EJB;
import jakarta.ejb.Stateless;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import sluice.ejb.database.Transactions;
import sluice.ejb.policy.ActivePolicy;
import sluice.ejb.policy.PolicyCatalog;
import sluice.ejb.policy.UnknownPolicy;

/** How things went lately, minute by minute, and how busy the ticks are. Counts no jobs. */
@Stateless
@RolesAllowed("viewer")
public class Timeline {
  @EJB
  @SuppressWarnings("NullAway.Init") // injected
  private Transactions transactions;

  @EJB
  @SuppressWarnings("NullAway.Init") // injected
  private PolicyCatalog policies;

  /**
   * The last hour: 60 minutes, the one under way last; quiet ones are there too.
   *
   * @param policy of this policy; null = of all added up
   */
  public List<Minute> hour(@Nullable String policy) {
    @Nullable Integer id = policy == null ? null : (Integer) number(policy);
    return transactions.run(connection -> ObservationRows.minutes(connection, id));
  }

  private int number(String policy) {
    return policies
        .byName(policy)
        .map(ActivePolicy::id)
        .orElseThrow(() -> new UnknownPolicy(policy));
  }

  /** Admissions of each of these policies in the last {@code minutes}, the one under way last. */
  public Map<String, List<Long>> admitted(List<String> policies, int minutes) {
    return transactions.run(connection -> TimelineRows.admitted(connection, policies, minutes));
  }

  /** A partition by its gate and key. */
  public record Named(String gate, String key) {}

  /**
   * One hour of a partition.
   *
   * @param at its begin
   * @param seen what was observed; null = nothing: a gap, not a zero
   */
  public record Hour(Instant at, Observations.@Nullable Ended seen) {}

  /** The last 60 minutes of each of a policy's partitions, the one under way last. */
  public List<List<Observations.@Nullable Ended>> minutesOf(String policy, List<Named> partitions) {
    int id = number(policy);
    return transactions.run(connection -> PartitionHistory.minutes(connection, id, partitions));
  }

  /** The last 24 hours of a partition, the one under way last. */
  public List<Hour> day(String policy, Named partition) {
    int id = number(policy);
    return transactions.run(connection -> PartitionHistory.hours(connection, id, partition));
  }

  /** How busy the ticks are. */
  public Pace pace() {
    return transactions.run(TimelineRows::pace);
  }

  /** How many partitions hold a job in flight. */
  public Busy busy() {
    return transactions.run(TimelineRows::busy);
  }
}
