package sluice.web.export;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class CsvTest {
  @Test
  void a_text_that_a_spreadsheet_would_take_for_a_formula_begins_with_an_apostrophe() {
    assertThat(Csv.cell("=1+1")).isEqualTo("'=1+1");
    assertThat(Csv.cell("+1")).isEqualTo("'+1");
    assertThat(Csv.cell("-1")).isEqualTo("'-1");
    assertThat(Csv.cell("@SUM(A1)")).isEqualTo("'@SUM(A1)");
    assertThat(Csv.cell("\t=1")).isEqualTo("\"'\t=1\"");
    assertThat(Csv.cell("\r=1")).isEqualTo("\"'\r=1\"");
    assertThat(Csv.cell("=HYPERLINK(\"x\",\"y\")"))
        .isEqualTo("\"'=HYPERLINK(\"\"x\"\",\"\"y\"\")\"");
  }

  @Test
  void numbers_stay_numbers_and_nothing_is_empty() {
    assertThat(Csv.cell(-5)).isEqualTo("-5");
    assertThat(Csv.cell(2.5)).isEqualTo("2.5");
    assertThat(Csv.cell(null)).isEmpty();
    assertThat(Csv.cell("")).isEmpty();
  }

  @Test
  void cells_with_separators_are_quoted() throws IOException {
    StringBuilder out = new StringBuilder();
    new Csv(out).line("a,b", "c\"d", "e\nf", "plain", ";=1");
    assertThat(out).hasToString("\"a,b\",\"c\"\"d\",\"e\nf\",plain,\";=1\"\r\n");
  }
}
