package sluice.client;

import static java.util.Objects.requireNonNull;

import jakarta.jms.JMSException;
import jakarta.jms.JMSProducer;
import jakarta.jms.Message;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a producer tells Sluice about a job beside its body. Immutable: every method returns new
 * options, so a common base can be kept and refined per job.
 *
 * <pre>{@code
 * JobOptions mails = JobOptions.forPolicy("mails").namespace("acme");
 * producer.send("Hello", mails.jobKey("order-17").property("accountId", 42));
 * }</pre>
 *
 * <p>What is not set is not sent; the defaults are Sluice's (namespace {@code default}, admitted at
 * once, dedupe key by the policy's expression, priority 4, no expiry).
 */
public final class JobOptions {

  private static final JobOptions NONE =
      new JobOptions(Map.of(), Message.DEFAULT_PRIORITY, Message.DEFAULT_TIME_TO_LIVE);

  private final Map<String, Object> properties;
  private final int priority;
  private final long timeToLiveMs;

  private JobOptions(Map<String, Object> properties, int priority, long timeToLiveMs) {
    this.properties = properties;
    this.priority = priority;
    this.timeToLiveMs = timeToLiveMs;
  }

  /** Options that name the policy. */
  public static JobOptions forPolicy(String policy) {
    return NONE.with(WireFormat.POLICY, notBlank("policy", policy));
  }

  /**
   * Options without a policy, for an intake whose address carries it or for a message that does.
   */
  public static JobOptions none() {
    return NONE;
  }

  /** The namespace whose quota the job counts against. */
  public JobOptions namespace(String namespace) {
    return with(WireFormat.NAMESPACE, notBlank("namespace", namespace));
  }

  /**
   * The producer's own id of the job. While a job of the policy with this key is unfinished, a
   * second one is a duplicate: with a key, a send whose result was lost can simply be repeated.
   */
  public JobOptions jobKey(String jobKey) {
    return with(WireFormat.JOB_KEY, notBlank("job key", jobKey));
  }

  /** Takes the place of what the policy's dedupe expression would give. */
  public JobOptions dedupeKey(String dedupeKey) {
    return with(WireFormat.DEDUPE_KEY, notBlank("dedupe key", dedupeKey));
  }

  /** Not to be admitted before this instant. */
  public JobOptions notBefore(Instant instant) {
    return with(WireFormat.NOT_BEFORE, instant.toEpochMilli());
  }

  /** JMS priority, 0 to 9, higher first among the jobs of one lane. */
  public JobOptions priority(int newPriority) {
    if (newPriority < 0 || newPriority > 9) {
      throw new IllegalArgumentException("priority " + newPriority + ": allowed are 0 to 9");
    }
    return new JobOptions(properties, newPriority, timeToLiveMs);
  }

  /** How long the job may wait for its admission; it is finished as expired afterwards. */
  public JobOptions timeToLive(Duration duration) {
    if (duration.toMillis() <= 0) {
      throw new IllegalArgumentException(
          "time to live " + duration + ": allowed is 1 ms or more; leave it out for no expiry");
    }
    return new JobOptions(properties, priority, duration.toMillis());
  }

  /**
   * A property of the job's context, which policies read in expressions ({@code ${accountId}}) and
   * workers find on the message.
   *
   * @param value a String, a Boolean or a boxed number other than BigDecimal and BigInteger
   */
  public JobOptions property(String name, Object value) {
    if (name.startsWith(WireFormat.RESERVED_PREFIX)) {
      throw new IllegalArgumentException(
          "property " + name + ": names that begin with sluice_ are Sluice's; use its own method");
    }
    if (!isIdentifier(name)) {
      throw new IllegalArgumentException(
          "property '"
              + name
              + "': a JMS property name is a Java identifier (accountId, not"
              + " account-id)");
    }
    return switch (value) {
      case String s -> with(name, s);
      case Boolean b -> with(name, b);
      case Byte n -> with(name, n);
      case Short n -> with(name, n);
      case Integer n -> with(name, n);
      case Long n -> with(name, n);
      case Float n -> with(name, n);
      case Double n -> with(name, n);
      default ->
          throw new IllegalArgumentException(
              "property "
                  + name
                  + " of "
                  + value.getClass().getName()
                  + ": a JMS property holds a String, a boolean or a primitive number");
    };
  }

  /** Each entry as by {@link #property}. */
  public JobOptions properties(Map<String, ?> context) {
    JobOptions options = this;
    for (Map.Entry<String, ?> entry : context.entrySet()) {
      options = options.property(entry.getKey(), requireNonNull(entry.getValue(), entry.getKey()));
    }
    return options;
  }

  /** Writes the properties on a message that is about to be sent. */
  void writeTo(Message message) throws JMSException {
    for (Map.Entry<String, Object> property : properties.entrySet()) {
      message.setObjectProperty(property.getKey(), property.getValue());
    }
  }

  /** Sets what JMS keeps on the producer and not on the message. */
  void writeTo(JMSProducer producer) {
    producer.setPriority(priority).setTimeToLive(timeToLiveMs);
  }

  private JobOptions with(String name, Object value) {
    Map<String, Object> all = new LinkedHashMap<>(properties);
    all.put(name, value);
    return new JobOptions(Collections.unmodifiableMap(all), priority, timeToLiveMs);
  }

  private static String notBlank(String what, String value) {
    if (value.isBlank()) {
      throw new IllegalArgumentException(what + " '" + value + "': give a name, or leave it out");
    }
    return value;
  }

  private static boolean isIdentifier(String name) {
    return !name.isEmpty()
        && Character.isJavaIdentifierStart(name.charAt(0))
        && name.chars().allMatch(Character::isJavaIdentifierPart);
  }
}
