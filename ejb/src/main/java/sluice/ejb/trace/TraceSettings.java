package sluice.ejb.trace;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntFunction;

/**
 * Whether traces are on: {@code sluice.traces}, else whether the server's OpenTelemetry is ({@code
 * otel.sdk.disabled=false}, as MicroProfile Telemetry has it). Stateless.
 */
public final class TraceSettings {
  private static final Logger LOG = System.getLogger(TraceSettings.class.getName());

  private TraceSettings() {}

  /**
   * The tracing that the settings ask for; off, with a line in the log, if OpenTelemetry is not
   * there.
   *
   * @param setting a setting's text by its name
   * @param policyNames a policy's name by its number
   */
  public static Tracing open(
      Function<String, Optional<String>> setting, IntFunction<String> policyNames) {
    if (!wanted(setting)) {
      return Tracing.OFF;
    }
    try {
      Tracing spans = SpanWriter.ofGlobal(policyNames);
      LOG.log(Level.INFO, "traces=on");
      return spans;
    } catch (LinkageError e) {
      LOG.log(
          Level.WARNING,
          "traces=off cause=\"OpenTelemetry is not on the class path ({0}); add opentelemetry-api or unset sluice.traces\"",
          e.getMessage());
      return Tracing.OFF;
    }
  }

  static boolean wanted(Function<String, Optional<String>> setting) {
    return setting
        .apply("sluice.traces")
        .map(Boolean::parseBoolean)
        .orElseGet(
            () -> setting.apply("otel.sdk.disabled").map("false"::equalsIgnoreCase).orElse(false));
  }
}
