package sluice.web.events;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpSession;
import java.security.Principal;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import sluice.web.security.Logins;

/**
 * Says whether a stream that is open may go on: its account is still there, its session has not
 * ended, and it is no older than an hour; then the client comes again and shows who it is.
 */
@ApplicationScoped
public class StreamGuard {
  private static final long LONGEST_NANOS = Duration.ofHours(1).toNanos();

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private Logins logins;

  /** For the stream that this request opens; asked while it is open. */
  public BooleanSupplier of(HttpServletRequest request) {
    Principal principal = request.getUserPrincipal();
    String name = principal == null ? "" : principal.getName();
    boolean api = request.getServletPath().startsWith("/api/");
    HttpSession session = api ? null : request.getSession(false);
    long begun = System.nanoTime();
    return () -> System.nanoTime() - begun < LONGEST_NANOS && isAlive(session) && mayRead(name);
  }

  private boolean mayRead(String name) {
    try {
      return logins.roleOf(name).isPresent();
    } catch (RuntimeException e) {
      // The database does not answer: nothing is told anyhow.
      return true;
    }
  }

  private static boolean isAlive(@Nullable HttpSession session) {
    try {
      return session == null || session.getCreationTime() > 0;
    } catch (IllegalStateException e) {
      return false;
    }
  }
}
