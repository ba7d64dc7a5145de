package sluice.web.container;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import jakarta.ejb.EJBAccessException;
import jakarta.ejb.EJBException;
import jakarta.inject.Inject;
import java.io.File;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.assertj.core.api.Assertions;
import org.awaitility.Awaitility;
import org.hamcrest.Matchers;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.container.test.api.RunAsClient;
import org.jboss.arquillian.junit5.container.annotation.ArquillianTest;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.importer.ZipImporter;
import org.jboss.shrinkwrap.api.spec.JavaArchive;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import sluice.core.job.JobMessage;
import sluice.core.job.MessageKind;
import sluice.core.job.Outcome;
import sluice.ejb.admit.AdmissionTimer;
import sluice.ejb.database.Transactions;
import sluice.ejb.lane.Lanes;
import sluice.ejb.observe.Figures;
import sluice.ejb.observe.PolicyFigures;
import sluice.ejb.policy.Expected;
import sluice.ejb.policy.PolicyCatalog;
import sluice.ejb.policy.PolicyService;
import sluice.ejb.policy.SaveRequest;
import sluice.ejb.policy.SavedPolicy;
import sluice.ejb.settle.AttemptRef;
import sluice.ejb.settle.Completion;
import sluice.ejb.settle.SettlementService;
import sluice.ejb.stage.StageRequest;
import sluice.ejb.stage.StageResult;
import sluice.ejb.stage.Stager;
import sluice.ejb.stage.StagingService;

/**
 * The application's own WAR on Payara Micro, tried from within: the container's timers admit, its
 * transactions commit and roll back, its roles refuse.
 */
@ArquillianTest
class EngineInContainerIT {
  private static final Duration WAIT = Duration.ofSeconds(30);
  private static final Duration NOTHING_COMES = Duration.ofSeconds(1);

  @Inject private AsAdmin admin;
  @Inject private AsViewer viewer;
  @Inject private PolicyService policies;
  @Inject private Figures figures;
  @Inject private PolicyCatalog catalog;
  @Inject private StagingService staging;
  @Inject private SettlementService settlement;
  @Inject private AdmissionTimer ticks;
  @Inject private Transactions transactions;
  @Inject private Lanes lanes;

  @Deployment
  static WebArchive application() throws URISyntaxException {
    JavaArchive wayIn =
        ShrinkWrap.create(JavaArchive.class, "container-test.jar")
            .addAsManifestResource("container/web-fragment.xml", "web-fragment.xml");
    WebArchive war =
        ShrinkWrap.create(ZipImporter.class, "sluice.war")
            .importFrom(new File(System.getProperty("sluice.war")))
            .as(WebArchive.class);
    war.delete("/WEB-INF/payara-web.xml");
    return war.addClasses(EngineInContainerIT.class, AsAdmin.class, AsViewer.class, WorkQueue.class)
        .addAsWebInfResource("container/payara-web.xml", "payara-web.xml")
        .addAsLibraries(librariesOf(Assertions.class, Awaitility.class, Matchers.class))
        .addAsLibrary(wayIn);
  }

  private static File[] librariesOf(Class<?>... classes) throws URISyntaxException {
    File[] jars = new File[classes.length];
    for (int i = 0; i < jars.length; i++) {
      jars[i] = new File(classes[i].getProtectionDomain().getCodeSource().getLocation().toURI());
    }
    return jars;
  }

