package sluice.ejb.lane;

/**
 * Why a job has no place.
 *
 * @param code a stable word
 * @param detail a sentence that names the field, the value and what is allowed
 */
public record Rejection(String code, String detail) {}
