package sluice.web.console;

import jakarta.annotation.PostConstruct;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Initialized;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Named;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Instant;

/** The server that made the page. Immutable once made. */
@Named
@ApplicationScoped
public class Node {
  private String name = "";
  private long started;

  @PostConstruct
  void open() {
    String given = System.getenv("SLUICE_NODE");
    name = given == null || given.isBlank() ? hostName() : given;
    started = Instant.now().getEpochSecond();
  }

  /** Makes the bean when the application starts, not with the first page that asks. */
  void applicationStarted(@Observes @Initialized(ApplicationScoped.class) Object application) {
    // Made is enough.
  }

  /** {@code SLUICE_NODE}, else the host's name. */
  public String getName() {
    return name;
  }

  /** When the application started here. */
  public Instant getStartedAt() {
    return Instant.ofEpochSecond(started);
  }

  /** The machine's operating system and Java. */
  public String getPlatform() {
    return "Java " + System.getProperty("java.version") + ", " + System.getProperty("os.name");
  }

  /**
   * Stands in the address of style sheet and script, so that no browser keeps those of an older
   * version.
   */
  public String getVersion() {
    return Long.toString(started, Character.MAX_RADIX);
  }

  private static String hostName() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "localhost";
    }
  }
}
