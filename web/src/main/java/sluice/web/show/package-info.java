/**
 * Views of the services as JSON.
 *
 * <p>Belongs here: names of JSON members. Does not belong here: reading requests.
 */
@NullMarked
package sluice.web.show;

import org.jspecify.annotations.NullMarked;
