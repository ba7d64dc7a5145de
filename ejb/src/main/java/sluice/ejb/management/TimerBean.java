package sluice.ejb.management;

import java.util.function.Supplier;
import sluice.ejb.database.Timers;

/** Reads {@link TimerMXBean}. Thread-safe. */
record TimerBean(Supplier<Timers.Age> age) implements TimerMXBean {
  @Override
  public long getPeriodMillis() {
    return age.get().period().toMillis();
  }

  @Override
  public long getSinceLastSuccessMillis() {
    return age.get().sinceLastGood().toMillis();
  }
}
