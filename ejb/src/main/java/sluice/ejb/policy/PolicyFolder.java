package sluice.ejb.policy;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * A folder of policy files: {@code *.yaml}, {@code *.yml}, {@code *.json}, one policy a file.
 * Immutable.
 */
record PolicyFolder(Path folder) {
  private static final Logger LOG = System.getLogger(PolicyFolder.class.getName());
  private static final long LONGEST = 1 << 20;

  /**
   * A file that was read.
   *
   * @param file its name
   * @param text what it says
   */
  record PolicyFile(String file, String text) {}

  /** The files in the order of their names; one that cannot be read is logged and left out. */
  List<PolicyFile> files() {
    if (!Files.isDirectory(folder)) {
      LOG.log(
          Level.WARNING,
          "setting=sluice.policies value={0} event=not-a-folder action=no-policy-files",
          folder);
      return List.of();
    }
    List<PolicyFile> files = new ArrayList<>();
    try (Stream<Path> entries = Files.list(folder)) {
      for (Path entry : entries.filter(PolicyFolder::isPolicy).sorted().toList()) {
        read(entry, files);
      }
    } catch (IOException e) {
      LOG.log(Level.ERROR, "folder=" + folder + " event=unreadable action=no-policy-files", e);
    }
    return files;
  }

  private static void read(Path path, List<PolicyFile> files) {
    String name = String.valueOf(path.getFileName());
    try {
      if (Files.size(path) > LONGEST) {
        LOG.log(Level.ERROR, "file={0} event=refused fault=\"longer than 1 MiB\"", name);
        return;
      }
      files.add(new PolicyFile(name, Files.readString(path)));
    } catch (MalformedInputException e) {
      LOG.log(Level.ERROR, "file={0} event=refused fault=\"not UTF-8\"", name);
    } catch (IOException e) {
      LOG.log(Level.ERROR, "file=" + name + " event=unreadable", e);
    }
  }

  private static boolean isPolicy(Path path) {
    String name = String.valueOf(path.getFileName()).toLowerCase(Locale.ROOT);
    boolean named = name.endsWith(".yaml") || name.endsWith(".yml") || name.endsWith(".json");
    return named && Files.isRegularFile(path);
  }
}
