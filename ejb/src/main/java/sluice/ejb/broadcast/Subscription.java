package sluice.ejb.broadcast;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * What one subscriber has still to be given, in frames that are ready for the wire. The hub puts
 * in, the subscriber's connection takes out; neither waits for the other. Thread-safe.
 *
 * <p>Invariant: the events put in have the numbers {@code start + 1, start + 2, …} without gap and
 * repeat. A subscriber for whom there is no more room is told so and ended, never skipped over.
 */
public final class Subscription {
  /** Most frames that wait; a frame holds all events of one look of the hub. */
  static final int MOST_FRAMES = 64;

  /** Most bytes that wait; a frame that is larger by itself has room when nothing else waits. */
  static final int MOST_BYTES = 2 * 1024 * 1024;

  private final Listener listener;
  private final Deque<Frame> frames = new ArrayDeque<>();
  private int bytes;
  private long position;
  private long taken;
  private boolean ended;
  private long endedAt;

  /** The subscriber's connection. Called without any lock held; must return at once. */
  public interface Listener {
    /** There is something in {@link #next}, or it has ended. */
    void ready();

    /** Nothing more comes, and what was left was not taken in time: close by force. */
    void abandon();
  }

  Subscription(long start, Listener listener) {
    this.position = start;
    this.taken = start;
    this.listener = listener;
  }

  @SuppressWarnings("ArrayRecordComponent") // carried, never compared
  private record Frame(byte[] bytes, long last) {}

  /** The next frame for the wire; null if there is none now. */
  public synchronized byte @Nullable [] next() {
    Frame frame = frames.poll();
    if (frame == null) {
      return null;
    }
    bytes -= frame.bytes().length;
    taken = frame.last();
    return frame.bytes();
  }

  /** Whether nothing comes any more: close once this is so. */
  public synchronized boolean over() {
    return ended && frames.isEmpty();
  }

  /** The number of the last event put in. */
  synchronized long position() {
    return position;
  }

  synchronized boolean ended() {
    return ended;
  }

  /** Nanoseconds since the end, 0 before it. */
  synchronized long sinceEnd(long now) {
    return ended ? now - endedAt : 0;
  }

  /**
   * Puts events in.
   *
   * @param first number of the first one
   * @param last number of the last one
   * @return false if they do not follow or there is no room; nothing is put in then
   */
  synchronized boolean offer(byte[] frame, long first, long last) {
    if (ended) {
      return true;
    }
    if (first != position + 1 || !hasRoom(frame.length)) {
      return false;
    }
    position = last;
    add(frame);
    return true;
  }

  /** Puts something in that is no event, unless other things wait already. */
  synchronized boolean offerIfIdle(byte[] frame) {
    if (ended || !frames.isEmpty()) {
      return false;
    }
    add(frame);
    return true;
  }

  /** Puts the first frame in. */
  synchronized void begin(byte[] frame) {
    add(frame);
  }

  /**
   * Ends it with a last word; what waits is dropped.
   *
   * @param lastWord says what was the last event taken out
   */
  synchronized void end(LongFunction<byte[]> lastWord, long now) {
    if (!ended) {
      frames.clear();
      bytes = 0;
      add(lastWord.apply(taken));
      ended = true;
      endedAt = now;
    }
  }

  Listener listener() {
    return listener;
  }

  private boolean hasRoom(int length) {
    return frames.isEmpty() || (frames.size() < MOST_FRAMES && bytes + length <= MOST_BYTES);
  }

  private void add(byte[] frame) {
    frames.add(new Frame(frame, position));
    bytes += frame.length;
  }
}
