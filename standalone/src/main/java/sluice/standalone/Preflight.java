package sluice.standalone;

import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Properties;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;

/**
 * Looks, before anything is started, at what the caller brought along: ports, policies, a database
 * or a broker of his own. Each check refuses with one sentence.
 */
final class Preflight {

  private static final int OLDEST_DATABASE = 15;

  private Preflight() {}

  static void requirePorts(Options options) {
    Options.Http http = options.http();
    Ports.requireFree(http.host(), http.port(), "The HTTP port", "--http-port");
    if (options.outside().broker() == null) {
      Ports.requireFree(Ports.LOOPBACK, options.brokerPort(), "The broker port", "--broker-port");
    }
    if (options.outside().database() == null) {
      Ports.requireFree(Ports.LOOPBACK, options.databasePort(), "The database port", "--db-port");
    }
  }

  /** The folder with the policy files, which is the data folder's own when the caller has none. */
  static Path policies(Options options, DataFolder data, Path caller) {
    Path given = options.policies();
    if (given != null) {
      if (!Files.isDirectory(given)) {
        throw new StartRefusedException(
            "The policies folder %s is not there: choose one with --policies.".formatted(given));
      }
      return given;
    }
    Path callers = caller.toAbsolutePath().resolve("policies").normalize();
    if (Files.isDirectory(callers)) {
      return callers;
    }
    if (!Files.isDirectory(data.policies())) {
      ServerFolder.writeExamplePolicies(data.policies());
    }
    return data.policies();
  }

  /** That the caller's own database and broker, where he has some, can be used. */
  static void requireOutsideParts(Environment outside) {
    if (outside.database() != null) {
      requireDatabase(outside.database());
    }
    if (outside.broker() != null) {
      requireBroker(outside.broker());
    }
  }

  private static void requireDatabase(Environment.Access access) {
    Properties properties = new Properties();
    properties.setProperty("user", access.user());
    properties.setProperty("password", access.password());
    properties.setProperty("loginTimeout", "10");
    try (java.sql.Connection connection = DriverManager.getConnection(access.url(), properties)) {
      if (connection.getMetaData().getDatabaseMajorVersion() < OLDEST_DATABASE) {
        throw new StartRefusedException(
            "The database at %s is PostgreSQL %s and Sluice needs %d or newer."
                .formatted(
                    access.shownUrl(),
                    connection.getMetaData().getDatabaseProductVersion(),
                    OLDEST_DATABASE));
      }
    } catch (SQLException fault) {
      throw new StartRefusedException(
          "The database at %s cannot be used by user %s: %s."
              .formatted(access.shownUrl(), access.user(), oneLine(fault)),
          fault);
    }
  }

  private static void requireBroker(Environment.Access access) {
    try (ActiveMQConnectionFactory factory = new ActiveMQConnectionFactory(access.url());
        Connection connection = factory.createConnection(access.user(), access.password())) {
      connection.start();
    } catch (JMSException | RuntimeException fault) {
      throw new StartRefusedException(
          "The broker at %s cannot be used by user %s: %s."
              .formatted(access.shownUrl(), access.user(), oneLine(fault)),
          fault);
    }
  }

  private static String oneLine(Throwable fault) {
    String message = String.valueOf(fault.getMessage()).replaceAll("\\s+", " ").strip();
    return message.endsWith(".") ? message.substring(0, message.length() - 1) : message;
  }
}
