package sluice.web.api;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Response;
import java.io.InputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;
import sluice.ejb.account.Role;
import sluice.ejb.cancel.JobCancelling;
import sluice.ejb.dead.DeadRetrying;
import sluice.ejb.dead.Retried;
import sluice.ejb.explain.Explaining;
import sluice.ejb.observe.JobCursor;
import sluice.ejb.observe.JobLookup;
import sluice.ejb.observe.JobQuestion;
import sluice.ejb.observe.JobView;
import sluice.ejb.observe.PageAsked;
import sluice.ejb.policy.SaveRequest;
import sluice.web.problem.Problem;
import sluice.web.problem.RequestRefused;
import sluice.web.show.ExplainJson;
import sluice.web.show.JobJson;

/** {@code /jobs}: look at jobs, ask why one waits, cancel one, retry a dead one. */
@Path("jobs")
@RequestScoped
public class JobsResource {
  private static final List<String> ALIVE = List.of("pending", "scheduled", "admitted");

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private JobLookup jobs;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private Explaining explaining;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private JobCancelling cancelling;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private DeadRetrying retrying;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private Caller caller;

  /**
   * A page of jobs of one state; {@code after} is what {@code next} of the page before said. With
   * {@code policy} and {@code jobKey}: the living job that carries the key, in whatever state.
   */
  @GET
  public Response list(
      @QueryParam("state") @Nullable String state,
      @QueryParam("policy") @Nullable String policy,
      @QueryParam("namespace") @Nullable String namespace,
      @QueryParam("jobKey") @Nullable String jobKey,
      @QueryParam("after") @Nullable String after,
      @QueryParam("size") @Nullable String size) {
    JobQuestion question =
        new JobQuestion(
            PageAsked.word("state", state, JobQuestion.STATES),
            policy == null || policy.isEmpty() ? null : Names.policy(policy),
            PageAsked.text("namespace", namespace, 512),
            JobCursor.of(after),
            PageAsked.number("size", size, PageAsked.USUAL, 1, PageAsked.MOST));
    String key = PageAsked.text("jobKey", jobKey, 512);
    return Answer.ok(JobJson.page(key == null ? jobs.list(question) : jobs.living(question, key)));
  }

  /** One job; {@code body=true} shows an operator the message. */
  @GET
  @Path("{id}")
  public Response read(@PathParam("id") String id, @QueryParam("body") @Nullable String body) {
    boolean asked = PageAsked.word("body", body, List.of("false", "true")).equals("true");
    boolean shown = asked && caller.is(Role.OPERATOR);
    return Answer.ok(json(find(id, shown), shown));
  }

  /**
   * Puts a dead job back into a lane. A job that was put back before is shown as it is now: a
   * double click does it once. Body: {@code {"reason": "…"}} or none.
   */
  @POST
  @Path("{id}/retry")
  public Response retry(@PathParam("id") String id, InputStream body) {
    caller.mustBe(Role.OPERATOR);
    SaveRequest.By by = caller.because(Body.member(Body.object(body, "reason"), "reason"));
    Retried result = retrying.one(number(id), new DeadRetrying.By(by.actor(), by.reason()));
    if (result instanceof Retried.StaysDead dead) {
      throw new RequestRefused(refusal(dead));
    }
    JobView job = find(id, false);
    if (result instanceof Retried.NotDead && !ALIVE.contains(job.state())) {
      throw new RequestRefused(
          409, "job " + job.id() + " is " + job.state() + "; only dead jobs can be retried");
    }
    return Answer.ok(json(job, false));
  }

  private static Problem refusal(Retried.StaysDead dead) {
    Problem problem =
        Problem.of(409, "job " + dead.id() + " stays dead: " + dead.detail())
            .with("code", Json.createValue(dead.code()));
    Long living = dead.livingId();
    return living == null
        ? problem
        : problem.with("livingId", Json.createValue(Long.toString(living)));
  }

  /** Why a job waits; for one that does not, its state alone. */
  @GET
  @Path("{id}/explain")
  public Response explain(@PathParam("id") String id) {
    return Answer.ok(
        explaining
            .job(number(id))
            .map(ExplainJson::job)
            .orElseGet(() -> ExplainJson.over(find(id, false))));
  }

  /** Cancels a job that waits, or gives up a dead one. */
  @DELETE
  @Path("{id}")
  public Response cancel(
      @PathParam("id") String id, @QueryParam("reason") @Nullable String reason) {
    caller.mustBe(Role.OPERATOR);
    SaveRequest.By by = caller.because(reason);
    if (!cancelling.cancel(number(id), by.actor(), by.reason())) {
      JobView job = find(id, false);
      throw new RequestRefused(
          409,
          "job "
              + job.id()
              + " is "
              + job.state()
              + "; only pending, scheduled and dead jobs can be cancelled");
    }
    return Answer.ok(json(find(id, false), false));
  }

  private JobView find(String id, boolean withBody) {
    return jobs.find(number(id), withBody).orElseThrow(() -> unknown(id));
  }

  private static JsonObject json(JobView job, boolean withMessage) {
    return JobJson.job(job, withMessage);
  }

  private static long number(String id) {
    if (!id.matches("[0-9]{1,18}")) {
      throw unknown(id);
    }
    return Long.parseLong(id);
  }

  private static RequestRefused unknown(String id) {
    return new RequestRefused(404, "there is no job " + (id.length() > 40 ? "of this number" : id));
  }
}
