package sluice.ejb.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.sdk.testing.junit5.OpenTelemetryExtension;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TraceSettingsTest {
  @RegisterExtension
  static final OpenTelemetryExtension TELEMETRY = OpenTelemetryExtension.create();

  private static final IntFunction<String> NAMES = id -> "p" + id;

  private static Function<String, Optional<String>> settings(Map<String, String> values) {
    return name -> Optional.ofNullable(values.get(name)).filter(v -> !v.isEmpty());
  }

  @ParameterizedTest
  @CsvSource({
    "'', '', false",
    "'', true, false",
    "'', false, true",
    "true, '', true",
    "true, true, true",
    "false, false, false"
  })
  void traces_are_on_where_the_server_writes_spans_unless_the_setting_says_otherwise(
      String own, String servers, boolean on) {
    Tracing tracing =
        TraceSettings.open(
            settings(Map.of("sluice.traces", own, "otel.sdk.disabled", servers)), NAMES);
    assertThat(tracing != Tracing.OFF).isEqualTo(on);
  }

  @Test
  void without_open_telemetry_on_the_class_path_they_are_off_and_nothing_fails() throws Exception {
    URL classes = TraceSettings.class.getProtectionDomain().getCodeSource().getLocation();
    try (URLClassLoader bare = new WithoutTelemetry(classes)) {
      Class<?> there = bare.loadClass(TraceSettings.class.getName());
      Method open = there.getMethod("open", Function.class, IntFunction.class);
      Object tracing = open.invoke(null, settings(Map.of("sluice.traces", "true")), NAMES);
      assertThat(tracing.getClass().getClassLoader()).isSameAs(bare);
      assertThat(tracing)
          .isSameAs(bare.loadClass(Tracing.class.getName()).getField("OFF").get(null));
    }
  }

  /** Has the program's classes of its own, and no OpenTelemetry. */
  private static final class WithoutTelemetry extends URLClassLoader {
    WithoutTelemetry(URL classes) {
      super(new URL[] {classes}, TraceSettingsTest.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (name.startsWith("io.opentelemetry.")) {
        throw new ClassNotFoundException(name);
      }
      if (!name.startsWith("sluice.ejb.trace.")) {
        return super.loadClass(name, resolve);
      }
      Class<?> loaded = findLoadedClass(name);
      return loaded == null ? findClass(name) : loaded;
    }
  }
}
