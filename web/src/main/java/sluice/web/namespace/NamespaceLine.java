package sluice.web.namespace;

import sluice.ejb.namespace.NamespaceState;

/**
 * A tenant in a list or on its page.
 *
 * @param state what it is
 */
public record NamespaceLine(NamespaceState state) {
  /** Whether nothing more goes until a job ends or the ceiling is raised. */
  public boolean full() {
    Integer ceiling = state.ceiling();
    return ceiling != null && state.inFlight() >= ceiling;
  }

  /** Where its ceiling comes from, in words. */
  public String source() {
    if (state.suspended()) {
      return "suspended";
    }
    return state.maxInFlight() == null ? "platform's default" : "its own";
  }
}