  @Test
  void staged_jobs_are_admitted_by_the_containers_timers_forwarded_and_settled() throws Exception {
    SavedPolicy saved = save("flow", "gates: [{name: few, type: globalCap, max: 2}]");
    assertThat(saved.outcome()).isEqualTo(SavedPolicy.Outcome.CREATED);

    assertThat(staging.stage(jobs("flow", 5), null))
        .hasSize(5)
        .allMatch(StageResult.Staged.class::isInstance);

    Set<Long> done = new HashSet<>();
    try (WorkQueue queue = new WorkQueue("work.flow")) {
      List<AttemptRef> first = queue.take(2, WAIT);
      assertThat(first).hasSize(2);
      assertThat(queue.take(1, NOTHING_COMES)).as("beyond the cap of 2").isEmpty();
      succeed(first, done);
      while (done.size() < 5) {
        List<AttemptRef> next = queue.take(1, WAIT);
        assertThat(next).as("after %d jobs", done.size()).hasSize(1);
        succeed(next, done);
      }
    }

    awaitTrue(() -> counts("flow").ended().finished() == 5);
    assertThat(counts("flow"))
        .isEqualTo(
            new PolicyFigures.Counts(
                5, new PolicyFigures.Alive(0, 0, 0), new PolicyFigures.Ended(5, 0, 0, 0)));
  }

  /** Nobody calls the engine here: what is due later is found by the timers alone. */
  @Test
  void a_job_for_later_is_admitted_without_anybody_waking_its_policy() throws Exception {
    save("later", "");
    Instant due = Instant.now().plusMillis(1_500);
    staging.stage(List.of(job("later", due)), null);

    try (WorkQueue queue = new WorkQueue("work.later")) {
      assertThat(queue.take(1, WAIT)).hasSize(1);
      assertThat(Instant.now()).isAfterOrEqualTo(due);
    }
    assertThat(ticks.sinceLastLook()).isLessThan(Duration.ofSeconds(5));
  }

  @Test
  void the_pools_connections_plan_once_and_by_indexes() {
    String settings =
        transactions.run(connection -> {
          try (Statement statement = connection.createStatement();
              ResultSet shown =
                  statement.executeQuery(
                      "select concat_ws(' ', current_setting('plan_cache_mode'), current_setting('enable_seqscan'),"
                          + " current_setting('enable_material'))")) {
            return shown.next() ? shown.getString(1) : "";
          }
        });
    assertThat(settings).isEqualTo("force_generic_plan off off");
  }

  /** A wrapped row looks its getter up by reflection, each time it is asked. */
  @Test
  void the_pools_statements_are_the_drivers_own() {
    String type =
        transactions.run(connection -> {
          try (Statement statement = connection.prepareStatement("select 1")) {
            return statement.getClass().getName();
          }
        });
    assertThat(type).isEqualTo("org.postgresql.jdbc.PgPreparedStatement");
  }

  @Test
  void what_is_staged_in_a_transaction_that_fails_is_not_staged() throws Exception {
    save("undone", "");
    List<Stager.Job> placed = Stager.place(jobs("undone", 3), catalog, new HashMap<>());
    var places = lanes.places(placed.stream().map(Stager.Job::placement).toList());
    Stager stager = new Stager();
    assertThatThrownBy(() ->
            transactions.runApart(connection -> {
              assertThat(stager.stage(connection, placed, places, null)).hasSize(3);
              throw new IllegalStateException("on purpose");
            }))
        .isInstanceOf(EJBException.class)
        .hasRootCauseMessage("on purpose");

    StageResult kept = staging.stage(jobs("undone", 1), null).getFirst();
    try (WorkQueue queue = new WorkQueue("work.undone")) {
      List<AttemptRef> attempts = queue.take(1, WAIT);
      assertThat(attempts).hasSize(1);
      assertThat(kept).isEqualTo(new StageResult.Staged(attempts.getFirst().jobId()));
      succeed(attempts, new HashSet<>());
      awaitTrue(() -> counts("undone").ended().finished() == 1);
      assertThat(queue.take(1, NOTHING_COMES)).isEmpty();
    }
    assertThat(counts("undone").accepted()).isEqualTo(1);
  }

