package sluice.standalone.demo;

import java.net.URI;

/**
 * The running Sluice that a demo plays on.
 *
 * @param application the console's address, ending in a slash: {@code
 *     http://127.0.0.1:8080/sluice/}; the HTTP interface is below it at {@code api/}, with the user
 *     {@code admin}
 * @param adminPassword that user's password
 * @param broker the broker and the user to produce and work as
 */
public record DemoTarget(URI application, String adminPassword, Broker broker) {

  /** Where the broker is, as a URL for Artemis clients, and who may enter. */
  public record Broker(String url, String user, String password) {
    @Override
    public String toString() {
      return "Broker[url=%s, user=%s]".formatted(url, user);
    }
  }

  @Override
  public String toString() {
    return "DemoTarget[application=%s, broker=%s]".formatted(application, broker);
  }
}
