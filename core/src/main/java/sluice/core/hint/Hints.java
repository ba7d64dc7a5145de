package sluice.core.hint;

import static sluice.core.hint.Hint.Rule;
import static sluice.core.hint.Hint.Severity;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import sluice.core.reason.Reason;

/**
 * The rules. Stateless.
 *
 * <p>A paused policy has one hint. Where nothing was admitted for a minute, the ratios to what was
 * admitted are silent, and {@code STALLED}, {@code FULL} and {@code FORWARDING} speak instead. Both
 * go by what holds the oldest job at this moment: a lane that sleeps is denied once, however long
 * it sleeps, and what denied it minutes ago may be open again.
 */
public final class Hints {
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final long MANY_PARTITIONS = 50_000;
  private static final Set<Reason> SLOTS =
      Set.of(Reason.QUOTA, Reason.CONCURRENCY, Reason.ADAPTIVE, Reason.GLOBAL_CAP);

  private Hints() {}

  /** What the figures say, in the order of {@link Rule}. */
  public static List<Hint> of(HintFigures figures) {
    List<Hint> hints = new ArrayList<>();
    if (figures.paused()) {
      tell(
          hints,
          Severity.WARN,
          Rule.PAUSED,
          "The policy is paused: nothing is admitted.",
          "Resume it when the cause is gone.");
      return hints;
    }
    standstill(hints, figures);
    forwarding(hints, figures.flow());
    tickTime(hints, figures.load());
    backlog(hints, figures);
    unseen(hints, figures.backlog());
    if (figures.load().partitions() >= MANY_PARTITIONS) {
      tell(
          hints,
          Severity.INFO,
          Rule.PARTITIONS,
          "There are at least %,d gate partitions.".formatted(MANY_PARTITIONS),
          "Shorten sluice.idle, or give gates a key with fewer values.");
    }
    target(hints, figures.flow());
    if (figures.difference() != 0) {
      tell(
          hints,
          Severity.CRITICAL,
          Rule.DIFFERENCE,
          "The auditor found counters off by %,d.".formatted(figures.difference()),
          "Read the audit (auditor.mend) and the log (event=difference).");
    }
    return hints;
  }

  private static void standstill(List<Hint> hints, HintFigures figures) {
    HintFigures.Backlog backlog = figures.backlog();
    boolean still =
        backlog.pending() > 0
            && figures.flow().admittedSince() == 0
            && backlog.eligibleFor().compareTo(MINUTE) >= 0;
    if (!still) {
      return;
    }
    Reason why = backlog.held().now();
    if (why != null && SLOTS.contains(why) && backlog.held().inFlight() > 0) {
      tell(
          hints,
          Severity.WARN,
          Rule.FULL,
          "%s and nothing was admitted for a minute: all slots are taken (%s)."
              .formatted(waiting(backlog.pending(), "waits", "wait"), why),
          "Add workers, raise the limit, or shorten the lease so that lost attempts free their slots.");
      return;
    }
    tell(
        hints,
        Severity.CRITICAL,
        Rule.STALLED,
        "Stalled: %s due and nothing was admitted for a minute (%s)."
            .formatted(
                waiting(backlog.pending(), "is", "are"), why == null ? "no gate holds it" : why),
        why == null
            ? "Look at the ticks in the log (event=tick-failed) and at /health/ready."
            : "Explain the oldest job; " + knob(why));
  }

  private static void forwarding(List<Hint> hints, HintFigures.Flow flow) {
    long admitted = flow.admittedLastMinute();
    if (flow.unforwarded() == 0) {
      return;
    }
    double part = admitted == 0 ? 1 : (double) flow.unforwarded() / admitted;
    if (part >= 0.01) {
      String of =
          admitted == 0
              ? "while nothing was admitted"
              : String.format(Locale.ROOT, "%.2f %% of what a minute admits", part * 100);
      tell(
          hints,
          part >= 0.05 ? Severity.CRITICAL : Severity.WARN,
          Rule.FORWARDING,
          "The broker has not taken %,d admitted jobs for 10 s, %s."
              .formatted(flow.unforwarded(), of),
          "Look at the broker: full or blocked addresses, its log, its disk.");
    }
  }

