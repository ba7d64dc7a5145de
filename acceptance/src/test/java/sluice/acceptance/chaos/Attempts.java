package sluice.acceptance.chaos;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import sluice.acceptance.chaos.Attempt.Admitted;
import sluice.acceptance.chaos.Attempt.Place;
import sluice.acceptance.chaos.Attempt.Said;
import sluice.acceptance.chaos.Attempt.Ticket;

/** The workers' log. Thread-safe. */
final class Attempts {
  private final List<Attempt> attempts = new ArrayList<>();
  private final Map<String, Integer> open = new HashMap<>();
  private final BitSet succeeded = new BitSet();
  private final Map<String, Integer> doneOf = new HashMap<>();
  private long lastBegan = System.nanoTime();

  /** A line of a worker process. */
  void line(String worker, String line) {
    String[] word = line.split("\t", -1);
    if (!word[word.length - 1].equals(Attempt.WHOLE)) {
      return;
    }
    if (word[0].equals("B")) {
      Ticket ticket =
          new Ticket(
              word[1],
              Integer.parseInt(word[2]),
              Integer.parseInt(word[3]),
              new Place(word[4], word[5], word[6]),
              new Admitted(Long.parseLong(word[7]), Long.parseLong(word[8])));
      began(ticket, worker, Long.parseLong(word[9]));
    } else if (word[0].equals("E")) {
      String name = name(word[1], Integer.parseInt(word[2]), worker);
      ended(name, Long.parseLong(word[4]), Said.valueOf(word[3]));
    }
  }

  synchronized void began(Ticket ticket, String worker, long nanos) {
    open.put(name(ticket.job(), ticket.attempt(), worker), attempts.size());
    attempts.add(new Attempt(ticket, worker, nanos, Attempt.NEVER, Said.NOTHING));
    lastBegan = Math.max(lastBegan, nanos);
  }

  private synchronized void ended(String name, long nanos, Said said) {
    Integer index = open.remove(name);
    if (index == null) {
      throw new IllegalStateException("ended without a begin: " + name);
    }
    Attempt attempt = attempts.get(index).ended(nanos, said);
    attempts.set(index, attempt);
    int number = attempt.ticket().number();
    if (said == Said.SUCCESS && !succeeded.get(number)) {
      succeeded.set(number);
      doneOf.merge(attempt.ticket().place().policy(), 1, Integer::sum);
    }
  }

  private static String name(String job, int attempt, String worker) {
    return job + ":" + attempt + ":" + worker;
  }

  synchronized List<Attempt> all() {
    return List.copyOf(attempts);
  }

  synchronized int size() {
    return attempts.size();
  }

  /** How many different numbers were done. */
  synchronized int done() {
    return succeeded.cardinality();
  }

  /** How many different numbers of a policy were done. */
  synchronized int done(String policy) {
    return doneOf.getOrDefault(policy, 0);
  }

  /** The numbers that were done. */
  synchronized BitSet doneNumbers() {
    return (BitSet) succeeded.clone();
  }

  /** When an attempt last began. */
  synchronized long lastBegan() {
    return lastBegan;
  }
}
