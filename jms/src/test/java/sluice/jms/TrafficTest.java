package sluice.jms;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import sluice.ejb.stage.StageRequest;

/** A broker of its own for each test, and the traffic with services that a test controls. */
abstract class TrafficTest {
  static final String INTAKE = "sluice.intake";
  static final String COMPLETION = "sluice.completion";
  static final String HEARTBEAT = "sluice.heartbeat";
  static final String REJECTED = "sluice.rejected";

  @TempDir Path folder;
  TestBroker broker;

  @SuppressWarnings("NullAway.Init") // made by startTraffic
  Traffic traffic;

  final FakeServices services = new FakeServices();

  @BeforeAll
  static void waitLongOnABusyMachine() {
    Awaitility.setDefaultTimeout(Duration.ofSeconds(30));
    Awaitility.setDefaultPollInterval(Duration.ofMillis(20));
  }

  @BeforeEach
  void startBroker() throws Exception {
    broker = new TestBroker(folder);
  }

  @AfterEach
  void stop() throws Exception {
    if (traffic != null) {
      traffic.close();
    }
    broker.close();
  }

  /** Begins to receive. */
  void startTraffic(Map<String, String> settings) {
    traffic = new Traffic(Settings.with(broker, settings), services.services(), Thread::new);
    traffic.start();
  }

  void startTraffic() {
    startTraffic(Map.of());
  }

  /** Sends n text messages for policy p with the texts 0, 1, 2… */
  void sendJobs(String queue, int n) {
    broker.sendTexts(
        queue,
        IntStream.range(0, n).mapToObj(Integer::toString).toList(),
        (message, text) -> TestBroker.set(message, "sluice_policy", "p"));
  }

  List<String> stagedTexts() {
    return List.copyOf(services.staged).stream().map(TrafficTest::text).toList();
  }

  static String text(StageRequest request) {
    byte[] body = request.message().body();
    return body == null ? "" : new String(body, StandardCharsets.UTF_8);
  }
}
