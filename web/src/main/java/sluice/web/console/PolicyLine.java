package sluice.web.console;

import java.util.List;
import sluice.ejb.observe.PolicyFigures;

/**
 * A policy's figures as a row of the overview.
 *
 * @param figures the figures
 * @param denials what kept its jobs back lately
 */
public record PolicyLine(PolicyFigures figures, List<Denial> denials) {
  static PolicyLine of(PolicyFigures figures) {
    return new PolicyLine(figures, Denial.of(figures.recent().deniedByReason()));
  }
}
