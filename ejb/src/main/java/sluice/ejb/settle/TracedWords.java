package sluice.ejb.settle;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import sluice.ejb.trace.AttemptTrace;
import sluice.ejb.trace.EndedAttempt;
import sluice.ejb.trace.Tracing;

/**
 * Words on attempts, and the traces of those that have one. Immutable.
 *
 * @param words the words that are being settled
 * @param traces read before anything is changed
 */
record TracedWords(Map<AttemptRef, Completion> words, List<AttemptTrace> traces) {

  static TracedWords read(Tracing tracing, Connection connection, Map<AttemptRef, Completion> words)
      throws SQLException {
    long[] ids = words.keySet().stream().mapToLong(AttemptRef::jobId).toArray();
    int[] attempts = words.keySet().stream().mapToInt(AttemptRef::attempt).toArray();
    return new TracedWords(words, tracing.read(connection, ids, attempts));
  }

  /** Of the traced attempts those that ended now, by these words and no others. */
  List<EndedAttempt> ended(List<Attempt> settled) {
    if (traces.isEmpty()) {
      return List.of();
    }
    Map<AttemptRef, AttemptTrace> byAttempt = new HashMap<>();
    traces.forEach(trace -> byAttempt.put(new AttemptRef(trace.jobId(), trace.attempt()), trace));
    List<EndedAttempt> ended = new ArrayList<>();
    for (Attempt attempt : settled) {
      AttemptTrace trace = byAttempt.get(attempt.ref());
      if (trace != null) {
        Completion word = Settler.word(words, attempt);
        ended.add(new EndedAttempt(trace, word.outcome(), word.startedAt()));
      }
    }
    return ended;
  }
}
