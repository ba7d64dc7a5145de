package sluice.client;

import jakarta.jms.JMSContext;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/** How connections that may be broken are given up. */
final class Connections {

  private static final Logger LOG = System.getLogger(Connections.class.getName());

  private Connections() {}

  /** Closes the context; a broken one may complain, which changes nothing for anybody. */
  static void closeQuietly(JMSContext context) {
    try {
      context.close();
    } catch (RuntimeException e) {
      LOG.log(Level.DEBUG, "event=close_failed", e);
    }
  }
}
