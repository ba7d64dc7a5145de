package sluice.ejb.auditor;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import sluice.ejb.audit.Act;

/**
 * A counter that is not what the rows say.
 *
 * @param subject what it belongs to, e.g. {@code lane:17}
 * @param counter its name
 * @param told what the counter says
 * @param counted what the rows say
 */
record Finding(String subject, String counter, long told, long counted) {
  private static final Logger LOG = System.getLogger(Finding.class.getName());
  private static final String ACTOR = "sluice:auditor";

  /** How far the counter is off. */
  long size() {
    return Math.abs(told - counted);
  }

  /** Tells the log. */
  Finding log(boolean mended) {
    LOG.log(
        Level.WARNING,
        "event=difference subject=\"{0}\" counter={1} told={2,number,#} counted={3,number,#} mended={4}",
        subject,
        counter,
        told,
        counted,
        mended);
    return this;
  }

  /** Writes the mending down. */
  void audit(Connection connection) throws SQLException {
    Act.Change change = Act.Change.of(Map.of(counter, told), Map.of(counter, counted));
    new Act(ACTOR, "auditor.mend", subject, "the counter was not what the rows say", change)
        .write(connection);
  }
}
