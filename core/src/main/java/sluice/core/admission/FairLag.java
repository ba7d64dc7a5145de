package sluice.core.admission;

import java.util.Collection;

/**
 * How far a plan's service was from fair: the largest difference in service, each job counting 1 /
 * weight, between two that had work all through the plan, beside what fair order allows for those
 * two. {@code lag} never passes {@code bound}; that is the promise, and this measures it.
 *
 * <p>Source of the bound: Goyal, Vin, Cheng, "Start-time Fair Queuing", SIGCOMM 1996, theorem 1.
 *
 * @param lag the largest difference, in jobs of weight 1; 0 if no two had work all through
 * @param bound most that is allowed for those two: the cost of one job each; 0 if there were none
 */
public record FairLag(double lag, double bound) {
  /** No two had work all through. */
  public static final FairLag NONE = new FairLag(0, 0);

  /**
   * One that had work all through.
   *
   * @param service its jobs that go, each 1 / weight
   * @param cost of its dearest job, 1 / weight
   */
  record Served(double service, double cost) {}

  /** The largest difference among these. */
  static FairLag of(Collection<Served> served) {
    if (served.size() < 2) {
      return NONE;
    }
    Served most = null;
    Served least = null;
    for (Served one : served) {
      most = most == null || one.service() > most.service() ? one : most;
      least = least == null || one.service() < least.service() ? one : least;
    }
    return most == null || least == null || most == least
        ? new FairLag(0, 2 * served.iterator().next().cost())
        : new FairLag(most.service() - least.service(), most.cost() + least.cost());
  }

  /** The one nearer to its bound. */
  FairLag worse(FairLag other) {
    return lag * other.bound > other.lag * bound || other.bound == 0 ? this : other;
  }
}
