package sluice.ejb.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.sdk.testing.junit5.OpenTelemetryExtension;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import sluice.core.job.Outcome;
import sluice.ejb.forward.AdmittedBatch.AdmittedJob;
import sluice.ejb.settle.AttemptRef;
import sluice.ejb.settle.Completion;
import sluice.ejb.settle.Settler;
import sluice.ejb.trace.TraceSettings;
import sluice.ejb.trace.Tracing;

/**
 * Spans of attempts, as an exporter gets them, with a node that admits and another that settles.
 */
class TracesTest {
  @RegisterExtension
  static final OpenTelemetryExtension TELEMETRY = OpenTelemetryExtension.create();

  private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
  private static final String PARENT = "00f067aa0ba902b7";
  private static final Map<String, Object> TRACED =
      Map.of("traceparent", "00-" + TRACE + "-" + PARENT + "-01", "tracestate", "vendor=1");

  private final Engine engine = new Engine();
  private Tracing tracing = Tracing.OFF;
  private int policy;

  @BeforeEach
  void start() throws SQLException {
    policy =
        engine.policy(
            "{policy: p, destination: w, lease: PT1S, retry: {maxAttempts: 3, backoff: PT0.001S}}");
    tracing = TraceSettings.open(name -> Optional.of("true"), id -> id == policy ? "p" : "?");
  }

  private static Completion word(AdmittedJob job, Outcome outcome, @Nullable Instant startedAt) {
    return new Completion(
        new AttemptRef(job.id(), job.attempt()), outcome, startedAt, "no secret", null);
  }

  private void settle(Completion... words) {
    tracing.tell(
        engine
            .inTransaction(c -> new Settler(engine, () -> 0, tracing).settle(c, List.of(words)))
            .traced());
  }

  private AdmittedJob admitted() {
    List<AdmittedJob> jobs = new ArrayList<>();
    Awaitility.await()
        .atMost(Duration.ofSeconds(20))
        .until(() -> {
          engine.promote();
          jobs.addAll(engine.tickOut(policy));
          return !jobs.isEmpty();
        });
    return jobs.getFirst();
  }

