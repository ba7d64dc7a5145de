package sluice.ejb.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import sluice.core.gate.Quota;
import sluice.core.policy.PolicyDocument;
import sluice.ejb.policy.LivePolicies;

/** A dry run foretells what the next tick really does once the version is saved. */
class ForecastTest {
  private final LivePolicies live = new LivePolicies();

  private static String max(int max) {
    return "[{name: c, type: concurrency, key: \"${k}\", max: %d}]".formatted(max);
  }

  private Impact impact(String gates) {
    var policy = PolicyDocument.read(LivePolicies.document("p", gates));
    return live.in(c -> new Forecast(c, new Gates(live.source(), Quota.UNLIMITED), policy).read())
        .orElseThrow();
  }

  private long everything() {
    return live.number(
        """
        select hashtext((select string_agg(t::text, ';' order by t::text) from (
          select to_jsonb(p) as t from policy p union all select to_jsonb(g) from gate_partition g
          union all select to_jsonb(l) from lane l union all select to_jsonb(w) from waiter w
          union all select to_jsonb(s) from share s) all_rows))\
        """);
  }

  @Test
  void it_says_how_many_would_go_and_changes_nothing() {
    int policy = live.save("p", max(2));
    for (String key : List.of("a", "b", "c")) {
      live.stage(10, key);
    }
    live.tickOut(policy);
    long before = everything();
    Impact impact = impact(max(5));
    assertThat(impact.goNow()).isZero();
    assertThat(impact.wouldGo()).isEqualTo(9);
    assertThat(impact.lowerBound()).isFalse();
    assertThat(impact.overLimit().total()).isZero();
    assertThat(everything()).isEqualTo(before);
    live.save("p", max(5));
    assertThat(live.tickOut(policy)).hasSize(9);
  }

  @Test
  void it_names_the_partitions_that_would_be_over_their_limit_but_not_those_set_by_hand() {
    int policy = live.save("p", max(5));
    live.stage(5, "a");
    live.stage(4, "b");
    live.stage(5, "by hand");
    live.tickOut(policy);
    live.control(
        "c",
        "by hand",
        c -> {
          c.override(new HandLimit(5, null));
          return true;
        });
    Impact impact = impact(max(4));
    assertThat(impact.overLimit().first()).containsExactly(new Impact.Over("c", "a", 5, 4.0));
    assertThat(impact.overLimit().complete()).isTrue();
    assertThat(impact.wouldGo()).isZero();
  }

  @Test
  void other_keys_are_not_foretold() {
    int policy = live.save("p", max(2));
    live.stage(5, "a");
    live.tickOut(policy);
    for (String gates :
        List.of(
            "[{name: c, type: concurrency, key: \"${other}\", max: 9}]",
            "[{name: c, type: concurrency, key: \"${k}\", max: \"${most}\"}]")) {
      Impact impact = impact(gates);
      assertThat(impact.wouldGo()).as(gates).isNull();
      assertThat(impact.unknownBecause()).as(gates).contains("read anew");
    }
    assertThat(impact(max(9)).unknownBecause()).isNull();
  }

  @Test
  void of_a_paused_policy_nothing_goes() {
    int policy = live.save("p", max(2));
    live.stage(5, "a");
    live.tickOut(policy);
    live.pausePolicy("p", true);
    assertThat(impact(max(5)).wouldGo()).isZero();
  }

  @Test
  void a_policy_that_is_new_has_no_impact() {
    var policy = PolicyDocument.read(LivePolicies.document("p", max(2)));
    Optional<Impact> none =
        live.in(c -> new Forecast(c, new Gates(live.source(), Quota.UNLIMITED), policy).read());
    assertThat(none).isEmpty();
  }
}
