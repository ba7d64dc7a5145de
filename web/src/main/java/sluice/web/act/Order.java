package sluice.web.act;

import org.jspecify.annotations.Nullable;
import sluice.ejb.account.Role;

/**
 * An act as a page asks for it.
 *
 * @param subject what it is done to, as the audit calls it
 * @param role who may
 * @param reason whether it needs one
 * @param next page to go to afterwards, a path in the application; null = the same again
 */
public record Order(String subject, Role role, Why reason, @Nullable String next) {
  /** Whether an act needs a reason. */
  public enum Why {
    /** It may have one. */
    OPTIONAL,
    /** It is refused without. */
    REQUIRED
  }

  /** An operator's act that may have a reason. */
  public static Order operator(String subject) {
    return new Order(subject, Role.OPERATOR, Why.OPTIONAL, null);
  }

  /** An administrator's act that may have a reason. */
  public static Order admin(String subject) {
    return new Order(subject, Role.ADMIN, Why.OPTIONAL, null);
  }

  /** The same, refused without a reason. */
  public Order withReason() {
    return new Order(subject, role, Why.REQUIRED, next);
  }

  /** The same, with another page afterwards. */
  public Order then(String page) {
    return new Order(subject, role, reason, page);
  }
}
