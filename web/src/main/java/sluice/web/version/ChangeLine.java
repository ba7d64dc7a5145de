package sluice.web.version;

import java.util.List;
import org.jspecify.annotations.Nullable;
import sluice.core.policy.DocumentDiff;
import sluice.core.policy.PolicyDocument;
import sluice.ejb.json.JsonText;

/**
 * A difference between two documents as people read it.
 *
 * @param path the field
 * @param before what it said; empty = nothing
 * @param after what it says; empty = nothing
 */
public record ChangeLine(String path, String before, String after) {
  /** The differences between two documents, given as JSON or YAML text. */
  static List<ChangeLine> between(String older, String newer) {
    return DocumentDiff.of(PolicyDocument.parse(older), PolicyDocument.parse(newer)).stream()
        .map(change -> new ChangeLine(change.path(), text(change.before()), text(change.after())))
        .toList();
  }

  private static String text(@Nullable Object value) {
    if (value == null) {
      return "";
    }
    return value instanceof String text ? text : JsonText.value(value).toString();
  }
}
