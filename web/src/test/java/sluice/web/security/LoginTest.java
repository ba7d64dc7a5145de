package sluice.web.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LoginTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "//evil.example",
        "/\\evil.example",
        "https://evil.example",
        "javascript:alert(1)",
        "/a\r\nSet-Cookie: x=1",
        "/login?to=/login",
        "/a b",
        ""
      })
  void nobody_is_sent_to_another_site(String to) {
    assertThat(LoginServlet.target(to)).isEqualTo("/");
  }

  @Test
  void a_page_of_this_application_is_gone_back_to() {
    assertThat(LoginServlet.target("/policy.xhtml?name=a%20b"))
        .isEqualTo("/policy.xhtml?name=a%20b");
    assertThat(LoginServlet.target(null)).isEqualTo("/");
  }

  private static String basic(String pair) {
    return "basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void a_password_may_hold_colons_and_other_letters() {
    assertThat(BasicCredentials.of(basic("ann:a:ü"))).contains(new BasicCredentials("ann", "a:ü"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"Bearer x", "Basic", "Basic ???", "Basic YQ==", "Basic //8="})
  void another_header_is_no_credentials(String header) {
    assertThat(BasicCredentials.of(header)).isEmpty();
  }

  @Test
  void a_page_shows_text_as_text() {
    assertThat(PlainPage.login("/login", "/\"><script>", "<b>'", "\"><i>"))
        .doesNotContain("<script>")
        .doesNotContain("<b>")
        .doesNotContain("<i>")
        .contains("&lt;b&gt;&#39;");
  }

  @Test
  void after_a_wrong_password_only_the_password_is_asked_again() {
    assertThat(PlainPage.login("/login", "", "Name or password is wrong.", "ann"))
        .contains("maxlength=\"100\" value=\"ann\">", "maxlength=\"256\" autofocus>");
    assertThat(PlainPage.login("/login", "", "", null))
        .contains("maxlength=\"100\" value=\"\" autofocus>", "maxlength=\"256\">");
  }
}
