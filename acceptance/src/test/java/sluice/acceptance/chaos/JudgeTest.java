package sluice.acceptance.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import sluice.acceptance.chaos.Attempt.Admitted;
import sluice.acceptance.chaos.Attempt.Place;
import sluice.acceptance.chaos.Attempt.Said;
import sluice.acceptance.chaos.Attempt.Ticket;
import sluice.acceptance.chaos.Fault.Event;

/** The judge finds what is planted, and nothing where all is well. */
class JudgeTest {
  private static final String CAPS = "chaos-caps";
  private static final long SECOND = 1_000_000_000L;

  private final List<Attempt> attempts = new ArrayList<>();
  private final List<Event> events = new ArrayList<>();

  @Test
  void three_at_once_of_three_are_well() {
    run(1, CAPS, 0, 1_000);
    run(2, CAPS, 0, 1_000);
    run(3, CAPS, 0, 1_000);
    run(4, CAPS, 1_000, 2_000);

    Verdict verdict = judge(1, 4);
    assertThat(verdict.violations()).isEmpty();
    assertThat(verdict.peaks()).contains(new Verdict.Peak("chaos-caps-key", 3, 3));
  }

  @Test
  void a_fourth_at_once_of_three_is_found() {
    for (int number = 1; number <= 4; number++) {
      run(number, CAPS, number, 1_000);
    }
    assertThat(judge(1, 4).violations())
        .containsExactly("over the limit: 4 at once of chaos-caps-key k0, allowed 3");
  }

  @Test
  void a_ceiling_counts_over_all_policies() {
    List<String> policies = TestPolicy.all().stream().map(TestPolicy::name).toList();
    for (int number = 1; number <= 5; number++) {
      Place place = new Place(policies.get(number % 4), "n3", "k" + number);
      attempts.add(attempt(number, 1, place, 0).ended(SECOND, Said.SUCCESS));
    }
    assertThat(judge(1, 5).violations())
        .containsExactly("over the limit: 5 at once of quota n3 n3, allowed 4");
  }

  @Test
  void an_accepted_job_that_never_ended_is_found_and_one_of_an_unknown_send_is_not() {
    run(1, CAPS, 0, 10);
    BitSet unknown = numbers(2, 2);
    BitSet accepted = numbers(1, 1);
    accepted.set(3);
    assertThat(new Judge(TestPolicy.all(), attempts, events).judge(accepted, unknown).violations())
        .containsExactly("lost: accepted job 3 never ended");
  }

  @Test
  void a_job_that_was_staged_twice_or_never_sent_is_found() {
    run(1, CAPS, 0, 10);
    Ticket twin = new Ticket("another", 1, 1, place(CAPS), new Admitted(20, 20_000_000));
    attempts.add(
        new Attempt(twin, "worker-1", 20_000_000, Attempt.NEVER, Said.NOTHING)
            .ended(30_000_000, Said.SUCCESS));
    run(2, CAPS, 40, 50);
    assertThat(judge(1, 1).violations())
        .hasSize(2)
        .anyMatch(v -> v.startsWith("job 1 was staged 2 times"))
        .anyMatch(v -> v.equals("job 2 was never sent"));
  }

  @Test
  void an_attempt_that_is_begun_twice_is_found() {
    run(1, CAPS, 0, 10);
    run(1, CAPS, 20, 30);
    assertThat(judge(1, 1).violations())
        .singleElement()
        .satisfies(v -> assertThat(v).startsWith("begun twice"));
  }

  @Test
  void an_attempt_of_a_killed_worker_may_be_lost_and_counts_until_its_lease_is_over() {
    attempts.add(attempt(1, 1, place(CAPS), 0));
    attempts.add(attempt(1, 2, place(CAPS), 9_000).ended(10 * SECOND, Said.SUCCESS));
    events.add(new Event(Fault.WORKER_KILL, "worker-1", SECOND, Attempt.NEVER));
    for (int number = 2; number <= 4; number++) {
      run(number, CAPS, 7_000 + number, 7_500);
    }
    Verdict verdict = judge(1, 4);
    assertThat(verdict.violations())
        .containsExactly("over the limit: 4 at once of chaos-caps-key k0, allowed 3");
    assertThat(verdict.lost()).containsOnlyKeys(Fault.WORKER_KILL.words());
  }

  @Test
  void an_attempt_that_is_lost_though_its_worker_lives_is_found() {
    run(1, CAPS, 0, 10);
    attempts.add(attempt(1, 2, place(CAPS), 9_000).ended(10 * SECOND, Said.SUCCESS));
    events.add(new Event(Fault.WORKER_KILL, "worker-2", SECOND, Attempt.NEVER));
    events.add(new Event(Fault.NODE_KILL, "a", SECOND, 2 * SECOND));

    Verdict verdict = judge(1, 1);
    assertThat(verdict.violations())
        .singleElement()
        .satisfies(v -> assertThat(v).startsWith("lost though nothing was wrong"));
    assertThat(verdict.figures().doneAgain()).isEqualTo(1);
  }

  @Test
  void an_attempt_that_is_given_away_before_its_lease_is_over_is_found() {
    attempts.add(attempt(1, 1, place(CAPS), 0));
    attempts.add(attempt(1, 2, place(CAPS), 5_000).ended(6 * SECOND, Said.SUCCESS));
    events.add(new Event(Fault.WORKER_KILL, "worker-1", SECOND, Attempt.NEVER));
    assertThat(judge(1, 1).violations())
        .singleElement()
        .satisfies(v -> assertThat(v).startsWith("lost before its lease was over"));
  }

  @Test
  void a_failure_may_be_followed_by_another_attempt_at_once() {
    attempts.add(attempt(1, 1, place(CAPS), 0).ended(SECOND, Said.FAILURE));
    attempts.add(attempt(1, 2, place(CAPS), 1_200).ended(2 * SECOND, Said.SUCCESS));
    assertThat(judge(1, 1).violations()).isEmpty();
  }

  @Test
  void a_full_bucket_and_what_it_earns_may_go_and_one_more_may_not() {
    for (int number = 1; number <= 20; number++) {
      run(number, "chaos-rates", 0, 1);
    }
    for (int number = 21; number <= 34; number++) {
      run(number, "chaos-rates", 1_000, 1_001);
    }
    assertThat(judge(1, 34).violations().stream().filter(v -> v.contains("rate"))).isEmpty();
    run(35, "chaos-rates", 1_000, 1_001);
    assertThat(judge(1, 35).violations())
        .contains("over the rate: rate k0 was short of 1.00 tokens");
  }

  private void run(int number, String policy, long fromMillis, long toMillis) {
    attempts.add(
        attempt(number, 1, place(policy), fromMillis).ended(toMillis * 1_000_000, Said.SUCCESS));
  }

  private static Place place(String policy) {
    return new Place(policy, "n0", "k0");
  }

  /** One that is admitted and begun at the same instant and has not ended. */
  private static Attempt attempt(int number, int attempt, Place place, long millis) {
    long nanos = millis * 1_000_000;
    Ticket ticket =
        new Ticket("job-" + number, attempt, number, place, new Admitted(millis, nanos));
    return new Attempt(ticket, "worker-1", nanos, Attempt.NEVER, Said.NOTHING);
  }

  private Verdict judge(int first, int last) {
    return new Judge(TestPolicy.all(), attempts, events).judge(numbers(first, last), new BitSet());
  }

  private static BitSet numbers(int first, int last) {
    BitSet numbers = new BitSet();
    numbers.set(first, last + 1);
    return numbers;
  }
}
