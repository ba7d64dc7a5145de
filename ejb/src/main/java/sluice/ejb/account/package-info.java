/**
 * People who may log in and their roles.
 *
 * <p>Belongs here: accounts and password hashes. Does not belong here: the login itself, which is
 * the web's.
 */
@NullMarked
package sluice.ejb.account;

import org.jspecify.annotations.NullMarked;
