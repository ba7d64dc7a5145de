package sluice.web.act;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class FieldsTest {
  @Test
  void a_field_in_the_address_fills_nothing_in() {
    Fields fields =
        new Fields(
            Map.of(
                "count", new String[] {"10000", "5"},
                "paused", new String[] {"even"},
                "reason", new String[] {"why"}),
            "name=x&count=10000&p%61used=even");
    assertThat(fields.one("count")).isEqualTo("5");
    assertThat(fields.one("paused")).isEmpty();
    assertThat(fields.one("reason")).isEqualTo("why");
    assertThat(fields.one("absent")).isEmpty();
  }

  @Test
  void several_values_are_all_there() {
    Fields fields = new Fields(Map.of("job", new String[] {"9", "1", "2"}), "job=9&x=%zz");
    assertThat(fields.all("job")).containsExactly("1", "2");
  }

  @Test
  void a_stamp_is_read_as_it_was_written_and_nothing_else_is() {
    Stamp stamp = Stamp.fresh(17);
    assertThat(Stamp.of(stamp.toString())).isEqualTo(stamp);
    assertThat(stamp.ofForm("pause")).isEqualTo(stamp.ofForm("pause"));
    assertThat(stamp.ofForm("pause").once()).isNotEqualTo(stamp.ofForm("drain").once());
    assertThat(Stamp.of(null)).isNull();
    assertThat(Stamp.of(UUID.randomUUID().toString())).isNull();
    assertThat(Stamp.of(UUID.randomUUID() + ".-1")).isNull();
    assertThat(Stamp.of(UUID.randomUUID() + "." + "9".repeat(19))).isNull();
  }

  @Test
  void the_page_after_an_act_is_the_same_without_old_notices() {
    UUID told = UUID.fromString("00000000-0000-0000-0000-000000000001");
    assertThat(Leading.again("/sluice/policy.xhtml", "name=a%26b&told=x&notice=anew&q=1", told))
        .isEqualTo("/sluice/policy.xhtml?name=a%26b&q=1&told=" + told);
    assertThat(Leading.again("/sluice/overview.xhtml", null, told))
        .isEqualTo("/sluice/overview.xhtml?told=" + told);
    assertThat(Leading.again("/sluice/policy.xhtml?name=a", null, told))
        .isEqualTo("/sluice/policy.xhtml?name=a&told=" + told);
  }
}
