/**
 * The page of one gate partition: what it may and does, and what operators say of it.
 *
 * <p>Belongs here: the beans behind {@code partition.xhtml}. Does not belong here: the gates' rules
 * and verdicts, which are core's; the acts themselves, which are the services'.
 */
@NullMarked
package sluice.web.partition;

import org.jspecify.annotations.NullMarked;
