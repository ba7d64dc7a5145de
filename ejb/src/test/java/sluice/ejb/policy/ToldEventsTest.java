package sluice.ejb.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.json.JsonObject;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import sluice.core.job.Outcome;
import sluice.ejb.admit.TickResult;
import sluice.ejb.forward.AdmittedBatch.AdmittedJob;
import sluice.ejb.json.JsonText;
import sluice.ejb.settle.AttemptRef;
import sluice.ejb.settle.Completion;
import sluice.ejb.settle.Settler;

/** What is told of, and that it is told exactly when it is so. */
class ToldEventsTest {
  private static final String GATES = "[{name: a, type: concurrency, key: '${k}', max: 9}]";

  private final LivePolicies live = new LivePolicies();

  private record Told(String type, JsonObject body) {}

  /** Events written since the last call. */
  private List<Told> told() {
    return live.in(connection -> {
      List<Told> all = new ArrayList<>();
      try (Statement statement = connection.createStatement();
          ResultSet rows =
              statement.executeQuery(
                  "with gone as (delete from event_outbox returning *) select type, body::text from gone order by id")) {
        while (rows.next()) {
          all.add(new Told(rows.getString(1), JsonText.object(rows.getString(2))));
        }
      }
      return all;
    });
  }

  private Told only() {
    List<Told> all = told();
    assertThat(all).hasSize(1);
    return all.getFirst();
  }

  @Test
  void a_policy_that_is_made_changed_and_deleted_is_told_of_once_each() {
    live.save("p", GATES);
    assertThat(only())
        .returns("PolicyChanged", Told::type)
        .satisfies(t -> {
          assertThat(t.body().getString("policy")).isEqualTo("p");
          assertThat(t.body().getString("change")).isEqualTo("created");
          assertThat(t.body().getInt("version")).isEqualTo(1);
          assertThat(t.body().getString("by")).isEqualTo(LivePolicies.ANN.actor());
          assertThat(t.body().getJsonNumber("at").longValue()).isPositive();
        });
    live.save("p", GATES);
    assertThat(told()).as("the same again").isEmpty();
    live.save(
        new SaveRequest(
            "p", LivePolicies.document("p", "[]"), Expected.ANYTHING, true, LivePolicies.ANN));
    assertThat(told()).as("a dry run").isEmpty();
    live.save("p", "[]");
    assertThat(only())
        .returns("changed", t -> t.body().getString("change"))
        .returns(2, t -> t.body().getInt("version"));
    new DeletePolicy("p", false, LivePolicies.ANN).inSteps(live::in);
    assertThat(only()).returns("deleted", t -> t.body().getString("change"));
  }

  @Test
  void a_pause_and_a_resume_are_told_of_when_they_change_something() {
    live.save("p", GATES);
    told();
    live.pausePolicy("p", true);
    live.pausePolicy("p", true);
    live.pausePolicy("p", false);
    live.pausePolicy("p", false);
    assertThat(told()).extracting(Told::type).containsExactly("PolicyPaused", "PolicyResumed");
  }

  @Test
  void what_is_rolled_back_is_not_told_of() {
    assertThatThrownBy(() ->
            live.in(connection -> {
              SaveRequest request =
                  new SaveRequest(
                      "p",
                      LivePolicies.document("p", GATES),
                      Expected.ANYTHING,
                      false,
                      LivePolicies.ANN);
              SavePolicy.checked(request, false).on(connection);
              throw new IllegalStateException("no");
            }))
        .hasMessage("no");
    assertThat(told()).isEmpty();
  }

  private void settle(List<AdmittedJob> jobs, Outcome outcome, String error) {
    List<Completion> words =
        jobs.stream()
            .map(j ->
                new Completion(new AttemptRef(j.id(), j.attempt()), outcome, null, error, null))
            .toList();
    live.in(c -> new Settler(live.source(), () -> 0).settle(c, words));
  }

  @Test
  void every_job_that_is_given_up_is_told_of_once_and_no_other() {
    int policy = live.save("p", GATES);
    told();
    live.stage(6, "x");
    List<AdmittedJob> jobs = live.tickOut(policy);
    settle(jobs.subList(0, 2), Outcome.SUCCESS, "");
    settle(jobs.subList(2, 3), Outcome.LATER, "");
    assertThat(told()).isEmpty();
    settle(jobs.subList(3, 5), Outcome.REJECT, "bad ".repeat(300));
    settle(jobs.subList(3, 5), Outcome.REJECT, "said twice");
    assertThat(told())
        .hasSize(2)
        .allSatisfy(t -> {
          assertThat(t.type()).isEqualTo("JobDead");
          assertThat(t.body().getString("policy")).isEqualTo("p");
          assertThat(t.body().getString("namespace")).isEqualTo("default");
          assertThat(t.body().getInt("attempt")).isEqualTo(1);
          assertThat(t.body().getString("error")).hasSize(500);
        })
        .extracting(t -> t.body().getString("jobId"))
        .containsExactly(String.valueOf(jobs.get(3).id()), String.valueOf(jobs.get(4).id()));
  }

  @Test
  void jobs_that_a_new_version_cannot_place_are_told_of() {
    int policy = live.save("p", GATES);
    live.stage(List.of(LivePolicies.job(Map.of("k", "x"), null)));
    live.tick(policy);
    live.stage(List.of(LivePolicies.job(Map.of("k", "y"), null)));
    live.save("p", "[{name: b, type: concurrency, key: '${k + 1}', max: 1}]");
    told();
    TickResult result;
    do {
      result = live.tick(policy);
    } while (result.again());
    long dead = live.number("select count(*) from dead_job");
    assertThat(dead).isPositive();
    assertThat(told())
        .hasSize((int) dead)
        .allSatisfy(t -> assertThat(t.body().getString("cause")).isEqualTo("UNROUTABLE"));
  }
}
