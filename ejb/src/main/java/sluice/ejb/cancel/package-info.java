/**
 * Cancel: taking jobs back before they are over.
 *
 * <p>Belongs here: ending waiting jobs, and jobs in flight of a policy that is deleted, with the
 * figures and slots that hang on them. Does not belong here: who may do it and its audit.
 */
@NullMarked
package sluice.ejb.cancel;

import org.jspecify.annotations.NullMarked;
