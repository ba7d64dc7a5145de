package sluice.ejb.management;

import java.util.function.Function;
import sluice.core.gate.Quota;
import sluice.ejb.observe.NamespaceGauge;

/**
 * Reads {@link NamespaceMXBean}. Thread-safe.
 *
 * @param name the namespace
 * @param gauges reads it
 * @param quota knows the platform's default ceiling
 */
record NamespaceBean(String name, Function<String, NamespaceGauge> gauges, Quota quota)
    implements NamespaceMXBean {
  @Override
  public int getInFlight() {
    return gauges.apply(name).inFlight();
  }

  @Override
  public int getCeiling() {
    Integer ceiling = quota.ceiling(gauges.apply(name).maxInFlight());
    return ceiling == null ? -1 : ceiling;
  }

  @Override
  public boolean isCeilingOwn() {
    return gauges.apply(name).maxInFlight() != null;
  }
}
