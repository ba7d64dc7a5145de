package sluice.ejb.account;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.security.PermitAll;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ejb.EJB;
import jakarta.ejb.Stateless;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;
import jakarta.persistence.PersistenceContext;
import jakarta.security.enterprise.identitystore.Pbkdf2PasswordHash;
import java.sql.Connection;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import sluice.core.expression.Shown;
import sluice.ejb.audit.Act;
import sluice.ejb.database.Transactions;

/**
 * The accounts: who may log in, with which password and role. Passwords are kept as PBKDF2 hashes
 * only.
 *
 * <p>Everything but {@link #verify}, {@link #roleOf}, {@link #ensureAdmin} and {@link #makeAdmin},
 * which the login and the start call before anybody is known, is for admins. There is always an
 * admin: the last one can be neither removed nor lowered.
 */
@Stateless
@RolesAllowed("admin")
public class Accounts {
  /** The account that the setting {@code sluice.admin.password} belongs to. */
  public static final String ADMIN = "admin";

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._@-]{1,100}");
  private static final int SHORTEST_PASSWORD = 8;
  private static final int LONGEST_PASSWORD = 256;
  private static final String PASSWORD =
      SHORTEST_PASSWORD + " to " + LONGEST_PASSWORD + " characters";

  @PersistenceContext(unitName = "sluice")
  @SuppressWarnings("NullAway.Init") // injected
  private EntityManager entities;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private Pbkdf2PasswordHash hashes;

  @EJB
  @SuppressWarnings("NullAway.Init") // injected
  private Transactions transactions;

  @SuppressWarnings("NullAway.Init") // set below
  private String nobodysHash;

  @PostConstruct
  void open() {
    hashes.initialize(
        Map.of(
            "Pbkdf2PasswordHash.Algorithm",
            "PBKDF2WithHmacSHA256",
            "Pbkdf2PasswordHash.Iterations",
            "100000"));
    nobodysHash = hashes.generate("nobody".toCharArray());
  }

  /**
   * The role of an account whose password this is. Takes about as long for a name that nobody has.
   */
  @PermitAll
  public Optional<Role> verify(String name, char[] password) {
    Account account = find(name);
    boolean right = hashes.verify(password, account == null ? nobodysHash : account.passwordHash());
    return account != null && right ? Optional.of(account.getRole()) : Optional.empty();
  }

  /** The role of an account; empty if it is gone. */
  @PermitAll
  public Optional<Role> roleOf(String name) {
    return Optional.ofNullable(find(name)).map(Account::getRole);
  }

  /**
   * Sees to it that the account {@value #ADMIN} exists and has this password. Called once at start.
   *
   * @return whether anything had to be changed
   */
  @PermitAll
  public boolean ensureAdmin(char[] password) {
    Account account = find(ADMIN);
    if (account == null) {
      entities.persist(new Account(ADMIN, hashes.generate(password), Role.ADMIN, Instant.now()));
      return true;
    }
    if (hashes.verify(password, account.passwordHash()) && account.getRole() == Role.ADMIN) {
      return false;
    }
    account.setPasswordHash(hashes.generate(password));
    account.setRole(Role.ADMIN);
    return true;
  }

  /**
   * Sees to it that the account {@value #ADMIN} exists; one that does keeps its password. Called
   * once at start.
   *
   * @return whether it was made, with this password
   */
  @PermitAll
  public boolean makeAdmin(char[] password) {
    return find(ADMIN) == null && ensureAdmin(password);
  }

  /** Whether there is any account. */
  @PermitAll
  public boolean anybody() {
    return entities.createQuery("select count(a) from Account a", Long.class).getSingleResult() > 0;
  }

  /** All accounts by name. */
  public List<Account> list() {
    return entities
        .createQuery("select a from Account a order by a.name", Account.class)
        .getResultList();
  }

  /**
   * Makes an account or changes it.
   *
   * @param name 1 to 100 letters, digits and {@code . _ @ -}
   * @param password the new one; null keeps the old one, which a new account does not have
   * @param role the new one
   * @param actor who does it
   * @return whether the account is new
   */
  public boolean put(String name, char @Nullable [] password, Role role, String actor) {
    check(name, password);
    Account account = entities.find(Account.class, name, LockModeType.PESSIMISTIC_WRITE);
    Map<String, String> before = account == null ? null : Map.of("role", account.getRole().word());
    if (account == null) {
      if (password == null) {
        throw new AccountRefused("password", "", "missing; a new account needs one: " + PASSWORD);
      }
      entities.persist(new Account(name, hashes.generate(password), role, Instant.now()));
    } else {
      if (role != Role.ADMIN) {
        keepAnAdmin(account);
      }
      account.setRole(role);
      if (password != null) {
        account.setPasswordHash(hashes.generate(password));
      }
    }
    Map<String, ?> after = Map.of("role", role.word(), "passwordChanged", password != null);
    audit(new Act(actor, "account.put", "account:" + name, null, Act.Change.of(before, after)));
    return account == null;
  }

  /** Removes an account. */
  public void delete(String name, String actor) {
    Account account = entities.find(Account.class, name, LockModeType.PESSIMISTIC_WRITE);
    if (account == null) {
      throw new UnknownAccount(name);
    }
    keepAnAdmin(account);
    entities.remove(account);
    Map<String, String> before = Map.of("role", account.getRole().word());
    audit(new Act(actor, "account.delete", "account:" + name, null, Act.Change.of(before, null)));
  }

  private static void check(String name, char @Nullable [] password) {
    if (!NAME.matcher(name).matches()) {
      throw new AccountRefused(
          "name", Shown.of(name), "1 to 100 letters (A–Z), digits or the characters . _ @ -");
    }
    if (password != null
        && (password.length < SHORTEST_PASSWORD || password.length > LONGEST_PASSWORD)) {
      throw new AccountRefused("password", password.length + " characters", PASSWORD);
    }
  }

  private void keepAnAdmin(Account account) {
    List<Account> admins =
        entities
            .createQuery(
                "select a from Account a where a.role = 'admin' order by a.name", Account.class)
            .setLockMode(LockModeType.PESSIMISTIC_WRITE)
            .getResultList();
    if (admins.size() == 1 && admins.getFirst().getName().equals(account.getName())) {
      throw new LastAdmin(account.getName());
    }
  }

  private @Nullable Account find(String name) {
    return NAME.matcher(name).matches() ? entities.find(Account.class, name) : null;
  }

  private void audit(Act act) {
    transactions.run((Connection connection) -> {
      act.write(connection);
      return true;
    });
  }
}
