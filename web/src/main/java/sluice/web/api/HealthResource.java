package sluice.web.api;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.json.Json;
import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonObjectBuilder;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Response;
import java.util.List;
import sluice.ejb.account.Role;
import sluice.ejb.health.Check;
import sluice.ejb.health.HealthService;

/**
 * {@code /health/live}, {@code /health/started} and {@code /health/ready}: 200 or 503 and each
 * check's name and state. Open to everybody; a viewer is told more.
 */
@Path("health")
@RequestScoped
public class HealthResource {
  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private HealthService health;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private Caller caller;

  /** Whether this process does anything at all; if not, start it again. */
  @GET
  @Path("live")
  public Response live() {
    return answer(health.live());
  }

  /** Whether the start is over. */
  @GET
  @Path("started")
  public Response started() {
    return answer(health.started());
  }

  /** Whether this node takes work and gets on with it. */
  @GET
  @Path("ready")
  public Response ready() {
    return answer(health.ready());
  }

  private Response answer(List<Check> checks) {
    boolean up = checks.stream().allMatch(Check::up);
    boolean details = caller.is(Role.VIEWER);
    JsonArrayBuilder all = Json.createArrayBuilder();
    for (Check check : checks) {
      JsonObjectBuilder one =
          Json.createObjectBuilder().add("name", check.name()).add("status", word(check.up()));
      if (details) {
        one.add("detail", check.detail());
      }
      all.add(one);
    }
    Response.ResponseBuilder answer =
        Answer.json(
            up ? 200 : 503,
            Json.createObjectBuilder().add("status", word(up)).add("checks", all).build());
    return up ? answer.build() : answer.header("Retry-After", "1").build();
  }

  private static String word(boolean up) {
    return up ? "UP" : "DOWN";
  }
}
