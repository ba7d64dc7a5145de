package sluice.standalone;

import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * The standalone program's entry, called by {@code ./sluice run} and {@code ./sluice demo}. Exit
 * codes: 0 stopped on request, 1 a part did not start, 2 refused before anything was started.
 */
public final class Sluice {

  static final int STOPPED = 0;
  static final int FAILED = 1;
  static final int REFUSED = 2;

  private static final Duration STOP_WITHIN = Duration.ofSeconds(25);

  private Sluice() {}

  /** Runs until it is asked to stop by SIGTERM or SIGINT. */
  public static void main(String[] arguments) {
    System.exit(run(List.of(arguments), System.getenv(), Path.of(""), System.out, System.err));
  }

  /** As {@link #main}, with everything it takes from the process given; returns the exit code. */
  static int run(
      List<String> arguments,
      Map<String, String> environment,
      Path caller,
      PrintStream out,
      PrintStream err) {
    if (arguments.stream().anyMatch(List.of("help", "--help", "-h")::contains)) {
      out.print(Options.USAGE);
      return STOPPED;
    }
    try {
      Options options = Options.parse(arguments, environment, caller);
      Launcher launcher = new Launcher(options, caller, new Console(out));
      Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(launcher), "stop"));
      launcher.run();
      return STOPPED;
    } catch (StartRefusedException refused) {
      err.println(refused.getMessage());
      return REFUSED;
    } catch (StartFailedException failed) {
      err.println(failed.getMessage());
      return FAILED;
    } catch (RuntimeException fault) {
      System.getLogger(Sluice.class.getName())
          .log(System.Logger.Level.ERROR, "launcher fault", fault);
      err.printf("Sluice stopped because of a fault of its own: %s; see launcher.log.%n", fault);
      return FAILED;
    }
  }

  /**
   * Runs when the process is told to end. After a stop on request the exit code is 0, not the
   * signal's. After an end of its own accord everything is stopped by now, and the exit code stays
   * what it is.
   */
  private static void stop(Launcher launcher) {
    if (launcher.isDone()) {
      return;
    }
    boolean inTime = launcher.stop(STOP_WITHIN);
    Runtime.getRuntime().halt(inTime ? STOPPED : FAILED);
  }
}
