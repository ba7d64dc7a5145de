package sluice.web.console;

import java.util.List;
import sluice.core.reason.Reason;
import sluice.ejb.observe.PolicyFigures;

/**
 * A policy's figures as a row of the overview.
 *
 * @param figures the figures
 * @param denials what kept its jobs back lately
 */
public record PolicyLine(PolicyFigures figures, List<Denial> denials) {
  /** Of these figures. */
  public static PolicyLine of(PolicyFigures figures) {
    return new PolicyLine(figures, Denial.of(figures.recent().deniedByReason()));
  }

  /** What to say where ticks kept nothing back lately: jobs may wait all the same, asleep. */
  public String quiet() {
    if (figures.counts().alive().pending() == 0) {
      return Show.NONE;
    }
    return figures.head().paused()
        ? Denial.words(Reason.PAUSED)
        : "asleep until a slot is freed or the rate allows";
  }
}
