package sluice.core.policy;

import java.util.Map;

/**
 * The document that a policy is written as: YAML 1.2 or JSON text, or the map that either gives. No
 * state, thread-safe.
 *
 * <p>Fields: {@code policy, destination, dedupeKey, fairness {key, weight}, lease, retry
 * {maxAttempts, backoff, factor, maxBackoff}, gates [{name, type, key, …}]}. Everything that is
 * wrong is found at once, each fault with its path. Documents come from people and programs that
 * may mean harm: size, depth, aliases and expressions are bounded, and nothing but {@link
 * InvalidPolicy} is thrown.
 */
public final class PolicyDocument {
  /** Longest text, in bytes of UTF-8 or characters, whichever is more: 1 MiB. */
  public static final int MAX_LENGTH = 1 << 20;

  private PolicyDocument() {}

  /**
   * Text to map; only the form is checked, {@link #read(Map)} checks the fields.
   *
   * @throws InvalidPolicy when the text is no single YAML or JSON mapping
   */
  public static Map<String, Object> parse(String text) {
    return new DocumentText(text).parse();
  }

  /** Map to YAML text for people, which {@link #parse} reads to the same map. */
  public static String yaml(Map<String, ?> document) {
    return DocumentYaml.of(document);
  }

  /**
   * Map to policy. Values are what JSON has: String, Boolean, Number, List, Map and null.
   *
   * @throws InvalidPolicy with every fault
   */
  public static Policy read(Map<String, ?> document) {
    return new PolicyReader().read(document);
  }

  /**
   * Text to policy.
   *
   * @throws InvalidPolicy with every fault
   */
  public static Policy read(String text) {
    return read(parse(text));
  }

  /**
   * A text that is the same for two policies exactly when every job has the same lane and the same
   * limits of its own under both: names and key expressions of gates, key and computed weight of
   * fairness, computed limits. A change of plain numbers, of the order of gates, of destination,
   * lease or retry leaves it as it is, and then nothing has to be keyed anew.
   */
  public static String keyingOf(Policy policy) {
    return Keying.of(policy);
  }
}