  @Test
  void a_policy_saved_in_a_transaction_that_rolls_back_is_not_in_force() {
    SavedPolicy saved = admin.saveAndRollBack(request("never", ""));
    assertThat(saved.outcome()).isEqualTo(SavedPolicy.Outcome.CREATED);

    assertThat(viewer.policy("never")).isEmpty();
    assertThat(staging.stage(jobs("never", 1), null))
        .singleElement()
        .isInstanceOfSatisfying(
            StageResult.Rejected.class, r -> assertThat(r.code()).isEqualTo("UNKNOWN_POLICY"));
  }

  @Test
  void the_container_refuses_callers_without_the_role() {
    SaveRequest request = request("forbidden", "");
    assertThatThrownBy(() -> policies.save(request)).isInstanceOf(EJBAccessException.class);
    assertThatThrownBy(() -> figures.policy("forbidden")).isInstanceOf(EJBAccessException.class);
    assertThatThrownBy(() -> viewer.save(request))
        .satisfiesAnyOf(
            e -> assertThat(e).isInstanceOf(EJBAccessException.class),
            e -> assertThat(e).hasRootCauseInstanceOf(EJBAccessException.class));
    assertThat(viewer.policy("forbidden")).isEmpty();
  }

  @Test
  @RunAsClient
  void partitions_are_controlled_over_http_whatever_their_key(@ArquillianResource URL application) {
    Rest rest = new Rest(application.toString(), "admin", "in-container-1");
    String document =
        "{\"policy\": \"ctl\", \"destination\": \"work.ctl\", \"gates\": [{\"name\": \"c\", \"type\": \"concurrency\", \"key\": \"${k}\", \"max\": 2}]}";
    assertThat(rest.call("PUT", "policies/ctl", document).status()).isEqualTo(201);
    for (String key :
        List.of(
            "plain", "a/b", "100%", "with space", "(none)", "ü;?#&+", "//", "x/override", "+")) {
      String path =
          "policies/ctl/partitions/c/" + URLEncoder.encode(key, UTF_8).replace("+", "%20");
      Rest.Reply set = rest.call("PUT", path + "/override", "{\"limit\": 7, \"reason\": \"r\"}");
      assertThat(set.status()).as("PUT %s: %s", key, set.json()).isEqualTo(200);
      assertThat(set.text("key")).isEqualTo(key);
      assertThat(set.json().asJsonObject().getJsonObject("override").getInt("limit")).isEqualTo(7);
      assertThat(rest.call("POST", path + "/pause", "{\"reason\": \"p\"}").text("pausedReason"))
          .isEqualTo("p");
      assertThat(rest.call("POST", path + "/resume", "").json().asJsonObject().getBoolean("paused"))
          .isFalse();
      assertThat(rest.call("DELETE", path + "/override", "").status()).isEqualTo(204);
    }
    String inQuery = "policies/ctl/partitions/c/override?key=..%2F..";
    assertThat(rest.call("PUT", inQuery, "{\"limit\": 7}").text("key")).isEqualTo("../..");
    assertThat(rest.call("PUT", inQuery, "{\"limit\": -7}").status()).isEqualTo(400);
    assertThat(
            rest.call("PUT", inQuery, "{\"limit\": 1, \"expiresAt\": \"2001-01-01T00:00:00Z\"}")
                .status())
        .isEqualTo(400);
    assertThat(rest.call("PUT", "policies/ctl/partitions/no/a/override", "{\"limit\": 1}").status())
        .isEqualTo(404);
    rest.call("PUT", "users/vera", "{\"password\": \"long enough 1\", \"role\": \"viewer\"}");
    Rest viewer = new Rest(application.toString(), "vera", "long enough 1");
    for (String act : List.of("partitions/c/a/pause", "drain", "admit?count=1", "rollback")) {
      assertThat(viewer.call("POST", "policies/ctl/" + act, "{}").status())
          .as("i_200 %s", act)
          .isEqualTo(403);
    }
  }

