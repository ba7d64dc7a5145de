/**
 * The standalone program: one command that starts an embedded PostgreSQL, an embedded Artemis
 * broker and, as a child process, Payara Micro with the application; and stops them again in the
 * opposite order.
 *
 * <p>Here belongs what a single machine needs to run Sluice without any server set up: options,
 * ports, the data folder, credentials, the start order, the watch over the child. What Sluice does
 * with jobs does not belong here: the launcher knows the application only as a WAR that answers
 * over HTTP.
 *
 * <p>{@link sluice.standalone.EmbeddedDatabase} and {@link sluice.standalone.EmbeddedBroker} stand
 * on their own, so tests and benchmarks of other modules start the same database and broker that a
 * user gets.
 */
@NullMarked
package sluice.standalone;

import org.jspecify.annotations.NullMarked;
