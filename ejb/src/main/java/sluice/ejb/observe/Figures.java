package sluice.ejb.observe;

import jakarta.annotation.security.PermitAll;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ejb.EJB;
import jakarta.ejb.Stateless;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import sluice.ejb.database.Transactions;
import sluice.ejb.policy.ActivePolicy;
import sluice.ejb.policy.PolicyCatalog;
import sluice.ejb.policy.UnknownPolicy;

/**
 * Figures for people: of policies, their partitions and lanes, and the whole. No question counts
 * jobs.
 */
@Stateless
@RolesAllowed("viewer")
public class Figures {
  @EJB
  @SuppressWarnings("NullAway.Init") // injected
  private Transactions transactions;

  @EJB
  @SuppressWarnings("NullAway.Init") // injected
  private PolicyCatalog policies;

  /**
   * Policies by name, behind {@code after} (empty = from the first), at most {@code limit}; one
   * snapshot.
   */
  public List<PolicyFigures> policies(String after, int limit) {
    return transactions.run(connection -> PolicyFiguresRows.read(connection, null, after, limit));
  }

  /** One policy. */
  public Optional<PolicyFigures> policy(String name) {
    return transactions.run(connection -> PolicyFiguresRows.read(connection, name, "", 1)).stream()
        .findFirst();
  }

  /** A page of a policy's partitions; {@code gate} null = of all gates. */
  public PageOf<PartitionView> partitions(String name, @Nullable String gate, PageAsked.Raw page) {
    PageAsked asked = PageAsked.of(page, PartitionRows.SORTS);
    ActivePolicy policy = active(name);
    return transactions.run(
        connection -> PartitionRows.read(connection, policy.id(), policy.policy(), gate, asked));
  }

  /** One partition, by the key that is stored and shown. */
  public Optional<PartitionView> partition(String name, String gate, String key) {
    ActivePolicy policy = active(name);
    return transactions.run(
        connection -> PartitionRows.find(connection, policy.id(), policy.policy(), gate, key));
  }

  /** A page of a policy's lanes; {@code gate} null = all, else those asleep on this gate. */
  public PageOf<LaneView> lanes(String name, @Nullable String gate, PageAsked.Raw page) {
    PageAsked asked = PageAsked.of(page, LaneRows.SORTS);
    ActivePolicy policy = active(name);
    return transactions.run(connection -> LaneRows.read(connection, policy.id(), gate, asked));
  }

  /**
   * What was observed in the last 60 minutes: the policy by the minute, and a page of partitions;
   * {@code gate} null = of all gates.
   */
  public Observations observations(String name, @Nullable String gate, PageAsked.Raw page) {
    PageAsked asked = PageAsked.of(page, ObservationRows.SORTS);
    ActivePolicy policy = active(name);
    return transactions.run(
        connection -> ObservationRows.read(connection, policy.id(), gate, asked));
  }

  /** The whole deployment. */
  public Stats stats() {
    return transactions.run(StatsRows::read);
  }

  /** The whole deployment, and every policy by name. */
  public Whole whole() {
    return transactions.run(StatsRows::whole);
  }

  /** The database's clock; for readiness, so anybody may ask. */
  @PermitAll
  public Instant databaseTime() {
    return transactions.run(StatsRows::now);
  }

  private ActivePolicy active(String name) {
    return policies.byName(name).orElseThrow(() -> new UnknownPolicy(name));
  }
}
