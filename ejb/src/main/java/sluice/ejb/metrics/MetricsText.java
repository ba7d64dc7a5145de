package sluice.ejb.metrics;

import java.time.Duration;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import sluice.ejb.metrics.Exposition.Type;
import sluice.ejb.observe.NamespaceGauge;
import sluice.ejb.observe.PolicyTelemetry;
import sluice.ejb.observe.Standstill;
import sluice.ejb.observe.Telemetry;
import sluice.ejb.observe.TickTimes;

/**
 * All metrics. Their number depends on policies and reasons only; namespaces are named when
 * somebody asked for the fullest few. Stateless.
 */
public final class MetricsText {
  private static final String POLICY = "policy";
  private static final double[] QUANTILES = {0.5, 0.95, 0.99};

  private MetricsText() {}

  /**
   * The text.
   *
   * @param telemetry the deployment; null when the database does not answer
   * @param top the fullest namespaces, if they were asked for
   * @param node this node
   */
  public static String of(
      @Nullable Telemetry telemetry, List<NamespaceGauge> top, NodeFigures node) {
    Exposition out = new Exposition();
    out.family("sluice_database_up", Type.GAUGE, "Whether the database answered this scrape.")
        .sample(telemetry == null ? 0 : 1);
    node(out, node);
    if (telemetry != null) {
      jobs(out, telemetry);
      totals(out, telemetry);
      denials(out, telemetry);
      times(out, telemetry);
      outbox(out, telemetry);
      deployment(out, telemetry);
    }
    if (!top.isEmpty()) {
      out.family(
          "sluice_namespace_jobs_in_flight",
          Type.GAUGE,
          "Jobs in flight of the fullest namespaces (sluice.metrics.top).");
      top.forEach(n -> out.sample(n.inFlight(), "namespace", n.name()));
    }
    return out.toString();
  }

  private static void node(Exposition out, NodeFigures node) {
    out.family(
        "sluice_timer_last_success_age_seconds",
        Type.GAUGE,
        "How long ago a round of this node's timer last ended without a failure.");
    node.timers().forEach(t -> out.sample(seconds(t.sinceLastGood()), "timer", t.name()));
    out.family(
            "sluice_database_connections_in_use",
            Type.GAUGE,
            "Connections of this node's pool at work now.")
        .sample(node.pool().inUse());
    out.family(
            "sluice_database_connections_taken_total",
            Type.COUNTER,
            "How often this node took a connection from its pool.")
        .sample(node.pool().taken());
    out.family(
            "sluice_database_connection_wait_seconds_total",
            Type.COUNTER,
            "How long this node waited for connections, all together.")
        .sample(seconds(node.pool().waited()));
    out.family(
        "sluice_rejected_total",
        Type.COUNTER,
        "Messages that this node sent to the rejected queue.");
    node.rejected().forEach((reason, n) -> out.sample(n, "reason", reason));
  }

  private static void jobs(Exposition out, Telemetry t) {
    gauge(
        out,
        t,
        "sluice_jobs_pending",
        "Jobs that may be admitted.",
        p -> p.figures().counts().alive().pending());
    gauge(
        out,
        t,
        "sluice_jobs_scheduled",
        "Jobs that are not due yet.",
        p -> p.figures().counts().alive().scheduled());
    gauge(
        out,
        t,
        "sluice_jobs_in_flight",
        "Jobs admitted and not settled.",
        p -> p.figures().counts().alive().inFlight());
    gauge(
        out,
        t,
        "sluice_jobs_dead",
        "Dead jobs that nobody has retried or given up.",
        p -> p.figures().counts().ended().dead());
    gauge(
        out,
        t,
        "sluice_policy_paused",
        "1 while the policy is paused.",
        p -> p.figures().head().paused() ? 1 : 0);
    gauge(
        out,
        t,
        "sluice_policy_stalled",
        "1 while work waits, slots are free and nothing was admitted for a minute.",
        p -> Standstill.of(t, p) ? 1 : 0);
    gauge(
        out,
        t,
        "sluice_oldest_eligible_age_seconds",
        "For how long the oldest pending job could go; 0 without one.",
        p -> age(t, p.figures().waiting().oldestEligibleAt()));
    gauge(
        out,
        t,
        "sluice_last_tick_age_seconds",
        "How long ago the policy was last ticked.",
        p -> age(t, p.figures().recent().lastTickAt()));
  }

