package sluice.jms.message;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** A message's body as the broker's client encodes it, before anything is read into it. */
public sealed interface Body {
  /** How long it is, in bytes. */
  long size();

  /** The bytes, from the start. */
  InputStream open() throws IOException;

  /** Frees what the body holds outside of memory. */
  void discard();

  /**
   * A body in memory.
   *
   * @param bytes never changed
   */
  @SuppressWarnings("ArrayRecordComponent") // a body is carried, never compared
  record InMemory(byte[] bytes) implements Body {
    @Override
    public long size() {
      return bytes.length;
    }

    @Override
    public InputStream open() {
      return new ByteArrayInputStream(bytes);
    }

    @Override
    public void discard() {
      // nothing outside of memory
    }
  }

  /**
   * A body that is too long for memory, on its way to the rejected queue.
   *
   * @param file a temporary file
   * @param size its length
   */
  record OnDisk(Path file, long size) implements Body {
    @Override
    public InputStream open() throws IOException {
      return Files.newInputStream(file);
    }

    @Override
    public void discard() {
      try {
        Files.deleteIfExists(file);
      } catch (IOException e) {
        file.toFile().deleteOnExit();
      }
    }
  }
}
