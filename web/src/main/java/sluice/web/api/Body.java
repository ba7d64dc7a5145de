package sluice.web.api;

import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.json.JsonReader;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import sluice.core.expression.Shown;
import sluice.core.policy.Fault;
import sluice.web.problem.RequestRefused;

/** Reads bodies: UTF-8 to the letter, and no more of it than allowed. Stateless. */
final class Body {
  /** Longest body of jobs, in bytes. */
  static final long MOST = 64L << 20;

  private static final long MOST_TEXT = 1 << 20;

  private Body() {}

  /** A body of jobs as characters; reading on past the bound refuses the request. */
  static Reader reader(InputStream body) {
    return new InputStreamReader(
        new Bounded(body, MOST),
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT));
  }

  /** A small body as text. */
  static String text(InputStream body) {
    try (InputStream bounded = new Bounded(body, MOST_TEXT);
        Reader reader =
            new InputStreamReader(
                bounded,
                StandardCharsets.UTF_8.newDecoder().onMalformedInput(CodingErrorAction.REPORT))) {
      StringWriter text = new StringWriter();
      reader.transferTo(text);
      return text.toString();
    } catch (CharacterCodingException e) {
      throw RequestRefused.of(new Fault("", "bytes that are no UTF-8", "UTF-8"));
    } catch (IOException e) {
      throw new RequestRefused(400, "the body cannot be read to its end");
    }
  }

  /**
   * A small body as a JSON object with no other members than these, each once; empty for an empty
   * body.
   */
  static JsonObject object(InputStream body, String... members) {
    return object(text(body), List.of(members));
  }

  /** As the other, of a text. */
  static JsonObject object(String text, List<String> members) {
    if (text.isBlank()) {
      return JsonValue.EMPTY_JSON_OBJECT;
    }
    JsonObject object = object(text);
    OnceEach.twice(text)
        .ifPresent(name -> {
          throw RequestRefused.of(
              new Fault(
                  Shown.shortened(name), "what stands twice", "each field once in an object"));
        });
    for (String name : object.keySet()) {
      if (!members.contains(name)) {
        throw refused(object, name, "there is no such field; " + fields(members));
      }
    }
    return object;
  }

  private static String fields(List<String> members) {
    return members.size() == 1
        ? "the only field is " + members.getFirst()
        : "the fields are " + String.join(", ", members);
  }

  private static JsonObject object(String text) {
    try (JsonReader reader = Json.createReader(new StringReader(text))) {
      if (reader.read() instanceof JsonObject object) {
        return object;
      }
    } catch (RuntimeException e) {
      // Parsson throws a bare one when the text is nested too deeply.
      throw RequestRefused.of("", text, "a JSON object that is well-formed and not nested deeply");
    }
    throw RequestRefused.of("", text, "a JSON object");
  }

  /** A text member; null where absent or null. */
  static @Nullable String member(JsonObject object, String name) {
    JsonValue value = object.get(name);
    if (value == null || value == JsonValue.NULL) {
      return null;
    }
    if (value instanceof JsonString text) {
      return text.getString();
    }
    throw refused(object, name, "a string");
  }

  /** A refusal that names the member, what stands there and what is allowed. */
  static RequestRefused refused(JsonObject object, String name, String allowed) {
    JsonValue value = object.get(name);
    return value == null
        ? RequestRefused.missing(name, allowed)
        : RequestRefused.of(
            new Fault(Shown.shortened(name), Shown.shortened(value.toString()), allowed));
  }

  /** Refuses the request instead of giving more bytes than allowed. */
  private static final class Bounded extends FilterInputStream {
    private final long most;
    private long left;

    Bounded(InputStream in, long most) {
      super(in);
      this.most = most;
      this.left = most;
    }

    @Override
    public int read() throws IOException {
      int read = super.read();
      count(read < 0 ? 0 : 1);
      return read;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      int read = super.read(bytes, offset, length);
      count(Math.max(read, 0));
      return read;
    }

    private void count(int read) {
      left -= read;
      if (left < 0) {
        throw new RequestRefused(413, "the body is longer than " + most + " bytes");
      }
    }
  }
}
