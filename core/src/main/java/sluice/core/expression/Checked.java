package sluice.core.expression;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An expression that holds nothing but what is allowed.
 *
 * @param canonical written anew from the tokens that were checked, so that the expression language
 *     reads just these
 * @param properties names of the context that are written out in it
 * @param constant whether it reads nothing of the job
 * @param loneName the name when it is nothing but a name
 */
record Checked(
    String canonical, Set<String> properties, boolean constant, @Nullable String loneName) {}
