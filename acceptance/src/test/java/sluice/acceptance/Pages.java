package sluice.acceptance;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.CookieManager;
import java.net.CookiePolicy;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The console without a browser: what a program that means harm, or a second tab, would send. */
final class Pages {
  private static final Pattern STATE =
      Pattern.compile("name=\"jakarta.faces.ViewState\"[^>]*value=\"([^\"]*)\"");

  private static final Pattern NONCE = Pattern.compile("csp\\.init\\('([^']*)'\\)");

  private final HttpClient client =
      HttpClient.newBuilder()
          .cookieHandler(new CookieManager(null, CookiePolicy.ACCEPT_ALL))
          .build();
  private final String base;

  Pages(SluiceProcess sluice) {
    this.base = sluice.httpUrl();
  }

  /** An answer. */
  record Page(int status, String location, String body) {
    /** The state that forms of the page carry. */
    String state() {
      return found(STATE);
    }

    /** What the page's scripts put into its forms. */
    String nonce() {
      return found(NONCE);
    }

    /** The stamp that the form of this name carries. */
    String stamp(String ask) {
      return found(
          Pattern.compile(
              "id=\"" + ask + "Form\".*?name=\"stamp\" value=\"([^\"]*)\"", Pattern.DOTALL));
    }

    /** The page of the application that it leads to, which tells the end of an act. */
    String told() {
      if (!location.contains("told=")) {
        throw new AssertionError(status + " leads to " + location + ", not to what was done");
      }
      return location.substring(location.indexOf("/policy.xhtml"));
    }

    private String found(Pattern pattern) {
      Matcher matcher = pattern.matcher(body);
      if (!matcher.find()) {
        throw new AssertionError(pattern + " is not in " + body);
      }
      return matcher.group(1);
    }
  }

  Pages logIn(String name, String password) {
    Page answer = post("/login", Map.of("name", name, "password", password));
    if (answer.status() != 302) {
      throw new AssertionError("login answers " + answer.status());
    }
    return this;
  }

  Page get(String path) {
    return send(request(path).GET());
  }

  Page post(String path, Map<String, String> fields, String... headers) {
    String form =
        fields.entrySet().stream()
            .map(field ->
                URLEncoder.encode(field.getKey(), UTF_8)
                    + "="
                    + URLEncoder.encode(field.getValue(), UTF_8))
            .collect(Collectors.joining("&"));
    HttpRequest.Builder request =
        request(path)
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(HttpRequest.BodyPublishers.ofString(form));
    List<String> more = new ArrayList<>(List.of(headers));
    for (int i = 0; i + 1 < more.size(); i += 2) {
      request.header(more.get(i), more.get(i + 1));
    }
    return send(request);
  }

  /** What pressing the button of a form of the page sends. */
  static Map<String, String> form(Page page, String ask, String stamp) {
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put(ask + "Form", ask + "Form");
    fields.put(ask + "Form:" + ask + "Now", "now");
    fields.put("jakarta.faces.ViewState", page.state());
    fields.put("primefaces.nonce", page.nonce());
    fields.put("stamp", stamp);
    fields.put("ask", ask);
    return fields;
  }

  /** The same with the stamp that the form carries. */
  static Map<String, String> form(Page page, String ask) {
    return form(page, ask, page.stamp(ask));
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(base + path)).timeout(Duration.ofSeconds(60));
  }

  private Page send(HttpRequest.Builder request) {
    try {
      HttpResponse<String> response =
          client.send(request.build(), HttpResponse.BodyHandlers.ofString());
      return new Page(
          response.statusCode(),
          response.headers().firstValue("Location").orElse(""),
          response.body());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
