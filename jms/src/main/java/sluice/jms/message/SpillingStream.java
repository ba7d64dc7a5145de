package sluice.jms.message;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Takes a body of any length: in memory up to a limit, in a temporary file beyond it. */
final class SpillingStream extends OutputStream {
  private final long limit;
  private ByteArrayOutputStream memory;
  private @Nullable Path file;
  private @Nullable OutputStream disk;
  private long size;

  /**
   * Empty.
   *
   * @param limit bytes to keep in memory at most
   * @param expected bytes that will probably come
   */
  SpillingStream(long limit, long expected) {
    this.limit = limit;
    this.memory = new ByteArrayOutputStream((int) Math.clamp(expected, 1_024, limit));
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    if (disk == null && size + length > limit) {
      spill();
    }
    (disk == null ? memory : disk).write(bytes, offset, length);
    size += length;
  }

  private void spill() throws IOException {
    Path spilled = Files.createTempFile("sluice-body-", ".tmp");
    file = spilled;
    disk = Files.newOutputStream(spilled);
    memory.writeTo(disk);
    memory = new ByteArrayOutputStream(0);
  }

  @Override
  public void close() throws IOException {
    if (disk != null) {
      disk.close();
    }
  }

  /** What was written. */
  Body body() throws IOException {
    close();
    return file == null ? new Body.InMemory(memory.toByteArray()) : new Body.OnDisk(file, size);
  }

  /** Frees everything. */
  void discard() throws IOException {
    close();
    if (file != null) {
      Files.deleteIfExists(file);
    }
  }
}
