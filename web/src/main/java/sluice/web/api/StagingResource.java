package sluice.web.api;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Response;
import java.io.InputStream;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jspecify.annotations.Nullable;
import sluice.ejb.account.Role;
import sluice.ejb.policy.PolicyCatalog;
import sluice.ejb.policy.UnknownPolicy;
import sluice.ejb.stage.StagingService;
import sluice.web.job.StagedJobs;
import sluice.web.job.TraceContext;
import sluice.web.problem.RequestRefused;

/** {@code POST /policies/{p}/jobs}: stages one job or an array of them. */
@Path("policies/{policy}/jobs")
@RequestScoped
public class StagingResource {
  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private StagingService staging;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private PolicyCatalog policies;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private Caller caller;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private BodyRoom room;

  @Inject
  @ConfigProperty(name = "sluice.max.body.bytes", defaultValue = "33554432")
  private long longestBody;

  /** Each job gets its own result, in order; and the request's trace, unless it has its own. */
  @POST
  public Response stage(
      @PathParam("policy") String name,
      @HeaderParam("Content-Length") @Nullable String length,
      @HeaderParam(TraceContext.PARENT) @Nullable String traceParent,
      @HeaderParam(TraceContext.STATE) @Nullable String traceState,
      InputStream body) {
    caller.mustBe(Role.OPERATOR);
    if (policies.byName(Names.policy(name)).isEmpty()) {
      throw new UnknownPolicy(name);
    }
    long bytes =
        length != null && length.matches("[0-9]{1,18}") ? Long.parseLong(length) : Body.MOST;
    if (bytes > Body.MOST) {
      throw new RequestRefused(413, "the body is longer than " + Body.MOST + " bytes");
    }
    TraceContext trace = TraceContext.of(traceParent, traceState);
    StagedJobs jobs =
        room.with(
            bytes,
            () ->
                StagedJobs.read(name, trace, Body.reader(body), longestBody)
                    .by(fit -> staging.stage(fit, null)));
    return Answer.json(jobs.status(), jobs.json()).build();
  }
}
