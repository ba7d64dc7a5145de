/**
 * The console: what people look at and press.
 *
 * <p>Belongs here: beans behind the pages, thin over the services, what a page shows said in words,
 * and what a page does when its session or view is gone. Does not belong here: login and response
 * headers, which are security's; figures and rules, which are the services'.
 */
@NullMarked
package sluice.web.console;

import org.jspecify.annotations.NullMarked;
