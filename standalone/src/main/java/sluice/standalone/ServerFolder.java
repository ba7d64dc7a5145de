package sluice.standalone;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Payara Micro's folder, made anew for every start of the application: with one that is kept, the
 * application would be loaded before the boot commands, and settings that have to come first would
 * have no effect.
 *
 * @param folder holds the command files of this start and, below {@code server}, what Micro writes
 */
record ServerFolder(Path folder) {

  /** Empties the folder and writes the command files from the resources of payara-config. */
  static ServerFolder fresh(Path folder, String httpHost) {
    try {
      DataFolder.deleteTree(folder);
      Files.createDirectories(folder);
      ServerFolder made = new ServerFolder(folder);
      Files.writeString(
          made.preBoot(),
          resource("payara/micro-pre-boot.asadmin").replace("${httpHost}", httpHost));
      Files.writeString(made.postBoot(), resource("payara/micro-post-boot.asadmin"));
      Files.writeString(made.logging(), resource("payara/logging.properties"));
      return made;
    } catch (IOException fault) {
      throw new StartFailedException("The folder %s cannot be made anew.".formatted(folder), fault);
    }
  }

  /** Copies the example policies into a folder that is not there yet. */
  static void writeExamplePolicies(Path policies) {
    try {
      Path fresh = Files.createTempDirectory(policies.getParent(), "policies");
      List<String> names = resource("policies/index").lines().toList();
      for (String name : names) {
        Files.writeString(fresh.resolve(name), resource("policies/" + name));
      }
      Files.move(fresh, policies);
    } catch (IOException fault) {
      throw new StartFailedException(
          "The example policies cannot be written to %s.".formatted(policies), fault);
    }
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = ServerFolder.class.getResourceAsStream("/" + name)) {
      if (in == null) {
        throw new IOException("There is no resource " + name + ".");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  Path preBoot() {
    return folder.resolve("pre-boot.asadmin");
  }

  Path postBoot() {
    return folder.resolve("post-boot.asadmin");
  }

  Path logging() {
    return folder.resolve("logging.properties");
  }

  Path server() {
    return folder.resolve("server");
  }
}
