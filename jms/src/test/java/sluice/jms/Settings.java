package sluice.jms;

import java.util.Map;
import java.util.Optional;

/** Settings as an operator would write them. */
final class Settings {
  private Settings() {}

  /** Defaults for this broker. */
  static JmsSettings of(TestBroker broker) {
    return with(broker, Map.of());
  }

  /** Defaults and some of our own. */
  static JmsSettings with(TestBroker broker, Map<String, String> more) {
    return JmsSettings.read(name ->
        name.equals("sluice.broker.url")
            ? Optional.of(broker.settings().url())
            : Optional.ofNullable(more.get(name)));
  }
}
