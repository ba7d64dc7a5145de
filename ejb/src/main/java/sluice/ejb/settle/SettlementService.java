package sluice.ejb.settle;

import jakarta.annotation.PostConstruct;
import jakarta.ejb.ConcurrencyManagement;
import jakarta.ejb.ConcurrencyManagementType;
import jakarta.ejb.EJB;
import jakarta.ejb.Singleton;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.enterprise.event.Observes;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.LongAdder;
import org.eclipse.microprofile.config.ConfigProvider;
import sluice.core.job.Outcome;
import sluice.ejb.admit.AdmissionTimer;
import sluice.ejb.database.DatabaseFailed;
import sluice.ejb.database.SqlWork;
import sluice.ejb.database.Transactions;
import sluice.ejb.forward.AttemptsRefused;
import sluice.ejb.policy.ActivePolicy;
import sluice.ejb.policy.PolicyCatalog;
import sluice.ejb.policy.PolicySource;
import sluice.ejb.trace.TraceSettings;
import sluice.ejb.trace.Tracing;
import sluice.sql.SqlStatement;

/**
 * Settle: the worker's last word, heartbeats and lost attempts. One transaction a batch; afterwards
 * the ticks of those policies are woken whose lanes slept on a slot that is free now. Idempotent:
 * the same word twice is the same as once. Thread-safe.
 */
@Singleton
@ConcurrencyManagement(ConcurrencyManagementType.BEAN)
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class SettlementService {
  private static final SqlStatement RENEW_LEASES = SqlStatement.named("settle/renew_leases");
  private static final int REAP_LIMIT = 500;

  @EJB
  @SuppressWarnings("NullAway.Init") // injected
  private Transactions transactions;

  @EJB
  @SuppressWarnings("NullAway.Init") // injected
  private PolicyCatalog policies;

  @EJB
  @SuppressWarnings("NullAway.Init") // injected
  private AdmissionTimer ticks;

  @SuppressWarnings("NullAway.Init") // made once injected
  private Settler settler;

  private Tracing tracing = Tracing.OFF;

  private final LongAdder stale = new LongAdder();

  @PostConstruct
  void open() {
    PolicySource direct = policies.direct();
    tracing =
        TraceSettings.open(
            name -> ConfigProvider.getConfig().getOptionalValue(name, String.class),
            id -> direct.byId(id).map(p -> p.policy().name()).orElse("policy " + id));
    settler = new Settler(direct, () -> ThreadLocalRandom.current().nextDouble(), tracing);
  }

  /**
   * Settles a batch.
   *
   * @throws DatabaseFailed if the database is away; nothing is settled then
   */
  public void settle(List<Completion> completions) {
    if (!completions.isEmpty()) {
      settled(connection -> settler.settle(connection, completions));
    }
  }

  /** Ends attempts whose messages the broker will never take: the jobs go to the dead jobs. */
  public void onRefusal(@Observes AttemptsRefused refused) {
    settle(
        refused.attempts().stream()
            .map(a ->
                new Completion(
                    new AttemptRef(a.jobId(), a.attempt()),
                    Outcome.REJECT,
                    null,
                    "cannot be forwarded: " + a.why(),
                    null))
            .toList());
  }

  /** Settles attempts admitted since then whose lease has ended; whether there may be more. */
  public boolean reap(Instant admittedSince) {
    return settled(connection -> settler.reap(connection, admittedSince, REAP_LIMIT)).settled()
        == REAP_LIMIT;
  }

  /** Starts the leases of attempts anew; attempts that are not current are ignored. */
  public void heartbeat(List<AttemptRef> attempts) {
    List<ActivePolicy> known =
        policies.names().stream()
            .map(n -> policies.byName(n).orElse(null))
            .filter(Objects::nonNull)
            .toList();
    transactions.runApart(connection ->
        RENEW_LEASES
            .on(connection)
            .bigints("ids", attempts.stream().mapToLong(AttemptRef::jobId).toArray())
            .integers("attempts", attempts.stream().mapToInt(AttemptRef::attempt).toArray())
            .integers("policies", known.stream().mapToInt(ActivePolicy::id).toArray())
            .bigints(
                "leases_ms", known.stream().mapToLong(p -> p.policy().lease().toMillis()).toArray())
            .update());
  }

  /** Words on attempts that were not current any more, since this node started. */
  public long staleWords() {
    return stale.sum();
  }

  private Settler.Settled settled(SqlWork<Settler.Settled> work) {
    Settler.Settled settled;
    try {
      settled = transactions.runApart(work);
    } catch (DatabaseFailed e) {
      if (!e.conflict()) {
        throw e;
      }
      settled = transactions.runApart(work);
    }
    stale.add(settled.stale());
    settled.woken().forEach(ticks::wake);
    tracing.tell(settled.traced());
    return settled;
  }
}
