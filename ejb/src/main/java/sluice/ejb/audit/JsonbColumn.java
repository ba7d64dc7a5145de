package sluice.ejb.audit;

import jakarta.persistence.AttributeConverter;
import jakarta.persistence.Converter;
import org.jspecify.annotations.Nullable;

/**
 * A jsonb column as its text. Relies on the driver's {@code stringtype=unspecified} for writing.
 */
@Converter
public class JsonbColumn implements AttributeConverter<@Nullable String, @Nullable Object> {
  @Override
  public @Nullable Object convertToDatabaseColumn(@Nullable String text) {
    return text;
  }

  @Override
  public @Nullable String convertToEntityAttribute(@Nullable Object column) {
    return column == null ? null : column.toString();
  }
}
