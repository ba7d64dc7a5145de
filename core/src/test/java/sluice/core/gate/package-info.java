/** Tests of the gates. Cases named {@code i_…} are those of BEHAVIOUR.md, section I. */
@NullMarked
package sluice.core.gate;

import org.jspecify.annotations.NullMarked;
