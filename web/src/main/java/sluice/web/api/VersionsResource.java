package sluice.web.api;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Response;
import org.jspecify.annotations.Nullable;
import sluice.ejb.observe.PageAsked;
import sluice.ejb.policy.PolicyService;
import sluice.ejb.policy.PolicyVersion;
import sluice.ejb.policy.UnknownVersion;
import sluice.web.show.VersionJson;

/** {@code /policies/{p}/versions}: who saved what, when and why. */
@Path("policies/{policy}/versions")
@RequestScoped
public class VersionsResource {
  private static final int USUAL = 50;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private PolicyService policies;

  @PathParam("policy")
  @SuppressWarnings("NullAway.Init") // injected
  private String policy;

  /** Newest first; more than {@code size} are on the page that the Link header names. */
  @GET
  public Response list(
      @QueryParam("before") @Nullable String before, @QueryParam("size") @Nullable String size) {
    int most = PageAsked.number("size", size, USUAL, 1, PolicyService.MOST_VERSIONS);
    int from = PageAsked.number("before", before, Integer.MAX_VALUE, 1, Integer.MAX_VALUE);
    Stretch<PolicyVersion> page =
        Stretch.of(policies.versions(Names.policy(policy), from, most + 1), most);
    Response.ResponseBuilder response = Answer.json(200, VersionJson.list(page.items()));
    if (page.more()) {
      int last = page.last().getVersion();
      response.header("Link", "<?before=" + last + "&size=" + most + ">; rel=\"next\"");
    }
    return response.build();
  }

  /** One version with its document. */
  @GET
  @Path("{version}")
  public Response read(@PathParam("version") String version) {
    return Answer.ok(VersionJson.whole(find(version)));
  }

  /** What it changed: against {@code with}, usually the version before it. */
  @GET
  @Path("{version}/diff")
  public Response diff(
      @PathParam("version") String version, @QueryParam("with") @Nullable String with) {
    PolicyVersion newer = find(version);
    int usual = Math.max(1, newer.getVersion() - 1);
    int other = PageAsked.number("with", with, usual, 1, Integer.MAX_VALUE);
    PolicyVersion older = policies.version(Names.policy(policy), other);
    return Answer.ok(VersionJson.diff(policy, older, newer));
  }

  private PolicyVersion find(String text) {
    try {
      return policies.version(Names.policy(policy), Integer.parseInt(text));
    } catch (NumberFormatException e) {
      throw new UnknownVersion(Names.policy(policy), 0);
    }
  }
}
