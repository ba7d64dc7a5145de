package sluice.web.console;

import org.jspecify.annotations.Nullable;

/** Places in lists that go from the newest number down. Stateless. */
public final class Places {
  private Places() {}

  /** The number that a text says; {@link Long#MAX_VALUE}, the newest, if it makes no sense. */
  public static long before(@Nullable String text) {
    return text != null && text.matches("[0-9]{1,18}") ? Long.parseLong(text) : Long.MAX_VALUE;
  }
}
