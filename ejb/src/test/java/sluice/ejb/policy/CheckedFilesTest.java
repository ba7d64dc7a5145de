package sluice.ejb.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.core.hint.Hint;
import sluice.core.hint.RefusedFile;

class CheckedFilesTest {
  @TempDir
  @SuppressWarnings("NullAway.Init") // made by JUnit
  Path folder;

  private void file(String name, String policy, String gates) throws IOException {
    Files.writeString(folder.resolve(name), PoliciesForTests.document(policy, gates));
  }

  private CheckedFiles read() {
    return CheckedFiles.of(new PolicyFolder(folder).read());
  }

  @Test
  void a_good_file_stands_beside_refused_ones() throws Exception {
    file("good.yaml", "good", "[]");
    file("typo.yml", "typo", "[{name: a, type: trottle, rate: 1, period: PT1S}]");
    Files.writeString(folder.resolve("broken.json"), "{\"policy\": ");
    Files.write(folder.resolve("latin.yaml"), new byte[] {'a', ':', ' ', (byte) 0xe4});
    Files.writeString(folder.resolve("notes.txt"), "no policy");
    CheckedFiles checked = read();
    assertThat(checked.files()).extracting(CheckedFiles.Checked::file).containsExactly("good.yaml");
    assertThat(checked.refused())
        .extracting(RefusedFile::file)
        .containsExactly("broken.json", "latin.yaml", "typo.yml");
    assertThat(checked.names()).containsExactlyInAnyOrder("good", "typo");
  }

  @Test
  void each_refused_file_is_a_critical_hint_with_its_fault_and_the_knob() throws Exception {
    file("typo.yaml", "typo", "[{name: a, type: trottle, rate: 1, period: PT1S}]");
    List<Hint> hints = RefusedFile.hints(read().refused());
    assertThat(hints)
        .singleElement()
        .satisfies(hint -> {
          assertThat(hint.severity()).isEqualTo(Hint.Severity.CRITICAL);
          assertThat(hint.rule()).isEqualTo(Hint.Rule.POLICY_FILE);
          assertThat(hint.sentence()).contains("typo.yaml", "gates[0].type", "trottle");
          assertThat(hint.knob()).contains("Mend the file", "event=refused");
        });
  }

  @Test
  void two_files_for_one_policy_are_both_refused_with_both_names() throws Exception {
    file("a.yaml", "p", "[]");
    file("b.yaml", "p", "[{name: a, type: trottle}]");
    file("c.yaml", "q", "[]");
    CheckedFiles checked = read();
    assertThat(checked.files()).extracting(CheckedFiles.Checked::policy).containsExactly("q");
    assertThat(checked.refused())
        .hasSize(2)
        .allSatisfy(refused ->
            assertThat(refused.faults()).singleElement().asString().contains("a.yaml and b.yaml"));
    assertThat(checked.names()).containsExactlyInAnyOrder("p", "q");
  }

  @Test
  void very_many_refused_files_are_ten_hints() throws Exception {
    for (int i = 0; i < 30; i++) {
      Files.writeString(folder.resolve("broken-" + i + ".yaml"), "policy: [");
    }
    List<Hint> hints = RefusedFile.hints(read().refused());
    assertThat(hints).hasSize(10);
    assertThat(hints.getLast().sentence()).startsWith("21 more policy files");
  }

  @Test
  void a_later_reading_forgets_what_an_earlier_one_refused() throws Exception {
    RefusedFiles refused = new RefusedFiles();
    file("a.yaml", "p", "[{name: a, type: trottle}]");
    refused.set(read().refused());
    assertThat(refused.all()).hasSize(1);
    file("a.yaml", "p", "[]");
    refused.set(read().refused());
    assertThat(refused.all()).isEmpty();
  }
}
