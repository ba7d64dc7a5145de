/** Tests of why a job waits: the order of reasons and the advice. */
@NullMarked
package sluice.core.explain;

import org.jspecify.annotations.NullMarked;
