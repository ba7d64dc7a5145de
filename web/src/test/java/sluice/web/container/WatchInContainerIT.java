package sluice.web.container;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.inject.Inject;
import jakarta.jms.JMSContext;
import jakarta.jms.Message;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.container.test.api.RunAsClient;
import org.jboss.arquillian.junit5.container.annotation.ArquillianTest;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;
import sluice.core.job.JobMessage;
import sluice.core.job.MessageKind;
import sluice.ejb.database.Transactions;
import sluice.ejb.management.PolicyMXBean;
import sluice.ejb.policy.Expected;
import sluice.ejb.policy.SaveRequest;
import sluice.ejb.stage.StageRequest;
import sluice.ejb.stage.StagingService;

/** What watches the application: management beans, metrics, health, observations, traces. */
@ArquillianTest
class WatchInContainerIT {
  private static final Duration WAIT = Duration.ofSeconds(30);
  private static final String TRACE = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  @Inject private AsAdmin admin;
  @Inject private AsViewer viewer;
  @Inject private StagingService staging;
  @Inject private Transactions transactions;

  @Deployment
  static WebArchive application() throws URISyntaxException {
    return EngineInContainerIT.application().addClasses(WatchInContainerIT.class, Rest.class);
  }

  private static MBeanServer beans() {
    return ManagementFactory.getPlatformMBeanServer();
  }

  private static Object read(ObjectName name, String attribute) throws JMException {
    return beans().getAttribute(name, attribute);
  }

  /** As a remote client's call comes: on a thread that knows nothing of the application. */
  private static Object invoke(ObjectName name, String operation) throws Exception {
    CompletableFuture<Object> result = new CompletableFuture<>();
    Thread thread =
        new Thread(() -> {
          try {
            Object[] why = {"because"};
            String[] types = {String.class.getName()};
            result.complete(beans().invoke(name, operation, why, types));
          } catch (JMException | RuntimeException e) {
            result.completeExceptionally(e);
          }
        });
    thread.setContextClassLoader(ClassLoader.getSystemClassLoader());
    thread.start();
    return result.get(WAIT.toSeconds(), TimeUnit.SECONDS);
  }

  @Test
  void management_beans_are_read_and_operated() throws Exception {
    admin.save(
        new SaveRequest(
            "watched",
            "policy: watched\ndestination: work.watched\ngates: [{name: few, type: globalCap, max: 1}]",
            Expected.ANYTHING,
            false,
            new SaveRequest.By("test", null)));
    ObjectName name = new ObjectName("sluice:type=Policy,name=\"watched\"");
    await().pollInSameThread().atMost(WAIT).until(() -> beans().isRegistered(name));
    assertThat(beans().getClassLoaderFor(name)).isEqualTo(PolicyMXBean.class.getClassLoader());

    invoke(name, "pause");
    assertThat(viewer.policy("watched").orElseThrow().head().paused()).isTrue();
    staging.stage(IntStream.range(0, 3).mapToObj(i -> job()).toList(), null);
    await().pollInSameThread().atMost(WAIT).until(() -> read(name, "Pending").equals(3L));
    assertThat(read(name, "Paused")).isEqualTo(true);
    invoke(name, "resume");
    await().pollInSameThread().atMost(WAIT).until(() -> read(name, "InFlight").equals(1L));
    assertThat(invoke(name, "drain")).isEqualTo(2);
    await().pollInSameThread().atMost(WAIT).until(() -> read(name, "Admitted").equals(3L));
    assertThat(acts()).isEqualTo("policy.drain,policy.pause,policy.resume");

    ObjectName whole = new ObjectName("sluice:type=Deployment");
    assertThat((long) read(whole, "InFlight")).isGreaterThanOrEqualTo(3);
    assertThat(read(whole, "AuditorDifference")).isEqualTo(0L);
    ObjectName ticks = new ObjectName("sluice:type=Timer,name=\"ticks\"");
    assertThat((long) read(ticks, "SinceLastSuccessMillis")).isLessThan(5_000);
    ObjectName tenant = new ObjectName("sluice:type=Namespace,name=\"default\"");
    await().pollInSameThread().atMost(WAIT).until(() -> beans().isRegistered(tenant));
    assertThat((int) read(tenant, "InFlight")).isGreaterThanOrEqualTo(3);
  }

  private String acts() {
    return transactions.run(connection -> {
      try (Statement statement = connection.createStatement();
          ResultSet acts =
              statement.executeQuery(
                  "select string_agg(distinct action, ',' order by action) from audit where actor = 'jmx' and subject = 'policy:watched'")) {
        return acts.next() ? acts.getString(1) : "";
      }
    });
  }

