package sluice.ejb.broadcast;

import jakarta.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import sluice.ejb.json.JsonText;

/**
 * A subscriber who knows only what he is given, and checks that there is no gap and no repeat. Used
 * by one thread.
 */
final class Viewer implements Subscription.Listener {
  /** Frames as lines of text. */
  static final EventHub.Encoding LINES =
      new EventHub.Encoding() {
        @Override
        public byte[] resumed() {
          return bytes("resumed");
        }

        @Override
        public byte[] snapshot(EventSnapshot state) {
          return bytes(
              "snapshot "
                  + JsonText.of(
                      Map.of(
                          "seq",
                          state.seq(),
                          "epoch",
                          state.epoch().toString(),
                          "observedAt",
                          state.observedAt(),
                          "namespaces",
                          JsonText.array(state.namespaces()),
                          "policies",
                          JsonText.array(state.policies()))));
        }

        @Override
        public byte[] events(List<PublishedEvent> events) {
          StringBuilder text = new StringBuilder();
          events.forEach(e ->
              text.append(e.seq())
                  .append(' ')
                  .append(e.type())
                  .append(' ')
                  .append(e.body())
                  .append('\n'));
          return bytes(text.toString());
        }

        @Override
        public byte[] beat(long sampledAt) {
          return bytes("beat " + (sampledAt == 0 ? "" : "sampled"));
        }

        @Override
        public byte[] lagged(long after) {
          return bytes("lagged " + after);
        }
      };

  final List<String> frames = new ArrayList<>();
  final Map<String, String> namespaces = new HashMap<>();
  final Map<String, Boolean> paused = new HashMap<>();
  @Nullable Subscription subscription;
  @Nullable Long last;

  /** Of all he was told since he came as somebody new: numbers of one count never go back. */
  private String epoch = "";

  private long highest;
  int snapshots;
  int events;
  boolean lagged;
  boolean abandoned;

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Comes, or comes again with the last number he has; whether he is let in. */
  boolean connect(EventHub hub) {
    lagged = false;
    Optional<Subscription> given = hub.subscribe(last, this);
    subscription = given.orElse(null);
    return given.isPresent();
  }

  /**
   * Loses everything: the next time he comes as somebody new, who may get the snapshot that those
   * who came a moment before him share, and then all events since.
   */
  void die(EventHub hub) {
    drop(hub);
    last = null;
    epoch = "";
    highest = 0;
    namespaces.clear();
    paused.clear();
  }

  /** Loses the connection and remembers what he has. */
  void drop(EventHub hub) {
    Subscription now = subscription;
    if (now != null) {
      hub.leave(now);
      subscription = null;
    }
  }

  /** Takes what is there, at most so many frames. */
  void read(int most) {
    Subscription now = subscription;
    for (int i = 0; now != null && i < most; i++) {
      byte[] frame = now.next();
      if (frame == null) {
        return;
      }
      String text = new String(frame, StandardCharsets.UTF_8);
      frames.add(text);
      text.lines().forEach(this::line);
    }
  }

  private void line(String line) {
    if (line.startsWith("snapshot ")) {
      snapshot(JsonText.object(line.substring(9)));
    } else if (line.startsWith("lagged")) {
      lagged = true;
    } else if (!line.startsWith("beat") && !line.equals("resumed")) {
      String[] parts = line.split(" ", 3);
      event(Long.parseLong(parts[0]), parts[1], JsonText.object(parts[2]));
    }
  }

  private void snapshot(JsonObject state) {
    snapshots++;
    last = state.getJsonNumber("seq").longValue();
    grows(state.getString("epoch"), last);
    namespaces.clear();
    paused.clear();
    for (JsonObject one : state.getJsonArray("namespaces").getValuesAs(JsonObject.class)) {
      quota(one);
    }
    for (JsonObject one : state.getJsonArray("policies").getValuesAs(JsonObject.class)) {
      paused.put(one.getString("policy"), one.getBoolean("paused"));
    }
  }

  private void grows(String count, long seq) {
    if (count.equals(epoch) && seq < highest) {
      throw new AssertionError("number " + seq + " after " + highest + " of the same epoch");
    }
    epoch = count;
    highest = seq;
  }

  private void event(long seq, String type, JsonObject body) {
    if (last == null || seq != last + 1) {
      throw new AssertionError("event " + seq + " came after " + last);
    }
    last = seq;
    grows(epoch, seq);
    events++;
    switch (type) {
      case "NamespaceQuotaState" -> quota(body);
      case "PolicyPaused" -> paused.put(body.getString("policy"), true);
      case "PolicyResumed" -> paused.put(body.getString("policy"), false);
      default -> {
        // counted only
      }
    }
  }

  private void quota(JsonObject state) {
    namespaces.put(
        state.getString("namespace"), state.getInt("inFlight") + "/" + state.get("ceiling"));
  }

  @Override
  public void ready() {
    // reads when he likes
  }

  @Override
  public void abandon() {
    abandoned = true;
  }
}
