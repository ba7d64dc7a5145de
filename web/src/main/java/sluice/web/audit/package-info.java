/**
 * The console page about who did what.
 *
 * <p>Belongs here: the bean behind the page, and changes as words. Does not belong here: writing
 * the audit.
 */
@NullMarked
package sluice.web.audit;

import org.jspecify.annotations.NullMarked;
