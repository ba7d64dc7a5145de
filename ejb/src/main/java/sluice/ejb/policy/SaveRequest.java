package sluice.ejb.policy;

import org.jspecify.annotations.Nullable;

/**
 * What somebody wants to put in force.
 *
 * @param name the policy; the document must say the same
 * @param document YAML or JSON text
 * @param expected what must be in force
 * @param dryRun check and answer, but change nothing
 * @param by who and why
 */
public record SaveRequest(String name, String document, Expected expected, boolean dryRun, By by) {
  /** Who acts and why. */
  public record By(String actor, @Nullable String reason) {}
}
