package sluice.web.job;

import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The trace that a request belongs to (W3C Trace Context): it goes with the job as properties, and
 * the worker's message has them. Immutable.
 *
 * @param parent which span asked; null = none
 * @param state what tracing systems add; null = nothing
 */
public record TraceContext(@Nullable String parent, @Nullable String state) {
  /** Header and property of the same name. */
  public static final String PARENT = "traceparent";

  /** Header and property of the same name. */
  public static final String STATE = "tracestate";

  /** No trace. */
  public static final TraceContext NONE = new TraceContext(null, null);

  private static final Pattern FORM =
      Pattern.compile(
          "(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(-[\\x21-\\x7e]{0,200})?");
  private static final int LONGEST_STATE = 512;

  /** From headers; what is not well-formed is no trace, and no fault of the job. */
  public static TraceContext of(@Nullable String parent, @Nullable String state) {
    if (parent == null || !FORM.matcher(parent).matches()) {
      return NONE;
    }
    boolean fit =
        state != null
            && !state.isBlank()
            && state.length() <= LONGEST_STATE
            && state.chars().allMatch(c -> c >= 0x20 && c <= 0x7e);
    return new TraceContext(parent, fit ? state : null);
  }

  /** Adds the trace, unless the job brings its own. */
  void addTo(Map<String, @Nullable Object> properties) {
    if (parent == null || properties.containsKey(PARENT)) {
      return;
    }
    properties.put(PARENT, parent);
    if (state == null) {
      properties.remove(STATE);
    } else {
      properties.put(STATE, state);
    }
  }
}
