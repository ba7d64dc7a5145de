package sluice.web.api;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Response;
import java.io.InputStream;
import sluice.ejb.account.Account;
import sluice.ejb.account.Accounts;
import sluice.ejb.account.Role;
import sluice.web.security.Logins;
import sluice.web.show.FiguresJson;

/** {@code /users}: who may log in. For admins. */
@Path("users")
@RequestScoped
public class UsersResource {
  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private Accounts accounts;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private Logins logins;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private Caller caller;

  /** All accounts, without passwords. */
  @GET
  public Response list() {
    caller.mustBe(Role.ADMIN);
    return Answer.ok(FiguresJson.array(accounts.list(), UsersResource::json));
  }

  /**
   * Makes or changes an account: {@code {"password": "…", "role": "viewer"}}; no password keeps the
   * old one.
   */
  @PUT
  @Path("{name}")
  public Response put(@PathParam("name") String name, InputStream body) {
    caller.mustBe(Role.ADMIN);
    JsonObject fields = Body.object(body, "password", "role");
    String word = Body.member(fields, "role");
    Role role =
        Role.ofWord(word == null ? "" : word)
            .orElseThrow(() -> Body.refused(fields, "role", "one of viewer, operator, admin"));
    String password = Body.member(fields, "password");
    boolean created =
        accounts.put(name, password == null ? null : password.toCharArray(), role, caller.name());
    logins.forget(name);
    JsonObject answer =
        Json.createObjectBuilder().add("name", name).add("role", role.word()).build();
    return Answer.json(created ? 201 : 200, answer).build();
  }

  /** Removes an account. */
  @DELETE
  @Path("{name}")
  public Response delete(@PathParam("name") String name) {
    caller.mustBe(Role.ADMIN);
    accounts.delete(name, caller.name());
    logins.forget(name);
    return Response.noContent().build();
  }

  private static JsonObject json(Account account) {
    return Json.createObjectBuilder()
        .add("name", account.getName())
        .add("role", account.getRole().word())
        .add("createdAt", account.getCreatedAt().toString())
        .build();
  }
}
