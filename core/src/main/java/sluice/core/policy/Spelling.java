package sluice.core.policy;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Finds the word that was meant: at most two letters wrong, missing, added or swapped, and fewer
 * than half of them. No state, thread-safe.
 *
 * <p>Source: optimal string alignment distance (restricted Damerau–Levenshtein).
 */
final class Spelling {
  private static final int MAX_DISTANCE = 2;

  private Spelling() {}

  static @Nullable String closest(String word, List<String> known) {
    String best = null;
    int least = MAX_DISTANCE + 1;
    for (String candidate : known) {
      if (Math.abs(candidate.length() - word.length()) <= MAX_DISTANCE) {
        int distance = distance(word.toLowerCase(Locale.ROOT), candidate.toLowerCase(Locale.ROOT));
        if (distance < least && 2 * distance < candidate.length()) {
          least = distance;
          best = candidate;
        }
      }
    }
    return best;
  }

  private static int distance(String a, String b) {
    int[][] cost = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        cost[i][j] = i == 0 || j == 0 ? i + j : step(a, b, i, j, cost);
      }
    }
    return cost[a.length()][b.length()];
  }

  private static int step(String a, String b, int i, int j, int[][] cost) {
    int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
    int least =
        Math.min(cost[i - 1][j - 1] + change, Math.min(cost[i - 1][j] + 1, cost[i][j - 1] + 1));
    boolean swapped =
        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
    return swapped ? Math.min(least, cost[i - 2][j - 2] + 1) : least;
  }
}
