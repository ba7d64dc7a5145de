package sluice.ejb.start;

import jakarta.annotation.PostConstruct;
import jakarta.ejb.DependsOn;
import jakarta.ejb.EJB;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.Optional;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import sluice.ejb.account.Accounts;
import sluice.ejb.policy.PolicyFiles;

/** First things once the schema stands: the admin's account and the policy files. */
@Singleton
@Startup
@DependsOn({"Migration", "PolicyCatalog"})
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class Opening {
  private static final Logger LOG = System.getLogger(Opening.class.getName());

  @EJB
  @SuppressWarnings("NullAway.Init") // injected
  private Accounts accounts;

  @EJB
  @SuppressWarnings("NullAway.Init") // injected
  private PolicyFiles policyFiles;

  @Inject
  @ConfigProperty(name = "sluice.admin.password")
  @SuppressWarnings("NullAway.Init") // injected
  private Optional<String> adminPassword;

  /** Made up by the program: it must not replace what other nodes' people log in with. */
  @Inject
  @ConfigProperty(name = "sluice.admin.first.password")
  @SuppressWarnings("NullAway.Init") // injected
  private Optional<String> firstAdminPassword;

  @Inject
  @ConfigProperty(name = "sluice.policies")
  @SuppressWarnings("NullAway.Init") // injected
  private Optional<String> policies;

  private volatile boolean done;

  @PostConstruct
  void open() {
    adminPassword.ifPresentOrElse(
        this::ensureAdmin, () -> firstAdminPassword.ifPresent(this::makeAdmin));
    if (!accounts.anybody()) {
      LOG.log(
          Level.WARNING,
          "event=nobody-can-log-in hint=\"set sluice.admin.password (SLUICE_ADMIN_PASSWORD) and start again\"");
    }
    policies.map(Path::of).ifPresent(policyFiles::putInForce);
    done = true;
  }

  /** Whether it is over. */
  public boolean done() {
    return done;
  }

  private void ensureAdmin(String password) {
    if (accounts.ensureAdmin(password.toCharArray())) {
      LOG.log(
          Level.INFO,
          "account={0} event=password-set source=sluice.admin.password",
          Accounts.ADMIN);
    }
  }

  private void makeAdmin(String password) {
    if (!accounts.makeAdmin(password.toCharArray())) {
      LOG.log(Level.INFO, "account={0} event=password-kept source=database", Accounts.ADMIN);
    }
  }
}
