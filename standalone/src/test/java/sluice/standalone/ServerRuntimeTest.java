package sluice.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerRuntimeTest {
  @TempDir Path home;
  private Path launcher;

  @BeforeEach
  void unpacked() throws Exception {
    launcher = home.resolve("payara/launch-micro.jar");
    Files.createDirectories(launcher.getParent());
    Files.writeString(launcher, "as it was unpacked");
    Files.writeString(home.resolve("payara-micro.jar"), "of an older day");
    Files.setLastModifiedTime(home.resolve("payara-micro.jar"), FileTime.fromMillis(1_000));
  }

  @Test
  void a_server_that_is_unpacked_is_used_as_it_is() throws Exception {
    ServerRuntime runtime = ServerRuntime.of(new Distribution(home), home.resolve("log"));
    assertThat(runtime.classPath()).isEqualTo(launcher).hasContent("as it was unpacked");
    assertThat(runtime.isArchived()).isFalse();
  }
}
