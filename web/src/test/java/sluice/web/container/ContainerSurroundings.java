package sluice.web.container;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jboss.arquillian.core.api.annotation.Observes;
import org.jboss.arquillian.core.spi.LoadableExtension;
import org.jboss.arquillian.test.spi.event.suite.AfterSuite;
import org.jboss.arquillian.test.spi.event.suite.BeforeSuite;
import org.jspecify.annotations.Nullable;
import sluice.standalone.EmbeddedBroker;
import sluice.standalone.EmbeddedDatabase;

/**
 * What the application finds when Payara Micro starts: database, broker and the command files of
 * payara-config. Found by Arquillian as a service, and called before it starts the container.
 */
public final class ContainerSurroundings implements LoadableExtension {
  private static final Path FOLDER = Path.of("target", "container");

  @Override
  public void register(ExtensionBuilder builder) {
    builder.observer(Servers.class);
  }

  /** Starts and stops the servers. One instance a suite, made by Arquillian. */
  public static final class Servers {
    private static final int BEFORE_THE_CONTAINER = 100;

    private @Nullable EmbeddedDatabase database;
    private @Nullable EmbeddedBroker broker;

    /** Makes everything anew. */
    public void start(@Observes(precedence = BEFORE_THE_CONTAINER) BeforeSuite event)
        throws IOException {
      deleteFoldersOfEarlierRuns();
      Files.writeString(
          FOLDER.resolve("pre-boot.asadmin"),
          resource("micro-pre-boot.asadmin").replace("${httpHost}", "127.0.0.1"));
      Files.writeString(FOLDER.resolve("post-boot.asadmin"), resource("micro-post-boot.asadmin"));
      database =
          EmbeddedDatabase.start(
              FOLDER.resolve("pg").toAbsolutePath(),
              Integer.getInteger("sluice.container.database.port"),
              System.getenv("SLUICE_DB_PASSWORD"));
      broker =
          EmbeddedBroker.start(
              FOLDER.resolve("broker"),
              Integer.getInteger("sluice.container.broker.port"),
              System.getenv("SLUICE_BROKER_PASSWORD"));
    }

    /** Stops them after the container. */
    public void stop(@Observes(precedence = -BEFORE_THE_CONTAINER) AfterSuite event) {
      if (broker != null) {
        broker.close();
      }
      if (database != null) {
        database.close();
      }
    }

    private static String resource(String name) throws IOException {
      try (InputStream in = Servers.class.getResourceAsStream("/payara/" + name)) {
        if (in == null) {
          throw new IOException("There is no resource payara/" + name + ".");
        }
        return new String(in.readAllBytes(), StandardCharsets.UTF_8);
      }
    }

    private static void deleteFoldersOfEarlierRuns() throws IOException {
      try (Stream<Path> all = Files.list(FOLDER)) {
        for (Path folder : all.filter(Servers::isOfEarlierRun).toList()) {
          delete(folder);
        }
      }
    }

    private static boolean isOfEarlierRun(Path folder) {
      String name = folder.getFileName().toString();
      return name.startsWith("arquillian-payara-micro")
          || List.of("server", "pg", "broker").contains(name);
    }

    private static void delete(Path folder) throws IOException {
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }
}
