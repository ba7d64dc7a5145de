/**
 * JSON as text, for columns of type jsonb.
 *
 * <p>Belongs here: turning plain values into JSON text and back. Does not belong here: the HTTP
 * interface's JSON, which is the web's.
 */
@NullMarked
package sluice.ejb.json;

import org.jspecify.annotations.NullMarked;
