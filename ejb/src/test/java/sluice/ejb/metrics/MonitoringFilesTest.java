package sluice.ejb.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import sluice.ejb.json.JsonText;

/**
 * The files for Prometheus and Grafana, as these read them; their names: {@link MetricsTextTest}.
 */
class MonitoringFilesTest {
  private static final Path FOLDER = Path.of("../payara-config/src/main/resources/monitoring");

  @SuppressWarnings("unchecked")
  private static List<Map<String, Object>> rules() throws IOException {
    Object file =
        new Load(LoadSettings.builder().build())
            .loadFromString(Files.readString(FOLDER.resolve("alerts.yaml")));
    List<Map<String, Object>> groups =
        (List<Map<String, Object>>) ((Map<String, Object>) file).get("groups");
    return (List<Map<String, Object>>) groups.getFirst().get("rules");
  }

  @Test
  void there_is_an_alert_for_each_thing_that_somebody_must_look_at() throws IOException {
    List<String> asked = rules().stream().map(rule -> (String) rule.get("expr")).toList();
    for (String metric :
        List.of(
            "sluice_policy_stalled",
            "sluice_auditor_difference",
            "sluice_outbox_oldest_age_seconds",
            "sluice_queue_lag_seconds",
            "sluice_jobs_died_total",
            "sluice_database_up",
            "sluice_timer_last_success_age_seconds")) {
      assertThat(asked).as(metric).anyMatch(expression -> expression.contains(metric));
    }
  }

  @Test
  void every_alert_says_how_bad_it_is_and_what_to_do() throws IOException {
    Set<Object> names = new HashSet<>();
    for (Map<String, Object> rule : rules()) {
      assertThat(names.add(rule.get("alert"))).as("%s once", rule.get("alert")).isTrue();
      assertThat(rule.get("labels").toString()).matches("\\{severity=(warning|critical)}");
      Map<?, ?> told = (Map<?, ?>) rule.get("annotations");
      assertThat(told.get("summary")).asString().isNotBlank();
      assertThat(told.get("action")).asString().isNotBlank();
      String expression = (String) rule.get("expr");
      assertThat(expression.chars().filter(c -> c == '(').count())
          .isEqualTo(expression.chars().filter(c -> c == ')').count());
    }
  }

  @Test
  void every_panel_of_the_dashboard_asks_for_something_in_a_unit() throws IOException {
    JsonObject board = JsonText.object(Files.readString(FOLDER.resolve("grafana-dashboard.json")));
    List<JsonObject> panels = board.getJsonArray("panels").getValuesAs(JsonObject.class);
    assertThat(panels).hasSizeGreaterThan(10);
    Set<Integer> ids = new HashSet<>();
    for (JsonObject panel : panels) {
      String title = panel.getString("title");
      assertThat(ids.add(panel.getInt("id"))).as(title).isTrue();
      assertThat(panel.getJsonObject("fieldConfig").getJsonObject("defaults").getString("unit"))
          .as(title)
          .isNotBlank();
      assertThat(panel.getJsonArray("targets").getValuesAs(JsonObject.class))
          .as(title)
          .isNotEmpty()
          .allSatisfy(target -> assertThat(target.getString("expr")).contains("sluice_"));
    }
  }
}
