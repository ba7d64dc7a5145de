package sluice.jms.intake;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.apache.activemq.artemis.api.core.ActiveMQException;
import sluice.jms.broker.BrokerSession;
import sluice.jms.broker.QueueNames;
import sluice.jms.consume.Queues;

/**
 * The intake queue and the queues that carry a policy in their name: those of all policies, made
 * before anybody sends to them, and those that producers made by sending, whether such a policy
 * exists or not.
 *
 * <p>A consumer on a wildcard address would not do: the broker puts a copy in each matching queue,
 * so the copies in the queues that producers made would pile up, and messages sent before Sluice
 * came would stay there.
 */
public final class IntakeQueues implements Queues {
  private static final String NOT_IN_A_NAME = "#*:";

  private final QueueNames names;
  private final Supplier<List<String>> policies;
  private final Set<String> fit = ConcurrentHashMap.newKeySet();
  private volatile List<String> lastPolicies = List.of();

  /**
   * Knows no policy yet.
   *
   * @param policies names of all policies; may fail while the database is away
   */
  public IntakeQueues(QueueNames names, Supplier<List<String>> policies) {
    this.names = names;
    this.policies = policies;
  }

  @Override
  public Collection<String> names(BrokerSession session) throws ActiveMQException {
    Set<String> wanted = new LinkedHashSet<>();
    wanted.add(names.intake());
    for (String policy : policies()) {
      if (policy.chars().allMatch(c -> NOT_IN_A_NAME.indexOf(c) < 0)) {
        wanted.add(names.intakePolicyPrefix() + policy);
      }
    }
    List<String> existing = session.queuesBelow(names.intake());
    for (String queue : wanted) {
      if (!existing.contains(queue)) {
        session.ensureQueue(queue);
      }
    }
    for (String queue : existing) {
      if (queue.startsWith(names.intakePolicyPrefix()) && isFit(session, queue)) {
        wanted.add(queue);
      }
    }
    return wanted;
  }

  private boolean isFit(BrokerSession session, String queue) throws ActiveMQException {
    if (!fit.contains(queue) && session.isPointToPoint(queue)) {
      fit.add(queue);
    }
    return fit.contains(queue);
  }

  private List<String> policies() {
    try {
      lastPolicies = policies.get();
    } catch (RuntimeException e) {
      System.getLogger(IntakeQueues.class.getName())
          .log(System.Logger.Level.DEBUG, "event=policies-unknown", e);
    }
    return lastPolicies;
  }
}