  @Test
  @RunAsClient
  void versions_are_listed_compared_tried_and_rolled_back_over_http(
      @ArquillianResource URL application) {
    Rest rest = new Rest(application.toString(), "admin", "in-container-1");
    String document =
        "{\"policy\": \"ver\", \"destination\": \"work.ver\", \"gates\": [{\"name\": \"c\", \"type\": \"globalCap\", \"max\": %d}]}";
    rest.call("PUT", "policies/ver?reason=first", document.formatted(2));
    Rest.Reply dry = rest.call("PUT", "policies/ver?dryRun=true", document.formatted(9));
    assertThat(dry.json().asJsonObject().getJsonObject("impact").getInt("wouldGo")).isZero();
    rest.call("PUT", "policies/ver?reason=second", document.formatted(9));
    Rest.Reply versions = rest.call("GET", "policies/ver/versions", "");
    assertThat(versions.json().asJsonArray()).hasSize(2);
    assertThat(versions.json().asJsonArray().getJsonObject(0).getString("reason"))
        .isEqualTo("second");
    assertThat(
            rest.call("GET", "policies/ver/versions/1", "")
                .json()
                .asJsonObject()
                .getJsonObject("document")
                .getString("policy"))
        .isEqualTo("ver");
    assertThat(rest.call("GET", "policies/ver/versions/7", "").status()).isEqualTo(404);
    Rest.Reply diff = rest.call("GET", "policies/ver/versions/2/diff", "");
    assertThat(
            diff.json().asJsonObject().getJsonArray("changes").getJsonObject(0).getString("path"))
        .isEqualTo("gates[c].max");
    Rest.Reply back =
        rest.call("POST", "policies/ver/rollback", "{\"version\": 1, \"reason\": \"no\"}");
    assertThat(back.json().asJsonObject().getInt("version")).isEqualTo(3);
    rest.call("POST", "policies/ver/pause", "");
    String job = "{\"properties\": {}, \"body\": \"b\"}";
    assertThat(rest.call("POST", "policies/ver/jobs", job).status()).isBetween(200, 299);
    assertThat(rest.call("POST", "policies/ver/admit?count=1", "").status()).isEqualTo(409);
    Rest.Reply forced = rest.call("POST", "policies/ver/admit?count=1&confirm=true", "");
    assertThat(forced.json().asJsonObject().getInt("admitted")).isOne();
    Rest.Reply drained = rest.call("POST", "policies/ver/drain?confirm=true", "");
    assertThat(drained.json().asJsonObject().getInt("admitted")).isZero();
  }

  private SavedPolicy save(String name, String more) {
    return admin.save(request(name, more));
  }

  private static SaveRequest request(String name, String more) {
    return new SaveRequest(
        name,
        "policy: %s\ndestination: work.%s\n%s\n".formatted(name, name, more),
        Expected.ANYTHING,
        false,
        new SaveRequest.By("test", null));
  }

  private static List<StageRequest> jobs(String policy, int count) {
    return IntStream.range(0, count).mapToObj(i -> job(policy, null)).toList();
  }

  private static StageRequest job(String policy, @Nullable Instant notBefore) {
    return new StageRequest(
        policy,
        new StageRequest.Keys(StageRequest.Keys.DEFAULT_NAMESPACE, null, null, null),
        notBefore,
        null,
        new JobMessage(
            new JobMessage.Head(MessageKind.TEXT, null, null, null, 4),
            Map.of(),
            "body".getBytes(StandardCharsets.UTF_8)));
  }

  private void succeed(List<AttemptRef> attempts, Set<Long> done) {
    settlement.settle(
        attempts.stream()
            .map(a -> new Completion(a, Outcome.SUCCESS, Instant.now(), null, null))
            .toList());
    attempts.forEach(a -> assertThat(done.add(a.jobId())).as("job %d twice", a.jobId()).isTrue());
  }

  private PolicyFigures.Counts counts(String policy) {
    return viewer.policy(policy).orElseThrow().counts();
  }

  private static void awaitTrue(Callable<Boolean> condition) {
    await().pollInSameThread().atMost(WAIT).until(condition);
  }
}