  private static StageRequest job() {
    return new StageRequest(
        "watched",
        new StageRequest.Keys(StageRequest.Keys.DEFAULT_NAMESPACE, null, null, null),
        null,
        null,
        new JobMessage(
            new JobMessage.Head(MessageKind.TEXT, null, null, null, 4),
            Map.of(),
            "body".getBytes(UTF_8)));
  }

  private static HttpResponse<String> get(URL application, String path, String... headers)
      throws Exception {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(application + "api/" + path));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString(UTF_8));
  }

  private static String credentials(String user, String password) {
    return "Basic " + Base64.getEncoder().encodeToString((user + ":" + password).getBytes(UTF_8));
  }

  @Test
  @RunAsClient
  void metrics_and_health_tell_everybody_what_they_may_know(@ArquillianResource URL application)
      throws Exception {
    Rest rest = new Rest(application.toString(), "admin", "in-container-1");
    rest.call("PUT", "policies/met", "{\"policy\": \"met\", \"destination\": \"work.met\"}");
    rest.call("PUT", "users/walt", "{\"password\": \"long enough 1\", \"role\": \"viewer\"}");
    String walt = credentials("walt", "long enough 1");
    assertThat(get(application, "metrics").statusCode()).isEqualTo(401);
    // A scrape may be a second old.
    await()
        .atMost(WAIT)
        .until(() ->
            get(application, "metrics", "Authorization", walt).body().contains("policy=\"met\""));
    HttpResponse<String> scrape = get(application, "metrics", "Authorization", walt);
    assertThat(scrape.statusCode()).isEqualTo(200);
    assertThat(scrape.headers().firstValue("Content-Type").orElse(""))
        .startsWith("text/plain")
        .contains("version=0.0.4");
    assertThat(scrape.body())
        .contains("sluice_jobs_pending{policy=\"met\"} 0\n", "sluice_database_up 1\n")
        .contains("sluice_timer_last_success_age_seconds{timer=\"promotion\"} ");

    for (String probe : List.of("live", "started", "ready")) {
      HttpResponse<String> open = get(application, "health/" + probe);
      assertThat(open.statusCode()).as(open.body()).isEqualTo(200);
      assertThat(open.body()).startsWith("{\"status\":\"UP\"").doesNotContain("detail");
      assertThat(get(application, "health/" + probe, "Authorization", walt).body())
          .contains("detail");
    }
    assertThat(rest.call("GET", "policies/met/hints", "").json().asJsonArray()).isEmpty();
    assertThat(rest.call("GET", "policies/none/hints", "").status()).isEqualTo(404);
    rest.call("POST", "policies/met/pause", "{}");
    Rest.Reply hints = rest.call("GET", "policies/met/hints", "");
    await()
        .atMost(WAIT)
        .until(
            () -> rest.call("GET", "policies/met/hints", "").json().toString().contains("PAUSED"));
    assertThat(hints.status()).isEqualTo(200);
    Rest.Reply stats = rest.call("GET", "stats", "");
    assertThat(stats.json().asJsonObject()).containsKeys("lag", "ticks", "hints");
    Rest.Reply seen = rest.call("GET", "policies/met/observations?sort=lagMax&dir=desc", "");
    assertThat(seen.json().asJsonObject().getJsonArray("minutes")).hasSize(60);
    assertThat(rest.call("GET", "policies/met/observations?sort=size", "").status()).isEqualTo(400);
  }

  @Test
  @RunAsClient
  void the_trace_of_a_request_goes_with_its_job_to_the_worker(@ArquillianResource URL application)
      throws Exception {
    Rest rest = new Rest(application.toString(), "admin", "in-container-1");
    rest.call("PUT", "policies/tra", "{\"policy\": \"tra\", \"destination\": \"work.tra\"}");
    HttpRequest post =
        HttpRequest.newBuilder(URI.create(application + "api/policies/tra/jobs"))
            .headers(
                "Authorization",
                credentials("admin", "in-container-1"),
                "Content-Type",
                "application/json",
                "traceparent",
                TRACE,
                "tracestate",
                "vendor=1")
            .POST(HttpRequest.BodyPublishers.ofString("{\"body\":\"b\"}"))
            .build();
    assertThat(CLIENT.send(post, HttpResponse.BodyHandlers.ofString()).statusCode()).isEqualTo(201);
    try (ActiveMQConnectionFactory factory =
            new ActiveMQConnectionFactory(
                System.getenv("SLUICE_BROKER_URL"),
                System.getenv("SLUICE_BROKER_USER"),
                System.getenv("SLUICE_BROKER_PASSWORD"));
        JMSContext context = factory.createContext(JMSContext.AUTO_ACKNOWLEDGE)) {
      Message work =
          context.createConsumer(context.createQueue("work.tra")).receive(WAIT.toMillis());
      assertThat(work.getStringProperty("traceparent")).isEqualTo(TRACE);
      assertThat(work.getStringProperty("tracestate")).isEqualTo("vendor=1");
    }
  }
}
