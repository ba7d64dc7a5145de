package sluice.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The passwords are made up once, kept where only their owner reads them, and shown once. */
class CredentialsTest {

  @TempDir Path folder;

  @Test
  void are_made_up_once_and_kept_between_runs() throws Exception {
    Credentials first = Credentials.open(file(), null);
    Credentials second = Credentials.open(file(), null);
    assertThat(first.isAdminNew()).isTrue();
    assertThat(second.isAdminNew()).isFalse();
    assertThat(second.admin()).isEqualTo(first.admin()).hasSize(24);
    assertThat(second.broker()).isEqualTo(first.broker()).isNotEqualTo(first.admin());
    assertThat(second.database()).isEqualTo(first.database());
    assertThat(Files.readAllLines(file()))
        .containsExactly(
            "admin=" + first.admin(), "broker=" + first.broker(), "database=" + first.database());
  }

  @Test
  void are_readable_by_their_owner_only_even_when_the_file_was_open_to_others() throws Exception {
    Credentials.open(file(), null);
    assertThat(mode()).isEqualTo("rw-------");
    Files.setPosixFilePermissions(file(), PosixFilePermissions.fromString("rw-r--r--"));
    Credentials.open(file(), null);
    assertThat(mode()).isEqualTo("rw-------");
  }

  @Test
  void take_the_admin_password_that_is_given_and_keep_it_and_the_others() throws Exception {
    Credentials made = Credentials.open(file(), null);
    Credentials given = Credentials.open(file(), "p=ss wörd");
    assertThat(given.admin()).isEqualTo("p=ss wörd");
    assertThat(given.isAdminNew()).isFalse();
    assertThat(given.broker()).isEqualTo(made.broker());
    assertThat(Credentials.open(file(), null).admin()).isEqualTo("p=ss wörd");
  }

  @Test
  void keep_what_is_there_when_a_line_is_missing_and_do_not_show_themselves() throws Exception {
    Files.writeString(file(), "broker=known\n\n# a note\n");
    Credentials credentials = Credentials.open(file(), "mine");
    assertThat(credentials.broker()).isEqualTo("known");
    assertThat(credentials.database()).isNotBlank();
    assertThat(credentials.toString()).doesNotContain("known").doesNotContain("mine");
  }

  private Path file() {
    return folder.resolve("credentials");
  }

  private String mode() throws Exception {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file()));
  }
}
