/**
 * Errors as problem details (RFC 9457), for every failure of the HTTP interface.
 *
 * <p>Belongs here: which failure is which status. Does not belong here: stack traces, anywhere.
 */
@NullMarked
package sluice.web.problem;

import org.jspecify.annotations.NullMarked;
