package sluice.web.show;

import jakarta.json.JsonArray;
import jakarta.json.JsonObject;
import java.util.List;
import sluice.core.policy.DocumentDiff;
import sluice.core.policy.PolicyDocument;
import sluice.ejb.control.Forced;
import sluice.ejb.control.Impact;
import sluice.ejb.json.JsonText;
import sluice.ejb.policy.PolicyVersion;

/** Versions of policies, and what acts on a policy did or would do, as JSON. Stateless. */
public final class VersionJson {
  private VersionJson() {}

  /** Versions without their documents. */
  public static JsonArray list(List<PolicyVersion> versions) {
    return FiguresJson.array(versions, version -> head(version).build());
  }

  /** A version with its document. */
  public static JsonObject whole(PolicyVersion version) {
    return head(version).json("document", JsonText.object(version.getDefinition())).build();
  }

  /** What differs between two versions. */
  public static JsonObject diff(String policy, PolicyVersion older, PolicyVersion newer) {
    List<DocumentDiff.Change> changes =
        DocumentDiff.of(
            PolicyDocument.parse(older.getDefinition()),
            PolicyDocument.parse(newer.getDefinition()));
    return new ObjectText()
        .with("name", policy)
        .with("from", older.getVersion())
        .with("to", newer.getVersion())
        .json("changes", FiguresJson.array(changes, VersionJson::change))
        .build();
  }

  /** What an operator let past the gates. */
  public static JsonObject forced(String policy, Forced forced) {
    return new ObjectText()
        .with("name", policy)
        .with("admitted", forced.admitted())
        .with("message", forced.message())
        .with("paused", forced.paused())
        .with("pending", forced.left().pending())
        .with("scheduled", forced.left().scheduled())
        .with("pastLimits", forced.past().size())
        .json(
            "partitionsPastLimit",
            FiguresJson.array(
                forced.past().stream().limit(Forced.SHOWN).toList(), VersionJson::past))
        .build();
  }

  /** What a new version would change. */
  public static JsonObject impact(Impact impact) {
    return new ObjectText()
        .with("goNow", impact.goNow())
        .with("wouldGo", impact.wouldGo())
        .with("wouldGoUnknownBecause", impact.unknownBecause())
        .with("isLowerBound", impact.lowerBound())
        .json("overLimit", FiguresJson.array(impact.overLimit().first(), VersionJson::over))
        .with("overLimitTotal", impact.overLimit().total())
        .with("overLimitIsLowerBound", !impact.overLimit().complete())
        .build();
  }

  private static ObjectText head(PolicyVersion version) {
    return new ObjectText()
        .with("version", version.getVersion())
        .with("author", version.getAuthor())
        .with("reason", version.getReason())
        .with("createdAt", version.getCreatedAt());
  }

  private static JsonObject change(DocumentDiff.Change change) {
    return new ObjectText()
        .with("path", change.path())
        .with("before", change.before())
        .with("after", change.after())
        .build();
  }

  private static JsonObject past(Forced.Past past) {
    return new ObjectText()
        .with("source", past.gate())
        .with("key", past.key())
        .with("reason", past.reason())
        .with("limit", past.limit())
        .with("inFlight", past.inFlight())
        .build();
  }

  private static JsonObject over(Impact.Over over) {
    return new ObjectText()
        .with("source", over.gate())
        .with("key", over.key())
        .with("inFlight", over.inFlight())
        .with("limit", over.limit())
        .build();
  }
}
