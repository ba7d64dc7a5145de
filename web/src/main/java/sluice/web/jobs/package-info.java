/**
 * Console pages about jobs: lists by state, and one job with why it waits.
 *
 * <p>Belongs here: beans behind these pages. Does not belong here: jobs as they come in ({@code
 * job}), what is done to jobs.
 */
@NullMarked
package sluice.web.jobs;

import org.jspecify.annotations.NullMarked;
