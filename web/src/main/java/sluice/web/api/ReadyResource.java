package sluice.web.api;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.json.Json;
import jakarta.json.JsonArrayBuilder;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Response;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import sluice.ejb.admit.AdmissionTimer;
import sluice.ejb.forward.ForwardingService;
import sluice.ejb.observe.Figures;
import sluice.ejb.policy.PolicyCatalog;
import sluice.web.problem.Problem;

/**
 * {@code /ready}: whether this node takes work and gets on with it. Open to everybody; says no more
 * than what is missing.
 */
@Path("ready")
@RequestScoped
public class ReadyResource {
  private static final Logger LOG = System.getLogger(ReadyResource.class.getName());
  private static final Duration LONGEST_SILENCE = Duration.ofSeconds(10);

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private Figures figures;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private PolicyCatalog policies;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private ForwardingService forwarding;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private AdmissionTimer ticks;

  /** Something that must be so. */
  @FunctionalInterface
  private interface Condition {
    boolean holds();
  }

  /** 200, or 503 with what is missing. */
  @GET
  public Response ready() {
    List<String> missing = new ArrayList<>();
    check("database", () -> figures.databaseTime() != null, missing);
    check("policies", () -> policies.names() != null, missing);
    check("broker", forwarding::brokerReachable, missing);
    check("ticks", () -> ticks.sinceLastLook().compareTo(LONGEST_SILENCE) < 0, missing);
    if (missing.isEmpty()) {
      return Answer.ok(Json.createObjectBuilder().add("ready", true).build());
    }
    JsonArrayBuilder names = Json.createArrayBuilder(missing);
    return Problem.of(503, "not ready: " + String.join(", ", missing))
        .with("ready", jakarta.json.JsonValue.FALSE)
        .with("missing", names.build())
        .response()
        .header("Retry-After", "1")
        .header("Cache-Control", "no-store")
        .build();
  }

  private static void check(String name, Condition condition, List<String> missing) {
    try {
      if (!condition.holds()) {
        missing.add(name);
      }
    } catch (RuntimeException e) {
      LOG.log(Level.DEBUG, "event=not-ready missing=" + name, e);
      missing.add(name);
    }
  }
}
