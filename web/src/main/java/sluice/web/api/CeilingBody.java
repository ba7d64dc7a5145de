package sluice.web.api;

import jakarta.json.JsonNumber;
import jakarta.json.JsonObject;
import jakarta.json.JsonValue;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;
import sluice.core.expression.Shown;
import sluice.core.gate.Quota;
import sluice.ejb.namespace.NamespaceRefused;

/**
 * The body of a request that sets a ceiling.
 *
 * @param maxInFlight 0 to {@value Quota#MOST}; null: the platform's default
 * @param reason why, in the person's own words
 */
record CeilingBody(@Nullable Integer maxInFlight, @Nullable String reason) {
  /**
   * Reads it.
   *
   * @throws NamespaceRefused with the field, the value and what is allowed
   */
  static CeilingBody of(JsonObject body) {
    JsonValue value = body.get("maxInFlight");
    if (value == null) {
      throw Body.refused(body, "maxInFlight", NamespaceRefused.CEILING);
    }
    return new CeilingBody(
        value == JsonValue.NULL ? null : ceiling(value), Body.member(body, "reason"));
  }

  private static int ceiling(JsonValue value) {
    if (value instanceof JsonNumber number) {
      BigDecimal exact = number.bigDecimalValue();
      // Bounds first: a huge exponent would take for ever to spell out.
      if (exact.signum() >= 0
          && exact.compareTo(BigDecimal.valueOf(Quota.MOST)) <= 0
          && number.isIntegral()) {
        return exact.intValue();
      }
    }
    throw NamespaceRefused.ceiling(Shown.shortened(value.toString()));
  }
}
