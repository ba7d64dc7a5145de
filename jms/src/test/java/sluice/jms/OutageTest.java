package sluice.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.jms.JMSException;
import jakarta.jms.TextMessage;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import sluice.ejb.database.DatabaseFailed;

class OutageTest extends TrafficTest {
  private static final DatabaseFailed AWAY =
      new DatabaseFailed(new SQLException("connection refused", "08001"));

  @Test
  void waits_for_the_database_and_raises_no_delivery_count() {
    services.away = AWAY;
    sendJobs(INTAKE, 50);
    startTraffic();
    await().until(() -> services.calls >= 5);
    traffic.close();
    startTraffic();
    await().until(() -> services.calls >= 10);
    traffic.close();
    startTraffic();
    await().until(() -> services.calls >= 15);
    traffic.close();
    startTraffic();

    services.away = null;

    await().until(() -> services.staged.size() == 50);
    await().until(() -> broker.count(INTAKE) == 0);
    assertThat(broker.count("DLQ")).isZero();
    assertThat(broker.count(REJECTED)).isZero();
  }

  @Test
  void uses_another_receipt_after_a_failure() {
    startTraffic(Map.of("sluice.intake.sessions", "1"));
    sendJobs(INTAKE, 1);
    await().until(() -> services.staged.size() == 1);
    services.away = AWAY;
    sendJobs(INTAKE, 1);
    await().until(() -> services.calls >= 3);
    services.away = null;

    await().until(() -> services.staged.size() == 2);
    assertThat(services.consumers).hasSize(2);
  }

  @Test
  void stops_within_two_seconds_while_the_database_is_away() {
    services.away = AWAY;
    sendJobs(INTAKE, 5);
    startTraffic();
    await().until(() -> services.calls >= 3);

    long begun = System.nanoTime();
    traffic.close();

    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(2));
    List<Integer> counts =
        broker.drain(
            INTAKE,
            message -> {
              try {
                return message.getIntProperty("JMSXDeliveryCount");
              } catch (JMSException e) {
                throw new AssertionError(e);
              }
            });
    assertThat(counts).hasSize(5).containsOnly(1);
  }

  @ParameterizedTest
  @CsvSource({"22021, invalid byte sequence", "54000, index row size exceeds btree maximum"})
  void rejects_the_one_that_the_database_refuses(String state, String said) {
    DatabaseFailed refuses = new DatabaseFailed(new SQLException(said, state));
    services.poison = request -> text(request).equals("3") ? refuses : null;
    sendJobs(INTAKE, 10);
    startTraffic();

    await().until(() -> services.staged.size() == 9);
    await().until(() -> broker.count(REJECTED) == 1);
    assertThat(broker.drain(REJECTED, OutageTest::textAndReason)).containsExactly("3 DATA_REFUSED");
    await().until(() -> broker.count(INTAKE) == 0);
  }

  @Test
  void rejects_the_one_that_sets_off_a_fault() {
    services.poison =
        request -> text(request).equals("3") ? new IllegalStateException("a bug") : null;
    sendJobs(INTAKE, 10);
    startTraffic();

    await().until(() -> services.staged.size() == 9);
    await().until(() -> broker.count(REJECTED) == 1);
    assertThat(broker.drain(REJECTED, OutageTest::textAndReason)).containsExactly("3 FAULT");
  }

  @Test
  void rejects_a_lone_one_that_always_sets_off_a_fault_after_a_while() {
    services.poison = request -> new IllegalStateException("a bug");
    sendJobs(INTAKE, 1);
    startTraffic(Map.of("sluice.intake.sessions", "1"));

    await().until(() -> broker.count(REJECTED) == 1);
    assertThat(services.calls).isEqualTo(16);
    assertThat(broker.drain(REJECTED, OutageTest::textAndReason)).containsExactly("0 FAULT");
  }

  @Test
  void rejects_nothing_while_everything_fails() {
    services.poison = request -> new IllegalStateException("not deployed yet");
    sendJobs(INTAKE, 20);
    startTraffic(Map.of("sluice.intake.sessions", "1"));
    await().until(() -> services.calls > 25);

    services.poison = request -> null;

    await().until(() -> services.staged.size() == 20);
    assertThat(broker.count(REJECTED)).isZero();
  }

  private static String textAndReason(jakarta.jms.Message message) {
    try {
      return ((TextMessage) message).getText()
          + " "
          + message.getStringProperty("sluice_reject_reason");
    } catch (JMSException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void goes_on_after_a_restart_of_the_broker() throws Exception {
    startTraffic();
    sendJobs(INTAKE, 20);
    await().until(() -> services.staged.size() == 20);

    broker.stop();
    await().until(() -> !traffic.forwarder().reachable());
    broker.startAgain();
    sendJobs(INTAKE, 20);

    await().until(() -> services.staged.size() == 40);
    assertThat(traffic.forwarder().reachable()).isTrue();
    await().until(() -> broker.count(INTAKE) == 0);
    assertThat(broker.count("DLQ")).isZero();
  }

  @Test
  void stages_again_what_was_in_hand_when_the_broker_went_away() throws Exception {
    services.away = AWAY;
    sendJobs(INTAKE, 20);
    startTraffic();
    await().until(() -> services.calls >= 3);

    broker.stop();
    broker.startAgain();
    services.away = null;

    await().until(() -> services.staged.size() == 20);
    await().until(() -> broker.count(INTAKE) == 0);
    assertThat(broker.count("DLQ")).isZero();
  }

  @Test
  void begins_when_the_broker_comes() throws Exception {
    broker.stop();
    startTraffic();
    await().pollDelay(Duration.ofMillis(300)).until(() -> !traffic.forwarder().reachable());
    broker.startAgain();
    sendJobs(INTAKE, 1);

    await().until(() -> services.staged.size() == 1);
  }
}
