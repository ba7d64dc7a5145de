/** Tests of expressions and settings. */
@NullMarked
package sluice.core.expression;

import org.jspecify.annotations.NullMarked;
