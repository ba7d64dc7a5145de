package sluice.jms.consume;

/**
 * What a consumer is for.
 *
 * @param queues where messages come from
 * @param interpreter what they ask for
 * @param handler who does it
 * @param rejectedQueue where unfit ones go
 * @param bodyMemory bytes of one body to hold in memory; longer ones go to a temporary file
 * @param limits how much is handled at once
 */
public record ConsumerWork<T>(
    Queues queues,
    Interpreter<T> interpreter,
    BatchHandler<T> handler,
    String rejectedQueue,
    long bodyMemory,
    BatchLimits limits) {}
