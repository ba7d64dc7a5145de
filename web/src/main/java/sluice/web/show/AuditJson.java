package sluice.web.show;

import jakarta.json.JsonObject;
import jakarta.json.JsonValue;
import java.util.List;
import org.jspecify.annotations.Nullable;
import sluice.ejb.audit.AuditEntry;
import sluice.ejb.json.JsonText;

/** The audit as JSON. Stateless. */
public final class AuditJson {
  private AuditJson() {}

  /**
   * A page, newest first.
   *
   * @param more {@code next} names the last entry, for the page behind it
   */
  public static JsonObject page(List<AuditEntry> entries, boolean more) {
    return new ObjectText()
        .json("items", FiguresJson.array(entries, AuditJson::entry))
        .with("next", more ? Long.toString(entries.getLast().getId()) : null)
        .build();
  }

  private static JsonObject entry(AuditEntry entry) {
    return new ObjectText()
        .with("id", Long.toString(entry.getId()))
        .with("at", entry.getAt())
        .with("actor", entry.getActor())
        .with("action", entry.getAction())
        .with("subject", entry.getSubject())
        .with("reason", entry.getReason())
        .json("before", state(entry.getBefore()))
        .json("after", state(entry.getAfter()))
        .build();
  }

  private static JsonValue state(@Nullable String json) {
    return json == null ? JsonValue.NULL : JsonText.object(json);
  }
}
