package sluice.ejb.management;

/** {@code sluice:type=Timer,name="…"}: one timer of this node. */
public interface TimerMXBean {
  /** From one round to the next. */
  long getPeriodMillis();

  /** How long ago a round last ended without a failure. */
  long getSinceLastSuccessMillis();
}
