package sluice.web.console;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import jakarta.security.enterprise.SecurityContext;
import java.security.Principal;
import java.util.List;
import sluice.ejb.account.Role;

/**
 * Who looks at the page. Pages ask what to offer; what is allowed the services decide themselves.
 */
@Named
@RequestScoped
public class Visitor {
  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private SecurityContext security;

  /** The account's name. */
  public String getName() {
    Principal principal = security.getCallerPrincipal();
    return principal == null ? "nobody" : principal.getName();
  }

  /** The word of the highest role. */
  public String getRole() {
    return List.of(Role.ADMIN, Role.OPERATOR, Role.VIEWER).stream()
        .filter(role -> security.isCallerInRole(role.word()))
        .findFirst()
        .map(Role::word)
        .orElse("no role");
  }

  /** Whether to offer what operators do. */
  public boolean isOperator() {
    return security.isCallerInRole(Role.OPERATOR.word());
  }
}
