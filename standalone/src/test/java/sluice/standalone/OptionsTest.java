package sluice.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What the caller writes is understood, or refused with one sentence that says what would have
 * been.
 */
class OptionsTest {

  private static final Path CALLER = Path.of("/home/somebody/a folder");

  @Test
  void has_defaults_for_everything() {
    Options options = parse("run");
    assertThat(options.command()).isEqualTo(Options.Command.RUN);
    assertThat(options.http()).isEqualTo(new Options.Http("127.0.0.1", 8080));
    assertThat(options.brokerPort()).isEqualTo(61616);
    assertThat(options.databasePort()).isEqualTo(54329);
    assertThat(options.data()).isEqualTo(Path.of("/home/somebody/a folder/.sluice"));
    assertThat(options.policies()).isNull();
    assertThat(options.speed()).isEqualTo(12_800);
    assertThat(options.outside().database()).isNull();
    assertThat(options.outside().heap()).isEqualTo("512m");
  }

  @Test
  void takes_values_after_a_space_or_an_equals_sign_and_folders_from_the_callers() {
    Options options =
        parse(
            "demo",
            "--speed=100",
            "--http-port",
            "1",
            "--data=x y",
            "--policies",
            "../p",
            "--http-host=0.0.0.0");
    assertThat(options.command()).isEqualTo(Options.Command.DEMO);
    assertThat(options.speed()).isEqualTo(100);
    assertThat(options.http()).isEqualTo(new Options.Http("0.0.0.0", 1));
    assertThat(options.data()).isEqualTo(Path.of("/home/somebody/a folder/x y"));
    assertThat(options.policies()).isEqualTo(Path.of("/home/somebody/p"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "walk | There is no command walk: use run or demo.",
        "run --port 1 | There is no option --port: use --broker-port, --data, --db-port, --http-host, --http-port, --policies, --speed.",
        "run 1 | There is no option 1: use --broker-port, --data, --db-port, --http-host, --http-port, --policies, --speed.",
        "run --http-port | The option --http-port needs a value.",
        "run --http-port --data x | The option --http-port needs a value.",
        "run --data= | The option --data needs a value.",
        "run --http-port x | The option --http-port takes a port from 1 to 65535, not x.",
        "run --broker-port 0 | The option --broker-port takes a port from 1 to 65535, not 0.",
        "run --db-port 65536 | The option --db-port takes a port from 1 to 65535, not 65536.",
        "run --db-port 1 --db-port 2 | The option --db-port is given twice.",
        "run --speed 2 | The option --speed is one of demo, not of run.",
        "demo --speed 0 | The option --speed takes a number from 1 to 1000000, not 0.",
        "demo --speed NaN | The option --speed takes a number from 1 to 1000000, not NaN.",
        "run --db-port 8080 | The options --http-port and --db-port both say 8080: choose two ports.",
      })
  void refuses_with_one_sentence(String line, String sentence) {
    assertThatThrownBy(() -> parse(line.strip().split(" ")))
        .isInstanceOf(StartRefusedException.class)
        .hasMessage(sentence);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SLUICE_DB_URL=jdbc:postgresql://h/d | SLUICE_DB_URL is set and SLUICE_DB_USER is not: set both.",
        "SLUICE_BROKER_URL=tcp://h:1,SLUICE_BROKER_USER=u | SLUICE_BROKER_URL is set and SLUICE_BROKER_PASSWORD is not: set both.",
        "SLUICE_DB_URL=jdbc:mysql://h/d,SLUICE_DB_USER=u,SLUICE_DB_PASSWORD=p | SLUICE_DB_URL is jdbc:mysql://h/d: it takes jdbc:postgresql://host:port/database.",
        "SLUICE_HEAP=much | SLUICE_HEAP is much: it takes a number and a unit, as in 512m or 2g.",
      })
  void refuses_an_environment_with_one_sentence(String variables, String sentence) {
    Map<String, String> environment =
        java.util.Arrays.stream(variables.strip().split(","))
            .map(variable -> variable.split("=", 2))
            .collect(java.util.stream.Collectors.toMap(pair -> pair[0], pair -> pair[1]));
    assertThatThrownBy(() -> Options.parse(List.of("run"), environment, CALLER))
        .isInstanceOf(StartRefusedException.class)
        .hasMessage(sentence);
  }

  @Test
  void an_outside_part_needs_no_port_and_its_password_is_not_shown() {
    Options options =
        Options.parse(
            List.of("run", "--db-port", "8080"),
            Map.of(
                "SLUICE_DB_URL", "jdbc:postgresql://h/d?password=hidden",
                "SLUICE_DB_USER", "u",
                "SLUICE_DB_PASSWORD", "secret",
                "SLUICE_HTTP_HOST", "0.0.0.0"),
            CALLER);
    assertThat(options.http().host()).isEqualTo("0.0.0.0");
    assertThat(options.toString()).doesNotContain("secret").doesNotContain("hidden");
  }

  @Test
  void a_password_that_nobody_gave_replaces_none_in_a_database_that_others_use() {
    Map<String, String> database =
        Map.of(
            "SLUICE_DB_URL", "jdbc:postgresql://h/d",
            "SLUICE_DB_USER", "u",
            "SLUICE_DB_PASSWORD", "p");
    Map<String, String> given = new java.util.HashMap<>(database);
    given.put("SLUICE_ADMIN_PASSWORD", "chosen");
    assertThat(Environment.of(database).adminSetting()).isEqualTo("SLUICE_ADMIN_FIRST_PASSWORD");
    assertThat(Environment.of(given).adminSetting()).isEqualTo("SLUICE_ADMIN_PASSWORD");
    assertThat(Environment.of(Map.of()).adminSetting()).isEqualTo("SLUICE_ADMIN_PASSWORD");
  }

  private static Options parse(String... arguments) {
    return Options.parse(List.of(arguments), Map.of(), CALLER);
  }
}
