package sluice.web.console;

import jakarta.faces.context.ExternalContext;
import jakarta.servlet.http.HttpServletRequest;
import java.util.UUID;

/** Where a request is led to. Stateless. */
final class Addresses {
  /** The page says that it was loaded anew and that nothing was done. */
  static final String ANEW = "notice=anew";

  private Addresses() {}

  /** The page that the request came from, with a notice. */
  static String again(ExternalContext external) {
    HttpServletRequest request = (HttpServletRequest) external.getRequest();
    String query = request.getQueryString();
    String address = request.getRequestURI();
    if (query == null || query.isEmpty()) {
      return address + "?" + ANEW;
    }
    return address + "?" + (query.contains(ANEW) ? query : query + "&" + ANEW);
  }

  /** The page about a failure. */
  static String failed(ExternalContext external, UUID number) {
    return external.getRequestContextPath() + "/failed.xhtml?number=" + number;
  }
}
