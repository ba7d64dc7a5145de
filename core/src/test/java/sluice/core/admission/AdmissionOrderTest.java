package sluice.core.admission;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import sluice.core.gate.GateRule;
import sluice.core.reason.Reason;

class AdmissionOrderTest {
  private static final GateRule CAP_2 =
      Scene.gate("{name: c, type: concurrency, key: '${k}', max: 2}");
  private static final GateRule GLOBAL_3 = Scene.gate("{name: g, type: globalCap, max: 3}");

  private static List<Long> lanes(List<AdmissionOrder.Place> places) {
    return places.stream().map(AdmissionOrder.Place::lane).toList();
  }

  @Test
  void what_may_go_stands_in_the_order_of_the_plan() {
    Scene scene =
        new Scene()
            .share(1, 2, 0, Scene.lane(1, 9))
            .namespace(1, 0)
            .share(2, 1, 0, Scene.lane(2, 9))
            .namespace(2, 0);
    List<AdmissionOrder.Place> places = AdmissionOrder.of(scene.situation(8));
    assertThat(lanes(places)).isEqualTo(scene.plan(8).grants());
    assertThat(places).allMatch(place -> place.held() == null);
  }

  @Test
  void what_is_held_back_comes_after_in_the_order_it_would_have_and_says_by_what() {
    Scene scene =
        new Scene()
            .partition(7, CAP_2, 1)
            .partition(8, CAP_2, 0)
            .share(1, 1, 0, Scene.lane(1, 3, 7L))
            .share(2, 1, 0, Scene.lane(2, 1, 8L));
    List<AdmissionOrder.Place> places = AdmissionOrder.of(scene.situation(25));
    assertThat(lanes(places)).containsExactly(1L, 2L, 1L, 1L);
    assertThat(places.subList(0, 2)).allMatch(place -> place.held() == null);
    assertThat(places.subList(2, 4))
        .allMatch(place -> new AdmissionOrder.Held(7, Reason.CONCURRENCY).equals(place.held()));
  }

  @Test
  void behind_a_full_cap_the_fair_order_goes_on_where_it_stopped() {
    Scene scene =
        new Scene()
            .partition(9, GLOBAL_3, 0)
            .share(1, 1, 0, Scene.lane(1, 4, 9L))
            .share(2, 1, 0, Scene.lane(2, 4, 9L));
    List<AdmissionOrder.Place> places = AdmissionOrder.of(scene.situation(6));
    assertThat(lanes(places)).containsExactly(1L, 2L, 1L, 2L, 1L, 2L);
    assertThat(places.get(2).held()).isNull();
    assertThat(places.get(3).held()).isEqualTo(new AdmissionOrder.Held(9, Reason.GLOBAL_CAP));
  }

  @Test
  void a_gate_that_is_gone_holds_back_as_misconfigured() {
    List<AdmissionOrder.Place> places =
        AdmissionOrder.of(new Scene().share(1, 1, 0, Scene.lane(1, 1, 5L)).situation(5));
    assertThat(places)
        .containsExactly(
            new AdmissionOrder.Place(1, new AdmissionOrder.Held(5, Reason.MISCONFIGURED)));
  }

  @Test
  void if_the_cap_opens_one_by_one_jobs_go_in_the_order_foretold() {
    GateRule closed = Scene.gate("{name: g, type: globalCap, max: 0}");
    List<AdmissionOrder.Place> foretold =
        AdmissionOrder.of(busy().partition(9, closed, 0).situation(12));
    GateRule open = Scene.gate("{name: g, type: globalCap, max: 12}");
    Plan plan = busy().partition(9, open, 0).plan(12);
    assertThat(lanes(foretold)).isEqualTo(plan.grants());
    assertThat(foretold).allMatch(place -> place.held() != null);
  }

  private static Scene busy() {
    Scene scene = new Scene();
    IntStream.rangeClosed(1, 3)
        .forEach(
            i -> scene.share(i, i, i * 0.25, Scene.lane(i, 8, 9L), Scene.lane(10L + i, 2, 9L)));
    return scene;
  }
}
