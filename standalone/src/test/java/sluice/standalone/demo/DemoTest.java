package sluice.standalone.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.client.JobProducer;
import sluice.client.WireFormat;
import sluice.client.Worker;
import sluice.standalone.EmbeddedBroker;

/** The demo with a real broker, and an HTTP server that plays Sluice's part. */
class DemoTest {

  private static final String PASSWORD = "secret";
  private static final long SOON_MS = 20_000;

  @TempDir Path folder;

  private EmbeddedBroker broker;
  private ActiveMQConnectionFactory factory;

  @BeforeEach
  void start() {
    broker = EmbeddedBroker.start(folder.resolve("broker"), 0, PASSWORD);
    factory = new ActiveMQConnectionFactory(broker.url());
  }

  @AfterEach
  void stop() {
    factory.close();
    broker.close();
  }

  @Test
  void each_row_becomes_one_message_with_the_rows_figures() throws Exception {
    List<TraceJob> trace =
        List.of(
            Jobs.job(1, 0, "u01", "q_2h"),
            Jobs.job(2, 10, "u04", "q_1d"),
            new TraceJob(3, 20, "u05", "q_1w", new TraceJob.Demand(64, 9_999_999)));
    WorkLog log = new WorkLog();
    Submissions submissions = new Submissions("run", new Schedule(1_000), () -> 4711);
    try (JobProducer producer = new JobProducer(this::context, WireFormat.INTAKE_QUEUE)) {
      new Replay(trace, submissions, producer, log, new CountDownLatch(1)).play(2);
    }
    // The broker hands out the highest priority first.
    List<Message> messages = take(3);
    Message highest = messages.removeFirst();
    messages.addLast(highest);
    assertThat(messages)
        .extracting(message -> message.getStringProperty(WireFormat.POLICY))
        .containsExactly("cluster-throttle", "cluster-tenants", "cluster-fair");
    assertThat(messages)
        .extracting(message -> message.getStringProperty(WireFormat.JOB_KEY))
        .containsExactly("run/2/1", "run/2/2", "run/2/3");
    assertThat(highest.getStringProperty(WireFormat.NAMESPACE)).isEqualTo("u05");
    assertThat(highest.getStringProperty("user")).isEqualTo("u05");
    assertThat(highest.getStringProperty("clusterQueue")).isEqualTo("q_1w");
    assertThat(highest.getStringProperty("plan")).isIn("gold", "standard");
    assertThat(highest.getIntProperty("cpus")).isEqualTo(64);
    assertThat(highest.getLongProperty("runMs")).isEqualTo(2_000);
    assertThat(highest.getIntProperty("row")).isEqualTo(3);
    assertThat(highest.getIntProperty("round")).isEqualTo(2);
    assertThat(highest.getLongProperty("submittedAt")).isEqualTo(4711);
    assertThat(highest.getJMSPriority()).isEqualTo(7);
    assertThat(highest.getBody(String.class)).isEqualTo("u05 asks for 64 processors in q_1w");
    assertThat(log.figures().values()).extracting(Tally.Figures::submitted).containsOnly(1L);
  }

  @Test
  void a_replay_that_is_stopped_sends_nothing_more() throws Exception {
    CountDownLatch stopped = new CountDownLatch(0);
    WorkLog log = new WorkLog();
    Submissions submissions = new Submissions("run", new Schedule(1), () -> 0);
    try (JobProducer producer = new JobProducer(this::context, WireFormat.INTAKE_QUEUE)) {
      new Replay(List.of(Jobs.job(1, 0, "u01", "q_2h")), submissions, producer, log, stopped)
          .play(1);
    }
    assertThat(log.figures().values()).extracting(Tally.Figures::submitted).containsOnly(0L);
  }

  @Test
  void a_node_works_off_a_job_that_somebody_staged_by_hand() throws Exception {
    WorkLog log = new WorkLog();
    DemoPolicy policy = DemoPolicy.TENANTS;
    ClusterNode node = new ClusterNode(policy, log, new CountDownLatch(1), () -> 0);
    try (Worker worker = Worker.on(this::context, policy.workQueue()).start(node);
        JMSContext context = context(JMSContext.AUTO_ACKNOWLEDGE)) {
      assertThat(worker).isNotNull();
      Message message = context.createMessage();
      message.setStringProperty(WireFormat.JOB_ID, "17");
      message.setIntProperty(WireFormat.ATTEMPT, 1);
      message.setStringProperty(WireFormat.POLICY, policy.policyName());
      message.setStringProperty(WireFormat.NAMESPACE, "acme");
      context.createProducer().send(context.createQueue(policy.workQueue()), message);
      Message completion = take(context, WireFormat.COMPLETION_QUEUE);
      assertThat(completion.getStringProperty(WireFormat.OUTCOME))
          .isEqualTo(WireFormat.OUTCOME_SUCCESS);
    }
    assertThat(log.figures().get(policy))
        .extracting(Tally.Figures::atOnce)
        .isEqualTo(new Tally.AtOnce(0, 1, 1, "acme"));
  }

