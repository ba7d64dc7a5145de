/**
 * Policies as people read and edit them: entities, versions, files, the cache that the hot path
 * reads.
 *
 * <p>Belongs here: saving, pausing, deleting a policy and their audit. Does not belong here:
 * validation of a document, which is core's.
 */
@NullMarked
package sluice.ejb.policy;

import org.jspecify.annotations.NullMarked;
