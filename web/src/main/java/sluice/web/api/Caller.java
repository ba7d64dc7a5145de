package sluice.web.api;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.security.enterprise.SecurityContext;
import java.security.Principal;
import org.jspecify.annotations.Nullable;
import sluice.ejb.account.Role;
import sluice.ejb.policy.SaveRequest;
import sluice.web.problem.RequestRefused;

/** Who makes the request. */
@RequestScoped
public class Caller {
  private static final int LONGEST_REASON = 1_000;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private SecurityContext security;

  /** The caller's name. */
  public String name() {
    Principal principal = security.getCallerPrincipal();
    return principal == null ? "nobody" : principal.getName();
  }

  /** Whether the caller's role includes this one. */
  public boolean is(Role role) {
    return security.isCallerInRole(role.word());
  }

  /** Refuses the request unless the caller's role includes this one. */
  public void mustBe(Role role) {
    if (!is(role)) {
      throw new RequestRefused(403, "this needs the role " + role.word());
    }
  }

  /** The caller with a reason. */
  public SaveRequest.By because(@Nullable String reason) {
    if (reason != null && (reason.length() > LONGEST_REASON || reason.indexOf('\0') >= 0)) {
      throw RequestRefused.of(
          "reason", reason, "at most " + LONGEST_REASON + " characters without NUL");
    }
    return new SaveRequest.By(name(), reason == null || reason.isBlank() ? null : reason);
  }
}
