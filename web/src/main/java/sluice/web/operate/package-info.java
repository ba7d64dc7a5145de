/**
 * What operators do with policies and jobs in the console.
 *
 * <p>Belongs here: the acts behind the buttons of those pages, thin over the services, and what to
 * say of their end. Does not belong here: what those pages show; partitions, namespaces, dead jobs
 * and documents, which have pages and packages of their own.
 */
@NullMarked
package sluice.web.operate;

import org.jspecify.annotations.NullMarked;
