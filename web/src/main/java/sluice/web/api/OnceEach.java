package sluice.web.api;

import jakarta.json.Json;
import jakarta.json.stream.JsonParser;
import java.io.StringReader;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Looks for a field that stands twice in one JSON object, of which a reader would silently take the
 * last. Stateless.
 */
final class OnceEach {
  private OnceEach() {}

  /**
   * The path of the first field that stands twice.
   *
   * @param text well-formed JSON
   */
  static Optional<String> twice(String text) {
    Deque<Set<String>> open = new ArrayDeque<>();
    Deque<String> path = new ArrayDeque<>();
    try (JsonParser json = Json.createParser(new StringReader(text))) {
      while (json.hasNext()) {
        switch (json.next()) {
          case START_OBJECT, START_ARRAY -> {
            open.push(new HashSet<>());
            path.addLast("");
          }
          case END_OBJECT, END_ARRAY -> {
            open.pop();
            path.removeLast();
          }
          case KEY_NAME -> {
            String name = json.getString();
            path.removeLast();
            path.addLast(name);
            if (!open.element().add(name)) {
              return Optional.of(path(path));
            }
          }
          default -> {}
        }
      }
    }
    return Optional.empty();
  }

  private static String path(Deque<String> names) {
    return String.join(".", names.stream().filter(name -> !name.isEmpty()).toList());
  }
}
