package sluice.standalone;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A start that cannot work ends at once with one sentence and exit code 2, and nothing was started.
 */
class StartRefusedTest {

  @TempDir Path folder;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final List<String> ports = new ArrayList<>();

  @BeforeEach
  void lay_out_a_distribution() throws Exception {
    Path dist = Files.createDirectories(folder.resolve("dist"));
    for (String part : new String[] {"payara-micro.jar", "postgresql.jar", "sluice.war"}) {
      Files.createFile(dist.resolve(part));
    }
    System.setProperty("sluice.dist", dist.toString());
    for (String option : new String[] {"--http-port", "--broker-port", "--db-port"}) {
      ports.addAll(List.of(option, Integer.toString(Ports.anyFree())));
    }
  }

  @AfterEach
  void forget_the_distribution() {
    System.clearProperty("sluice.dist");
  }

  @Test
  void when_a_port_is_taken() throws Exception {
    String[] sentences = {
      "The HTTP port %d is taken: free it or choose another with --http-port.",
      "The broker port %d is taken: free it or choose another with --broker-port.",
      "The database port %d is taken: free it or choose another with --db-port.",
    };
    for (int which = 0; which < sentences.length; which++) {
      try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
        List<String> arguments = new ArrayList<>(ports);
        arguments.set(2 * which + 1, Integer.toString(taken.getLocalPort()));
        assertRefused(arguments, sentences[which].formatted(taken.getLocalPort()));
      }
    }
    assertThat(folder.resolve("data/pg")).doesNotExist();
    assertThat(folder.resolve("data/broker")).doesNotExist();
    assertThat(folder.resolve("data/credentials")).doesNotExist();
  }

  @Test
  void when_the_data_folder_is_in_use() {
    try (DataFolder ignored = DataFolder.open(folder.resolve("data"))) {
      assertRefused(
          ports,
          "The data folder %s is in use by another Sluice: stop that one or choose another folder with --data."
              .formatted(folder.resolve("data")));
    }
  }

  @Test
  void when_the_data_folder_cannot_be_written() throws Exception {
    Files.createDirectories(folder.resolve("data/lock")); // a file cannot be written in its place
    assertRefused(
        ports,
        "The data folder %s cannot be written: give this user the right to, or choose another with --data."
            .formatted(folder.resolve("data")));
  }

  @Test
  void when_the_application_is_not_built() throws Exception {
    Path war = folder.resolve("dist/sluice.war");
    Files.delete(war);
    assertRefused(
        ports, "%s is missing: start by ./sluice, which builds what is missing.".formatted(war));
  }

  @Test
  void when_the_policies_folder_is_not_there() {
    List<String> arguments = new ArrayList<>(ports);
    arguments.addAll(List.of("--policies", "nowhere"));
    assertRefused(
        arguments,
        "The policies folder %s is not there: choose one with --policies."
            .formatted(folder.resolve("nowhere")));
  }

  @Test
  void when_an_option_is_wrong() {
    assertRefused(
        List.of("--http-port", "http"),
        "The option --http-port takes a port from 1 to 65535, not http.");
  }

  @Test
  void when_an_outside_database_or_broker_is_not_there() {
    int nobody = Ports.anyFree();
    assertThat(
            run(
                ports,
                Map.of(
                    "SLUICE_DB_URL", "jdbc:postgresql://127.0.0.1:%d/x".formatted(nobody),
                    "SLUICE_DB_USER", "u",
                    "SLUICE_DB_PASSWORD", "secret")))
        .isEqualTo(Sluice.REFUSED);
    assertThat(err.toString(UTF_8))
        .startsWith(
            "The database at jdbc:postgresql://127.0.0.1:%d/x cannot be used by user u:"
                .formatted(nobody))
        .doesNotContain("secret");
    assertThat(
            run(
                ports,
                Map.of(
                    "SLUICE_BROKER_URL", "tcp://127.0.0.1:%d".formatted(nobody),
                    "SLUICE_BROKER_USER", "u",
                    "SLUICE_BROKER_PASSWORD", "secret")))
        .isEqualTo(Sluice.REFUSED);
    assertThat(err.toString(UTF_8))
        .startsWith("The broker at tcp://127.0.0.1:%d cannot be used by user u:".formatted(nobody))
        .doesNotContain("secret");
    assertThat(err.toString(UTF_8).lines()).hasSize(1);
  }

  private void assertRefused(List<String> arguments, String sentence) {
    assertThat(run(arguments, Map.of())).isEqualTo(Sluice.REFUSED);
    assertThat(err.toString(UTF_8)).isEqualTo(sentence + System.lineSeparator());
    assertThat(out.toString(UTF_8)).isEmpty();
  }

  private int run(List<String> arguments, Map<String, String> environment) {
    err.reset();
    List<String> words = new ArrayList<>(List.of("run", "--data", "data"));
    words.addAll(arguments);
    return Sluice.run(
        words,
        environment,
        folder,
        new PrintStream(out, true, UTF_8),
        new PrintStream(err, true, UTF_8));
  }
}
