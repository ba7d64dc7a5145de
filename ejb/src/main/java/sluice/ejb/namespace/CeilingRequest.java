package sluice.ejb.namespace;

import org.jspecify.annotations.Nullable;
import sluice.core.expression.Shown;
import sluice.core.gate.Quota;
import sluice.core.policy.KeyText;
import sluice.core.policy.UnroutableJob;
import sluice.ejb.policy.SaveRequest;

/**
 * What somebody wants a namespace's ceiling to be.
 *
 * @param name the namespace, known or not
 * @param maxInFlight most jobs in flight over all policies, 0 to {@value Quota#MOST}; 0 suspends
 *     it; null: the platform's default
 * @param by who and why
 */
public record CeilingRequest(String name, @Nullable Integer maxInFlight, SaveRequest.By by) {
  /**
   * Checked.
   *
   * @throws NamespaceRefused with the field, the value and what is allowed
   */
  public CeilingRequest {
    try {
      KeyText.namespace("name", name);
    } catch (UnroutableJob e) {
      throw new NamespaceRefused(
          "name", Shown.of(name), "1 to 512 characters without NUL, not only white space", e);
    }
    if (maxInFlight != null && (maxInFlight < 0 || maxInFlight > Quota.MOST)) {
      throw NamespaceRefused.ceiling(maxInFlight.toString());
    }
  }
}
