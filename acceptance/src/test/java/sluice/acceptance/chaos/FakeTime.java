package sluice.acceptance.chaos;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Where libfaketime is, which shifts the wall clock of one process and no other clock. */
final class FakeTime {
  private static final List<Path> PLACES =
      List.of(
          Path.of("/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1"),
          Path.of("/usr/lib/aarch64-linux-gnu/faketime/libfaketimeMT.so.1"),
          Path.of("/usr/lib64/faketime/libfaketimeMT.so.1"));

  private FakeTime() {}

  static Optional<Path> library() {
    return PLACES.stream().filter(Files::exists).findFirst();
  }
}
