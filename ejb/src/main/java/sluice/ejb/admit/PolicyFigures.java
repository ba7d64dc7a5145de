package sluice.ejb.admit;

import java.sql.SQLException;
import java.util.Map;
import sluice.core.reason.Reason;
import sluice.sql.Pipeline;
import sluice.sql.SqlStatement;

/** Writes the policy's own row and its figures per minute, with the other writes of a tick. */
final class PolicyFigures {
  private static final SqlStatement WRITE_POLICY = SqlStatement.named("admit/write_policy");
  private static final SqlStatement NOTE_MINUTE = SqlStatement.named("admit/note_minute");

  private PolicyFigures() {}

  static void write(
      Pipeline writes, Held held, Fold fold, Admission.Result admission, boolean rekeying)
      throws SQLException {
    int admitted = admission.admitted();
    Map<Reason, Integer> denials = admission.denials();
    if (fold.counts().accepted() + admitted > 0 || !denials.isEmpty()) {
      writes.add(
          writes
              .on(NOTE_MINUTE)
              .set("policy", held.id())
              .set("now", held.now())
              .set("accepted", fold.counts().accepted())
              .set("admitted", admitted)
              .texts("reasons", denials.keySet().stream().map(Reason::name).toArray(String[]::new))
              .bigints("lanes", denials.values().stream().mapToLong(n -> n).toArray())
              .set("fair_lag", admission.fairLag().lag())
              .set("fair_bound", admission.fairLag().bound()));
    }
    Fold.Tallies tallies = fold.tallies();
    writes.add(
        writes
            .on(WRITE_POLICY)
            .set("policy", held.id())
            .set("now", held.now())
            .set("virtual_time", admission.virtualTime(held.virtualTime()))
            .set("rekeying", rekeying)
            .set("again", admission.goesOn())
            .set("accepted", fold.counts().accepted())
            .set("pending", fold.counts().pending() - admitted)
            .set("scheduled", fold.counts().scheduled() + tallies.scheduled())
            .set("in_flight", tallies.inFlight() + admitted)
            .set("finished", tallies.ended().finished())
            .set("dead", tallies.ended().dead())
            .set("cancelled", tallies.ended().cancelled())
            .set("expired", tallies.ended().expired()));
  }
}
