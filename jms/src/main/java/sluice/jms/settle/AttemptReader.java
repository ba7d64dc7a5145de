package sluice.jms.settle;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import sluice.client.WireFormat;
import sluice.ejb.settle.AttemptRef;
import sluice.jms.consume.Interpreter;
import sluice.jms.message.Incoming;
import sluice.jms.message.MessageProperties;
import sluice.jms.message.MessageReader;

/** Reads which attempt a worker speaks of: all that a heartbeat says. Thread-safe. */
public final class AttemptReader implements Interpreter<AttemptRef> {

  @Override
  public AttemptRef read(Incoming incoming) {
    return attempt(MessageReader.properties(incoming.message()));
  }

  static AttemptRef attempt(Map<String, @Nullable Object> values) {
    MessageProperties properties = new MessageProperties(values);
    long jobId = properties.requiredInteger(WireFormat.JOB_ID);
    if (jobId < 1) {
      throw properties.invalid(WireFormat.JOB_ID, "the job's id as received");
    }
    long attempt = properties.requiredInteger(WireFormat.ATTEMPT);
    if (attempt < 1 || attempt > Integer.MAX_VALUE) {
      throw properties.invalid(WireFormat.ATTEMPT, "the attempt's number as received, at least 1");
    }
    return new AttemptRef(jobId, (int) attempt);
  }
}
