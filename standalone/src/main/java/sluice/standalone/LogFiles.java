package sluice.standalone;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.logging.FileHandler;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/**
 * Sends what this process logs to files: the broker's lines to its own, everything else to the
 * launcher's.
 */
final class LogFiles {

  /** Kept, because java.util.logging forgets the settings of a logger that nobody holds. */
  private static final List<Logger> KEPT =
      List.of(
          Logger.getLogger(""),
          Logger.getLogger("org.apache.activemq"),
          Logger.getLogger("io.zonky"));

  /** Warnings that a queue has no expiry address: what expires is meant to be gone. */
  private static final List<String> NOT_A_FAULT = List.of("AMQ222166", "AMQ222147");

  private LogFiles() {}

  static void open(DataFolder data) {
    System.setProperty(
        "java.util.logging.SimpleFormatter.format", "%1$tFT%1$tT.%1$tL %4$s %3$s: %5$s%6$s%n");
    try {
      LogManager.getLogManager().reset();
      KEPT.getFirst().addHandler(file(data.log("launcher")));
      KEPT.getFirst().setLevel(Level.INFO);
      Handler broker = file(data.log("broker"));
      broker.setFilter(
          line -> NOT_A_FAULT.stream().noneMatch(String.valueOf(line.getMessage())::startsWith));
      KEPT.get(1).addHandler(broker);
      KEPT.get(1).setUseParentHandlers(false);
      KEPT.get(2).setLevel(Level.WARNING);
    } catch (IOException fault) {
      throw new StartRefusedException(
          "The log files in %s cannot be written.".formatted(data.root().resolve("logs")), fault);
    }
  }

  private static Handler file(Path path) throws IOException {
    String pattern = path.toString().replace("%", "%%");
    FileHandler handler = new FileHandler(pattern, false);
    handler.setFormatter(new SimpleFormatter());
    handler.setEncoding("UTF-8");
    return handler;
  }
}
