/**
 * The HTTP interface under {@code /sluice/api}.
 *
 * <p>Belongs here: resources: one call each, translate, answer. Does not belong here: rules, which
 * are the services'.
 */
@NullMarked
package sluice.web.api;

import org.jspecify.annotations.NullMarked;
