package sluice.ejb.management;

import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import sluice.ejb.observe.Lag;
import sluice.ejb.observe.Telemetry;
import sluice.ejb.observe.TickTimes;

/** Reads {@link DeploymentMXBean} from telemetry. Thread-safe. */
record DeploymentBean(Supplier<Telemetry> telemetry) implements DeploymentMXBean {
  private long sum(ToLongFunction<Telemetry.Policy> figure) {
    return telemetry.get().policies().stream().mapToLong(figure).sum();
  }

  private double lag(double part) {
    Lag all =
        Lag.sum(telemetry.get().policies().stream().map(p -> p.did().recent().lag()).toList());
    @Nullable Double ms = all.percentileMs(part);
    return ms == null ? -1 : ms;
  }

  private TickTimes ticks() {
    return TickTimes.over(
        telemetry.get().policies().stream().map(p -> p.did().recent().ticks()).toList());
  }

  @Override
  public int getPolicies() {
    return telemetry.get().policies().size();
  }

  @Override
  public long getPending() {
    return sum(p -> p.figures().counts().alive().pending());
  }

  @Override
  public long getScheduled() {
    return sum(p -> p.figures().counts().alive().scheduled());
  }

  @Override
  public long getInFlight() {
    return sum(p -> p.figures().counts().alive().inFlight());
  }

  @Override
  public long getDead() {
    return sum(p -> p.figures().counts().ended().dead());
  }

  @Override
  public long getAdmittedLastMinute() {
    return sum(p -> p.did().recent().minute().admitted());
  }

  @Override
  public long getFinishedLastMinute() {
    return sum(p -> p.did().recent().minute().finished());
  }

  @Override
  public double getLagP50Millis() {
    return lag(0.5);
  }

  @Override
  public double getLagP95Millis() {
    return lag(0.95);
  }

  @Override
  public double getLagP99Millis() {
    return lag(0.99);
  }

  @Override
  public double getTickMeanMillis() {
    return ticks().meanMs();
  }

  @Override
  public double getTickMaxMillis() {
    return ticks().maxMs();
  }

  @Override
  public long getOpenBatches() {
    return sum(p -> p.did().queue().openBatches());
  }

  @Override
  public long getOutboxAgeMillis() {
    return telemetry.get().outboxAge().toMillis();
  }

  @Override
  public long getAuditorDifference() {
    return telemetry.get().difference();
  }

  @Override
  public long getPartitions() {
    return telemetry.get().partitions();
  }
}
