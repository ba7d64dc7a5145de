/**
 * Traces: spans of an attempt from its own instants, written when it is settled.
 *
 * <p>Belongs here: which attempts have a trace, what their spans are, OpenTelemetry. Does not
 * belong here: carrying the producer's trace context to the worker, which is a property of the
 * message like any other.
 */
@NullMarked
package sluice.ejb.trace;

import org.jspecify.annotations.NullMarked;
