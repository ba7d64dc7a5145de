package sluice.web.version;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import sluice.core.policy.Fault;
import sluice.ejb.control.Impact;
import sluice.ejb.policy.SavedPolicy;

class ChangeLineTest {
  private static final String OLD =
      "{policy: a, destination: w, gates: [{name: each, type: concurrency, max: 5}]}";
  private static final String NEW =
      "{policy: a, destination: v, lease: PT1M, gates: [{name: each, type: concurrency, max: 6},"
          + " {name: all, type: globalCap, max: 9}]}";

  @Test
  void differences_are_named_by_their_path() {
    assertThat(ChangeLine.between(OLD, NEW))
        .contains(
            new ChangeLine("destination", "w", "v"),
            new ChangeLine("lease", "", "PT1M"),
            new ChangeLine("gates[each].max", "5", "6"))
        .anySatisfy(change -> assertThat(change.after()).contains("\"globalCap\""));
    assertThat(ChangeLine.between(OLD, OLD)).isEmpty();
  }

  @Test
  void a_document_is_judged_in_sentences() {
    Impact.OverLimit over =
        new Impact.OverLimit(List.of(new Impact.Over("each", "k", 5, 2)), 1, true);
    Verdict good =
        new Verdict(
            List.of(),
            new SavedPolicy(1, 7, SavedPolicy.Outcome.CHANGED, List.of()),
            new Impact(3, 40, null, true, over));
    assertThat(good.sentence()).isEqualTo("Good. Saving makes version 7.");
    assertThat(good.flow()).contains("3 or more would go").contains("40 or more under");
    assertThat(good.over()).startsWith("1 partition would have");
    Verdict bad = new Verdict(List.of(new Fault("lease", "x", "a duration")), null, null);
    assertThat(bad.sentence() + bad.flow() + bad.over()).isEmpty();
  }

  @Test
  void a_new_policy_is_named_by_its_document() {
    assertThat(Verdicts.nameIn(OLD)).isEqualTo("a");
    assertThat(Verdicts.nameIn("policy: a/b?c")).isEqualTo("-");
    assertThat(Verdicts.nameIn("] no")).isEqualTo("-");
  }
}
