package sluice.web.api;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Response;
import java.util.Optional;
import sluice.ejb.explain.Explained;
import sluice.ejb.explain.Explaining;
import sluice.web.problem.RequestRefused;
import sluice.web.show.ExplainJson;

/** {@code /policies/{p}}: why its lanes and partitions wait. */
@Path("policies/{policy}")
@RequestScoped
public class ExplainResource {
  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private Explaining explaining;

  /** Why the first job of a lane waits. */
  @GET
  @Path("lanes/{lane: [0-9]{1,18}}/explain")
  public Response lane(@PathParam("policy") String policy, @PathParam("lane") long lane) {
    return answer(explaining.lane(Names.policy(policy), lane), "lane " + lane);
  }

  private static Response answer(Optional<Explained> explained, String what) {
    return Answer.ok(
        explained
            .map(ExplainJson::next)
            .orElseThrow(() -> new RequestRefused(404, "the policy has no such " + what)));
  }
}
