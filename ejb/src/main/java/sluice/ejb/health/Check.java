package sluice.ejb.health;

/**
 * One thing that must be so.
 *
 * @param name what
 * @param up whether it is
 * @param detail more, for people with an account; never empty
 */
public record Check(String name, boolean up, String detail) {}
