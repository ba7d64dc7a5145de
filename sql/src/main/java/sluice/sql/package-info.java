/**
 * Migrations, statement files and the loader that binds them.
 *
 * <p>Belongs here: {@code db/migration/V*.sql}, {@code statements/<area>/<verb_noun>.sql} and the
 * code that turns a file into a prepared statement. Does not belong here: what the statements are
 * for; module {@code ejb} calls them by name.
 */
@NullMarked
package sluice.sql;

import org.jspecify.annotations.NullMarked;
