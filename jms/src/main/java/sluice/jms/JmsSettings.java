package sluice.jms;

import java.util.Optional;
import java.util.function.Function;
import sluice.client.WireFormat;
import sluice.jms.broker.BrokerSettings;
import sluice.jms.broker.QueueNames;
import sluice.jms.consume.BatchLimits;

/**
 * Everything about the broker that an operator can set.
 *
 * @param broker where it is
 * @param queues names of Sluice's queues
 * @param sessions how many consumers there are
 * @param batch how much is handled in one transaction
 * @param maxBodyBytes how long a stored body may be
 */
public record JmsSettings(
    BrokerSettings broker,
    QueueNames queues,
    Sessions sessions,
    BatchLimits batch,
    long maxBodyBytes) {

  /**
   * How many sessions receive at the same time.
   *
   * @param intake from producers
   * @param completion from workers
   * @param heartbeat from workers
   */
  public record Sessions(int intake, int completion, int heartbeat) {}

  private static final String DEFAULT_MAX_BODY = Integer.toString(32 * 1024 * 1024);
  private static final long MOST_BODY = 256L * 1024 * 1024;

  /** Name of the topic of events; {@code none}: events go to no topic. */
  public static String eventsTopic(Function<String, Optional<String>> setting) {
    return new Reader(setting).text("sluice.events.topic", WireFormat.EVENTS_TOPIC);
  }

  /**
   * Reads the settings.
   *
   * @param setting the value of a name; empty if it is not set
   * @throws IllegalArgumentException naming the setting, its value and what is allowed
   */
  public static JmsSettings read(Function<String, Optional<String>> setting) {
    Reader reader = new Reader(setting);
    return new JmsSettings(
        new BrokerSettings(
            reader.text("sluice.broker.url", "tcp://localhost:61616"),
            setting.apply("sluice.broker.user").filter(user -> !user.isBlank()).orElse(null),
            setting.apply("sluice.broker.password").orElse(null)),
        new QueueNames(
            reader.text("sluice.intake.queue", WireFormat.INTAKE_QUEUE),
            reader.text("sluice.completion.queue", WireFormat.COMPLETION_QUEUE),
            reader.text("sluice.heartbeat.queue", WireFormat.HEARTBEAT_QUEUE),
            reader.text("sluice.rejected.queue", WireFormat.REJECTED_QUEUE)),
        new Sessions(
            (int) reader.number("sluice.intake.sessions", "2", 64),
            (int) reader.number("sluice.completion.sessions", "2", 64),
            (int) reader.number("sluice.heartbeat.sessions", "1", 64)),
        new BatchLimits(
            (int) reader.number("sluice.jms.batch.messages", "500", 10_000),
            reader.number("sluice.jms.batch.bytes", "16777216", MOST_BODY)),
        reader.number("sluice.max.body.bytes", DEFAULT_MAX_BODY, MOST_BODY));
  }

  private record Reader(Function<String, Optional<String>> setting) {
    String text(String name, String otherwise) {
      return setting.apply(name).map(String::strip).filter(s -> !s.isEmpty()).orElse(otherwise);
    }

    long number(String name, String otherwise, long most) {
      String text = text(name, otherwise);
      try {
        long value = Long.parseLong(text);
        if (value >= 1 && value <= most) {
          return value;
        }
      } catch (NumberFormatException e) {
        // said below, with what is allowed
      }
      throw new IllegalArgumentException(
          name + " is \"" + text + "\"; allowed: a number from 1 to " + most);
    }
  }
}
