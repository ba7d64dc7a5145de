package sluice.core.admission;

import java.util.List;

/**
 * Who is ready, in the order of a policy.
 *
 * @param virtualTime the policy's virtual time: start tag of the namespace served last
 * @param namespaces the first ready namespaces by virtual time
 */
public record FairOrder(double virtualTime, List<NamespaceView> namespaces) {}
