package sluice.web.security;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.annotation.WebFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/**
 * Tells browsers what they may do with an answer. Pages of the console get their script policy,
 * with a nonce, from PrimeFaces ({@code primefaces.CSP}); two policies hold together, so here
 * stands for them only what is the same for all pages.
 */
@WebFilter(
    urlPatterns = "/*",
    dispatcherTypes = {DispatcherType.REQUEST, DispatcherType.ERROR},
    asyncSupported = true)
public class SecurityHeaders implements Filter {
  private static final String PAGES =
      "default-src 'self'; style-src 'self' 'unsafe-inline'; script-src 'none'; img-src 'self' data:; "
          + "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
  private static final String CONSOLE =
      "style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; object-src 'none'; "
          + "frame-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
  private static final String API = "default-src 'none'; frame-ancestors 'none'";

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    if (request instanceof HttpServletRequest asked
        && response instanceof HttpServletResponse answer) {
      String path = asked.getServletPath();
      answer.setHeader("X-Content-Type-Options", "nosniff");
      answer.setHeader("X-Frame-Options", "DENY");
      answer.setHeader("Referrer-Policy", "same-origin");
      answer.setHeader("Content-Security-Policy", policy(asked, path));
    }
    chain.doFilter(request, response);
  }

  private static String policy(HttpServletRequest asked, String path) {
    if (SluiceAuthentication.isApi(asked)) {
      return API;
    }
    return path.endsWith(".xhtml") ? CONSOLE : PAGES;
  }
}
