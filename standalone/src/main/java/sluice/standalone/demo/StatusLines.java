package sluice.standalone.demo;

import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import java.util.function.ToLongFunction;

/**
 * Says in words what the {@link WorkLog} has counted. It remembers the line before, for the rates.
 * Used by one thread.
 *
 * <p>"3 of 6" is the most that was seen and the limit of the shipped document. Who raises a limit
 * in the console sees more than it.
 */
final class StatusLines {

  private Duration before = Duration.ZERO;
  private final Map<DemoPolicy, Long> endedBefore = new EnumMap<>(DemoPolicy.class);

  /** One line: what happened so far, and the rates since the line before. */
  String next(Duration elapsed, int round, Map<DemoPolicy, Tally.Figures> figures) {
    double seconds = Math.max(0.001, elapsed.minus(before).toMillis() / 1000.0);
    StringJoiner line = new StringJoiner("; ");
    line.add(
        format(
            "demo %s round %d: submitted %,d, finished %,d, in flight %d",
            clock(elapsed),
            round,
            sum(figures, Tally.Figures::submitted),
            sum(figures, each -> of(each, Fate.SUCCESS)),
            sum(figures, each -> each.atOnce().now())));
    figures.forEach((policy, each) -> {
      long ended = each.allEnded();
      double rate = (ended - endedBefore.getOrDefault(policy, 0L)) / seconds;
      line.add(format("%s %.1f/s, %s", policy.policyName(), rate, evidence(policy, each)));
      endedBefore.put(policy, ended);
    });
    before = elapsed;
    return line.toString();
  }

  /** What there is to say in the end, a heading and a line for each policy. */
  static List<String> summary(Duration elapsed, Map<DemoPolicy, Tally.Figures> figures) {
    StringJoiner lines = new StringJoiner("\n");
    lines.add(
        format(
            "demo summary after %s: submitted %,d, finished %,d",
            clock(elapsed),
            sum(figures, Tally.Figures::submitted),
            sum(figures, each -> of(each, Fate.SUCCESS))));
    figures.forEach((policy, each) ->
        lines.add(
            format(
                "  %s: submitted %,d, finished %,d; attempts failed %d, put off %d, rejected %d; %s",
                policy.policyName(),
                each.submitted(),
                of(each, Fate.SUCCESS),
                of(each, Fate.FAILURE),
                of(each, Fate.LATER),
                of(each, Fate.REJECT),
                evidence(policy, each))));
    return lines.toString().lines().toList();
  }

  /** What shows that the policy holds. */
  private static String evidence(DemoPolicy policy, Tally.Figures figures) {
    Tally.AtOnce atOnce = figures.atOnce();
    DemoPolicy.Limits limits = policy.limits();
    return switch (policy) {
      case THROTTLE -> "most admitted in 1 s: " + perSecond(figures.mostInOneSecond());
      case TENANTS ->
          format(
              "most at once %d of %d, of one user %d of %d (%s)",
              atOnce.most(),
              limits.inAll(),
              atOnce.mostOfOneUser(),
              limits.perUser(),
              atOnce.thatUser());
      case FAIR ->
          format(
              "most at once %d of %d, mean wait of %s %.1f s and of others %.1f s",
              atOnce.most(),
              limits.inAll(),
              figures.waits().busiestUser(),
              figures.waits().itsSeconds(),
              figures.waits().othersSeconds());
    };
  }

  private static String perSecond(Map<String, Integer> mostInOneSecond) {
    StringJoiner queues = new StringJoiner(", ");
    queues.setEmptyValue("none yet");
    mostInOneSecond.forEach((queue, most) ->
        queues.add(format("%s %d of %d", queue, most, DemoPolicy.mostInOneSecond(queue))));
    return queues.toString();
  }

  private static long of(Tally.Figures figures, Fate fate) {
    return figures.ended().getOrDefault(fate, 0L);
  }

  private static long sum(
      Map<DemoPolicy, Tally.Figures> figures, ToLongFunction<Tally.Figures> figure) {
    return figures.values().stream().mapToLong(figure).sum();
  }

  private static String clock(Duration elapsed) {
    return format(
        "%d:%02d:%02d", elapsed.toHours(), elapsed.toMinutesPart(), elapsed.toSecondsPart());
  }

  private static String format(String text, Object... values) {
    return String.format(Locale.ROOT, text, values);
  }
}
