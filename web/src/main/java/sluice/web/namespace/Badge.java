package sluice.web.namespace;

import sluice.ejb.namespace.NamespaceState;
import sluice.web.console.Show;

/**
 * What a tenant has in flight of what it may.
 *
 * @param text in flight and ceiling
 * @param full nothing more goes until a job ends, or the ceiling is raised
 * @param says the same as a sentence
 */
public record Badge(String text, boolean full, String says) {
  static Badge of(NamespaceState namespace) {
    String used = number(namespace.inFlight());
    Integer ceiling = namespace.ceiling();
    if (ceiling == null) {
      return new Badge(used + " / no ceiling", false, used + " in flight, and no ceiling");
    }
    String text = used + " / " + number(ceiling);
    boolean full = namespace.inFlight() >= ceiling;
    return new Badge(
        text,
        full,
        (full ? "Throttled: " : "") + used + " of " + number(ceiling) + " in flight");
  }

  private static String number(int number) {
    return new Show().count(number);
  }
}
