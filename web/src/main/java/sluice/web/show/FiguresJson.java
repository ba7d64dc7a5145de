package sluice.web.show;

import jakarta.json.Json;
import jakarta.json.JsonArray;
import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonObject;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import sluice.core.admission.FairLag;
import sluice.core.gate.CapChange;
import sluice.core.hint.Hint;
import sluice.ejb.json.JsonText;
import sluice.ejb.observe.LaneView;
import sluice.ejb.observe.PageOf;
import sluice.ejb.observe.PartitionView;
import sluice.ejb.observe.PolicyFigures;
import sluice.ejb.observe.Stats;

/** Figures as JSON. Stateless. */
public final class FiguresJson {
  private FiguresJson() {}

  /** A policy as the interface promises it. */
  public static JsonObject policy(PolicyFigures policy) {
    PolicyFigures.Head head = policy.head();
    PolicyFigures.Alive alive = policy.counts().alive();
    PolicyFigures.Ended ended = policy.counts().ended();
    PolicyFigures.Recent recent = policy.recent();
    return new ObjectText()
        .with("name", head.name())
        .with("version", head.version())
        .with("paused", head.paused())
        .json("document", JsonText.object(head.document()))
        .with("pending", alive.pending())
        .with("scheduled", alive.scheduled())
        .with("inFlight", alive.inFlight())
        .with("dead", ended.dead())
        .with("completed24h", recent.completed24h())
        .with("failed24h", recent.failed24h())
        .with("oldestEligibleAt", policy.waiting().oldestEligibleAt())
        .with("stale", policy.waiting().stale())
        .with("deniedByReason", recent.deniedByReason())
        .json("fairness", fairness(recent.fairLag()))
        .with("accepted", policy.counts().accepted())
        .with("finished", ended.finished())
        .with("cancelled", ended.cancelled())
        .with("expired", ended.expired())
        .with("inFiles", head.inFiles())
        .with("lastTickAt", recent.lastTickAt())
        .build();
  }

  /**
   * The largest lag measured, beside its bound, in jobs of weight 1; nulls if never two had work.
   */
  private static JsonObject fairness(FairLag lag) {
    boolean measured = lag.bound() > 0;
    return new ObjectText()
        .with("largestLag", measured ? lag.lag() : null)
        .with("bound", measured ? lag.bound() : null)
        .build();
  }

  /** A page of rows. */
  public static <T> JsonObject page(PageOf<T> page, Function<T, JsonObject> row) {
    return new ObjectText()
        .json("items", array(page.rows(), row))
        .with("page", page.asked().number())
        .with("size", page.asked().size())
        .with("sort", page.asked().sort())
        .with("dir", page.asked().descending() ? "desc" : "asc")
        .with("total", page.total())
        .with("totalIsLowerBound", page.more())
        .build();
  }

  /** All rows as an array. */
  public static <T> JsonArray array(List<T> rows, Function<T, JsonObject> row) {
    JsonArrayBuilder array = Json.createArrayBuilder();
    rows.forEach(each -> array.add(row.apply(each)));
    return array.build();
  }

  /** A partition. {@code source} is its gate. */
  public static JsonObject partition(PartitionView partition) {
    PartitionView.Limit limit = partition.limit();
    PartitionView.ByHand override = partition.said().override();
    return new ObjectText()
        .with("source", partition.gate())
        .with("key", partition.key())
        .with("type", limit.type())
        .with("inFlight", partition.inFlight())
        .with("limit", limit.limit())
        .with("tokens", limit.tokens())
        .with("currentMax", limit.currentMax())
        .with("ewmaLagMs", limit.ewmaLagMs())
        .with("closedUntil", partition.closedUntil())
        .with("reason", ExplainJson.name(partition.door().reason()))
        .with("capChange", capChange(partition.door().capChange()))
        .with("override", override == null ? null : byHand(override))
        .with("paused", partition.said().paused())
        .with("pausedReason", partition.said().pausedReason())
        .build();
  }

  private static JsonObject byHand(PartitionView.ByHand override) {
    return new ObjectText()
        .with("limit", override.limit())
        .with("reason", override.reason())
        .with("expiresAt", override.expiresAt())
        .build();
  }

  private static @Nullable JsonObject capChange(@Nullable CapChange change) {
    return change == null
        ? null
        : new ObjectText()
            .with("from", change.from())
            .with("cause", change.cause().name())
            .with("at", change.at())
            .build();
  }

  /** A lane. */
  public static JsonObject lane(LaneView lane) {
    LaneView.Partition blockedBy = lane.state().blockedBy();
    return new ObjectText()
        .with("id", Long.toString(lane.id()))
        .with("namespace", lane.share().namespace())
        .with("share", lane.share().key())
        .with("weight", lane.share().weight())
        .json("partitions", array(lane.partitions(), FiguresJson::key))
        .with("pending", lane.pending())
        .with("ready", lane.state().ready())
        .with("blockedBy", blockedBy == null ? null : key(blockedBy))
        .with("wakeAt", lane.state().wakeAt())
        .build();
  }

  /** The whole, with what operators should know. */
  public static JsonObject stats(Stats stats, List<Hint> hints) {
    Stats.Flow flow = stats.lastMinute().jobs();
    ObjectText ticks = new ObjectText();
    stats
        .lastTicks()
        .forEach((policy, at) ->
            ticks.json(
                policy,
                new ObjectText()
                    .with("at", at)
                    .with("ageMs", Math.max(0, stats.readAt().toEpochMilli() - at.toEpochMilli()))
                    .build()));
    return new ObjectText()
        .json("totals", totals(stats.totals()))
        .json(
            "lastMinute",
            new ObjectText()
                .with("accepted", flow.accepted())
                .with("admitted", flow.admitted())
                .with("finished", flow.finished())
                .with("failed", flow.failed())
                .with("dead", flow.dead())
                .with("stale", stats.lastMinute().stale())
                .with("lagMeanMs", stats.lastMinute().lagMeanMs())
                .build())
        .json("lag", ObservationsJson.lag(stats.speed().lag()))
        .json("ticks", ObservationsJson.ticks(stats.speed().ticks()))
        .json("hints", array(hints, ObservationsJson::hint))
        .json(
            "outbox",
            new ObjectText()
                .with("oldestAt", stats.outbox().oldestAt())
                .with("ageMs", stats.outbox().ageMs())
                .build())
        .json("auditor", UpkeepJson.auditor(stats.upkeep()))
        .json("chores", UpkeepJson.chores(stats.upkeep()))
        .json("vacuumHeldBackBy", UpkeepJson.horizon(stats.upkeep()))
        .json("lastTicks", ticks.build())
        .with("readAt", stats.readAt())
        .build();
  }

  private static JsonObject totals(PolicyFigures.Counts counts) {
    return new ObjectText()
        .with("accepted", counts.accepted())
        .with("pending", counts.alive().pending())
        .with("scheduled", counts.alive().scheduled())
        .with("inFlight", counts.alive().inFlight())
        .with("finished", counts.ended().finished())
        .with("dead", counts.ended().dead())
        .with("cancelled", counts.ended().cancelled())
        .with("expired", counts.ended().expired())
        .build();
  }

  private static JsonObject key(LaneView.Partition partition) {
    return new ObjectText().with("source", partition.gate()).with("key", partition.key()).build();
  }
}
