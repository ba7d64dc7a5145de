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
  /** By name: the launcher itself knows no servlets and cannot load it. */
  private static final String FRONT = "sluice/payara/Front.class";

  /** Empties the folder and writes the command files from the resources of payara-config. */
  static ServerFolder fresh(Path folder, ServerRuntime runtime, Options.Http http) {
    try {
      DataFolder.deleteTree(folder);
      Files.createDirectories(folder);
      ServerFolder made = new ServerFolder(folder);
      runtime.copyConfiguration(made.server());
      made.writeFront();
      String preBoot =
          resource("payara/micro-pre-boot.asadmin") + resource("payara/alone-pre-boot.asadmin");
      Files.writeString(
          made.preBoot(),
          preBoot
              .replace("${httpHost}", http.host())
              .replace("${httpPort}", Integer.toString(http.port())));
      String postBoot =
          resource("payara/micro-post-boot.asadmin") + resource("payara/alone-post-boot.asadmin");
      Files.writeString(
          made.postBoot(), postBoot.replace("${front}", made.front().toAbsolutePath().toString()));
      Files.writeString(made.postDeploy(), resource("payara/alone-post-deploy.asadmin"));
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

  /** The application at the server's root, as an open folder. */
  private void writeFront() throws IOException {
    Path classFile = front().resolve("WEB-INF/classes").resolve(FRONT);
    Files.createDirectories(classFile.getParent());
    Files.write(classFile, bytes(FRONT));
    Files.writeString(front().resolve("WEB-INF/web.xml"), resource("payara/front-web.xml"));
  }

  private static String resource(String name) throws IOException {
    return new String(bytes(name), StandardCharsets.UTF_8);
  }

  private static byte[] bytes(String name) throws IOException {
    try (InputStream in = ServerFolder.class.getResourceAsStream("/" + name)) {
      if (in == null) {
        throw new IOException("There is no resource " + name + ".");
      }
      return in.readAllBytes();
    }
  }

  Path preBoot() {
    return folder.resolve("pre-boot.asadmin");
  }

  Path postBoot() {
    return folder.resolve("post-boot.asadmin");
  }

  Path postDeploy() {
    return folder.resolve("post-deploy.asadmin");
  }

  Path front() {
    return folder.resolve("front");
  }

  Path logging() {
    return folder.resolve("logging.properties");
  }

  Path server() {
    return folder.resolve("server");
  }
}
