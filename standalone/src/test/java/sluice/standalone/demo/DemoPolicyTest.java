package sluice.standalone.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import sluice.core.expression.Context;
import sluice.core.gate.GateRule;
import sluice.core.policy.Policy;
import sluice.core.policy.PolicyDocument;

class DemoPolicyTest {

  private static final Submissions SUBMISSIONS =
      new Submissions("run", new Schedule(12_800), () -> 0);

  @ParameterizedTest
  @CsvSource({
    "q_2h, THROTTLE", "q_4h, THROTTLE", "default, THROTTLE", "q_1d, TENANTS", "q_2d, TENANTS",
    "q_4d, FAIR", "q_1w, FAIR", "q_2w, FAIR", "q_2w_plus, FAIR", "something, FAIR",
  })
  void is_chosen_by_the_cluster_queue(String clusterQueue, DemoPolicy policy) {
    assertThat(DemoPolicy.of(Jobs.job(1, 0, "u01", clusterQueue))).isEqualTo(policy);
  }

  @Test
  void each_has_thousands_of_jobs_and_one_user_with_hundreds() {
    Map<DemoPolicy, List<TraceJob>> jobs =
        Trace.shipped().stream().collect(Collectors.groupingBy(DemoPolicy::of));
    assertThat(jobs).hasSize(3);
    jobs.forEach((policy, its) -> {
      assertThat(its).as(policy.name()).hasSizeGreaterThan(5_000);
      assertThat(its.stream().collect(Collectors.groupingBy(TraceJob::user, Collectors.counting())))
          .as(policy.name())
          .anySatisfy((user, count) -> assertThat(count).isGreaterThan(500));
    });
  }

  @ParameterizedTest
  @EnumSource
  void its_document_says_what_the_code_says(DemoPolicy demo) {
    Policy policy = PolicyDocument.read(demo.document());
    assertThat(policy.name()).isEqualTo(demo.policyName());
    assertThat(policy.destination()).isEqualTo(demo.workQueue());
    assertThat(policy.lease()).isGreaterThan(Schedule.LONGEST.multipliedBy(3));
    DemoPolicy.Limits limits = demo.limits();
    String document = demo.document();
    if (limits.inAll() > 0) {
      assertThat(document).contains("type: globalCap, max: %d }".formatted(limits.inAll()));
    }
    if (limits.perUser() > 0) {
      assertThat(document)
          .contains("concurrency, key: \"${user}\", max: %d }".formatted(limits.perUser()));
    }
  }

  @Test
  void the_throttle_of_the_document_is_the_one_that_the_status_line_tells() {
    int fast = DemoPolicy.mostInOneSecond("q_2h") - 10;
    int slow = DemoPolicy.mostInOneSecond("q_4h") - 10;
    assertThat(DemoPolicy.THROTTLE.document())
        .contains("burst: 10 }")
        .contains("rate: \"${clusterQueue == 'q_2h' ? %d : %d}\"".formatted(fast, slow));
  }

  @ParameterizedTest
  @EnumSource
  void no_job_of_the_trace_fails_its_expressions(DemoPolicy demo) {
    Policy policy = PolicyDocument.read(demo.document());
    assertThat(policy.gates()).extracting(GateRule::name).doesNotHaveDuplicates();
    assertThat(Trace.shipped().stream().filter(job -> DemoPolicy.of(job) == demo).limit(500))
        .isNotEmpty()
        .allSatisfy(job -> assertThat(policy.route(context(job))).isNotNull());
  }

  private static Context context(TraceJob job) {
    return new Context(
        SUBMISSIONS.context(job),
        job.user(),
        DemoPolicy.of(job).policyName(),
        job.priority(),
        "sluice.intake");
  }
}
