package sluice.web.api;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.json.Json;
import jakarta.json.JsonObjectBuilder;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Response;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;
import sluice.ejb.account.Role;
import sluice.ejb.dead.DeadRetrying;
import sluice.ejb.observe.PageAsked;
import sluice.ejb.policy.SaveRequest;

/** {@code /policies/{p}/dead}: many dead jobs at once. */
@Path("policies/{policy}/dead")
@RequestScoped
public class DeadJobsResource {
  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private DeadRetrying retrying;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private Caller caller;

  /**
   * Retries the policy's jobs that are dead by now, the longest dead first, at most {@code count}.
   * Body: {@code {"reason": "…"}} or none. What was done before a failure stays done; the same
   * request again goes on.
   */
  @POST
  @Path("retry")
  public Response retry(
      @PathParam("policy") String name,
      @QueryParam("count") @Nullable String count,
      InputStream body) {
    caller.mustBe(Role.OPERATOR);
    int most = PageAsked.number("count", count, DeadRetrying.MOST, 1, DeadRetrying.MOST);
    SaveRequest.By by = caller.because(Body.member(Body.object(body, "reason"), "reason"));
    DeadRetrying.Outcome outcome =
        retrying.ofPolicy(Names.policy(name), most, new DeadRetrying.By(by.actor(), by.reason()));
    JsonObjectBuilder refused = Json.createObjectBuilder();
    outcome.refused().forEach(refused::add);
    return Answer.ok(
        Json.createObjectBuilder()
            .add("retried", outcome.retried())
            .add("refused", refused)
            .add("more", outcome.more())
            .build());
  }
}
