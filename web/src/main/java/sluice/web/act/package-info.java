/**
 * What people do in the console, whatever page it stands on.
 *
 * <p>Belongs here: that an act counts once, is done by somebody who may, on what the person saw,
 * and that its end is told. Does not belong here: what single acts do, which is their features'.
 */
@NullMarked
package sluice.web.act;

import org.jspecify.annotations.NullMarked;
