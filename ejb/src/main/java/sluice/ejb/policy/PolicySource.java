package sluice.ejb.policy;

import java.util.Optional;

/**
 * Where the hot path gets policies from: {@link PolicyCatalog} in the application, a map in tests.
 * Thread-safe.
 */
public interface PolicySource {
  /** The policy in force by this name. */
  Optional<ActivePolicy> byName(String name);

  /** The policy in force by this id. */
  Optional<ActivePolicy> byId(int id);

  /**
   * The policy by its id, at least as new as a version that a locked row names.
   *
   * @throws UnknownPolicy if it is deleted
   */
  ActivePolicy byId(int id, int version);
}
