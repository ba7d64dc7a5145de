package sluice.standalone;

import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;

/**
 * The launcher's lines on the terminal: what was started, where and how long it took. They are its
 * interface.
 */
final class Console {

  private final PrintStream out;

  Console(PrintStream out) {
    this.out = out;
  }

  /** One line. */
  synchronized void say(String line) {
    out.println(line);
    out.flush();
  }

  /** One line that a part is up: {@code PostgreSQL started in 0.8 s on port 54329}. */
  void started(String part, Duration took, String where) {
    say(
        String.format(
            Locale.ROOT, "%s started in %.1f s %s", part, took.toMillis() / 1000.0, where));
  }
}
