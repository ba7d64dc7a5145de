package sluice.core.policy;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeyingTest {
  private static final String DOCUMENT = PolicyDocumentTest.WEBHOOKS;

  private static String keying(String document) {
    return PolicyDocument.keyingOf(PolicyDocument.read(document));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "max: 200|max: 300",
        "burst: 10|burst: 20",
        "initialMax: 3|initialMax: 4",
        "lease: PT15M|lease: PT5M",
        "maxAttempts: 5|maxAttempts: 9",
        "work.webhooks|work.other",
        "event:${eventId}|event:${otherId}",
      })
  void plain_numbers_do_not_matter(String from, String to) {
    assertThat(keying(changed(from, to))).isEqualTo(keying(DOCUMENT));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "name: per-account|name: by-account",
        "key: \"${endpointId}\"|key: \"${endpoint}\"",
        "rate: \"${rateLimit}\"|rate: \"${rateLimit * 2}\"",
        "rate: \"${rateLimit}\"|rate: 5",
        "weight: \"${plan == 'gold' ? 4 : 1}\"|weight: \"${plan == 'gold' ? 5 : 1}\"",
        "weight: \"${plan == 'gold' ? 4 : 1}\"|weight: 1",
        "max: 200|max: \"${cap}\"",
      })
  void what_jobs_are_placed_by_does(String from, String to) {
    assertThat(keying(changed(from, to))).isNotEqualTo(keying(DOCUMENT));
  }

  @Test
  void the_order_of_gates_does_not_matter() {
    String a = "{name: a, type: concurrency, key: '${x}', max: 1}";
    String b = "{name: b, type: concurrency, key: '${y}', max: '${z}'}";
    String head = "policy: p\ndestination: d\ngates: [";
    assertThat(keying(head + a + "," + b + "]")).isEqualTo(keying(head + b + "," + a + "]"));
  }

  @Test
  void no_source_can_read_like_another_field() {
    String head = "policy: p\ndestination: d\ngates: [{name: a, type: globalCap, max: 1}]\n";
    String one = head + "fairness: {key: \"x weight=0:\"}";
    String other = head + "fairness: {key: \"x\"}";
    assertThat(keying(one)).isNotEqualTo(keying(other));
  }

  private static String changed(String from, String to) {
    assertThat(DOCUMENT).contains(from);
    return DOCUMENT.replace(from, to);
  }
}
