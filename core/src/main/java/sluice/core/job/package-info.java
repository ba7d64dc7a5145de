/**
 * A job as Sluice stores it: the producer's message taken apart, its place in the life of a job,
 * and the words by which an attempt ends.
 *
 * <p>Belongs here: values that travel through all five services. Does not belong here: JMS types
 * (module {@code jms}), rows and SQL (modules {@code sql}, {@code ejb}), anything a gate decides.
 */
@NullMarked
package sluice.core.job;

import org.jspecify.annotations.NullMarked;