  private static void tickTime(List<Hint> hints, HintFigures.Load load) {
    if (load.tickLimit().isZero() || load.tickMean().isZero()) {
      return;
    }
    double part = (double) load.tickMean().toNanos() / load.tickLimit().toNanos();
    if (part >= 0.60) {
      tell(
          hints,
          part >= 0.85 ? Severity.CRITICAL : Severity.WARN,
          Rule.TICK_TIME,
          "Ticks take %,d ms on average, %d %% of what they may."
              .formatted(load.tickMean().toMillis(), Math.round(part * 100)),
          "Lower sluice.tick.budget, or look at the database (vacuumHeldBackBy in /stats).");
    }
  }

  private static void backlog(List<Hint> hints, HintFigures figures) {
    long pending = figures.backlog().pending();
    long admitted = figures.flow().admittedLastMinute();
    if (pending == 0 || admitted == 0) {
      return;
    }
    Reason why = figures.backlog().held().often();
    String knob = why == null ? "Add workers or raise limits." : capital(knob(why));
    double minutes = (double) pending / admitted;
    if (minutes >= 30) {
      tell(
          hints,
          minutes >= 120 ? Severity.WARN : Severity.INFO,
          Rule.BACKLOG,
          "What waits takes %,d minutes at the rate of the last one.".formatted((long) minutes),
          knob);
    }
    if (Trend.of(figures.backlog().trend()) == Trend.UP) {
      tell(
          hints,
          Severity.WARN,
          Rule.GROWING,
          "The backlog grows: the last third of at most 30 minutes against the first.",
          knob);
    }
  }

  private static String waiting(long jobs, String one, String many) {
    return jobs == 1 ? "1 job " + one : "%,d jobs %s".formatted(jobs, many);
  }

  private static void unseen(List<Hint> hints, HintFigures.Backlog backlog) {
    if (backlog.unseen() > 0) {
      tell(
          hints,
          Severity.WARN,
          Rule.UNSEEN,
          "%,d staged batches have not been looked at by a tick for 10 s."
              .formatted(backlog.unseen()),
          "Look at the ticks in the log (event=tick-failed), or add a node.");
    }
  }

  private static void target(List<Hint> hints, HintFigures.Flow flow) {
    if (flow.targetPerSecond() <= 0) {
      return;
    }
    long perSecond = flow.admittedLastMinute() / 60;
    double part = (double) perSecond / flow.targetPerSecond();
    if (part >= 0.70) {
      tell(
          hints,
          part >= 0.95 ? Severity.CRITICAL : Severity.WARN,
          Rule.TARGET,
          "%,d jobs a second are admitted, %d %% of sluice.hint.target."
              .formatted(perSecond, Math.round(part * 100)),
          "Measure again with ./sluice bench, give the database more, or shed load.");
    }
  }

  private static String knob(Reason why) {
    return switch (why) {
      case MISCONFIGURED -> "put right the property or limit that explain names.";
      case PAUSED -> "resume the partition.";
      case NOT_DUE -> "wait, or shorten retry.backoff.";
      case QUOTA -> "raise the namespace's ceiling (maxInFlight).";
      case THROTTLE -> "raise the throttle's rate.";
      case CONCURRENCY -> "raise the concurrency gate's max or add workers.";
      case ADAPTIVE -> "add workers, or raise the adaptive gate's min.";
      case GLOBAL_CAP -> "raise the policy's globalCap.";
      case BROKER -> "look at the broker.";
      case BUDGET -> "raise sluice.tick.budget.";
      case FAIR_TURN -> "raise the share's weight, or add capacity.";
    };
  }

  private static String capital(String sentence) {
    return Character.toUpperCase(sentence.charAt(0)) + sentence.substring(1);
  }

  private static void tell(
      List<Hint> hints, Severity severity, Rule rule, String sentence, String knob) {
    hints.add(new Hint(severity, rule, sentence, knob));
  }
}
