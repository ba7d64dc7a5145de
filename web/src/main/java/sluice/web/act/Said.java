package sluice.web.act;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What became of an act, for the person who did it.
 *
 * @param kind style of the notice
 * @param sentence what was done or why not
 * @param undo name of the form that takes it back; null: there is none
 */
public record Said(Kind kind, String sentence, @Nullable String undo) {
  private static final String TWICE = " The form came twice; this was done once.";

  /** How it ended. */
  public enum Kind {
    /** It was done. */
    GOOD,
    /** It was not, and the person should look again. */
    WARN,
    /** It was not, or not for sure. */
    BAD;

    /** Class in the style sheet. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** It was done. */
  public static Said done(String sentence) {
    return new Said(Kind.GOOD, sentence, null);
  }

  /** It was done, and another form of the page takes it back. */
  public static Said done(String sentence, String undo) {
    return new Said(Kind.GOOD, sentence, undo);
  }

  /** It was not done; there is something to look at first. */
  public static Said warn(String sentence) {
    return new Said(Kind.WARN, sentence, null);
  }

  /** It was not done. */
  public static Said bad(String sentence) {
    return new Said(Kind.BAD, sentence, null);
  }

  /** The same, sent a second time. */
  Said again() {
    return sentence.endsWith(TWICE) ? this : new Said(kind, sentence + TWICE, undo);
  }
}
