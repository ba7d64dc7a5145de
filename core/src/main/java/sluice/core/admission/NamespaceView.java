package sluice.core.admission;

import java.util.List;

/**
 * A namespace with ready shares in the policy, as the tick read it.
 *
 * @param id its turn in the policy
 * @param virtualTime start tag of its next job
 * @param shares its first ready shares by virtual time
 * @param more whether it has ready shares beyond these
 */
public record NamespaceView(long id, double virtualTime, List<ShareView> shares, boolean more) {}
