package sluice.standalone;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.activemq.artemis.api.core.QueueConfiguration;
import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.core.config.Configuration;
import org.apache.activemq.artemis.core.config.CoreAddressConfiguration;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.config.impl.SecurityConfiguration;
import org.apache.activemq.artemis.core.security.Role;
import org.apache.activemq.artemis.core.server.JournalType;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;
import org.apache.activemq.artemis.core.settings.impl.AddressFullMessagePolicy;
import org.apache.activemq.artemis.core.settings.impl.AddressSettings;
import org.apache.activemq.artemis.spi.core.security.ActiveMQJAASSecurityManager;
import org.apache.activemq.artemis.spi.core.security.jaas.InVMLoginModule;

/**
 * An Artemis broker of its own inside this JVM: persistent, on the loopback only, and for nobody
 * but the user {@code sluice} with the password. Its one acceptor speaks every protocol that is on
 * the class path (Core, which JMS uses, and MQTT).
 *
 * <p>The queues of the JMS contract are there from the start; others are made when somebody sends
 * to them, and stay. A message that expires is gone (a job's lease decides over it, not the
 * broker). Sluice's own queues are delivered as often as it takes, because the application sends
 * poison to {@code sluice.rejected} itself; other queues give up after ten deliveries and move the
 * message to {@code DLQ}. An address that outgrows its memory goes to disk.
 *
 * <p>Used by the launcher, by tests and by benchmarks. Thread-safe.
 */
public final class EmbeddedBroker implements AutoCloseable {

  /** The queues that the JMS contract names. */
  private static final List<String> QUEUES =
      List.of("sluice.intake", "sluice.completion", "sluice.heartbeat", "sluice.rejected");

  private static final String EVENTS = "sluice.events";
  private static final String DEAD_LETTERS = "DLQ";
  private static final String SLUICE = "sluice";

  /**
   * Ids of forwarded attempts that are remembered per address: as many as an open batch may be sent
   * again late.
   */
  private static final int IDS_REMEMBERED = 200_000;

  /**
   * How long the journal waits for others to share its flush, in nanoseconds. Its own 3.3 ms are
   * meant for slow disks, and a job waits twice on its way.
   */
  private static final int JOURNAL_WAIT_NS = 300_000;

  private static final int MEGABYTE = 1024 * 1024;

  /** Kept, because java.util.logging forgets the level of a logger that nobody holds. */
  private static final Logger AUDIT = Logger.getLogger("org.apache.activemq.audit");

  private final EmbeddedActiveMQ server;
  private final int port;
  private final String password;

  private EmbeddedBroker(EmbeddedActiveMQ server, int port, String password) {
    this.server = server;
    this.port = port;
    this.password = password;
  }

  /**
   * Starts the broker.
   *
   * @param directory journal, bindings, pages and large messages; made when it is not there
   * @param port the port on the loopback, or 0 for any that is free
   * @param password of the user {@code sluice}
   * @throws StartFailedException when it does not come up
   */
  public static EmbeddedBroker start(Path directory, int port, String password) {
    // One line per message and acknowledgement otherwise, which makes sends three and receives
    // seven times slower.
    AUDIT.setLevel(Level.OFF);
    int chosen = port == 0 ? Ports.anyFree() : port;
    EmbeddedActiveMQ server = new EmbeddedActiveMQ();
    try {
      server.setConfiguration(configuration(directory, chosen));
      server.setSecurityManager(onlySluice(password));
      server.start();
      if (!server.getActiveMQServer().isActive()) {
        throw new StartFailedException("The broker did not become active; see its log.");
      }
      return new EmbeddedBroker(server, chosen, password);
    } catch (Exception fault) {
      stop(server);
      throw new StartFailedException(
          "The broker did not start: %s.".formatted(fault.getMessage()), fault);
    }
  }

