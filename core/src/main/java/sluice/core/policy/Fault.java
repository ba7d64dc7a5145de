package sluice.core.policy;

/**
 * One thing that is wrong with a policy document. Immutable, thread-safe.
 *
 * @param path the field, for instance {@code gates[1].rate}; empty for the document as a whole
 * @param value what stands there, shortened and with control characters escaped; empty when nothing
 *     does
 * @param allowed what is allowed instead, in words
 */
public record Fault(String path, String value, String allowed) {
  /** The fault as one line. */
  public String sentence() {
    String at = path.isEmpty() ? "" : path + ": ";
    return value.isEmpty() ? at + allowed : at + value + " is not allowed; " + allowed;
  }
}
