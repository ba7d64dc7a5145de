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
import sluice.core.hint.RefusedFile;

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

  /**
   * What the folder holds, in the order of names.
   *
   * @param files those that were read
   * @param refused those that cannot be read
   */
  record Listing(List<PolicyFile> files, List<RefusedFile> refused) {}

  /** Reads every file. */
  Listing read() {
    Listing listing = new Listing(new ArrayList<>(), new ArrayList<>());
    if (!Files.isDirectory(folder)) {
      LOG.log(
          Level.WARNING,
          "setting=sluice.policies value={0} event=not-a-folder action=no-policy-files",
          folder);
      return listing;
    }
    try (Stream<Path> entries = Files.list(folder)) {
      for (Path entry : entries.filter(PolicyFolder::isPolicy).sorted().toList()) {
        read(entry, listing);
      }
    } catch (IOException e) {
      LOG.log(Level.ERROR, "folder=" + folder + " event=unreadable action=no-policy-files", e);
      listing.refused().add(new RefusedFile(folder + "/*", "the folder cannot be read"));
    }
    return listing;
  }

  private static void read(Path path, Listing listing) {
    String name = String.valueOf(path.getFileName());
    try {
      if (Files.size(path) > LONGEST) {
        listing.refused().add(new RefusedFile(name, "longer than 1 MiB"));
        return;
      }
      listing.files().add(new PolicyFile(name, Files.readString(path)));
    } catch (MalformedInputException e) {
      listing.refused().add(new RefusedFile(name, "not UTF-8"));
    } catch (IOException e) {
      LOG.log(Level.ERROR, "file=" + name + " event=unreadable", e);
      listing.refused().add(new RefusedFile(name, "cannot be read: " + e));
    }
  }

  private static boolean isPolicy(Path path) {
    String name = String.valueOf(path.getFileName()).toLowerCase(Locale.ROOT);
    boolean named = name.endsWith(".yaml") || name.endsWith(".yml") || name.endsWith(".json");
    return named && Files.isRegularFile(path);
  }
}
