package sluice.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class StartStageTest {
  @Test
  void the_last_step_that_the_log_tells_of_is_said() {
    assertThat(StartStage.of("")).isEqualTo("the server boots");
    String log =
        "INFO Boot Command set returned\nINFO Boot Command create-jdbc-resource returned\n";
    assertThat(StartStage.of(log)).contains("loaded");
    log += "INFO org.flywaydb.core: Migrating schema\n";
    assertThat(StartStage.of(log)).contains("up to date");
    log += "INFO sluice.ejb.start.Migration: event=migrated applied=8\n";
    assertThat(StartStage.of(log)).contains("policies");
    log += "INFO PayaraMicro: Payara Micro 7 (build 1) ready in 9,000 (ms)\n";
    assertThat(StartStage.of(log)).contains("broker");
  }

  @Test
  void refused_policy_files_are_counted() {
    Path file = Path.of("logs/application.log");
    String line = "INFO sluice.ejb.policy.PolicyFiles: event=policy-files-read taken=3 refused=";
    assertThat(StartStage.refusedFiles("", file)).isEmpty();
    assertThat(StartStage.refusedFiles(line + "0\n", file)).isEmpty();
    assertThat(StartStage.refusedFiles(line + "1\n", file))
        .hasValueSatisfying(said ->
            assertThat(said).startsWith("1 policy file was refused").contains(file.toString()));
    assertThat(StartStage.refusedFiles(line + "12\n", file))
        .hasValueSatisfying(said -> assertThat(said).startsWith("12 policy files were refused"));
  }
}
