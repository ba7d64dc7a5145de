/**
 * Who did what, when and why.
 *
 * <p>Belongs here: writing an entry in the transaction of the act, and reading entries. Does not
 * belong here: the acts.
 */
@NullMarked
package sluice.ejb.audit;

import org.jspecify.annotations.NullMarked;