  private static void totals(Exposition out, Telemetry t) {
    counter(
        out, t, "sluice_jobs_accepted_total", "Jobs staged.", p -> p.figures().counts().accepted());
    counter(
        out,
        t,
        "sluice_jobs_admitted_total",
        "Jobs admitted, with every attempt.",
        p -> p.did().totals().admitted());
    counter(
        out,
        t,
        "sluice_jobs_finished_total",
        "Jobs that ended with success.",
        p -> p.figures().counts().ended().finished());
    counter(
        out,
        t,
        "sluice_jobs_died_total",
        "Jobs that went to the dead jobs.",
        p -> p.did().totals().died());
    counter(
        out,
        t,
        "sluice_jobs_cancelled_total",
        "Jobs taken back.",
        p -> p.figures().counts().ended().cancelled());
    counter(
        out,
        t,
        "sluice_jobs_expired_total",
        "Jobs too late to be admitted.",
        p -> p.figures().counts().ended().expired());
    counter(
        out,
        t,
        "sluice_attempts_failed_total",
        "Attempts that failed or were lost.",
        p -> p.did().totals().failed());
    counter(
        out,
        t,
        "sluice_words_stale_total",
        "Words on attempts that were not current any more.",
        p -> p.did().totals().stale());
  }

  private static void denials(Exposition out, Telemetry t) {
    out.family(
        "sluice_lanes_denied_total", Type.COUNTER, "How often a tick let nothing of a lane go.");
    for (Telemetry.Policy p : t.policies()) {
      p.did().denied().forEach((reason, n) -> out.sample(n, POLICY, p.name(), "reason", reason));
    }
  }

  private static void times(Exposition out, Telemetry t) {
    out.family(
        "sluice_queue_lag_seconds",
        Type.SUMMARY,
        "From admission to the worker's start; quantiles over the last five minutes.");
    for (Telemetry.Policy p : t.policies()) {
      for (double quantile : QUANTILES) {
        Double ms = p.did().recent().lag().percentileMs(quantile);
        out.sample(
            ms == null ? Double.NaN : ms / 1e3,
            POLICY,
            p.name(),
            "quantile",
            Double.toString(quantile));
      }
      PolicyTelemetry.Started started = p.did().totals().started();
      out.suffixed("_sum", started.lagMs() / 1e3, POLICY, p.name());
      out.suffixed("_count", started.attempts(), POLICY, p.name());
    }
    out.family(
        "sluice_tick_duration_seconds",
        Type.GAUGE,
        "Duration of the ticks of the last five minutes that admitted something.");
    for (Telemetry.Policy p : t.policies()) {
      TickTimes ticks = p.did().recent().ticks();
      out.sample(ticks.meanMs() / 1e3, POLICY, p.name(), "stat", "mean");
      out.sample(ticks.p95Ms() / 1e3, POLICY, p.name(), "stat", "p95");
      out.sample(ticks.maxMs() / 1e3, POLICY, p.name(), "stat", "max");
    }
  }

  private static void outbox(Exposition out, Telemetry t) {
    gauge(
        out,
        t,
        "sluice_outbox_open_batches",
        "Batches that the broker has not taken.",
        p -> p.did().queue().openBatches());
    gauge(
        out,
        t,
        "sluice_outbox_oldest_age_seconds",
        "Age of the oldest batch that the broker has not taken; 0 without one.",
        p -> age(t, p.did().queue().openSince()));
    gauge(
        out,
        t,
        "sluice_outbox_late_jobs",
        "Jobs that the broker has not taken for 10 s.",
        p -> p.did().queue().unforwarded());
    gauge(
        out,
        t,
        "sluice_arrivals_unseen",
        "Staged batches that no tick has looked at for 10 s.",
        p -> p.did().queue().unseen());
  }

  private static void deployment(Exposition out, Telemetry t) {
    out.family(
            "sluice_auditor_difference",
            Type.GAUGE,
            "What the auditor found off; 0 if every counter is what the rows say.")
        .sample(t.difference());
    out.family(
            "sluice_gate_partitions",
            Type.GAUGE,
            "Gate partitions, about: as vacuum counted them last.")
        .sample(t.partitions());
  }

  private static void gauge(
      Exposition out, Telemetry t, String name, String help, ToDoubleFunction<Telemetry.Policy> v) {
    out.family(name, Type.GAUGE, help);
    t.policies().forEach(p -> out.sample(v.applyAsDouble(p), POLICY, p.name()));
  }

  private static void counter(
      Exposition out, Telemetry t, String name, String help, ToDoubleFunction<Telemetry.Policy> v) {
    out.family(name, Type.COUNTER, help);
    t.policies().forEach(p -> out.sample(v.applyAsDouble(p), POLICY, p.name()));
  }

  private static double age(Telemetry t, java.time.@Nullable Instant at) {
    return at == null ? 0 : seconds(t.age(at));
  }

  private static double seconds(Duration duration) {
    return duration.toNanos() / 1e9;
  }
}
