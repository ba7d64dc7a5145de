package sluice.web.show;

import jakarta.json.Json;
import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonObject;
import org.jspecify.annotations.Nullable;
import sluice.core.explain.Explanation;
import sluice.core.explain.GateVerdict;
import sluice.core.reason.Reason;
import sluice.ejb.explain.Explained;
import sluice.ejb.explain.Holder;
import sluice.ejb.explain.JobExplained;
import sluice.ejb.observe.JobView;

/** Why something waits, as JSON. Stateless. */
public final class ExplainJson {
  private ExplainJson() {}

  /** A living job. */
  public static JsonObject job(JobExplained job) {
    ObjectText json =
        head(job.id(), job.state(), job.explained() != null)
            .with("policy", job.labels().policy())
            .with("namespace", job.labels().namespace())
            .with("expiresAt", job.labels().expiresAt())
            .with("moving", job.labels().moving())
            .with("position", position(job.position()));
    Explained explained = job.explained();
    return (explained == null ? json : why(json, explained)).build();
  }

  /** A job that is dead or over. */
  public static JsonObject over(JobView job) {
    return head(job.id(), job.state(), false)
        .with("policy", job.labels().policy())
        .with("namespace", job.labels().namespace())
        .build();
  }

  /** The first job of a lane, or the next of a partition. */
  public static JsonObject next(Explained explained) {
    boolean waits = explained.why().reason() != Reason.FAIR_TURN;
    return why(new ObjectText().with("waiting", waits), explained).build();
  }

  static @Nullable String name(@Nullable Reason reason) {
    return reason == null ? null : reason.name();
  }

  private static ObjectText head(long id, String state, boolean waiting) {
    return new ObjectText()
        .with("id", Long.toString(id))
        .with("state", state)
        .with("waiting", waiting);
  }

  private static @Nullable JsonObject position(JobExplained.@Nullable Position position) {
    return position == null
        ? null
        : new ObjectText()
            .with("aheadInLane", position.aheadInLane())
            .with("aheadInLaneIsLowerBound", position.aheadInLane() >= JobExplained.COUNTED)
            .with("sharesAhead", position.sharesAhead())
            .with("sharesAheadIsLowerBound", position.sharesAhead() >= JobExplained.COUNTED)
            .build();
  }

  private static ObjectText why(ObjectText json, Explained explained) {
    Explanation why = explained.why();
    GateVerdict holder = why.holder();
    JsonArrayBuilder holders = Json.createArrayBuilder();
    explained.holders().forEach(one -> holders.add(holder(one)));
    return json.with("reason", why.reason().name())
        .with("sentence", why.reason().sentence())
        .with("gate", holder == null ? null : holder.gate())
        .with("notBefore", why.notBefore())
        .with("advice", why.advice())
        .json("gates", FiguresJson.array(why.gates(), ExplainJson::gate))
        .json("holders", holders.build())
        .with("readAt", explained.readAt());
  }

  private static JsonObject gate(GateVerdict gate) {
    return new ObjectText()
        .with("source", gate.gate())
        .with("type", gate.type())
        .with("key", gate.key())
        .with("holds", gate.holds())
        .with("reason", name(gate.reason()))
        .with("used", gate.usage().used())
        .with("limit", gate.usage().limit())
        .with("room", gate.room() == Integer.MAX_VALUE ? null : gate.room())
        .with("changesAt", gate.changesAt())
        .build();
  }

  private static JsonObject holder(Holder holder) {
    return new ObjectText()
        .with("id", Long.toString(holder.id()))
        .with("policy", holder.policy())
        .with("namespace", holder.namespace())
        .with("jobKey", holder.jobKey())
        .with("admittedAt", holder.times().admittedAt())
        .with("leaseExpiresAt", holder.times().leaseExpiresAt())
        .build();
  }
}
