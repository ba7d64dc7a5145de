package sluice.web.security;

import jakarta.ejb.EJBException;
import jakarta.inject.Inject;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import sluice.ejb.account.Role;
import sluice.ejb.database.DatabaseFailed;

/**
 * {@code /login}: the form, and its answer. A login begins a session with a new id, whatever id the
 * browser brought.
 */
@WebServlet("/login")
public class LoginServlet extends HttpServlet {
  /** Parameter: there was a session and it has ended. */
  static final String ENDED = "ended";

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private transient Logins logins;

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    String said =
        request.getParameter(ENDED) == null
            ? ""
            : "Your session has ended. What you pressed last was not done.";
    show(request, response, 200, said);
  }

  @Override
  protected void doPost(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    if (isFromElsewhere(request)) {
      show(request, response, 403, "This form was sent from another site.");
      return;
    }
    String name = request.getParameter("name");
    String password = request.getParameter("password");
    try {
      Optional<Role> role =
          name == null || password == null
              ? Optional.empty()
              : logins.verify(name.strip(), password);
      if (role.isEmpty()) {
        show(request, response, 401, "Name or password is wrong.");
        return;
      }
      begin(request, String.valueOf(name).strip());
      response.sendRedirect(request.getContextPath() + target(request.getParameter("to")));
    } catch (Logins.Busy e) {
      show(request, response, 429, "Too many logins at once. Try again.");
    } catch (DatabaseFailed | EJBException e) {
      show(request, response, 503, "The database does not answer. Try again.");
    }
  }

  private static void begin(HttpServletRequest request, String name) {
    HttpSession session = request.getSession(true);
    if (!session.isNew()) {
      session.invalidate();
      session = request.getSession(true);
    }
    session.setAttribute(SluiceAuthentication.CALLER, name);
  }

  /** Where to go next: a path of this application or its first page. */
  static String target(@Nullable String to) {
    boolean local =
        to != null
            && to.length() <= 2_000
            && to.matches("/(?![/\\\\])[\\x21-\\x5B\\x5D-\\x7E]*")
            && !to.startsWith("/login")
            && !to.startsWith("/logout");
    return local && to != null ? to : "/";
  }

  private static boolean isFromElsewhere(HttpServletRequest request) {
    return SendingSite.isForeign(
        request.getHeader("Sec-Fetch-Site"),
        request.getHeader("Origin"),
        Arrays.asList(request.getHeader("Host"), request.getHeader("X-Forwarded-Host")));
  }

  private static void show(
      HttpServletRequest request, HttpServletResponse response, int status, String said)
      throws IOException {
    response.setStatus(status);
    response.setContentType("text/html");
    response.setCharacterEncoding("UTF-8");
    response.setHeader("Cache-Control", "no-store");
    String to = target(request.getParameter("to"));
    String action = request.getContextPath() + "/login";
    String name = request.getMethod().equals("POST") ? request.getParameter("name") : null;
    response.getWriter().write(PlainPage.login(action, to.equals("/") ? "" : to, said, name));
  }
}
