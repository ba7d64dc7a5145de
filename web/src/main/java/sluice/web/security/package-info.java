/**
 * Who is calling, and what every answer tells the browser.
 *
 * <p>Belongs here: Basic authentication of the HTTP interface, login and session of the console,
 * response headers. Does not belong here: accounts and passwords, which are the services'.
 */
@NullMarked
package sluice.web.security;

import org.jspecify.annotations.NullMarked;
