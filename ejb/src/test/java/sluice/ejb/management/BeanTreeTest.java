package sluice.ejb.management;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import javax.management.Attribute;
import javax.management.MBeanException;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import javax.management.RuntimeMBeanException;
import org.junit.jupiter.api.Test;
import sluice.core.gate.Quota;
import sluice.ejb.database.Timers;
import sluice.ejb.management.BeanTree.Place;
import sluice.ejb.observe.Cached;
import sluice.ejb.observe.NamespaceGauge;
import sluice.ejb.observe.Telemetry;
import sluice.ejb.observe.TelemetryForTests;
import sluice.sql.TestDatabase;

class BeanTreeTest {
  private final MBeanServer server = MBeanServerFactory.newMBeanServer();
  private final BeanTree tree = new BeanTree(server);
  private final TestDatabase database = TestDatabase.fresh();
  private final AtomicInteger readings = new AtomicInteger();
  private final AtomicLong nanos = new AtomicLong();
  private final Cached<Telemetry> telemetry =
      new Cached<>(this::read, Duration.ofSeconds(1), nanos::get);
  private final List<String> acts = new ArrayList<>();

  private Telemetry read() {
    readings.incrementAndGet();
    try {
      return TelemetryForTests.read(database);
    } catch (java.sql.SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private void policy(String name) throws Exception {
    database.execute("insert into policy (name, pending) values ('%s', 7)".formatted(name));
    database.execute(
        "insert into policy_version (policy_id, version, definition, author) select id, 1, '{}', 'ann' from policy where name = '%s'"
            .formatted(name));
  }

  private Supplier<Object> bean(String policy) {
    return () ->
        new PolicyBean(
            policy,
            telemetry::get,
            new PolicyActs() {
              @Override
              public void pause(String name, boolean paused, String reason) {
                acts.add(name + " paused=" + paused + " " + reason);
              }

              @Override
              public int drain(String name, String reason) {
                acts.add(name + " drain " + reason);
                return 12;
              }
            });
  }

  private Set<String> names() throws Exception {
    Set<String> names = new TreeSet<>();
    server.queryNames(new ObjectName("sluice:*"), null).forEach(n -> names.add(n.toString()));
    return names;
  }

  @Test
  void beans_come_and_go_and_none_stays() throws Exception {
    Map<Place, Supplier<Object>> wanted = new LinkedHashMap<>();
    wanted.put(new Place("Deployment", ""), () -> new DeploymentBean(telemetry::get));
    wanted.put(new Place("Policy", "web.hooks"), bean("web.hooks"));
    wanted.put(new Place("Policy", "old"), bean("old"));
    tree.sync(wanted);
    assertThat(names())
        .containsExactly(
            "sluice:type=Deployment",
            "sluice:type=Policy,name=\"old\"",
            "sluice:type=Policy,name=\"web.hooks\"");
    wanted.remove(new Place("Policy", "old"));
    tree.sync(wanted);
    tree.sync(wanted);
    assertThat(names()).hasSize(2);
    BeanTree redeployed = new BeanTree(server);
    redeployed.sync(wanted);
    assertThat(names()).as("what was left behind is replaced").hasSize(2);
    redeployed.close();
    assertThat(names()).isEmpty();
    tree.close();
  }

  @Test
  void names_are_quoted_whatever_is_in_them() throws Exception {
    for (String name : List.of("a,b", "x=y", "star*", "what?", "quote\"", "line\nfeed", "*")) {
      NamespaceGauge gauge = new NamespaceGauge(name, 3, null);
      Place place = new Place("Namespace", name);
      tree.sync(Map.of(place, () -> new NamespaceBean(name, n -> gauge, new Quota(9))));
      ObjectName object = place.objectName();
      assertThat(object.isPattern()).isFalse();
      assertThat(ObjectName.unquote(object.getKeyProperty("name"))).isEqualTo(name);
      assertThat(server.getAttribute(object, "Ceiling")).isEqualTo(9);
      assertThat(server.getAttribute(object, "CeilingOwn")).isEqualTo(false);
      assertThat(server.getAttribute(object, "InFlight")).isEqualTo(3);
    }
  }

  @Test
  void all_attributes_cost_one_reading_a_second() throws Exception {
    policy("p");
    tree.sync(
        Map.of(
            new Place("Policy", "p"),
            bean("p"),
            new Place("Deployment", ""),
            () -> new DeploymentBean(telemetry::get)));
    for (ObjectName name : server.queryNames(new ObjectName("sluice:*"), null)) {
      String[] attributes =
          List.of(server.getMBeanInfo(name).getAttributes()).stream()
              .map(a -> a.getName())
              .toArray(String[]::new);
      List<Attribute> values = server.getAttributes(name, attributes).asList();
      assertThat(values).hasSameSizeAs(attributes).hasSizeGreaterThan(15);
    }
    assertThat(readings).hasValue(1);
    nanos.addAndGet(Duration.ofSeconds(1).toNanos());
    assertThat(server.getAttribute(new ObjectName("sluice:type=Policy,name=\"p\""), "Pending"))
        .isEqualTo(7L);
    assertThat(readings).hasValue(2);
  }

  @Test
  void operations_act_and_a_policy_that_is_gone_says_so() throws Exception {
    ObjectName name = new ObjectName("sluice:type=Policy,name=\"p\"");
    tree.sync(Map.of(new Place("Policy", "p"), bean("p")));
    String[] text = {String.class.getName()};
    server.invoke(name, "pause", new Object[] {"why"}, text);
    server.invoke(name, "resume", new Object[] {"done"}, text);
    assertThat(server.invoke(name, "drain", new Object[] {"now"}, text)).isEqualTo(12);
    assertThat(acts).containsExactly("p paused=true why", "p paused=false done", "p drain now");
    assertThatThrownBy(() -> server.getAttribute(name, "Pending"))
        .isInstanceOfAny(RuntimeMBeanException.class, MBeanException.class)
        .hasStackTraceContaining("there is no policy p any more");
  }

  @Test
  void timers_tell_their_age() throws Exception {
    Timers.Age age = new Timers.Age("ticks", Duration.ofMillis(50), Duration.ofSeconds(3));
    tree.sync(Map.of(new Place("Timer", "ticks"), () -> new TimerBean(() -> age)));
    ObjectName name = new ObjectName("sluice:type=Timer,name=\"ticks\"");
    assertThat(server.getAttribute(name, "SinceLastSuccessMillis")).isEqualTo(3_000L);
    assertThat(server.getAttribute(name, "PeriodMillis")).isEqualTo(50L);
  }
}
