package sluice.ejb.forward;

import java.util.List;

/**
 * The broker will never take the messages of these attempts. Fired as a CDI event before their
 * batch is closed; whoever observes it settles them in a transaction of its own.
 *
 * @param attempts which, and what the broker said
 */
public record AttemptsRefused(List<ForwardingFailed.Refused> attempts) {}
