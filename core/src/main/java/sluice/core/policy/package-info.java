/**
 * Policies: the document as a person writes it, read and checked into immutable values, and the
 * routing of one job by them. Belongs here: the fields, their defaults and ranges, every refusal in
 * words, fairness, the retry rule, keys. Does not belong here: the arithmetic of gates ({@code
 * sluice.core.gate}), versions, who saved what, storage.
 */
@NullMarked
package sluice.core.policy;

import org.jspecify.annotations.NullMarked;
