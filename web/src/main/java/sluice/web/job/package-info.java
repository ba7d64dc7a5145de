/**
 * Jobs as they are staged over HTTP: JSON to requests, results to JSON.
 *
 * <p>Belongs here: the fields of a job and every refusal in words. Does not belong here: staging
 * itself.
 */
@NullMarked
package sluice.web.job;

import org.jspecify.annotations.NullMarked;
