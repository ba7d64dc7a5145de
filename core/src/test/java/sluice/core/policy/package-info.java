/** Tests of policies, their documents and the routing by them. */
@NullMarked
package sluice.core.policy;

import org.jspecify.annotations.NullMarked;
