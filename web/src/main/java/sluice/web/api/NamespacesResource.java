package sluice.web.api;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.json.JsonValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Response;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import sluice.ejb.namespace.Namespace;
import sluice.ejb.namespace.Namespaces;
import sluice.ejb.observe.PageAsked;
import sluice.web.problem.RequestRefused;
import sluice.web.show.FiguresJson;

/** {@code /namespaces}: the registry of tenants. */
@Path("namespaces")
@RequestScoped
public class NamespacesResource {
  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private Namespaces namespaces;

  /** Tenants by name; more than {@code size} are on the page that the Link header names. */
  @GET
  public Response list(
      @QueryParam("after") @Nullable String after, @QueryParam("size") @Nullable String size) {
    int most = PageAsked.number("size", size, Namespaces.MOST, 1, Namespaces.MOST);
    String behind = PageAsked.text("after", after, 512);
    List<Namespace> page = namespaces.list(behind == null ? "" : behind, most);
    Response.ResponseBuilder response =
        Answer.json(200, FiguresJson.array(page, NamespacesResource::json));
    if (page.size() == most) {
      String last = URLEncoder.encode(page.getLast().getName(), StandardCharsets.UTF_8);
      response.header("Link", "<?after=" + last + "&size=" + most + ">; rel=\"next\"");
    }
    return response.build();
  }

  /** One tenant. */
  @GET
  @Path("{name}")
  public Response read(@PathParam("name") String name) {
    String known = PageAsked.text("name", name, 512);
    return namespaces
        .find(known == null ? "" : known)
        .map(namespace -> Answer.ok(json(namespace)))
        .orElseThrow(() -> new RequestRefused(404, "there is no namespace of this name"));
  }

  private static JsonObject json(Namespace namespace) {
    Integer max = namespace.getMaxInFlight();
    return Json.createObjectBuilder()
        .add("name", namespace.getName())
        .add("maxInFlight", max == null ? JsonValue.NULL : Json.createValue(max))
        .add("origin", namespace.getOrigin())
        .add("createdAt", namespace.getCreatedAt().toString())
        .build();
  }
}
