package sluice.jms.consume;

import java.util.Collection;
import org.apache.activemq.artemis.api.core.ActiveMQException;
import sluice.jms.broker.BrokerSession;

/** Says which queues to receive from; asked again every second. Thread-safe. */
@FunctionalInterface
public interface Queues {
  /** Names of queues that exist. */
  Collection<String> names(BrokerSession session) throws ActiveMQException;

  /** Always this one queue, made if it is not there. */
  static Queues only(String name) {
    return session -> {
      session.ensureQueue(name);
      return java.util.List.of(name);
    };
  }
}
