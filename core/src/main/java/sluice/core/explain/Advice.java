package sluice.core.explain;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import sluice.core.gate.CapChange;
import sluice.core.gate.MissingLimit;
import sluice.core.gate.PartitionState;
import sluice.core.gate.Usage;
import sluice.core.policy.KeyText;
import sluice.core.reason.Reason;

/** What to do about a reason: one sentence that ends with the knob to turn. Stateless. */
final class Advice {
  private static final DateTimeFormatter INSTANT =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss 'UTC'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private Advice() {}

  static String of(Reason reason, Waiting job, int from, List<GateVerdict> gates) {
    return from < 0
        ? ofPolicy(reason, job)
        : ofGate(reason, job, job.gates().get(from), gates.get(from));
  }

  private static String ofPolicy(Reason reason, Waiting job) {
    return switch (reason) {
      case PAUSED -> "The policy is paused; resume " + job.policy() + ".";
      case NOT_DUE ->
          job.marks().retry()
              ? "The next attempt is due at "
                  + read(job.marks().dueAt())
                  + "; it comes sooner with a shorter retry.backoff."
              : "It is due at "
                  + read(job.marks().dueAt())
                  + ", as its producer said in sluice_not_before.";
      default ->
          job.ahead() > 0
              ? "Jobs of its lane go first; it comes sooner with a higher JMSPriority."
              : "Others go first in fair order; it comes sooner with a higher fairness.weight.";
    };
  }

  static String broker() {
    return "It is admitted and the broker has not taken it yet; look at the broker and its address "
        + "settings, SLUICE_BROKER_URL.";
  }

  private static String ofGate(
      Reason reason, Waiting job, Waiting.Asked asked, GateVerdict verdict) {
    String gate = "gates[" + verdict.gate() + "]";
    String used = amount(verdict.usage().used()) + " of " + limit(verdict.usage().limit());
    String where = verdict.key().equals(KeyText.ALL) ? "" : " in " + verdict.key();
    return switch (reason) {
      case MISCONFIGURED -> misconfigured(gate, asked.missing());
      case PAUSED -> "The partition is paused; resume " + verdict.gate() + where + ".";
      case QUOTA ->
          verdict.usage().closed()
              ? "The namespace is suspended, its ceiling is 0; raise its maxInFlight."
              : "The namespace has "
                  + used
                  + " jobs in flight over all policies; it goes on "
                  + whenFree(verdict.usage())
                  + ", or raise its maxInFlight.";
      case THROTTLE -> throttle(job.now(), asked.view().state(), verdict, gate);
      case ADAPTIVE ->
          used
              + " jobs are in flight"
              + where
              + change(asked.view().state())
              + "; the limit grows when jobs start and end well: add workers, or raise "
              + gate
              + ".targetLag.";
      default ->
          used
              + " jobs are in flight"
              + where
              + (verdict.usage().closed()
                  ? "; nothing goes under a limit of 0, raise "
                  : "; it goes on " + whenFree(verdict.usage()) + ", or raise ")
              + (asked.view().control().overrides(job.now())
                  ? "or lift the override of " + verdict.gate() + where + "."
                  : gate + ".max.");
    };
  }

  private static String misconfigured(String gate, List<MissingLimit> missing) {
    if (missing.isEmpty()) {
      return "A limit has no value since the job that said it last had none; stage one that has, or give the expression a default in "
          + gate
          + ".";
    }
    MissingLimit first = missing.getFirst();
    Set<String> properties = new TreeSet<>();
    missing.forEach(limit -> properties.addAll(limit.properties()));
    String blamed =
        properties.isEmpty()
            ? "its expression gives null"
            : "the job has no property " + String.join(", ", properties);
    return "The limit has no value: "
        + blamed
        + "; set it, or give the expression a default in "
        + gate
        + "."
        + first.field()
        + ".";
  }

  private static String throttle(
      Instant now, PartitionState state, GateVerdict verdict, String gate) {
    Instant closed = state.closedUntil();
    if (closed != null && closed.isAfter(now)) {
      return "A worker closed the partition until "
          + read(closed)
          + "; it opens by itself, or say less in sluice_retry_after_ms.";
    }
    if (verdict.usage().closed()) {
      return "Nothing goes at a rate of 0; raise " + gate + ".rate.";
    }
    Instant at = verdict.changesAt();
    return "The rate is used up"
        + (at == null ? "" : " and has a token for it at " + read(at) + " at the earliest")
        + "; raise "
        + gate
        + ".rate.";
  }

  private static String change(PartitionState state) {
    CapChange change = state.adaptation().change();
    if (change == null) {
      return "";
    }
    String why =
        switch (change.cause()) {
          case GROWTH -> "jobs went well";
          case LAG -> "jobs started late";
          case FAILURES -> "jobs failed";
        };
    return " (the limit was "
        + change.from()
        + " until "
        + read(change.at())
        + ", when "
        + why
        + ")";
  }

  /** As people read it, to the second: {@code 2026-11-30 12:00:03 UTC}. */
  private static String read(@Nullable Instant at) {
    return at == null ? "a later time" : INSTANT.format(at);
  }

  private static String limit(@Nullable Double limit) {
    return limit == null ? "unlimited" : amount(limit);
  }

  private static String amount(double number) {
    return number == Math.rint(number) && Math.abs(number) < 1e15
        ? Long.toString((long) number)
        : Double.toString(number);
  }

  /** When a slot is free, if nothing but endings changes it. */
  private static String whenFree(Usage usage) {
    Double limit = usage.limit();
    long endings = limit == null ? 1 : (long) Math.floor(usage.used() - limit) + 1;
    return endings <= 1 ? "when one ends" : "when " + endings + " end";
  }
}
