package sluice.ejb.management;

/** {@code sluice:type=Namespace,name="…"}: one namespace. Attributes are at most a second old. */
public interface NamespaceMXBean {
  /** Jobs in flight over all policies. */
  int getInFlight();

  /** Most jobs in flight; −1 = no ceiling. */
  int getCeiling();

  /** Whether the ceiling is the namespace's own and not the platform's default. */
  boolean isCeilingOwn();
}
