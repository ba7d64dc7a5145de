package sluice.web.show;

import jakarta.json.Json;
import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonObject;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import sluice.core.hint.Hint;
import sluice.ejb.json.JsonText;
import sluice.ejb.observe.Lag;
import sluice.ejb.observe.Minute;
import sluice.ejb.observe.Observations;
import sluice.ejb.observe.Observations.Ended;
import sluice.ejb.observe.Stats;
import sluice.ejb.observe.TickTimes;

/** Observations, lags, ticks and hints as JSON. Stateless. */
public final class ObservationsJson {
  private ObservationsJson() {}

  /** A page of partitions and the policy's minutes. */
  public static JsonObject of(Observations observations) {
    JsonArrayBuilder minutes = Json.createArrayBuilder();
    observations.minutes().forEach(minute -> minutes.add(minute(minute)));
    ObjectText page = new ObjectText();
    FiguresJson.page(observations.partitions(), ObservationsJson::partition).forEach(page::json);
    return page.with("since", observations.since()).json("minutes", minutes.build()).build();
  }

  /** A gap has nulls, not zeros. */
  private static JsonObject minute(Minute minute) {
    Minute.Seen seen = minute.seen();
    Stats.Flow jobs = seen == null ? null : seen.jobs();
    return new ObjectText()
        .with("at", minute.at())
        .with("accepted", jobs == null ? null : jobs.accepted())
        .with("admitted", jobs == null ? null : jobs.admitted())
        .with("finished", jobs == null ? null : jobs.finished())
        .with("failed", jobs == null ? null : jobs.failed())
        .with("dead", jobs == null ? null : jobs.dead())
        .with("lagMeanMs", seen == null ? null : seen.lagMeanMs())
        .build();
  }

  private static JsonObject partition(Observations.OfPartition partition) {
    Ended all = partition.figures();
    return new ObjectText()
        .with("source", partition.gate())
        .with("key", partition.key())
        .with("completed", all.completed())
        .with("failed", all.failed())
        .with("lagMeanMs", all.lagMeanMs())
        .with("lagMaxMs", all.lagMaxMs())
        .with("currentMax", partition.currentMax())
        .json(
            "minutes",
            new ObjectText()
                .json("completed", series(partition.minutes(), Ended::completed))
                .json("failed", series(partition.minutes(), Ended::failed))
                .json("lagMeanMs", series(partition.minutes(), Ended::lagMeanMs))
                .build())
        .build();
  }

  private static jakarta.json.JsonArray series(
      List<@Nullable Ended> minutes, Function<Ended, @Nullable Object> figure) {
    JsonArrayBuilder series = Json.createArrayBuilder();
    minutes.forEach(m -> series.add(JsonText.value(m == null ? null : figure.apply(m))));
    return series.build();
  }

  static JsonObject lag(Lag lag) {
    return new ObjectText()
        .with("p50Ms", lag.percentileMs(0.5))
        .with("p95Ms", lag.percentileMs(0.95))
        .with("p99Ms", lag.percentileMs(0.99))
        .build();
  }

  static JsonObject ticks(TickTimes ticks) {
    return new ObjectText()
        .with("count", ticks.count())
        .with("meanMs", ticks.meanMs())
        .with("p95Ms", ticks.p95Ms())
        .with("maxMs", ticks.maxMs())
        .build();
  }

  /** A hint; {@code text} is the sentence and the knob. */
  public static JsonObject hint(Hint hint) {
    return new ObjectText()
        .with("severity", hint.severity().name())
        .with("rule", hint.rule().name())
        .with("sentence", hint.sentence())
        .with("knob", hint.knob())
        .with("text", hint.text())
        .build();
  }
}
