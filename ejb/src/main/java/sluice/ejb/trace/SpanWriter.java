package sluice.ejb.trace;

import io.opentelemetry.api.GlobalOpenTelemetry;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import sluice.core.job.Outcome;

/**
 * Writes five spans an attempt, after the fact, below the producer's: {@code sluice <policy>} over
 * all of it, and in it {@code stage}, {@code admit}, {@code forward} and {@code settle}. Each ends
 * at the instant that it is named after and begins where the one before it ended; {@code stage} has
 * no length. The only class that knows OpenTelemetry, so that it is loaded only where that is
 * there. Thread-safe as its tracer is.
 */
final class SpanWriter implements Tracing {
  private static final Logger LOG = System.getLogger(SpanWriter.class.getName());

  private static final TextMapGetter<Map<String, String>> GETTER =
      new TextMapGetter<>() {
        @Override
        public Iterable<String> keys(Map<String, String> carrier) {
          return carrier.keySet();
        }

        @Override
        public @Nullable String get(@Nullable Map<String, String> carrier, String key) {
          return carrier == null ? null : carrier.get(key);
        }
      };

  private final Tracer tracer;
  private final IntFunction<String> policyNames;

  /**
   * A writer.
   *
   * @param tracer decides by its sampler what is kept
   * @param policyNames a policy's name by its number
   */
  SpanWriter(Tracer tracer, IntFunction<String> policyNames) {
    this.tracer = tracer;
    this.policyNames = policyNames;
  }

  /** To where the server or the agent sends spans. */
  static SpanWriter ofGlobal(IntFunction<String> policyNames) {
    return new SpanWriter(GlobalOpenTelemetry.getTracer("sluice"), policyNames);
  }

  @Override
  public List<AttemptTrace> read(Connection connection, long[] ids, int[] attempts)
      throws SQLException {
    return AttemptTrace.read(connection, ids, attempts);
  }

  @Override
  public void tell(List<EndedAttempt> ended) {
    for (EndedAttempt attempt : ended) {
      try {
        spans(attempt);
      } catch (RuntimeException e) {
        LOG.log(
            Level.DEBUG, "job=" + attempt.trace().jobId() + " event=spans-failed cause=" + e, e);
      }
    }
  }

  private void spans(EndedAttempt ended) {
    AttemptTrace trace = ended.trace();
    Context producer =
        W3CTraceContextPropagator.getInstance().extract(Context.root(), trace.context(), GETTER);
    if (!Span.fromContext(producer).getSpanContext().isValid()) {
      return;
    }
    Instant staged = trace.times().staged();
    Instant settled = latest(trace.times().settled(), staged);
    Instant admitted = within(trace.times().admitted(), staged, settled);
    Instant forwarded = within(forwarded(ended), admitted, settled);
    String policy = policyNames.apply(trace.policyId());
    Span whole =
        tracer
            .spanBuilder("sluice " + policy)
            .setParent(producer)
            .setStartTimestamp(staged)
            .setAttribute("sluice.policy", policy)
            .setAttribute("sluice.namespace", trace.namespace())
            .setAttribute("sluice.job.id", Long.toString(trace.jobId()))
            .setAttribute("sluice.attempt", trace.attempt())
            .setAttribute("sluice.outcome", ended.outcome().word())
            .startSpan();
    Context inside = producer.with(whole);
    if (trace.attempt() == 1) {
      step(inside, "stage", staged, staged).end(staged);
    }
    step(inside, "admit", staged, admitted).end(admitted);
    step(inside, "forward", admitted, forwarded).end(forwarded);
    Span settle = step(inside, "settle", forwarded, settled);
    if (ended.startedAt() != null) {
      settle.addEvent("started", within(ended.startedAt(), admitted, settled));
    }
    if (ended.outcome() != Outcome.SUCCESS && ended.outcome() != Outcome.LATER) {
      settle.setStatus(StatusCode.ERROR, ended.outcome().word());
      whole.setStatus(StatusCode.ERROR, ended.outcome().word());
    }
    settle.end(settled);
    whole.end(settled);
  }

  private Span step(Context parent, String name, Instant begin, Instant end) {
    return tracer.spanBuilder(name).setParent(parent).setStartTimestamp(begin).startSpan();
  }

  /** A worker may be quicker than the word that the broker has its message. */
  private static Instant forwarded(EndedAttempt ended) {
    AttemptTrace.Times times = ended.trace().times();
    if (times.forwarded() != null) {
      return times.forwarded();
    }
    return ended.startedAt() == null ? times.settled() : ended.startedAt();
  }

  private static Instant within(Instant instant, Instant from, Instant to) {
    return latest(instant.isAfter(to) ? to : instant, from);
  }

  private static Instant latest(Instant one, Instant other) {
    return one.isAfter(other) ? one : other;
  }
}
