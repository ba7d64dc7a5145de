package sluice.ejb.namespace;

import jakarta.annotation.PostConstruct;
import jakarta.ejb.ConcurrencyManagement;
import jakarta.ejb.ConcurrencyManagementType;
import jakarta.ejb.DependsOn;
import jakarta.ejb.EJB;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import java.util.Optional;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import sluice.core.gate.Quota;
import sluice.ejb.database.Transactions;
import sluice.sql.SqlStatement;

/**
 * The ceiling of namespaces that have none of their own: the setting {@code
 * sluice.namespace.ceiling}, the same on every node. At start it wakes who waits under it, since it
 * may be another one than before. Thread-safe.
 */
@Singleton
@Startup
@DependsOn("Migration")
@ConcurrencyManagement(ConcurrencyManagementType.BEAN)
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class PlatformCeiling {
  static final SqlStatement WAKE_DEFAULTED = SqlStatement.named("namespace/wake_defaulted");

  @EJB
  @SuppressWarnings("NullAway.Init") // injected
  private Transactions transactions;

  @Inject
  @ConfigProperty(name = "sluice.namespace.ceiling")
  @SuppressWarnings("NullAway.Init") // injected
  private Optional<Integer> setting;

  private Quota quota = Quota.UNLIMITED;

  @PostConstruct
  void open() {
    quota = new Quota(setting.orElse(null));
    transactions.runApart(connection -> WAKE_DEFAULTED.on(connection).update());
  }

  /** The gate of namespaces. */
  public Quota quota() {
    return quota;
  }
}
