package sluice.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The data folder belongs to one program and one user, and its logs do not pile up. */
class DataFolderTest {

  @TempDir Path folder;

  @Test
  void is_its_owners_alone_and_is_used_by_one_at_a_time() throws Exception {
    Path root = folder.resolve("a/data");
    try (DataFolder ignored = DataFolder.open(root)) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(root)))
          .isEqualTo("rwx------");
      assertThatThrownBy(() -> DataFolder.open(root)).isInstanceOf(StartRefusedException.class);
    }
    DataFolder.open(root).close();
  }

  @Test
  void a_file_is_refused_as_what_it_is() throws Exception {
    Path file = Files.writeString(folder.resolve("README.md"), "text");
    assertThatThrownBy(() -> DataFolder.open(file))
        .isInstanceOf(StartRefusedException.class)
        .hasMessage("--data " + file + " is a file: name a folder, or one that is to be made.");
    assertThat(file).hasContent("text");
  }

  @Test
  void keeps_the_last_five_logs_of_a_name() throws Exception {
    try (DataFolder data = DataFolder.open(folder)) {
      for (int run = 1; run <= 8; run++) {
        data.rotate("broker");
        Files.writeString(data.log("broker"), "run " + run);
      }
      assertThat(data.log("broker")).hasContent("run 8");
      assertThat(data.log("broker.1")).hasContent("run 7");
      assertThat(data.log("broker.5")).hasContent("run 3");
      assertThat(data.log("broker.6")).doesNotExist();
    }
  }

  @Test
  void deletes_a_tree_without_following_links_out_of_it() throws Exception {
    Path outside = Files.writeString(folder.resolve("outside"), "kept");
    Path tree = Files.createDirectories(folder.resolve("tree/deep/er"));
    Files.createSymbolicLink(tree.resolve("link"), outside);
    DataFolder.deleteTree(folder.resolve("tree"));
    assertThat(folder.resolve("tree")).doesNotExist();
    assertThat(outside).hasContent("kept");
  }

  @Test
  void the_examples_are_written_whole_and_name_their_policies() throws Exception {
    ServerFolder.writeExamplePolicies(folder.resolve("policies"));
    for (String name : new String[] {"webhooks", "reports", "emails"}) {
      assertThat(Files.readString(folder.resolve("policies").resolve(name + ".yaml")))
          .contains("policy: " + name, "destination: work." + name);
    }
  }

  @Test
  void the_server_folder_is_new_at_every_start_and_holds_no_secret() throws Exception {
    ServerRuntime runtime = new ServerRuntime(folder.resolve("runtime"));
    Files.createDirectories(runtime.folder().resolve("config/branding"));
    Files.writeString(runtime.folder().resolve("config/domain.xml"), "<domain/>");
    ServerFolder first =
        ServerFolder.fresh(folder.resolve("payara"), runtime, new Options.Http("127.0.0.1", 8080));
    Files.writeString(first.server().resolve("config/domain.xml"), "<changed/>");
    ServerFolder second =
        ServerFolder.fresh(folder.resolve("payara"), runtime, new Options.Http("0.0.0.0", 8081));
    assertThat(second.server().resolve("config/domain.xml")).hasContent("<domain/>");
    assertThat(second.server().resolve("config/branding")).isDirectory();
    assertThat(Files.readString(second.preBoot()))
        .contains(
            "http-listener.address=0.0.0.0", "http-listener.port=8081", "listener.enabled=false");
    assertThat(second.front().resolve("WEB-INF/web.xml")).exists();
    assertThat(Files.readString(second.postBoot()))
        .contains("Password=$\\{ENV\\=SLUICE_DB_PASSWORD}");
  }
}
