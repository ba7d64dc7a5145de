/**
 * What the server is given beside the application.
 *
 * <p>Belongs here: what answers at addresses that are not Sluice's, and the command files for the
 * server as resources. Does not belong here: Sluice itself.
 */
@NullMarked
package sluice.payara;

import org.jspecify.annotations.NullMarked;
