package sluice.ejb.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import sluice.core.gate.Quota;
import sluice.core.reason.Reason;
import sluice.ejb.forward.AdmittedBatch.AdmittedJob;
import sluice.ejb.policy.LivePolicies;

/** The order that pages show is the one in which ticks admit. */
class WaitingOrderTest {
  private static final String TWO_EACH =
      "[{name: c, type: concurrency, key: \"${k}\", max: 2}, {name: all, type: globalCap, max: 3}]";

  private final LivePolicies live = new LivePolicies();

  private List<WaitingJob> first(int most) {
    return live.in(
        c -> new WaitingOrder(c, new Gates(live.source(), Quota.UNLIMITED), "p").first(most));
  }

  private static List<Long> ids(List<WaitingJob> order) {
    return order.stream().map(next -> next.job().id()).toList();
  }

  @Test
  void i_179_what_waits_stands_in_the_order_in_which_ticks_admit_it() {
    int policy = live.save("p", TWO_EACH);
    for (String key : List.of("a", "b", "c")) {
      live.stage(5, key);
    }
    List<AdmittedJob> flying = new ArrayList<>(live.tickOut(policy));
    assertThat(flying).hasSize(3);
    List<Long> seen = new ArrayList<>();
    while (!flying.isEmpty()) {
      live.finish(List.of(flying.removeFirst()));
      List<WaitingJob> order = first(25);
      List<Long> going =
          order.stream().filter(next -> next.held() == null).map(next -> next.job().id()).toList();
      List<AdmittedJob> admitted = live.tickOut(policy);
      assertThat(admitted.stream().map(AdmittedJob::id))
          .as("goes with the next tick")
          .containsExactlyInAnyOrderElementsOf(going);
      flying.addAll(admitted);
      seen.addAll(going);
    }
    assertThat(seen).hasSize(12).doesNotHaveDuplicates();
  }

  @Test
  void what_is_held_back_comes_after_with_the_gate_that_holds_it() {
    int policy = live.save("p", "[{name: c, type: concurrency, key: \"${k}\", max: 1}]");
    live.stage(3, "a");
    live.tickOut(policy);
    live.stage(2, "b");
    live.control(
        "c",
        "b",
        c -> {
          c.override(new HandLimit(0, null));
          return true;
        });
    live.tickOut(policy);
    List<WaitingJob> order = first(25);
    assertThat(order).hasSize(4);
    assertThat(order.stream().map(WaitingJob::held).filter(Objects::nonNull))
        .contains(
            new WaitingJob.Held(Reason.CONCURRENCY, new WaitingJob.At("c", "a", false)),
            new WaitingJob.Held(Reason.CONCURRENCY, new WaitingJob.At("c", "b", false)));
  }

  @Test
  void of_a_paused_policy_the_order_is_that_after_it_is_resumed() {
    int policy = live.save("p", "[{name: c, type: throttle, rate: 3, period: PT1H}]");
    live.stage(9, "a");
    live.tickOut(policy);
    live.pausePolicy("p", true);
    List<WaitingJob> order = first(4);
    assertThat(order).hasSize(4).allMatch(next -> next.held() != null);
    assertThat(order)
        .extracting(next -> Objects.requireNonNull(next.held()).reason())
        .containsOnly(Reason.PAUSED);
    assertThat(ids(order)).isSorted();
  }

  @Test
  void of_no_policy_nothing_waits() {
    assertThat(first(25)).isEmpty();
  }
}
