package sluice.jms.broker;

import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.ActiveMQExceptionType;
import org.apache.activemq.artemis.api.core.client.ActiveMQClient;
import org.apache.activemq.artemis.api.core.client.ClientSession;
import org.apache.activemq.artemis.api.core.client.ClientSessionFactory;
import org.apache.activemq.artemis.api.core.client.ServerLocator;

/**
 * The message broker: opens sessions and knows whether it answers.
 *
 * <p>The client does not reconnect by itself: a session whose connection broke is dead, and its
 * owner opens another one. So nobody goes on with half a transaction. No call waits longer than
 * {@value #CALL_TIMEOUT_MS} ms. Thread-safe.
 */
public final class Broker implements AutoCloseable {
  private static final int CALL_TIMEOUT_MS = 30_000;
  private static final int CONNECTION_TTL_MS = 60_000;
  private static final int FAILURE_CHECK_MS = 15_000;
  private static final int CONSUMER_WINDOW_BYTES = 1024 * 1024;
  private static final int PRODUCER_WINDOW_BYTES = 1024 * 1024;

  /** Room for properties of ours on top of a producer's that just fit (its limit is 100 KiB). */
  private static final int MIN_LARGE_MESSAGE_BYTES = 150 * 1024;

  private final BrokerSettings settings;
  private final ClientThreads threads = new ClientThreads();
  private final ServerLocator locator;
  private final Outage outage = new Outage("broker");
  private volatile boolean reachable;

  /**
   * Does not connect yet.
   *
   * @throws IllegalArgumentException if the URL can't be read
   */
  public Broker(BrokerSettings settings) {
    this.settings = settings;
    this.locator = threads.givenTo(locator(settings.url()));
  }

  private static ServerLocator locator(String url) {
    try {
      return ActiveMQClient.createServerLocator(url)
          .setUseTopologyForLoadBalancing(false)
          .setInitialConnectAttempts(1)
          .setReconnectAttempts(0)
          .setCallTimeout(CALL_TIMEOUT_MS)
          .setConnectionTTL(CONNECTION_TTL_MS)
          .setClientFailureCheckPeriod(FAILURE_CHECK_MS)
          .setConsumerWindowSize(CONSUMER_WINDOW_BYTES)
          .setProducerWindowSize(PRODUCER_WINDOW_BYTES)
          .setMinLargeMessageSize(MIN_LARGE_MESSAGE_BYTES)
          .setBlockOnAcknowledge(false)
          .setBlockOnDurableSend(true);
    } catch (Exception e) {
      throw new IllegalArgumentException(
          "sluice.broker.url is \"" + url + "\"; allowed: an Artemis URL such as tcp://host:61616",
          e);
    }
  }

  /**
   * A session on a connection of its own whose sends and acknowledgements take effect by commit.
   */
  public BrokerSession openTransacted() throws ActiveMQException {
    return open(false);
  }

  /** A session on a connection of its own whose sends return when the broker has the message. */
  public BrokerSession openDirect() throws ActiveMQException {
    return open(true);
  }

  private BrokerSession open(boolean direct) throws ActiveMQException {
    ClientSessionFactory connection = connect();
    try {
      ClientSession session =
          connection.createSession(
              settings.user(),
              settings.password(),
              false,
              direct,
              direct,
              false,
              locator.getAckBatchSize());
      BrokerSession opened = new BrokerSession(connection, session);
      reachable = true;
      return opened;
    } catch (ActiveMQException | RuntimeException e) {
      reachable = false;
      connection.close();
      throw e;
    }
  }

  private ClientSessionFactory connect() throws ActiveMQException {
    try {
      return locator.createSessionFactory();
    } catch (ActiveMQException | RuntimeException e) {
      reachable = false;
      throw e;
    } catch (Exception e) {
      reachable = false;
      throw new ActiveMQException(e.getMessage(), e, ActiveMQExceptionType.NOT_CONNECTED);
    }
  }

  /** Whether the broker answered when it was last asked for a session. */
  public boolean reachable() {
    return reachable;
  }

  /** What loops that wait for the broker tell about it. */
  public Outage outage() {
    return outage;
  }

  /** Ends all connections; sessions in use fail. */
  @Override
  public void close() {
    locator.close();
    threads.close();
  }
}
