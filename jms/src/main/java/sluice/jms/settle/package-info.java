/**
 * From workers to settlement: completions and heartbeats.
 *
 * <p>Belongs here: what the messages of workers say. Does not belong here: what becomes of the job.
 */
@NullMarked
package sluice.jms.settle;

import org.jspecify.annotations.NullMarked;
