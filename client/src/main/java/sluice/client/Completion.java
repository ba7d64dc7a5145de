package sluice.client;

import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.time.Duration;
import java.time.Instant;

/** A worker's last word on an attempt, by the worker's clock. */
record Completion(Job job, Outcome outcome, Instant startedAt, Instant finishedAt) {

  Message toMessage(JMSContext context) throws JMSException {
    Message message = context.createMessage();
    message.setStringProperty(WireFormat.JOB_ID, job.id());
    message.setIntProperty(WireFormat.ATTEMPT, job.attempt());
    message.setLongProperty(WireFormat.STARTED_AT, startedAt.toEpochMilli());
    message.setLongProperty(WireFormat.FINISHED_AT, finishedAt.toEpochMilli());
    switch (outcome) {
      case Outcome.Success() ->
          message.setStringProperty(WireFormat.OUTCOME, WireFormat.OUTCOME_SUCCESS);
      case Outcome.Failure(String error, Duration retryAfter) -> {
        message.setStringProperty(WireFormat.OUTCOME, WireFormat.OUTCOME_FAILURE);
        message.setStringProperty(WireFormat.ERROR, error);
        setRetryAfter(message, retryAfter);
      }
      case Outcome.Reject(String error) -> {
        message.setStringProperty(WireFormat.OUTCOME, WireFormat.OUTCOME_REJECT);
        message.setStringProperty(WireFormat.ERROR, error);
      }
      case Outcome.Later(Duration retryAfter) -> {
        message.setStringProperty(WireFormat.OUTCOME, WireFormat.OUTCOME_LATER);
        setRetryAfter(message, retryAfter);
      }
    }
    return message;
  }

  private static void setRetryAfter(Message message, Duration retryAfter) throws JMSException {
    if (retryAfter.toMillis() > 0) {
      message.setLongProperty(WireFormat.RETRY_AFTER_MS, retryAfter.toMillis());
    }
  }
}
