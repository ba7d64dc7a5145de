package sluice.web.events;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import sluice.ejb.broadcast.EventHub;
import sluice.ejb.broadcast.EventSnapshot;
import sluice.ejb.broadcast.PublishedEvent;

/**
 * Frames as text of the type {@code text/event-stream}. Bodies are JSON of one line; a line break
 * in one would end the field, so it is written as a space, which means the same between tokens and
 * cannot stand within them.
 *
 * @param cadence how often namespaces are sampled, told with a snapshot
 */
record StreamText(Duration cadence) implements EventHub.Encoding {
  private static final int RETRY_MS = 2_000;

  @Override
  public byte[] resumed() {
    return bytes("retry: " + RETRY_MS + "\n\n");
  }

  @Override
  public byte[] snapshot(EventSnapshot state) {
    String data =
        "{\"seq\":%d,\"epoch\":\"%s\",\"observedAt\":%d,\"cadenceMs\":%d,\"namespaces\":%s,\"policies\":%s}"
            .formatted(
                state.seq(),
                state.epoch(),
                state.observedAt(),
                cadence.toMillis(),
                state.namespaces(),
                state.policies());
    return bytes("retry: " + RETRY_MS + "\n" + event(Long.toString(state.seq()), "snapshot", data));
  }

  @Override
  public byte[] events(List<PublishedEvent> events) {
    StringBuilder text = new StringBuilder(events.size() * 200);
    for (PublishedEvent event : events) {
      text.append(event(Long.toString(event.seq()), event.type(), event.body()));
    }
    return bytes(text.toString());
  }

  @Override
  public byte[] beat(long sampledAt) {
    return bytes(sampledAt == 0 ? ":\n\n" : ": sampled " + sampledAt + "\n\n");
  }

  /** Without a number: a client that comes again names the last event that it really has. */
  @Override
  public byte[] lagged(long after) {
    return bytes("event: lagged\ndata: {\"after\":" + after + "}\n\n");
  }

  private static String event(String id, String type, String body) {
    String line = body.indexOf('\n') < 0 && body.indexOf('\r') < 0 ? body : oneLine(body);
    return "id: " + id + "\nevent: " + type + "\ndata: " + line + "\n\n";
  }

  private static String oneLine(String body) {
    return body.replace('\r', ' ').replace('\n', ' ');
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
