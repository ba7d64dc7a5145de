/**
 * The broker's side of Sluice: what comes in from producers and workers, what goes out to work
 * queues.
 *
 * <p>Belongs here: settings and the wiring of the packages below. Does not belong here: any
 * decision about a job.
 */
@NullMarked
package sluice.jms;

import org.jspecify.annotations.NullMarked;
