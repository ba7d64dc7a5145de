package sluice.client;

import jakarta.jms.JMSContext;
import java.time.Duration;
import java.util.function.IntFunction;

/** What the parts of one worker share: where it works and how patient it is. */
record WorkerSettings(
    IntFunction<JMSContext> contexts, Queues queues, Duration graceTime, Pauses pauses) {

  /** The three queues of a worker. */
  record Queues(String work, String completion, String heartbeat) {}

  /** The first and the longest pause between tries at a broker that is away. */
  record Pauses(Duration first, Duration longest) {}

  BackOff backOff() {
    return new BackOff(pauses.first(), pauses.longest());
  }
}
