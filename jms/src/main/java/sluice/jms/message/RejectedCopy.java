package sluice.jms.message;

import java.io.IOException;
import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.ActiveMQExceptionType;
import org.apache.activemq.artemis.api.core.Message;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.api.core.client.ClientMessage;
import org.apache.activemq.artemis.utils.UUIDGenerator;
import sluice.client.WireFormat;
import sluice.jms.broker.BrokerSession;

/**
 * Copies an unfit message for the rejected queue: body and properties untouched, and the reason.
 *
 * <p>The copy does not expire, so nothing is dropped silently. A body that can't be read as what
 * the message says it is goes as a bytes message, since it would stop whoever reads the queue.
 */
public final class RejectedCopy {
  private static final int LONGEST_DETAIL = 1_000;

  private RejectedCopy() {}

  /** The copy, to be sent at once by {@code session}. */
  public static ClientMessage of(BrokerSession session, Incoming incoming, UnfitMessage reason)
      throws ActiveMQException {
    ClientMessage from = incoming.message();
    boolean readable =
        !reason.code().equals(UnfitMessage.UNREADABLE) && CoreKinds.isKnown(from.getType());
    ClientMessage copy = session.newMessage(readable ? from.getType() : Message.BYTES_TYPE);
    copy.setUserID(UUIDGenerator.getInstance().generateUUID());
    copy.setTimestamp(from.getTimestamp());
    copy.setPriority((byte) Math.clamp(from.getPriority(), 0, 9));
    copyProperties(from, copy);
    copy.putStringProperty(WireFormat.REJECT_REASON, reason.code());
    copy.putStringProperty(
        WireFormat.REJECT_DETAIL, WellFormed.of(WellFormed.cut(reason.detail(), LONGEST_DETAIL)));
    putBody(copy, incoming.body());
    return copy;
  }

  private static void copyProperties(ClientMessage from, ClientMessage copy) {
    try {
      for (SimpleString name : from.getPropertyNames()) {
        if (!CoreNames.ownName(name).isEmpty() || CoreNames.isHeader(name.toString())) {
          copy.putObjectProperty(name, from.getObjectProperty(name));
        }
      }
    } catch (RuntimeException e) {
      // properties that can't be read can't be copied either: the body still is
      System.getLogger(RejectedCopy.class.getName())
          .log(System.Logger.Level.WARNING, "event=properties-lost message={0}", from.getUserID());
    }
  }

  private static void putBody(ClientMessage copy, Body body) throws ActiveMQException {
    if (body instanceof Body.InMemory inMemory) {
      copy.getBodyBuffer().writeBytes(inMemory.bytes());
      return;
    }
    try {
      copy.setBodyInputStream(body.open());
    } catch (IOException e) {
      throw new ActiveMQException(
          "a large body is lost: " + e.getMessage(), e, ActiveMQExceptionType.IO_ERROR);
    }
  }
}
