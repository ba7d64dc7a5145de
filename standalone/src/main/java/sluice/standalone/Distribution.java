package sluice.standalone;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import org.jspecify.annotations.Nullable;

/**
 * The folder that the build makes: {@code lib} with the launcher's class path, and beside it what
 * the application's process needs.
 *
 * @param home the folder; the parent of the launcher's own {@code lib}, or the system property
 *     {@code sluice.dist}
 */
record Distribution(Path home) {

  /** Finds the folder and refuses when a part is missing. */
  static Distribution find() {
    @Nullable String configured = System.getProperty("sluice.dist");
    Path home = configured == null ? launcher().resolve("../..").normalize() : Path.of(configured);
    Distribution distribution = new Distribution(home.toAbsolutePath());
    for (Path part :
        List.of(distribution.payaraMicro(), distribution.driver(), distribution.application())) {
      if (!Files.isRegularFile(part)) {
        throw new StartRefusedException(
            "%s is missing: start by ./sluice, which builds what is missing.".formatted(part));
      }
    }
    return distribution;
  }

  /**
   * The jar, or in tests the folder, that holds the launcher's classes and nothing of Jakarta EE.
   */
  static Path launcher() {
    try {
      return Path.of(
          GuardedMicro.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException impossible) {
      throw new IllegalStateException("A class path entry is a proper address.", impossible);
    }
  }

  Path payaraMicro() {
    return home.resolve("payara-micro.jar");
  }

  /** PostgreSQL's JDBC driver. */
  Path driver() {
    return home.resolve("postgresql.jar");
  }

  /** The application, a WAR. */
  Path application() {
    return home.resolve("sluice.war");
  }

  /**
   * What Payara Micro's manifest asks of the module system, as options of {@code java}: a manifest
   * is heeded with {@code -jar} only, and Micro is started by our class.
   */
  List<String> moduleOptions() {
    try (JarFile jar = new JarFile(payaraMicro().toFile())) {
      Attributes attributes = jar.getManifest().getMainAttributes();
      List<String> options = new ArrayList<>();
      addModuleOptions(options, "--add-exports", attributes.getValue("Add-Exports"));
      addModuleOptions(options, "--add-opens", attributes.getValue("Add-Opens"));
      return options;
    } catch (IOException fault) {
      throw new StartFailedException("%s cannot be read.".formatted(payaraMicro()), fault);
    }
  }

  private static void addModuleOptions(
      List<String> options, String name, @Nullable String packages) {
    if (packages != null) {
      for (String one : packages.strip().split("\\s+", -1)) {
        options.add(name + "=" + one + "=ALL-UNNAMED");
      }
    }
  }
}
