package sluice.ejb.observe;

import java.util.List;

/**
 * The whole deployment and the policies it is made of.
 *
 * @param stats figures over all policies
 * @param policies every policy, by name
 */
public record Whole(Stats stats, List<PolicyFigures> policies) {}
