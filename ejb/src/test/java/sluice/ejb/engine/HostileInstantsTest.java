package sluice.ejb.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import sluice.core.job.Outcome;
import sluice.ejb.forward.AdmittedBatch.AdmittedJob;
import sluice.ejb.settle.AttemptRef;
import sluice.ejb.settle.Completion;
import sluice.ejb.stage.StageRequest;
import sluice.ejb.stage.StageResult;

/** Instants at the ends of the database's calendar harm neither their job nor its neighbours. */
class HostileInstantsTest {
  private static final List<Instant> FAR =
      List.of(
          Instant.EPOCH,
          Instant.parse("9999-12-31T23:59:59.999Z"),
          Instant.parse("+10000-01-01T00:00:00Z"),
          Instant.parse("+99999-06-30T12:00:00.001Z"),
          StageRequest.LATEST);

  private final Engine engine = new Engine();

  private static StageRequest job(@Nullable Instant notBefore, @Nullable Instant expiresAt) {
    StageRequest plain = Engine.job("p", Map.of("k", "x"));
    return new StageRequest(plain.policy(), plain.keys(), notBefore, expiresAt, plain.message());
  }

  @Test
  void a_batch_with_all_of_them_is_staged_whole_and_each_instant_is_kept() throws SQLException {
    int policy = engine.policy("{policy: p, destination: w}");
    List<StageRequest> requests = new ArrayList<>();
    requests.add(job(null, null));
    FAR.forEach(instant -> requests.add(job(instant, null)));
    FAR.forEach(instant -> requests.add(job(null, instant)));
    requests.add(job(null, null));
    assertThat(engine.stage(requests)).hasOnlyElementsOfType(StageResult.Staged.class);
    for (Instant instant : FAR.subList(1, FAR.size())) {
      long micros = instant.getEpochSecond() * 1_000_000 + instant.getNano() / 1_000;
      assertThat(
              engine.number(
                  """
                  select count(*) from job
                  where %d in ((extract(epoch from eligible_at) * 1000000)::bigint,
                               (extract(epoch from expires_at) * 1000000)::bigint)\
                  """
                      .formatted(micros)))
          .as(instant.toString())
          .isEqualTo(2);
    }
    // Those that are due: the two plain ones, the one due since 1970, the four that expire late.
    assertThat(engine.tickOut(policy)).hasSize(7);
    assertThat(engine.expire()).isEqualTo(1);
    engine.tickOut(policy);
    assertThat(engine.missing(policy)).isZero();
  }

  @Test
  void a_start_that_no_clock_can_tell_settles_and_teaches_nothing() throws SQLException {
    int policy =
        engine.policy(
            "{policy: p, destination: w, gates: [{name: a, type: adaptiveConcurrency, initialMax: 9, targetLag: PT1H, min: 1}]}");
    engine.stage(Engine.jobs(4, "p", Map.of()));
    List<AdmittedJob> admitted = engine.tickOut(policy);
    List<Instant> starts =
        List.of(
            Instant.EPOCH,
            Instant.parse("9998-01-01T00:00:00Z"),
            Instant.ofEpochMilli(1),
            StageRequest.LATEST);
    List<Completion> words = new ArrayList<>();
    for (int i = 0; i < starts.size(); i++) {
      AttemptRef attempt = new AttemptRef(admitted.get(i).id(), admitted.get(i).attempt());
      words.add(new Completion(attempt, Outcome.SUCCESS, starts.get(i), null, null));
    }
    assertThat(engine.settleAll(words).settled()).isEqualTo(4);
    assertThat(engine.number("select ewma_lag_ms from gate_partition where policy_id = " + policy))
        .isLessThan(3_600_000);
  }
}
