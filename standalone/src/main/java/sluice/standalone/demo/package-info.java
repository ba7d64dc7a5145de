/**
 * What {@code ./sluice demo} adds to a running standalone program: policies, producers and workers,
 * so every page has something to show. It talks to Sluice as anybody does, over HTTP and JMS, and
 * knows nothing of the launcher, which calls {@link sluice.standalone.demo.Demo#start} once the
 * application takes work and closes what it got first of all when it stops.
 */
@NullMarked
package sluice.standalone.demo;

import org.jspecify.annotations.NullMarked;
