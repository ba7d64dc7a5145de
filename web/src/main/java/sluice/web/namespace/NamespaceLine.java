package sluice.web.namespace;

import sluice.ejb.namespace.NamespaceState;

/**
 * A tenant in a list or on its page.
 *
 * @param state what it is
 * @param badge what it has in flight
 */
public record NamespaceLine(NamespaceState state, Badge badge) {
  static NamespaceLine of(NamespaceState state) {
    return new NamespaceLine(state, Badge.of(state));
  }

  /** Where its ceiling comes from, in words. */
  public String source() {
    if (state.suspended()) {
      return "suspended";
    }
    return state.maxInFlight() == null ? "platform's default" : "its own";
  }
}
