package sluice.standalone;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What the application's log says of one start: everything that stands behind a place of the file.
 *
 * @param begin the file's length when the start began
 */
record StartLog(Path file, long begin) {
  private static final int LAST_LINES = 400;
  private static final int SHOWN = 5;

  /** The log of a start that begins now. */
  static StartLog from(Path file) throws IOException {
    return new StartLog(file, Files.exists(file) ? Files.size(file) : 0);
  }

  /** What goes on by the last step that it tells of. */
  String stage() {
    return StartStage.of(text());
  }

  /** Whether the server is done with starting, whatever became of the application. */
  boolean isServerUp() {
    return text().contains(StartStage.SERVER_IS_UP);
  }

  /** That policy files were refused, and where it says why; empty if none was. */
  Optional<String> refusedFiles() {
    return StartStage.refusedFiles(text(), file);
  }

  /** The last lines of the file that tell of an error, or else its last lines. */
  String lastErrors() {
    String tail = Command.tail(file, LAST_LINES);
    List<String> errors =
        tail.lines()
            .filter(line -> line.contains(" SEVERE ") || line.startsWith("Caused by:"))
            .toList();
    List<String> shown = errors.isEmpty() ? tail.lines().toList() : errors;
    return String.join("\n", shown.subList(Math.max(0, shown.size() - SHOWN), shown.size()));
  }

  private String text() {
    return Command.tailFrom(file, begin);
  }
}