  private static Configuration configuration(Path directory, int port) throws Exception {
    Path root = directory.toAbsolutePath();
    Configuration configuration =
        new ConfigurationImpl()
            .setName(SLUICE)
            .setBindingsDirectory(root.resolve("bindings").toString())
            .setJournalDirectory(root.resolve("journal").toString())
            .setLargeMessagesDirectory(root.resolve("large-messages").toString())
            .setPagingDirectory(root.resolve("paging").toString())
            .setPersistenceEnabled(true)
            .setJournalType(JournalType.NIO)
            .setJournalBufferTimeout_NIO(JOURNAL_WAIT_NS)
            .setJournalSyncTransactional(true)
            .setJournalSyncNonTransactional(true)
            .setIDCacheSize(IDS_REMEMBERED)
            .setPersistIDCache(true)
            .setMessageExpiryScanPeriod(5_000)
            // A share of the disk would stop every sender on a machine that is nine tenths full.
            .setMinDiskFree(256L * MEGABYTE)
            .setJMXManagementEnabled(false)
            .setSecurityEnabled(true)
            .addAcceptorConfiguration("loopback", "tcp://%s:%d".formatted(Ports.LOOPBACK, port));
    Role role =
        new Role(SLUICE, true, true, true, true, true, true, true, true, true, true, true, true);
    configuration.putSecurityRoles("#", Set.of(role));
    configuration.addAddressSetting("#", settings(10));
    for (String queue : QUEUES) {
      configuration.addAddressSetting(queue, settings(-1));
      configuration.addAddressConfiguration(anycast(queue));
    }
    configuration.addAddressSetting("sluice.intake.#", settings(-1));
    configuration.addAddressConfiguration(anycast(DEAD_LETTERS));
    return configuration.addAddressConfiguration(
        new CoreAddressConfiguration().setName(EVENTS).addRoutingType(RoutingType.MULTICAST));
  }

  private static AddressSettings settings(int deliveryAttempts) {
    AddressSettings settings = new AddressSettings();
    settings.setAddressFullMessagePolicy(AddressFullMessagePolicy.PAGE);
    settings.setMaxSizeBytes(64L * MEGABYTE);
    settings.setPageSizeBytes(10 * MEGABYTE);
    settings.setMaxDeliveryAttempts(deliveryAttempts);
    settings.setDeadLetterAddress(SimpleString.of(DEAD_LETTERS));
    settings.setAutoCreateAddresses(true);
    settings.setAutoCreateQueues(true);
    settings.setAutoDeleteAddresses(false);
    settings.setAutoDeleteQueues(false);
    return settings;
  }

  private static CoreAddressConfiguration anycast(String name) {
    return new CoreAddressConfiguration()
        .setName(name)
        .addRoutingType(RoutingType.ANYCAST)
        .addQueueConfig(
            QueueConfiguration.of(name)
                .setAddress(name)
                .setRoutingType(RoutingType.ANYCAST)
                .setDurable(true));
  }

  private static ActiveMQJAASSecurityManager onlySluice(String password) {
    SecurityConfiguration users =
        new SecurityConfiguration(Map.of(SLUICE, password), Map.of(SLUICE, List.of(SLUICE)));
    return new ActiveMQJAASSecurityManager(InVMLoginModule.class.getName(), users);
  }

  /** URL for Artemis clients, without user and password. */
  public String url() {
    return "tcp://%s:%d".formatted(Ports.LOOPBACK, port);
  }

  /** The one user. */
  public String user() {
    return SLUICE;
  }

  /** That user's password. */
  public String password() {
    return password;
  }

  /** The port on the loopback. */
  public int port() {
    return port;
  }

  /** Disconnects everybody, closes the journal. Idempotent. */
  @Override
  public void close() {
    stop(server);
  }

  private static void stop(EmbeddedActiveMQ server) {
    try {
      server.stop();
    } catch (Exception fault) {
      System.getLogger(EmbeddedBroker.class.getName())
          .log(System.Logger.Level.WARNING, "broker stop=failed", fault);
    }
  }
}
