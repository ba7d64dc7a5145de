package sluice.web.audit;

import jakarta.json.JsonObject;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import sluice.ejb.audit.AuditEntry;
import sluice.ejb.json.JsonText;

/**
 * An entry of the audit as a row.
 *
 * @param entry number, time, who and what
 * @param link where its subject has a page
 * @param changes members that differ between before and after
 */
public record AuditLine(Entry entry, Link link, List<Change> changes) {
  private static final int LONGEST = 400;

  /** What was done; {@code reason} is empty where none was given. */
  public record Entry(
      long id, Instant at, String actor, String action, String subject, String reason) {}

  /**
   * A page of the subject, by the parameters of its address.
   *
   * @param kind {@code policy}, {@code job}, {@code namespace}; empty: it has no page
   * @param name its name
   */
  public record Link(String kind, String name) {}

  /** A member before and after; {@code –} where there was or is none. */
  public record Change(String member, String before, String after) {}

  static AuditLine of(AuditEntry entry) {
    String reason = entry.getReason();
    return new AuditLine(
        new Entry(
            entry.getId(),
            entry.getAt(),
            entry.getActor(),
            entry.getAction(),
            entry.getSubject(),
            reason == null ? "" : reason),
        link(entry.getSubject()),
        changes(entry.getBefore(), entry.getAfter()));
  }

  private static Link link(String subject) {
    int colon = subject.indexOf(':');
    String kind = colon < 0 ? "" : subject.substring(0, colon);
    String name = subject.substring(colon + 1);
    return switch (kind) {
      case "policy", "job", "namespace" -> new Link(kind, name);
      case "partition" -> new Link("policy", name.substring(0, Math.max(0, name.indexOf('/'))));
      default -> new Link("", subject);
    };
  }

  /** Members that differ, by name. */
  static List<Change> changes(@Nullable String before, @Nullable String after) {
    JsonObject was = before == null ? JsonValue.EMPTY_JSON_OBJECT : JsonText.object(before);
    JsonObject is = after == null ? JsonValue.EMPTY_JSON_OBJECT : JsonText.object(after);
    Set<String> members = new TreeSet<>(was.keySet());
    members.addAll(is.keySet());
    List<Change> changes = new ArrayList<>();
    for (String member : members) {
      JsonValue one = was.get(member);
      JsonValue other = is.get(member);
      if (one == null || !one.equals(other)) {
        changes.add(new Change(member, text(one), text(other)));
      }
    }
    return List.copyOf(changes);
  }

  private static String text(@Nullable JsonValue value) {
    if (value == null || value == JsonValue.NULL) {
      return "–";
    }
    String text = value instanceof JsonString string ? string.getString() : value.toString();
    return text.length() > LONGEST ? text.substring(0, LONGEST) + "…" : text;
  }
}
