package sluice.web.act;

import java.math.BigInteger;
import org.jspecify.annotations.Nullable;
import sluice.ejb.control.ForcedAdmission;

/** How many jobs an operator lets past the gates. Stateless. */
public final class Count {
  private static final BigInteger MOST = BigInteger.valueOf(ForcedAdmission.MOST);

  private Count() {}

  /** Within 1 and the most that an order takes; what is no whole number is 1. */
  public static int of(@Nullable String text) {
    if (text == null || text.length() > 100) {
      return 1;
    }
    try {
      return new BigInteger(text.strip()).min(MOST).max(BigInteger.ONE).intValue();
    } catch (NumberFormatException e) {
      return 1;
    }
  }
}