  private static SpanData span(String name) {
    return TELEMETRY.getSpans().stream()
        .filter(s -> s.getName().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private long nanos(String instant) throws SQLException {
    return engine.number(
        "select (extract(epoch from (%s)) * 1000000)::bigint * 1000".formatted(instant));
  }

  @Test
  void an_attempt_is_one_span_of_the_producers_trace_with_a_step_to_each_of_its_instants()
      throws SQLException {
    engine.stage(Engine.jobs(1, "p", TRACED));
    AdmittedJob job = admitted();
    engine.database.execute("update admission_batch set forwarded_at = clock_timestamp()");
    long forwarded = nanos("select forwarded_at from admission_batch");
    Instant started = Instant.ofEpochMilli(forwarded / 1_000_000).plusMillis(1);
    settle(word(job, Outcome.SUCCESS, started));
    long staged = nanos("select staged_at from finished_job");
    long admitted = nanos("select admitted_at from finished_job");
    long settled = nanos("select ended_at from finished_job");

    SpanData whole = span("sluice p");
    assertThat(whole.getTraceId()).isEqualTo(TRACE);
    assertThat(whole.getParentSpanId()).isEqualTo(PARENT);
    assertThat(whole.getSpanContext().getTraceState().get("vendor")).isEqualTo("1");
    assertThat(whole.getStatus().getStatusCode()).isEqualTo(StatusCode.UNSET);
    assertThat(whole.getAttributes().asMap())
        .containsEntry(AttributeKey.stringKey("sluice.policy"), "p")
        .containsEntry(AttributeKey.stringKey("sluice.namespace"), "default")
        .containsEntry(AttributeKey.stringKey("sluice.job.id"), String.valueOf(job.id()))
        .containsEntry(AttributeKey.longKey("sluice.attempt"), 1L)
        .containsEntry(AttributeKey.stringKey("sluice.outcome"), "success");
    assertThat(TELEMETRY.getSpans()).hasSize(5);
    assertThat(TELEMETRY.getSpans().subList(0, 4))
        .extracting(SpanData::getName)
        .containsExactly("stage", "admit", "forward", "settle");
    assertThat(TELEMETRY.getSpans().subList(0, 4))
        .allSatisfy(s -> assertThat(s.getParentSpanId()).isEqualTo(whole.getSpanId()))
        .allSatisfy(s -> assertThat(s.getTraceId()).isEqualTo(TRACE));
    isFromTo(span("stage"), staged, staged);
    isFromTo(span("admit"), staged, admitted);
    isFromTo(span("forward"), admitted, forwarded);
    assertThat(span("settle").getStartEpochNanos()).isEqualTo(forwarded);
    assertThat(settled - span("settle").getEndEpochNanos())
        .isBetween(0L, TimeUnit.SECONDS.toNanos(5));
    isFromTo(whole, staged, span("settle").getEndEpochNanos());
    assertThat(span("settle").getEvents())
        .singleElement()
        .satisfies(event -> {
          assertThat(event.getName()).isEqualTo("started");
          assertThat(event.getEpochNanos()).isBetween(admitted, span("settle").getEndEpochNanos());
        });
  }

  private static void isFromTo(SpanData span, long begin, long end) {
    assertThat(span.getStartEpochNanos()).as(span.getName()).isEqualTo(begin);
    assertThat(span.getEndEpochNanos()).as(span.getName()).isEqualTo(end);
  }

  @Test
  void every_attempt_has_its_span_and_tells_how_it_ended() {
    engine.stage(Engine.jobs(1, "p", TRACED));
    settle(word(admitted(), Outcome.LATER, null));
    settle(word(admitted(), Outcome.FAILURE, null));
    assertThat(admitted().attempt()).isEqualTo(3);
    Awaitility.await()
        .atMost(Duration.ofSeconds(20))
        .until(() -> {
          Settler settler = new Settler(engine, () -> 0, tracing);
          var lost = engine.inTransaction(c -> settler.reap(c, Instant.EPOCH, 10));
          tracing.tell(lost.traced());
          return lost.settled() == 1;
        });
    settle(word(admitted(), Outcome.REJECT, null));
    List<SpanData> attempts =
        TELEMETRY.getSpans().stream().filter(s -> s.getName().equals("sluice p")).toList();
    assertThat(attempts)
        .extracting(s -> s.getAttributes().get(AttributeKey.stringKey("sluice.outcome")))
        .containsExactly("later", "failure", "lost", "reject");
    assertThat(attempts)
        .extracting(s -> s.getStatus().getStatusCode())
        .containsExactly(StatusCode.UNSET, StatusCode.ERROR, StatusCode.ERROR, StatusCode.ERROR);
    assertThat(attempts).extracting(SpanData::getParentSpanId).containsOnly(PARENT);
    for (int i = 1; i < attempts.size(); i++) {
      assertThat(attempts.get(i).getStartEpochNanos())
          .isGreaterThanOrEqualTo(attempts.get(i - 1).getEndEpochNanos());
    }
    assertThat(TELEMETRY.getSpans().stream().filter(s -> s.getName().equals("stage"))).hasSize(1);
    assertThat(TELEMETRY.getSpans().toString()).doesNotContain("no secret");
  }

  @Test
  void a_word_that_settles_nothing_a_rollback_and_a_job_without_a_trace_write_no_span() {
    engine.stage(Engine.jobs(1, "p", TRACED));
    engine.stage(Engine.jobs(1, "p", Map.of("note", "about traceparent", "traceparent", 7)));
    engine.stage(Engine.jobs(1, "p", Map.of("traceparent", "00-nonsense")));
    List<AdmittedJob> jobs = engine.tickOut(policy);
    assertThat(jobs).hasSize(3);
    assertThatThrownBy(() ->
            engine.inTransaction(c -> {
              var settled =
                  new Settler(engine, () -> 0, tracing)
                      .settle(c, List.of(word(jobs.getFirst(), Outcome.SUCCESS, null)));
              assertThat(settled.traced()).hasSize(1);
              throw new SQLException("the connection broke");
            }))
        .isNotNull();
    assertThat(TELEMETRY.getSpans()).isEmpty();
    settle(jobs.stream().map(j -> word(j, Outcome.SUCCESS, null)).toArray(Completion[]::new));
    assertThat(TELEMETRY.getSpans()).hasSize(5);
    settle(word(jobs.getFirst(), Outcome.SUCCESS, null));
    assertThat(TELEMETRY.getSpans()).as("the word again").hasSize(5);
  }

  @Test
  void what_clocks_of_workers_say_never_turns_a_span_around() {
    engine.stage(Engine.jobs(2, "p", TRACED));
    List<AdmittedJob> jobs = engine.tickOut(policy);
    settle(
        word(jobs.get(0), Outcome.SUCCESS, Instant.now().plus(Duration.ofDays(400))),
        word(jobs.get(1), Outcome.SUCCESS, Instant.EPOCH));
    assertThat(TELEMETRY.getSpans())
        .hasSize(10)
        .allSatisfy(
            s -> assertThat(s.getEndEpochNanos()).isGreaterThanOrEqualTo(s.getStartEpochNanos()));
  }

  @Test
  void while_traces_are_off_settlement_asks_the_database_nothing_more() {
    engine.stage(Engine.jobs(2, "p", TRACED));
    List<AdmittedJob> jobs = engine.tickOut(policy);
    List<String> with = new ArrayList<>();
    List<String> without = new ArrayList<>();
    engine.inTransaction(
        c ->
            new Settler(engine, () -> 0)
                .settle(c, List.of(word(jobs.get(0), Outcome.SUCCESS, null))),
        without);
    engine.inTransaction(
        c ->
            new Settler(engine, () -> 0, tracing)
                .settle(c, List.of(word(jobs.get(1), Outcome.SUCCESS, null))),
        with);
    assertThat(with).hasSize(without.size() + 1);
  }
}
