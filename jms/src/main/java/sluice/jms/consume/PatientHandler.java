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

  /** So often a lone message may set off a fault of the program before it is rejected. */
  private static final int FAULTS = 5;

  private final BatchHandler<T> handler;
  private final Outage outage;
  private final Supplier<Pause> pauses;
  private UUID receipt = UUID.randomUUID();

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
   * One answer for each message, in order; empty if the batch was given up, because {@code goOn}
   * says no or because the database stays away.
   */
  Optional<List<Optional<UnfitMessage>>> handle(List<T> batch, BooleanSupplier goOn)
      throws InterruptedException {
    Pause pause = pauses.get();
    long begun = System.nanoTime();
    int faults = 0;
    while (goOn.getAsBoolean() && System.nanoTime() - begun < HOLD_NANOS) {
      try {
        List<Optional<UnfitMessage>> answers = handler.handle(batch, receipt);
        outage.over();
        return Optional.of(answers);
      } catch (RuntimeException e) {
        forgetReceipt();
        Trouble trouble = Trouble.of(e);
        if (trouble != Trouble.AWAY) {
          Optional<List<Optional<UnfitMessage>>> answers =
              batch.size() > 1
                  ? oneByOne(batch)
                  : lone(e, trouble == Trouble.REFUSED || ++faults >= FAULTS);
          if (answers.isPresent()) {
            return answers;
          }
        }
        outage.failed(e);
        pause.await();
      }
    }
    return Optional.empty();
  }

  private Optional<List<Optional<UnfitMessage>>> lone(RuntimeException failure, boolean final_) {
    return final_ ? Optional.of(List.of(Optional.of(unfit(failure)))) : Optional.empty();
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
    failures.forEach(e -> LOG.log(Level.WARNING, "a message can't be handled", e));
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
