package sluice.standalone;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The passwords of a data folder, in its file {@code credentials}: one {@code name=password} a
 * line, readable by its owner only. What is missing is made up; what is there stays.
 *
 * @param admin of the console's user {@code admin}
 * @param broker of the embedded broker's user {@code sluice}
 * @param database of the embedded database's users
 * @param isAdminNew whether the admin's password was made up just now, and so has to be shown once
 */
record Credentials(String admin, String broker, String database, boolean isAdminNew) {

  private static final String ALPHABET =
      "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789"; // No 0 O 1 l I.
  private static final int LENGTH = 24;
  private static final SecureRandom RANDOM = new SecureRandom();

  /** Reads the file, makes up what is missing and writes it back when anything changed. */
  static Credentials open(Path file, @Nullable String adminPassword) {
    try {
      Map<String, String> kept = read(file);
      Map<String, String> all = new LinkedHashMap<>(kept);
      boolean isAdminNew = adminPassword == null && !kept.containsKey("admin");
      if (adminPassword != null) {
        all.put("admin", adminPassword);
      }
      String admin = all.computeIfAbsent("admin", absent -> madeUp());
      String broker = all.computeIfAbsent("broker", absent -> madeUp());
      String database = all.computeIfAbsent("database", absent -> madeUp());
      StringBuilder text = new StringBuilder();
      all.forEach((name, password) -> text.append(name).append('=').append(password).append('\n'));
      DataFolder.writePrivate(file, text.toString());
      return new Credentials(admin, broker, database, isAdminNew);
    } catch (IOException fault) {
      throw new StartRefusedException(
          "The credentials in %s cannot be read or written: give this user the right to."
              .formatted(file),
          fault);
    }
  }

  private static Map<String, String> read(Path file) throws IOException {
    Map<String, String> kept = new LinkedHashMap<>();
    try {
      for (String line : Files.readAllLines(file)) {
        int equals = line.indexOf('=');
        if (equals > 0 && equals < line.length() - 1) {
          kept.put(line.substring(0, equals).strip(), line.substring(equals + 1));
        }
      }
    } catch (NoSuchFileException firstStart) {
      // Everything is made up.
    }
    return kept;
  }

  private static String madeUp() {
    StringBuilder password = new StringBuilder(LENGTH);
    RANDOM
        .ints(LENGTH, 0, ALPHABET.length())
        .forEach(index -> password.append(ALPHABET.charAt(index)));
    return password.toString();
  }

  @Override
  public String toString() {
    return "Credentials[…]";
  }
}
