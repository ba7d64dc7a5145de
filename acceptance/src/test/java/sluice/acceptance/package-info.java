/**
 * The built program as its users have it: a process, JMS, HTTP, a browser. The workers' own log is
 * the judge of what ran.
 */
@NullMarked
package sluice.acceptance;

import org.jspecify.annotations.NullMarked;
