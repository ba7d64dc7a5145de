package sluice.jms.broker;

import org.jspecify.annotations.Nullable;

/**
 * Where the broker is and who asks.
 *
 * @param url an Artemis connection URL such as {@code tcp://localhost:61616}
 * @param user null for a broker that lets anybody in
 * @param password null without a user
 */
public record BrokerSettings(String url, @Nullable String user, @Nullable String password) {

  /** Never shows the password. */
  @Override
  public String toString() {
    return "BrokerSettings[url=" + url + ", user=" + user + "]";
  }
}
