package sluice.web.security;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import sluice.ejb.account.Accounts;
import sluice.ejb.account.Role;

/**
 * Checks passwords without being slow for those who know them.
 *
 * <p>PBKDF2 is slow on purpose, so a password that was right is remembered for a minute, as a
 * salted hash in memory only. Wrong ones are answered late, the later the more of them there were
 * for the name in a row, up to a second; nobody is ever locked out, and a remembered password is
 * never delayed. At most {@value #AT_ONCE} slow checks run at once, others wait a little.
 * Thread-safe.
 */
@ApplicationScoped
public class Logins {
  private static final long REMEMBERED = Duration.ofSeconds(60).toNanos();
  private static final long ROLE_KNOWN = Duration.ofSeconds(10).toNanos();
  private static final int MOST_REMEMBERED = 1_000;
  private static final int AT_ONCE = 4;
  private static final long LONGEST_WAIT_S = 5;
  private static final long STEP_MS = 100;
  private static final int MOST_STEPS = 10;

  private final SecureRandom random = new SecureRandom();
  private final Semaphore checks = new Semaphore(AT_ONCE, true);
  private final Map<String, Remembered> remembered = new ConcurrentHashMap<>();
  private final Map<String, Integer> failures = new ConcurrentHashMap<>();
  private final Map<String, KnownRole> roles = new ConcurrentHashMap<>();

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private Accounts accounts;

  @SuppressWarnings("ArrayRecordComponent") // compared by MessageDigest.isEqual
  private record Remembered(byte[] salt, byte[] hash, Role role, long until) {}

  private record KnownRole(Optional<Role> role, long until) {}

  /** Too many are logging in at this moment; try again. */
  public static final class Busy extends RuntimeException {
    Busy() {
      super("too many logins at once", null, false, false);
    }
  }

  /**
   * The role of the account whose password this is.
   *
   * @throws Busy when too many checks are under way
   */
  public Optional<Role> verify(String name, String password) {
    Remembered known = remembered.get(name);
    if (known != null && System.nanoTime() - known.until() < 0 && isSame(known, password)) {
      return Optional.of(known.role());
    }
    Optional<Role> role = verifySlowly(name, password);
    if (role.isPresent()) {
      failures.remove(name);
      remember(name, password, role.get());
    }
    return role;
  }

  /** The role of an account, as of at most 10 seconds ago. */
  public Optional<Role> roleOf(String name) {
    KnownRole known = roles.get(name);
    if (known == null || System.nanoTime() - known.until() >= 0) {
      bound(roles);
      known = new KnownRole(accounts.roleOf(name), System.nanoTime() + ROLE_KNOWN);
      roles.put(name, known);
    }
    return known.role();
  }

  /** The account has changed: what is remembered of it is void. */
  public void forget(String name) {
    remembered.remove(name);
    roles.remove(name);
  }

  private Optional<Role> verifySlowly(String name, String password) {
    try {
      if (!checks.tryAcquire(LONGEST_WAIT_S, TimeUnit.SECONDS)) {
        throw new Busy();
      }
      try {
        Optional<Role> role = accounts.verify(name, password.toCharArray());
        if (role.isEmpty()) {
          bound(failures);
          int inARow = failures.merge(name, 1, Integer::sum);
          Thread.sleep(Math.min(inARow, MOST_STEPS) * STEP_MS);
        }
        return role;
      } finally {
        checks.release();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Busy();
    }
  }

  private void remember(String name, String password, Role role) {
    bound(remembered);
    byte[] salt = new byte[16];
    random.nextBytes(salt);
    remembered.put(
        name, new Remembered(salt, hash(salt, password), role, System.nanoTime() + REMEMBERED));
  }

  private static boolean isSame(Remembered known, String password) {
    return MessageDigest.isEqual(known.hash(), hash(known.salt(), password));
  }

  private static byte[] hash(byte[] salt, String password) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(salt);
      return digest.digest(password.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /** Made-up names must not fill the memory. */
  private static void bound(Map<String, ?> map) {
    if (map.size() >= MOST_REMEMBERED) {
      map.clear();
    }
  }
}
