package sluice.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StartLogTest {
  private static final String UP =
      "INFO PayaraMicro: Payara Micro 7 (build 1) ready in 9,000 (ms)\n";

  @TempDir private Path folder;

  @Test
  void a_start_is_told_by_what_was_written_since_it_began() throws IOException {
    Path file = folder.resolve("application.log");
    assertThat(StartLog.from(file).isServerUp()).isFalse();
    Files.writeString(file, UP);
    StartLog log = StartLog.from(file);
    assertThat(log.isServerUp()).isFalse();
    assertThat(log.stage()).isEqualTo("the server boots");
    Files.writeString(
        file, "event=policy-files-read taken=3 refused=2\n" + UP, StandardOpenOption.APPEND);
    assertThat(log.isServerUp()).isTrue();
    assertThat(log.stage()).contains("broker");
    assertThat(log.refusedFiles())
        .hasValueSatisfying(said -> assertThat(said).startsWith("2 policy files were refused"));
  }

  @Test
  void the_last_errors_are_shown_or_else_the_last_lines() throws IOException {
    Path file = folder.resolve("application.log");
    Files.writeString(file, "one\ntwo\nthree\nfour\nfive\nsix\n");
    assertThat(StartLog.from(file).lastErrors()).isEqualTo("two\nthree\nfour\nfive\nsix");
    Files.writeString(file, "12:00 SEVERE no database\nCaused by: refused\nseven\n");
    assertThat(StartLog.from(file).lastErrors())
        .isEqualTo("12:00 SEVERE no database\nCaused by: refused");
  }
}
