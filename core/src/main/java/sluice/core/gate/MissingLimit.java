package sluice.core.gate;

import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;

/**
 * A limit that has no value for a job. Immutable, thread-safe.
 *
 * @param field its name in the policy document
 * @param source its expression
 * @param properties the properties it reads that the job does not have, sorted
 */
public record MissingLimit(String field, String source, Set<String> properties) {
  public MissingLimit {
    properties = Collections.unmodifiableSet(new TreeSet<>(properties));
  }
}
