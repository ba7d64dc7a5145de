package sluice.web.security;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.security.enterprise.AuthenticationStatus;
import jakarta.security.enterprise.authentication.mechanism.http.HttpAuthenticationMechanism;
import jakarta.security.enterprise.authentication.mechanism.http.HttpMessageContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import sluice.ejb.account.Role;
import sluice.ejb.database.DatabaseFailed;
import sluice.web.problem.Problem;

/**
 * Who calls: by Basic authentication, and nothing else, under {@code /api} (no cookie counts there,
 * so no page of another site can make a browser act); by the session that {@link LoginServlet}
 * began everywhere else.
 */
@ApplicationScoped
public class SluiceAuthentication implements HttpAuthenticationMechanism {
  /** Session attribute: name of who logged in. */
  static final String CALLER = "sluice.caller";

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private Logins logins;

  @Override
  public AuthenticationStatus validateRequest(
      HttpServletRequest request, HttpServletResponse response, HttpMessageContext context) {
    try {
      return isApi(request)
          ? basic(request, response, context)
          : session(request, response, context);
    } catch (Logins.Busy e) {
      return context.isProtected()
          ? fail(response, Problem.of(429, "too many logins at once; try again"))
          : context.doNothing();
    } catch (DatabaseFailed | jakarta.ejb.EJBException e) {
      return context.isProtected()
          ? fail(response, Problem.of(503, "the database does not answer; try again"))
          : context.doNothing();
    }
  }

  private AuthenticationStatus basic(
      HttpServletRequest request, HttpServletResponse response, HttpMessageContext context) {
    Optional<BasicCredentials> given = BasicCredentials.of(request.getHeader("Authorization"));
    if (given.isEmpty() && !context.isProtected()) {
      return context.doNothing();
    }
    Optional<Role> role = given.flatMap(who -> logins.verify(who.name(), who.password()));
    if (role.isPresent()) {
      return context.notifyContainerAboutLogin(given.orElseThrow().name(), role.get().implied());
    }
    if (!context.isProtected()) {
      return context.doNothing();
    }
    response.setHeader("WWW-Authenticate", "Basic realm=\"sluice\", charset=\"UTF-8\"");
    return fail(response, Problem.of(401, "name and password of a Sluice account are needed"));
  }

  private AuthenticationStatus session(
      HttpServletRequest request, HttpServletResponse response, HttpMessageContext context) {
    HttpSession session = request.getSession(false);
    if (session != null && session.getAttribute(CALLER) instanceof String name) {
      Optional<Role> role = logins.roleOf(name);
      if (role.isPresent()) {
        return context.notifyContainerAboutLogin(name, role.get().implied());
      }
      session.invalidate();
    }
    if (!context.isProtected()) {
      return context.doNothing();
    }
    return "partial/ajax".equals(request.getHeader("Faces-Request"))
        ? leadScript(response, loginPage(request))
        : context.redirect(loginPage(request));
  }

  /**
   * Leads the page of a script's request to the login; a plain redirect would be followed by the
   * script, unseen.
   */
  private static AuthenticationStatus leadScript(HttpServletResponse response, String address) {
    byte[] body =
        ("<?xml version='1.0' encoding='UTF-8'?>\n<partial-response><redirect url=\""
                + PlainPage.escaped(address)
                + "\"/></partial-response>")
            .getBytes(StandardCharsets.UTF_8);
    try {
      response.setContentType("text/xml;charset=UTF-8");
      response.setHeader("Cache-Control", "no-store");
      response.getOutputStream().write(body);
      response.flushBuffer();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return AuthenticationStatus.SEND_CONTINUE;
  }

  /** The login, and the way back to the page; the buttons of a page send to its own address. */
  private static String loginPage(HttpServletRequest request) {
    String path = request.getRequestURI().substring(request.getContextPath().length());
    String query = request.getQueryString();
    String target = query == null ? path : path + "?" + query;
    boolean post = !request.getMethod().equals("GET");
    boolean page = path.endsWith(".xhtml") || (!post && !path.equals("/"));
    boolean ended =
        post || (request.getRequestedSessionId() != null && !request.isRequestedSessionIdValid());
    List<String> parameters = new ArrayList<>();
    if (page) {
      parameters.add("to=" + URLEncoder.encode(target, StandardCharsets.UTF_8));
    }
    if (ended) {
      parameters.add(LoginServlet.ENDED + "=1");
    }
    return request.getContextPath()
        + "/login"
        + (parameters.isEmpty() ? "" : "?" + String.join("&", parameters));
  }

  static boolean isApi(HttpServletRequest request) {
    String path = request.getServletPath();
    return path.equals("/api") || path.startsWith("/api/");
  }

  private static AuthenticationStatus fail(HttpServletResponse response, Problem problem) {
    try {
      response.setStatus(problem.status());
      response.setContentType(Problem.TYPE);
      if (problem.status() != 401) {
        response.setHeader("Retry-After", "1");
      }
      response.getOutputStream().write(problem.json());
      response.flushBuffer();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return AuthenticationStatus.SEND_FAILURE;
  }
}
