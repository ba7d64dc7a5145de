/**
 * Settle: the worker's last word, lost attempts, due jobs.
 *
 * <p>Belongs here: everything that ends an attempt or brings a job back to its lane. Does not
 * belong here: the retry rule and the adaptive formulas, which are core's.
 */
@NullMarked
package sluice.ejb.settle;

import org.jspecify.annotations.NullMarked;
