package sluice.web.act;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

class OnceTest {
  private static final Said DONE = Said.done("Paused.", "resume");

  private final Once once = new Once();
  private final UUID form = UUID.randomUUID();

  @Test
  void the_first_does_it_and_the_second_is_told_the_same() {
    assertThat(once.take("ada", form)).isEmpty();
    once.done("ada", form, DONE);
    assertThat(once.take("ada", form)).contains(DONE);
    assertThat(once.said("ada", form)).isEqualTo(DONE);
  }

  @Test
  void the_second_waits_for_the_first()
      throws InterruptedException, ExecutionException, TimeoutException {
    assertThat(once.take("ada", form)).isEmpty();
    CompletableFuture<Optional<Said>> second =
        CompletableFuture.supplyAsync(() -> once.take("ada", form));
    assertThat(second).isNotDone();
    once.done("ada", form, DONE);
    assertThat(second.get(10, TimeUnit.SECONDS)).contains(DONE);
  }

  @Test
  void what_was_not_done_may_come_again() {
    assertThat(once.take("ada", form)).isEmpty();
    once.undone("ada", form, Said.bad("Not done."));
    assertThat(once.said("ada", form)).isNull();
    assertThat(once.take("ada", form)).isEmpty();
  }

  @Test
  void nobody_is_told_what_became_of_another_ones_form() {
    assertThat(once.take("ada", form)).isEmpty();
    once.done("ada", form, DONE);
    assertThat(once.said("bob", form)).isNull();
    assertThat(once.take("bob", form)).isEmpty();
  }

  @Test
  void what_is_kept_is_bounded() {
    once.done("ada", form, DONE);
    for (int i = 0; i < Once.KEPT; i++) {
      once.done("ada", UUID.randomUUID(), DONE);
    }
    assertThat(once.said("ada", form)).isNull();
  }

  @Test
  void a_form_that_comes_three_times_says_so_once() {
    Said twice = DONE.again();
    assertThat(twice.sentence()).endsWith("this was done once.").startsWith("Paused.");
    assertThat(twice.again()).isEqualTo(twice);
  }
}
