package sluice.standalone.demo;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The demo's policies on Sluice's HTTP interface: {@code PUT} and {@code GET} of {@code
 * api/policies/{name}} as the user admin. Used by one thread.
 */
final class PolicyPage {

  /** Sluice said no, and asking again would not help. The message is one sentence. */
  static final class RefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    RefusedException(String sentence) {
      super(sentence);
    }
  }

  private static final Duration ANSWER = Duration.ofSeconds(10);
  private static final Pattern PENDING = Pattern.compile("\"pending\"\\s*:\\s*(\\d{1,18})");
  private static final int LONGEST_SHOWN = 500;

  private final URI policies;
  private final String authorization;
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(ANSWER).build();

  PolicyPage(URI application, String adminPassword) {
    this.policies = application.resolve("api/policies/");
    byte[] pair = ("admin:" + adminPassword).getBytes(StandardCharsets.UTF_8);
    this.authorization = "Basic " + Base64.getEncoder().encodeToString(pair);
  }

  /**
   * Saves the shipped document; the same one again changes nothing.
   *
   * @throws IOException when Sluice is away or unwell
   * @throws RefusedException when it does not want the document
   */
  void put(DemoPolicy policy) throws IOException, InterruptedException {
    HttpRequest request =
        to(policy)
            .header("Content-Type", "application/yaml")
            .PUT(HttpRequest.BodyPublishers.ofString(policy.document()))
            .build();
    HttpResponse<String> response = send(request);
    int status = response.statusCode();
    if (status >= 400 && status < 500) {
      String body = response.body();
      throw new RefusedException(
          "Sluice refused the demo policy %s with status %d: %s"
              .formatted(
                  policy.policyName(),
                  status,
                  body.substring(0, Math.min(body.length(), LONGEST_SHOWN))));
    }
    requireGood(response);
  }

  /**
   * How many jobs of the policy wait to be admitted.
   *
   * @throws IOException when Sluice does not tell
   */
  long pending(DemoPolicy policy) throws IOException, InterruptedException {
    HttpResponse<String> response = send(to(policy).GET().build());
    requireGood(response);
    Matcher matcher = PENDING.matcher(response.body());
    if (!matcher.find()) {
      throw new IOException("no number of pending jobs in " + response.uri());
    }
    return Long.parseLong(matcher.group(1));
  }

  private HttpRequest.Builder to(DemoPolicy policy) {
    return HttpRequest.newBuilder(policies.resolve(policy.policyName()))
        .timeout(ANSWER)
        .header("Authorization", authorization);
  }

  private HttpResponse<String> send(HttpRequest request) throws IOException, InterruptedException {
    return client.send(request, HttpResponse.BodyHandlers.ofString());
  }

  private static void requireGood(HttpResponse<?> response) throws IOException {
    if (response.statusCode() >= 300) {
      throw new IOException("status %d from %s".formatted(response.statusCode(), response.uri()));
    }
  }
}
