/**
 * The console page about what keeps Sluice going: ticks, chores, the auditor, what holds vacuum
 * back.
 *
 * <p>Belongs here: the bean behind the page. Does not belong here: the chores themselves.
 */
@NullMarked
package sluice.web.nodes;

import org.jspecify.annotations.NullMarked;
