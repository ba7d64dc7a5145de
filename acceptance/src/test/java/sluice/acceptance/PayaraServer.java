package sluice.acceptance;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A full Payara Server, unpacked by the build, with a domain of its own. Driven by asadmin, as an
 * administrator would.
 */
final class PayaraServer implements AutoCloseable {
  private static final String DOMAIN = "sluice-test";

  private final Path home;
  private final int portBase;
  private final Map<String, String> environment;

  private PayaraServer(Path home, Map<String, String> environment) {
    this.home = home;
    this.environment = environment;
    this.portBase = 20_000 + SluiceProcess.freePort() % 20_000;
  }

  /** Creates a domain, starts it, and sets it up by the command file that the product ships. */
  static PayaraServer start(
      Path home, Map<String, String> environment, Path driver, Path commands) {
    PayaraServer server = new PayaraServer(home, environment);
    server.asadmin("delete-domain", DOMAIN);
    server.must(
        "create-domain",
        "--nopassword=true",
        "--portbase",
        String.valueOf(server.portBase),
        DOMAIN);
    try {
      server.must("start-domain", DOMAIN);
      server.must("--port", server.adminPort(), "add-library", driver.toString());
      server.must("--port", server.adminPort(), "multimode", "--file", commands.toString());
    } catch (IllegalStateException e) {
      server.close();
      throw e;
    }
    return server;
  }

  void deploy(Path archive) {
    must("--port", adminPort(), "deploy", archive.toString());
  }

  /** Where the application answers. */
  String httpUrl() {
    return "http://127.0.0.1:" + (portBase + 80) + "/sluice";
  }

  private String adminPort() {
    return String.valueOf(portBase + 48);
  }

  private void must(String... arguments) {
    String printed = asadmin(arguments);
    if (!printed.endsWith("exit 0")) {
      throw new IllegalStateException(
          "asadmin " + Arrays.toString(arguments) + ":\n" + printed + "\n" + log());
    }
  }

  private String asadmin(String... arguments) {
    List<String> command = new ArrayList<>(List.of("sh", home.resolve("bin/asadmin").toString()));
    command.addAll(Arrays.asList(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("AS_JAVA", System.getProperty("java.home"));
    builder.environment().putAll(environment);
    try {
      Process process = builder.start();
      process.getOutputStream().close();
      String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (!process.waitFor(5, TimeUnit.MINUTES)) {
        throw new IllegalStateException("asadmin does not end: " + printed);
      }
      return printed + "exit " + process.exitValue();
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The last lines of the server's log; the whole of it is kept beside the server. */
  private String log() {
    Path log = home.resolve("glassfish/domains/" + DOMAIN + "/logs/server.log");
    try {
      Files.copy(log, home.resolveSibling("server.log"), StandardCopyOption.REPLACE_EXISTING);
      List<String> lines = Files.readAllLines(log);
      return String.join("\n", lines.subList(Math.max(0, lines.size() - 40), lines.size()));
    } catch (IOException e) {
      return "no log: " + e;
    }
  }

  @Override
  public void close() {
    asadmin("stop-domain", "--kill=true", DOMAIN);
    asadmin("delete-domain", DOMAIN);
  }
}
