package sluice.client;

import static java.util.Objects.requireNonNull;

import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSProducer;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Puts jobs into Sluice's intake queue.
 *
 * <pre>{@code
 * try (JobProducer producer = new JobProducer(factory)) {
 *   producer.send("Hello", JobOptions.forPolicy("mails").property("accountId", 42));
 * }
 * }</pre>
 *
 * <p>When a send returns, the broker has the jobs on disk (persistent messages, committed); when it
 * throws, none of them was accepted, with one exception: if the connection breaks during the
 * commit, nobody can tell. Repeat such a send with a {@linkplain JobOptions#jobKey job key}, so
 * that a second copy is a duplicate. A connection that broke while idle is replaced without the
 * caller's doing; after any other failure the next send opens a new one.
 *
 * <p>Thread-safe: one transacted session, callers take turns. For many jobs use {@link #sendAll},
 * which pays one commit for all of them, before more threads.
 */
public final class JobProducer implements AutoCloseable {

  private final IntFunction<JMSContext> contexts;
  private final String intakeQueue;
  private final ReentrantLock turn = new ReentrantLock();
  private @Nullable JMSContext open;
  private boolean closed;

  /** A producer for the default intake queue. */
  public JobProducer(ConnectionFactory factory) {
    this(factory, WireFormat.INTAKE_QUEUE);
  }

  /** A producer for an intake queue. No connection is made before the first send. */
  public JobProducer(ConnectionFactory factory, String intakeQueue) {
    this(factory::createContext, intakeQueue);
  }

  /**
   * A producer that gets its connections from a function of the session mode, for instance {@code
   * mode -> factory.createContext(user, password, mode)}.
   */
  public JobProducer(IntFunction<JMSContext> contexts, String intakeQueue) {
    this.contexts = requireNonNull(contexts);
    this.intakeQueue = requireNonNull(intakeQueue);
  }

  /**
   * Sends a TextMessage.
   *
   * @return the {@code JMSMessageID}, by which Sluice stages a message only once
   */
  public String send(String text, JobOptions options) {
    return send(NewJob.ofText(text, options));
  }

  /** Sends a BytesMessage; see {@link #send(String, JobOptions)}. */
  public String send(byte[] bytes, JobOptions options) {
    return send(NewJob.ofBytes(bytes, options));
  }

  /** Sends a message of the caller's; see {@link NewJob#ofMessage}. */
  public String send(Message message, JobOptions options) {
    return send(NewJob.ofMessage(message, options));
  }

  /** Sends one job. */
  public String send(NewJob job) {
    return sendAll(List.of(job)).getFirst();
  }

  /**
   * Sends all of these jobs in one transaction: all or none. A thousand at a time is a good size.
   *
   * @return their {@code JMSMessageID}s in the same order
   * @throws JMSRuntimeException if the broker did not take them, or a message could not be built
   */
  public List<String> sendAll(Collection<NewJob> jobs) {
    if (jobs.isEmpty()) {
      return List.of();
    }
    turn.lock();
    try {
      if (closed) {
        throw new IllegalStateException("the producer for " + intakeQueue + " is closed");
      }
      return sendInTurn(jobs);
    } finally {
      turn.unlock();
    }
  }

  private List<String> sendInTurn(Collection<NewJob> jobs) {
    boolean usedBefore = open != null;
    try {
      List<String> ids;
      try {
        ids = put(jobs);
      } catch (JMSRuntimeException broken) {
        // Nothing is committed yet, so trying again cannot send anything twice.
        if (!usedBefore) {
          throw broken;
        }
        abandon();
        ids = put(jobs);
      }
      context().commit();
      return ids;
    } catch (JMSException e) {
      abandon();
      throw new JMSRuntimeException(
          "a job's message could not be built: " + e.getMessage(), e.getErrorCode(), e);
    } catch (RuntimeException e) {
      abandon();
      throw e;
    }
  }

  private List<String> put(Collection<NewJob> jobs) throws JMSException {
    JMSContext context = context();
    Queue intake = context.createQueue(intakeQueue);
    JMSProducer producer = context.createProducer();
    List<String> ids = new ArrayList<>(jobs.size());
    for (NewJob job : jobs) {
      Message message = job.createMessage(context);
      job.options().writeTo(producer);
      producer.send(intake, message);
      ids.add(message.getJMSMessageID());
    }
    return ids;
  }

  private JMSContext context() {
    JMSContext context = open;
    if (context == null) {
      context = contexts.apply(JMSContext.SESSION_TRANSACTED);
      open = context;
    }
    return context;
  }

  /** Closes the session, which takes back what it has not committed. */
  private void abandon() {
    JMSContext context = open;
    open = null;
    if (context != null) {
      Connections.closeQuietly(context);
    }
  }

  /** Closes the connection; waits for a send that is under way. */
  @Override
  public void close() {
    turn.lock();
    try {
      closed = true;
      abandon();
    } finally {
      turn.unlock();
    }
  }
}
