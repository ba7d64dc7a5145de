package sluice.web.partition;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import sluice.core.expression.Shown;
import sluice.ejb.control.ControlRefused;
import sluice.ejb.control.HandLimit;
import sluice.ejb.control.PartitionControl;
import sluice.ejb.control.PartitionName;
import sluice.ejb.observe.Figures;
import sluice.web.act.Acting;
import sluice.web.act.Order;
import sluice.web.act.Said;
import sluice.web.console.Show;

/** Acts on the partition that the page's address names. */
@Named("partitionActs")
@RequestScoped
public class PartitionActs {
  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private Acting act;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private PartitionControl control;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private Figures figures;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private Show show;

  /**
   * How long a limit may hold.
   *
   * @param words for people
   * @param value ISO-8601; empty = until it is taken back
   */
  public record Span(String words, String value) {}

  private static final List<Span> SPANS =
      List.of(
          new Span("one hour", "PT1H"),
          new Span("15 minutes", "PT15M"),
          new Span("4 hours", "PT4H"),
          new Span("a day", "P1D"),
          new Span("a week", "P7D"),
          new Span("until somebody takes it back", ""));

  /** Sets a limit by hand. */
  public void override() {
    act.perform(
        Order.operator(getSubject()).withReason(),
        by -> {
          Instant until = until(act.field("span"), figures.databaseTime());
          double limit = limit(act.field("limit"));
          control.override(name(), new HandLimit(limit, until), by);
          String end = until == null ? "until it is taken back" : "until " + show.utc(until);
          return Said.done("The limit " + show.decimal(limit) + " holds " + end + ".", "lift");
        });
  }

  /** Takes the limit back. */
  public void lift() {
    act.perform(
        Order.operator(getSubject()),
        by -> {
          control.lift(name(), by);
          return Said.done("The policy's limit holds again.", "override");
        });
  }

  /** Closes the partition. */
  public void pause() {
    act.perform(
        Order.operator(getSubject()),
        by -> {
          control.pause(name(), by);
          return Said.done("Paused. Nothing of this partition is admitted.", "resume");
        });
  }

  /** Opens it again. */
  public void resume() {
    act.perform(
        Order.operator(getSubject()),
        by -> {
          control.resume(name(), by);
          return Said.done("Resumed, unless its policy is paused.", "pause");
        });
  }

  /** How long a limit may hold, the usual first. */
  public List<Span> getSpans() {
    return SPANS;
  }

  /** The partition as the audit calls it. */
  public String getSubject() {
    PartitionName name = name();
    return "partition:" + name.policy() + "/" + name.gate() + "/" + name.key();
  }

  static double limit(String text) {
    try {
      return Double.parseDouble(text.strip());
    } catch (NumberFormatException e) {
      throw new ControlRefused("limit", Shown.of(text), "a number from 0 to 1,000,000,000");
    }
  }

  static @Nullable Instant until(String span, Instant now) {
    if (SPANS.stream().noneMatch(known -> known.value().equals(span))) {
      throw new ControlRefused("span", Shown.of(span), "one of the spans that the form offers");
    }
    return span.isEmpty() ? null : now.plus(Duration.parse(span));
  }

  private static PartitionName name() {
    return PartitionPage.named();
  }
}
