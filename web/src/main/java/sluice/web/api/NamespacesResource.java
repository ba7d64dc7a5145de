package sluice.web.api;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.json.JsonValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Response;
import java.io.InputStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import sluice.ejb.account.Role;
import sluice.ejb.namespace.CeilingRequest;
import sluice.ejb.namespace.NamespaceState;
import sluice.ejb.namespace.Namespaces;
import sluice.ejb.observe.PageAsked;
import sluice.web.problem.RequestRefused;
import sluice.web.show.FiguresJson;

/** {@code /namespaces}: the registry of tenants and their ceilings. */
@Path("namespaces")
@RequestScoped
public class NamespacesResource {
  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private Namespaces namespaces;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private Caller caller;

  /**
   * Tenants by name; more than {@code size} are on the page that the Link header names. With {@code
   * name} that one alone, for names that no path carries.
   */
  @GET
  public Response list(
      @QueryParam("name") @Nullable String name,
      @QueryParam("after") @Nullable String after,
      @QueryParam("size") @Nullable String size) {
    if (name != null) {
      return Answer.ok(known(name));
    }
    int most = PageAsked.number("size", size, Namespaces.MOST, 1, Namespaces.MOST);
    String behind = PageAsked.text("after", after, 512);
    Stretch<NamespaceState> page =
        Stretch.of(namespaces.list(behind == null ? "" : behind, most + 1), most);
    Response.ResponseBuilder response =
        Answer.json(200, FiguresJson.array(page.items(), NamespacesResource::json));
    if (page.more()) {
      String last = URLEncoder.encode(page.last().name(), StandardCharsets.UTF_8);
      response.header("Link", "<?after=" + last + "&size=" + most + ">; rel=\"next\"");
    }
    return response.build();
  }

  /** One tenant. */
  @GET
  @Path("{name: .+}")
  public Response read(@PathParam("name") String name) {
    return Answer.ok(known(name));
  }

  /**
   * Sets the ceiling of one tenant, known or not: {@code {"maxInFlight": 50, "reason": "…"}}; null
   * takes its own ceiling away, 0 suspends it.
   */
  @PUT
  @Path("{name: .+}")
  public Response put(@PathParam("name") String name, InputStream body) {
    return set(name, body);
  }

  /** As the other, the name in the query. */
  @PUT
  public Response putByQuery(@QueryParam("name") @Nullable String name, InputStream body) {
    if (name == null) {
      throw RequestRefused.missing("name", "a namespace, in the path or as the parameter name");
    }
    return set(name, body);
  }

  private Response set(String name, InputStream body) {
    caller.mustBe(Role.ADMIN);
    CeilingBody asked = CeilingBody.of(Body.object(body, "maxInFlight", "reason"));
    boolean created =
        namespaces.setCeiling(
            new CeilingRequest(name, asked.maxInFlight(), caller.because(asked.reason())));
    return Answer.json(created ? 201 : 200, known(name)).build();
  }

  private JsonObject known(String name) {
    String asked = PageAsked.text("name", name, 512);
    return namespaces
        .find(asked == null ? "" : asked)
        .map(NamespacesResource::json)
        .orElseThrow(() -> new RequestRefused(404, "there is no namespace of this name"));
  }

  private static JsonObject json(NamespaceState namespace) {
    return Json.createObjectBuilder()
        .add("name", namespace.name())
        .add("maxInFlight", number(namespace.maxInFlight()))
        .add("ceiling", number(namespace.ceiling()))
        .add("ceilingSource", namespace.ceilingSource())
        .add("suspended", namespace.suspended())
        .add("inFlight", namespace.inFlight())
        .add("origin", namespace.history().origin())
        .add("createdAt", namespace.history().createdAt().toString())
        .build();
  }

  private static JsonValue number(@Nullable Integer value) {
    return value == null ? JsonValue.NULL : Json.createValue(value);
  }
}
