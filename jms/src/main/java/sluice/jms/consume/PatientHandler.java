package sluice.jms.consume;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import sluice.jms.broker.Outage;
import sluice.jms.broker.Pause;
import sluice.jms.message.UnfitMessage;

/**
 * Hands a batch over until every message of it is taken or refused: waits while the database is
 * away, and looks for the one message that a service stumbles over, so that its neighbours go on.
 *
 * <p>Used by one thread.
 */
final class PatientHandler<T> {
  private static final Logger LOG = System.getLogger(PatientHandler.class.getName());

  /** So long a batch is held while the database is away; then it goes back to the queue. */
  private static final long HOLD_NANOS = TimeUnit.SECONDS.toNanos(60);

  /** So often a lone message is tried that sets off a fault of the program; then it goes back. */
  private static final int TRIES_ALONE = 5;

  /** So often it may go back, to come again with neighbours, before it is rejected. */
  private static final int TIMES_ALONE = 3;

  private final BatchHandler<T> handler;
  private final Outage outage;
  private final Supplier<Pause> pauses;
  private UUID receipt = UUID.randomUUID();
  private int timesAlone;

  PatientHandler(BatchHandler<T> handler, Outage outage, Supplier<Pause> pauses) {
    this.handler = handler;
    this.outage = outage;
    this.pauses = pauses;
  }

  /** It is unknown whether the last batch was acknowledged. */
  void forgetReceipt() {
    receipt = UUID.randomUUID();
  }

  /**
   * Whether a lone message was given up that may be to blame. The next batch should have neighbours
   * in it: if they go through, it is the message; if they do not, it is the program.
   */
  boolean wantsNeighbours() {
    return timesAlone > 0;
  }

  /**
   * One answer for each message, in order; empty if the batch was given up, because {@code goOn}
   * says no, because the database stays away, or because a lone message needs neighbours.
   */
  Optional<List<Optional<UnfitMessage>>> handle(List<T> batch, BooleanSupplier goOn)
      throws InterruptedException {
    Pause pause = pauses.get();
    long begun = System.nanoTime();
    int triesAlone = 0;
    while (goOn.getAsBoolean() && System.nanoTime() - begun < HOLD_NANOS) {
      try {
        List<Optional<UnfitMessage>> answers = handler.handle(batch, receipt);
        outage.over();
        timesAlone = 0;
        return Optional.of(answers);
      } catch (RuntimeException e) {
        forgetReceipt();
        Trouble trouble = Trouble.of(e);
        if (trouble != Trouble.AWAY && batch.size() > 1) {
          Optional<List<Optional<UnfitMessage>>> answers = oneByOne(batch);
          if (answers.isPresent()) {
            return answers;
          }
        } else if (trouble == Trouble.REFUSED || isToBlame(trouble)) {
          return Optional.of(List.of(Optional.of(unfit(e))));
        } else if (trouble == Trouble.FAULT && ++triesAlone == TRIES_ALONE) {
          timesAlone++;
          return Optional.empty();
        }
        outage.failed(e);
        pause.await();
      }
    }
    return Optional.empty();
  }

  private boolean isToBlame(Trouble trouble) {
    return trouble == Trouble.FAULT && timesAlone >= TIMES_ALONE;
  }

  /** Empty if this does not tell a bad message from a bad day: not one of them went through. */
  private Optional<List<Optional<UnfitMessage>>> oneByOne(List<T> batch) {
    List<Optional<UnfitMessage>> answers = new ArrayList<>(batch.size());
    List<RuntimeException> failures = new ArrayList<>();
    boolean told = false;
    for (T value : batch) {
      try {
        answers.add(single(value));
        told = true;
      } catch (RuntimeException e) {
        Trouble trouble = Trouble.of(e);
        if (trouble == Trouble.AWAY) {
          return Optional.empty();
        }
        told |= trouble == Trouble.REFUSED;
        answers.add(Optional.of(unfit(e)));
        failures.add(e);
      }
    }
    if (!told) {
      return Optional.empty();
    }
    timesAlone = 0;
    failures.forEach(e -> LOG.log(Level.WARNING, "event=message-unfit", e));
    return Optional.of(answers);
  }

  private Optional<UnfitMessage> single(T value) {
    // a receipt of its own: the next one would replace it before the broker's commit
    return handler.handle(List.of(value), UUID.randomUUID()).getFirst();
  }

  private static UnfitMessage unfit(RuntimeException failure) {
    boolean refused = Trouble.of(failure) == Trouble.REFUSED;
    return new UnfitMessage(
        refused ? "DATA_REFUSED" : "FAULT",
        refused
            ? "the database refuses the data: " + failure.getMessage()
            : "the message can't be handled: " + failure);
  }
}
