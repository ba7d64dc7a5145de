package sluice.standalone;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the caller chose: the command, its options and the variables of the environment. Paths are
 * absolute, taken from the caller's folder.
 *
 * @param command {@code run} or {@code demo}
 * @param http where the application listens
 * @param brokerPort the embedded broker's port on the loopback
 * @param databasePort the embedded database's port on the loopback
 * @param data the data folder
 * @param policies the folder with policy files, or null for the data folder's own
 * @param speed how many times faster than it was a demo replays its trace
 * @param outside what replaces embedded parts, and other settings from the environment
 */
record Options(
    Command command,
    Http http,
    int brokerPort,
    int databasePort,
    Path data,
    @Nullable Path policies,
    double speed,
    Environment outside) {

  enum Command {
    RUN,
    DEMO
  }

  /** Host and port of the application. */
  record Http(String host, int port) {}

  static final String USAGE =
      """
      usage: ./sluice run|demo [options]
        --http-port PORT    console and HTTP interface          (8080)
        --http-host HOST    address they listen on              (127.0.0.1; SLUICE_HTTP_HOST)
        --broker-port PORT  embedded Artemis, on 127.0.0.1      (61616)
        --db-port PORT      embedded PostgreSQL, on 127.0.0.1   (54329)
        --data FOLDER       everything that is kept             (.sluice)
        --policies FOLDER   policy files                        (./policies, or else examples in the data folder)
        --speed FACTOR      demo: 89 days of arrivals take 89 days / FACTOR   (12800: ten minutes)
      environment:
        SLUICE_DB_URL, SLUICE_DB_USER, SLUICE_DB_PASSWORD               use that database, start none
        SLUICE_BROKER_URL, SLUICE_BROKER_USER, SLUICE_BROKER_PASSWORD   use that broker, start none
        SLUICE_ADMIN_PASSWORD   password of the user admin (made up and printed once where absent)
        SLUICE_HEAP             heap of the application, as for java -Xmx (512m)
        SLUICE_NODE             name of this node (the host's)
      """;

  private static final double DEFAULT_SPEED = 12_800;
  private static final double FASTEST = 1_000_000;

  private static final Set<String> KNOWN =
      Set.of(
          "--http-port",
          "--http-host",
          "--broker-port",
          "--db-port",
          "--data",
          "--policies",
          "--speed");

  /** Reads arguments and environment; refuses with one sentence what it cannot use. */
  static Options parse(List<String> arguments, Map<String, String> environment, Path caller) {
    Deque<String> words = new ArrayDeque<>(arguments);
    Command command = command(words.isEmpty() ? "run" : words.pop());
    Map<String, String> given = given(words);
    Environment outside = Environment.of(environment);
    Http http =
        new Http(
            given.getOrDefault("--http-host", outside.httpHost()),
            port(given, "--http-port", 8080));
    Options options =
        new Options(
            command,
            http,
            port(given, "--broker-port", 61616),
            port(given, "--db-port", 54329),
            path(given, "--data", caller, ".sluice"),
            given.containsKey("--policies") ? path(given, "--policies", caller, "") : null,
            speed(command, given.get("--speed")),
            outside);
    options.requireDifferentPorts();
    return options;
  }

  private static Command command(String word) {
    return Arrays.stream(Command.values())
        .filter(command -> command.name().toLowerCase(java.util.Locale.ROOT).equals(word))
        .findFirst()
        .orElseThrow(() ->
            new StartRefusedException("There is no command %s: use run or demo.".formatted(word)));
  }

  private static Map<String, String> given(Deque<String> words) {
    Map<String, String> given = new HashMap<>();
    while (!words.isEmpty()) {
      String word = words.pop();
      int equals = word.startsWith("--") ? word.indexOf('=') : -1;
      String name = equals < 0 ? word : word.substring(0, equals);
      if (!KNOWN.contains(name)) {
        throw new StartRefusedException(
            "There is no option %s: use %s."
                .formatted(name, String.join(", ", KNOWN.stream().sorted().toList())));
      }
      if (equals < 0 && words.isEmpty()) {
        throw new StartRefusedException("The option %s needs a value.".formatted(name));
      }
      String value = equals < 0 ? words.pop() : word.substring(equals + 1);
      if (value.isBlank() || value.startsWith("--")) {
        throw new StartRefusedException("The option %s needs a value.".formatted(name));
      }
      if (given.put(name, value) != null) {
        throw new StartRefusedException("The option %s is given twice.".formatted(name));
      }
    }
    return given;
  }

  private static double speed(Command command, @Nullable String text) {
    if (text == null) {
      return DEFAULT_SPEED;
    }
    if (command != Command.DEMO) {
      throw new StartRefusedException("The option --speed is one of demo, not of run.");
    }
    try {
      double speed = Double.parseDouble(text);
      if (speed >= 1 && speed <= FASTEST) {
        return speed;
      }
    } catch (NumberFormatException refusedBelow) {
      // Refused below, like a number that is out of range.
    }
    throw new StartRefusedException(
        "The option --speed takes a number from 1 to 1000000, not %s.".formatted(text));
  }

  private static int port(Map<String, String> given, String option, int otherwise) {
    String text = given.get(option);
    if (text == null) {
      return otherwise;
    }
    try {
      int port = Integer.parseInt(text);
      if (port >= 1 && port <= 65_535) {
        return port;
      }
    } catch (NumberFormatException refusedBelow) {
      // Refused below, like a number that is out of range.
    }
    throw new StartRefusedException(
        "The option %s takes a port from 1 to 65535, not %s.".formatted(option, text));
  }

  private static Path path(
      Map<String, String> given, String option, Path caller, String otherwise) {
    String text = given.getOrDefault(option, otherwise);
    try {
      return caller.toAbsolutePath().resolve(text).normalize();
    } catch (InvalidPathException fault) {
      throw new StartRefusedException(
          "The option %s takes a folder, not %s.".formatted(option, text), fault);
    }
  }

  private void requireDifferentPorts() {
    Map<Integer, String> seen = new HashMap<>();
    requireNew(seen, http.port(), "--http-port");
    if (outside.broker() == null) {
      requireNew(seen, brokerPort, "--broker-port");
    }
    if (outside.database() == null) {
      requireNew(seen, databasePort, "--db-port");
    }
  }

  private static void requireNew(Map<Integer, String> seen, int port, String option) {
    String other = seen.put(port, option);
    if (other != null) {
      throw new StartRefusedException(
          "The options %s and %s both say %d: choose two ports.".formatted(other, option, port));
    }
  }
}