  @Test
  void puts_its_policies_submits_and_stops_within_five_seconds() throws Exception {
    BlockingQueue<String> puts = new LinkedBlockingQueue<>();
    HttpServer sluice = sluice(puts);
    List<String> said = new CopyOnWriteArrayList<>();
    try {
      Demo demo = Demo.start(target(sluice), 12_800, said::add);
      Set<String> put = new HashSet<>();
      for (int i = 0; i < 3; i++) {
        put.add(String.valueOf(puts.poll(SOON_MS, TimeUnit.MILLISECONDS)));
      }
      assertThat(put)
          .containsExactlyInAnyOrder(
              "PUT /sluice/api/policies/cluster-throttle policy: cluster-throttle",
              "PUT /sluice/api/policies/cluster-tenants policy: cluster-tenants",
              "PUT /sluice/api/policies/cluster-fair policy: cluster-fair");
      assertThat(take(3)).hasSize(3);
      long begin = System.nanoTime();
      demo.close();
      assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(5));
    } finally {
      sluice.stop(0);
    }
    assertThat(said.getFirst())
        .isEqualTo("demo: 17898 jobs of 75 users in 10:00 minutes, over and over");
    assertThat(said).anyMatch(line -> line.startsWith("demo summary after 0:00:"));
  }

  @Test
  void says_so_when_its_password_is_refused() throws Exception {
    BlockingQueue<String> said = new LinkedBlockingQueue<>();
    HttpServer sluice = sluice(new LinkedBlockingQueue<>());
    URI address = target(sluice).application();
    DemoTarget target =
        new DemoTarget(
            address, "wrong", new DemoTarget.Broker(broker.url(), broker.user(), PASSWORD));
    try (Demo demo = Demo.start(target, 12_800, said::add)) {
      assertThat(demo).isNotNull();
      said.poll(SOON_MS, TimeUnit.MILLISECONDS);
      assertThat(said.poll(SOON_MS, TimeUnit.MILLISECONDS))
          .startsWith("demo: Sluice refused the demo policy cluster-throttle with status 401");
    } finally {
      sluice.stop(0);
    }
  }

  private DemoTarget target(HttpServer sluice) {
    return new DemoTarget(
        URI.create("http://127.0.0.1:%d/sluice/".formatted(sluice.getAddress().getPort())),
        "admin's",
        new DemoTarget.Broker(broker.url(), broker.user(), broker.password()));
  }

  /** Saves every policy for admin with the right password, and notes method, path, first words. */
  private static HttpServer sluice(BlockingQueue<String> puts) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/sluice/api/policies/", exchange -> answer(exchange, puts));
    server.start();
    return server;
  }

  private static void answer(HttpExchange exchange, BlockingQueue<String> puts) throws IOException {
    try (exchange) {
      String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      // admin:admin's
      boolean known =
          "Basic YWRtaW46YWRtaW4ncw=="
              .equals(exchange.getRequestHeaders().getFirst("Authorization"));
      String name = body.lines().filter(line -> line.startsWith("policy:")).findFirst().orElse("");
      puts.add(exchange.getRequestMethod() + " " + exchange.getRequestURI() + " " + name);
      exchange.sendResponseHeaders(known ? 200 : 401, -1);
    }
  }

  private JMSContext context(int mode) {
    return factory.createContext(broker.user(), broker.password(), mode);
  }

  private List<Message> take(int count) throws JMSException {
    List<Message> messages = new ArrayList<>();
    try (JMSContext context = context(JMSContext.AUTO_ACKNOWLEDGE);
        JMSConsumer consumer =
            context.createConsumer(context.createQueue(WireFormat.INTAKE_QUEUE))) {
      while (messages.size() < count) {
        messages.add(received(consumer));
      }
    }
    return messages;
  }

  private static Message take(JMSContext context, String queue) {
    try (JMSConsumer consumer = context.createConsumer(context.createQueue(queue))) {
      return received(consumer);
    }
  }

  private static Message received(JMSConsumer consumer) {
    Message message = consumer.receive(SOON_MS);
    if (message == null) {
      throw new AssertionError("nothing came within %d ms".formatted(SOON_MS));
    }
    return message;
  }
}
