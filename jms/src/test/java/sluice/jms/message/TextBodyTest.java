package sluice.jms.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.apache.activemq.artemis.api.core.ActiveMQBuffer;
import org.apache.activemq.artemis.api.core.ActiveMQBuffers;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sluice.core.job.MessageKind;

class TextBodyTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "plain",
        "with \0 NUL",
        "é",
        "e\u0301",
        "\uD83D\uDE00 emoji",
        "\u202E right to left",
        "\u200B",
        "\uD840\uDC00",
        "\uFFFD",
        "\uFEFF mark",
        "ÿ\u0080"
      })
  void keeps_text_as_utf8(String text) {
    TextBody.Stored stored = TextBody.fromWire(wire(text));

    assertThat(stored.kind()).isEqualTo(MessageKind.TEXT);
    assertThat(stored.bytes()).isEqualTo(text.getBytes(StandardCharsets.UTF_8));
    assertThat(TextBody.toWire(stored.kind(), stored.bytes())).isEqualTo(wire(text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"\uD800", "a\uDC00b", "\uDC00\uD800", "\uD83D\uD83D\uDE00", "end \uD83D"})
  void keeps_text_with_an_unpaired_surrogate_as_utf16(String text) {
    TextBody.Stored stored = TextBody.fromWire(wire(text));

    assertThat(stored.kind()).isEqualTo(MessageKind.TEXT_UTF16);
    assertThat(TextBody.toWire(stored.kind(), stored.bytes())).isEqualTo(wire(text));
  }

  @Test
  void keeps_random_text() {
    Random random = new Random(7);
    for (int i = 0; i < 2_000; i++) {
      StringBuilder text = new StringBuilder();
      int length = random.nextInt(12);
      for (int j = 0; j < length; j++) {
        text.append((char) (random.nextBoolean() ? random.nextInt(256) : random.nextInt(65_536)));
      }
      byte[] wire = wire(text.toString());
      TextBody.Stored stored = TextBody.fromWire(wire);
      assertThat(TextBody.toWire(stored.kind(), stored.bytes())).isEqualTo(wire);
    }
  }

  @Test
  void tells_no_text_from_empty_text() {
    assertThat(TextBody.fromWire(new byte[] {0}).bytes()).isNull();
    assertThat(TextBody.fromWire(new byte[0]).bytes()).isNull();
    assertThat(TextBody.fromWire(wire("")).bytes()).isEmpty();
    assertThat(TextBody.toWire(MessageKind.TEXT, null)).isEqualTo(new byte[] {0});
  }

  @Test
  void refuses_a_damaged_text() {
    byte[][] damaged = {
      {1},
      {1, 0, 0, 0},
      {1, 0, 0, 0, 3, 1, 2, 3},
      {1, 0, 0, 0, 4, 1, 2},
      {1, -1, -1, -1, -1},
      {2, 0, 0, 0, 0}
    };
    for (byte[] wire : damaged) {
      assertThatThrownBy(() -> TextBody.fromWire(wire))
          .isInstanceOfSatisfying(
              UnfitMessage.class, e -> assertThat(e.code()).isEqualTo(UnfitMessage.UNREADABLE));
    }
  }

  private static byte[] wire(String text) {
    ActiveMQBuffer buffer = ActiveMQBuffers.dynamicBuffer(16);
    buffer.writeNullableSimpleString(SimpleString.of(text));
    byte[] wire = new byte[buffer.readableBytes()];
    buffer.readBytes(wire);
    return wire;
  }
}
