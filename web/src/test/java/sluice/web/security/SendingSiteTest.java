package sluice.web.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SendingSiteTest {
  @Test
  void a_browser_that_says_so_is_believed() {
    assertThat(foreign("cross-site", "http://sluice.example", "sluice.example")).isTrue();
    assertThat(foreign("same-site", null, "sluice.example")).isTrue();
    assertThat(foreign("same-origin", "http://inner:8080", "sluice.example")).isFalse();
    assertThat(foreign("none", null, "sluice.example")).isFalse();
  }

  @Test
  void without_a_word_of_the_browser_the_origin_is_compared_with_the_host() {
    assertThat(foreign(null, "http://evil.example", "sluice.example")).isTrue();
    assertThat(foreign(null, "null", "sluice.example")).isTrue();
    assertThat(foreign(null, "http://sluice.example:81", "sluice.example")).isTrue();
    assertThat(foreign(null, "http://sluice.example.evil", "sluice.example")).isTrue();
    assertThat(foreign(null, "::no uri::", "sluice.example")).isTrue();
    assertThat(foreign(null, "http://Sluice.example", "sluice.example:80")).isFalse();
    assertThat(foreign(null, "https://sluice.example:443", "sluice.example")).isFalse();
    assertThat(foreign(null, "http://127.0.0.1:8080", "127.0.0.1:8080")).isFalse();
  }

  @Test
  void a_proxy_in_front_may_say_what_was_asked_for() {
    assertThat(
            SendingSite.isForeign(
                null, "https://sluice.example", Arrays.asList("inner:8080", "sluice.example")))
        .isFalse();
  }

  @Test
  void programs_that_name_neither_are_let_in() {
    assertThat(foreign(null, null, "sluice.example")).isFalse();
  }

  private static boolean foreign(@Nullable String site, @Nullable String origin, String host) {
    return SendingSite.isForeign(site, origin, Arrays.asList(host, null));
  }
}
