package sluice.jms;

import jakarta.jms.BytesMessage;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.core.config.Configuration;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.server.Queue;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;
import org.apache.activemq.artemis.core.settings.impl.AddressFullMessagePolicy;
import org.apache.activemq.artemis.core.settings.impl.AddressSettings;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.jspecify.annotations.Nullable;
import sluice.jms.broker.BrokerSettings;

/**
 * A real broker with its journal on disk, three deliveries at most, and a JMS client to look in.
 */
public final class TestBroker implements AutoCloseable {
  private static final Logger AUDIT = Logger.getLogger("org.apache.activemq.audit");
  private static final Logger ARTEMIS = Logger.getLogger("org.apache.activemq.artemis");

  private final Path folder;
  private final int port;
  private EmbeddedActiveMQ server;

  public TestBroker(Path folder) throws Exception {
    AUDIT.setLevel(Level.OFF);
    ARTEMIS.setLevel(Level.SEVERE);
    this.folder = folder;
    this.port = freePort();
    this.server = start();
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private EmbeddedActiveMQ start() throws Exception {
    Configuration configuration =
        new ConfigurationImpl()
            .setSecurityEnabled(false)
            .setPersistIDCache(true)
            .setJournalDatasync(false)
            .setJournalSyncNonTransactional(false)
            .setJournalMinFiles(2)
            .setJournalFileSize(10 * 1024 * 1024)
            .setMaxDiskUsage(100)
            .setBindingsDirectory(folder.resolve("bindings").toString())
            .setJournalDirectory(folder.resolve("journal").toString())
            .setLargeMessagesDirectory(folder.resolve("large").toString())
            .setPagingDirectory(folder.resolve("paging").toString())
            .addAcceptorConfiguration("tcp", "tcp://localhost:" + port)
            .addAddressSetting(
                "full",
                new AddressSettings()
                    .setMaxSizeBytes(20_000)
                    .setAddressFullMessagePolicy(AddressFullMessagePolicy.BLOCK))
            .addAddressSetting(
                "#",
                new AddressSettings()
                    .setDeadLetterAddress(SimpleString.of("DLQ"))
                    .setExpiryAddress(SimpleString.of("ExpiryQueue"))
                    .setMaxDeliveryAttempts(3));
    EmbeddedActiveMQ starting = new EmbeddedActiveMQ().setConfiguration(configuration);
    starting.start();
    return starting;
  }

  /** Where it listens. */
  public BrokerSettings settings() {
    return new BrokerSettings("tcp://localhost:" + port, null, null);
  }

  /** A plain JMS client, closed afterwards. */
  public <R> R with(Function<JMSContext, R> use) {
    try (ActiveMQConnectionFactory factory =
            new ActiveMQConnectionFactory(
                "tcp://localhost:" + port + "?minLargeMessageSize=102400");
        JMSContext context = factory.createContext(JMSContext.AUTO_ACKNOWLEDGE)) {
      return use.apply(context);
    }
  }

  /** Sends text messages, each made ready by {@code prepare}. */
  public void sendTexts(String queue, List<String> texts, BiConsumer<Message, String> prepare) {
    with(context -> {
      for (String text : texts) {
        Message message = context.createTextMessage(text);
        prepare.accept(message, text);
        context.createProducer().send(context.createQueue(queue), message);
      }
      return null;
    });
  }

  /** What is in the queue now, taken out. */
  public <R> List<R> drain(String queue, Function<Message, R> read) {
    return with(context -> {
      List<R> all = new ArrayList<>();
      try (var consumer = context.createConsumer(context.createQueue(queue))) {
        Message message;
        while ((message = consumer.receiveNoWait()) != null) {
          all.add(read.apply(message));
        }
      }
      return all;
    });
  }

  /** How many messages are in the queue, those in delivery included; 0 if there is no queue. */
  public long count(String queue) {
    Queue found = server.getActiveMQServer().locateQueue(SimpleString.of(queue));
    return found == null ? 0 : found.getMessageCount();
  }

  /** The number of consumers of the queue. */
  public int consumers(String queue) {
    Queue found = server.getActiveMQServer().locateQueue(SimpleString.of(queue));
    return found == null ? 0 : found.getConsumerCount();
  }

  public void stop() throws Exception {
    server.stop();
  }

  public void startAgain() throws Exception {
    server = start();
  }

  @Override
  public void close() throws Exception {
    server.stop();
  }

  /** A property of any type, or null. */
  public static @Nullable Object property(Message message, String name) {
    try {
      return message.getObjectProperty(name);
    } catch (JMSException e) {
      throw new AssertionError(e);
    }
  }

  public static void set(Message message, String name, Object value) {
    try {
      message.setObjectProperty(name, value);
    } catch (JMSException e) {
      throw new AssertionError(e);
    }
  }

  public static byte[] bytes(BytesMessage message) {
    try {
      byte[] bytes = new byte[(int) message.getBodyLength()];
      message.readBytes(bytes);
      return bytes;
    } catch (JMSException e) {
      throw new AssertionError(e);
    }
  }
}
