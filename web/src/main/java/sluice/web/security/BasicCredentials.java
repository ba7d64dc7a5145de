package sluice.web.security;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Name and password of an {@code Authorization: Basic} header (RFC 7617, UTF-8). */
record BasicCredentials(String name, String password) {
  private static final String SCHEME = "Basic ";

  /** What the header says; empty when it is absent or no such header. */
  static Optional<BasicCredentials> of(@Nullable String header) {
    if (header == null || !header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
      return Optional.empty();
    }
    try {
      byte[] bytes = Base64.getDecoder().decode(header.substring(SCHEME.length()).strip());
      String pair = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      int colon = pair.indexOf(':');
      return colon < 0
          ? Optional.empty()
          : Optional.of(new BasicCredentials(pair.substring(0, colon), pair.substring(colon + 1)));
    } catch (IllegalArgumentException | CharacterCodingException e) {
      return Optional.empty();
    }
  }

  @Override
  public String toString() {
    return "BasicCredentials[name=" + name + "]";
  }
}
