/**
 * Documents of policies in the console: the history of versions and the editor.
 *
 * <p>Belongs here: the beans behind {@code versions.xhtml} and {@code editor.xhtml}. Does not
 * belong here: reading and checking documents, which is core's; saving, which is the services'.
 */
@NullMarked
package sluice.web.version;

import org.jspecify.annotations.NullMarked;
