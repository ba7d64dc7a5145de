package sluice.core.policy;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import sluice.core.expression.Shown;

/** YAML or JSON text to a map. Used once, by one thread. */
final class DocumentText {
  private static final int MAX_DEPTH = 20;
  private static final int MAX_ALIASES = 50;
  private static final String ALLOWED = "one YAML or JSON mapping of fields to values";

  private final String text;

  DocumentText(String text) {
    this.text = text;
  }

  Map<String, Object> parse() {
    int bytes =
        text.length() > PolicyDocument.MAX_LENGTH
            ? text.length()
            : text.getBytes(StandardCharsets.UTF_8).length;
    if (bytes > PolicyDocument.MAX_LENGTH) {
      throw refused(
          bytes + " bytes", "at most 1 MiB (1048576 bytes); a policy has a few hundred lines");
    }
    LoadSettings settings =
        LoadSettings.builder()
            .setLabel("policy")
            .setAllowDuplicateKeys(false)
            .setAllowRecursiveKeys(false)
            .setAllowNonScalarKeys(false)
            .setMaxAliasesForCollections(MAX_ALIASES)
            .setCodePointLimit(PolicyDocument.MAX_LENGTH)
            .setEnvConfig(Optional.empty())
            .build();
    Object document;
    try {
      checkShape(settings);
      document = new Load(settings).loadFromString(text);
    } catch (YamlEngineException | IllegalArgumentException e) {
      throw refused(
          place(e), "the document can't be read: " + reason(e) + "; " + ALLOWED + " is allowed");
    }
    if (!(document instanceof Map<?, ?> map)) {
      throw refused(
          Fields.shown(document), "the document is no mapping; " + ALLOWED + " is allowed");
    }
    return fields(map);
  }

  /** The events come without recursion, the values do not: so depth is bounded first. */
  private void checkShape(LoadSettings settings) {
    int depth = 0;
    int aliases = 0;
    int documents = 0;
    for (Event event : new Parse(settings).parseString(text)) {
      switch (event.getEventId()) {
        case MappingStart, SequenceStart -> depth++;
        case MappingEnd, SequenceEnd -> depth--;
        case Alias -> aliases++;
        case DocumentStart -> documents++;
        default -> {}
      }
      if (depth > MAX_DEPTH) {
        throw refused(depth + " levels", "at most " + MAX_DEPTH + " levels; a policy has three");
      }
      if (aliases > MAX_ALIASES) {
        throw refused(
            aliases + " aliases", "at most " + MAX_ALIASES + " aliases; write the values out");
      }
      if (documents > 1) {
        throw refused("several documents (---)", "one policy a document");
      }
    }
  }

  private static Map<String, Object> fields(Map<?, ?> map) {
    Map<String, Object> fields = new LinkedHashMap<>();
    map.forEach((name, value) -> fields.put(fieldName(name), value));
    return fields;
  }

  private static String fieldName(@Nullable Object name) {
    if (name instanceof String text) {
      return text;
    }
    throw refused(Fields.shown(name), "the name of a field is a text; put it in quotation marks");
  }

  /** Where reading stopped; the whole text where the reader does not say. */
  private static String place(Exception e) {
    Optional<Mark> mark =
        e instanceof MarkedYamlEngineException marked ? marked.getProblemMark() : Optional.empty();
    return mark.map(at -> "line " + (at.getLine() + 1) + ", column " + (at.getColumn() + 1))
        .orElse("the text");
  }

  private static String reason(Exception e) {
    return Shown.shortened(
        e instanceof MarkedYamlEngineException marked
            ? String.valueOf(marked.getProblem())
            : String.valueOf(e.getMessage()));
  }

  private static InvalidPolicy refused(String value, String allowed) {
    return new InvalidPolicy(List.of(new Fault("", value, allowed)));
  }
}
