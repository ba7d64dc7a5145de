package sluice.web.api;

import jakarta.annotation.Priority;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.ext.Provider;
import java.util.List;
import java.util.Set;
import sluice.core.policy.Fault;
import sluice.web.problem.Problem;

/**
 * What holds for every request to the interface. A known caller is asked for here once more: the
 * server compares paths with dots and slashes resolved, resources are found by the path as it
 * stands, so {@code /api/policies/..%2Fhealth%2Fready} would pass as the open {@code
 * /api/health/ready}.
 */
@Provider
@Priority(Priorities.AUTHENTICATION)
public class RequestRules implements ContainerRequestFilter {
  private static final Set<String> OPEN = Set.of("health/live", "health/started", "health/ready");
  private static final Set<String> WITHOUT_BODY =
      Set.of(HttpMethod.GET, HttpMethod.HEAD, HttpMethod.DELETE);

  @Override
  public void filter(ContainerRequestContext request) {
    boolean known = request.getSecurityContext().getUserPrincipal() != null;
    if (!known && !OPEN.contains(request.getUriInfo().getPath(false))) {
      request.abortWith(
          Problem.of(401, "name and password of a Sluice account are needed")
              .response()
              .header("WWW-Authenticate", "Basic realm=\"sluice\", charset=\"UTF-8\"")
              .build());
    } else if (WITHOUT_BODY.contains(request.getMethod()) && request.hasEntity()) {
      String method = request.getMethod();
      String reason =
          method.equals(HttpMethod.DELETE) ? "; a reason stands in the query: ?reason=…" : "";
      Fault fault = new Fault("", "a body", method + " takes none" + reason);
      request.abortWith(Problem.faults(List.of(fault), fault.sentence()).response().build());
    }
  }
}
