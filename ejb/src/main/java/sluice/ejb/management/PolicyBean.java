package sluice.ejb.management;

import java.time.Instant;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import sluice.ejb.observe.PolicyFigures;
import sluice.ejb.observe.PolicyTelemetry;
import sluice.ejb.observe.Standstill;
import sluice.ejb.observe.Telemetry;

/** Reads {@link PolicyMXBean} from telemetry. Thread-safe. */
record PolicyBean(String name, Supplier<Telemetry> telemetry, PolicyActs acts)
    implements PolicyMXBean {
  private Telemetry.Policy policy() {
    return telemetry
        .get()
        .policy(name)
        .orElseThrow(() -> new IllegalStateException("there is no policy " + name + " any more"));
  }

  private PolicyFigures figures() {
    return policy().figures();
  }

  private PolicyTelemetry did() {
    return policy().did();
  }

  private double lag(double part) {
    @Nullable Double ms = did().recent().lag().percentileMs(part);
    return ms == null ? -1 : ms;
  }

  private long age(@Nullable Instant at, long without) {
    return at == null ? without : telemetry.get().age(at).toMillis();
  }

  @Override
  public boolean isPaused() {
    return figures().head().paused();
  }

  @Override
  public boolean isStalled() {
    return Standstill.of(telemetry.get(), policy());
  }

  @Override
  public int getVersion() {
    return figures().head().version();
  }

  @Override
  public long getPending() {
    return figures().counts().alive().pending();
  }

  @Override
  public long getScheduled() {
    return figures().counts().alive().scheduled();
  }

  @Override
  public long getInFlight() {
    return figures().counts().alive().inFlight();
  }

  @Override
  public long getDead() {
    return figures().counts().ended().dead();
  }

  @Override
  public long getAccepted() {
    return figures().counts().accepted();
  }

  @Override
  public long getAdmitted() {
    return did().totals().admitted();
  }

  @Override
  public long getFinished() {
    return figures().counts().ended().finished();
  }

  @Override
  public long getFailed() {
    return did().totals().failed();
  }

  @Override
  public long getAdmittedLastMinute() {
    return did().recent().minute().admitted();
  }

  @Override
  public long getFinishedLastMinute() {
    return did().recent().minute().finished();
  }

  @Override
  public Map<String, Long> getDeniedByReason() {
    return did().denied();
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
    return did().recent().ticks().meanMs();
  }

  @Override
  public double getTickMaxMillis() {
    return did().recent().ticks().maxMs();
  }

  @Override
  public long getOldestEligibleAgeMillis() {
    return age(figures().waiting().oldestEligibleAt(), 0);
  }

  @Override
  public long getLastTickAgeMillis() {
    return age(figures().recent().lastTickAt(), -1);
  }

  @Override
  public void pause(String reason) {
    acts.pause(name, true, reason);
  }

  @Override
  public void resume(String reason) {
    acts.pause(name, false, reason);
  }

  @Override
  public int drain(String reason) {
    return acts.drain(name, reason);
  }
}
