package sluice.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class SqlStatementTest {
  @Test
  void a_parameter_becomes_a_question_mark_each_time_it_stands() {
    SqlStatement read = SqlStatement.parse("a/b", "select :one, :two_x, :one");
    assertThat(read.jdbc()).isEqualTo("/* a/b */ select ?, ?, ?");
    assertThat(read.positions()).containsExactly("one", "two_x", "one");
  }

  @Test
  void casts_comments_and_quoted_text_are_left_alone() {
    SqlStatement read = SqlStatement.parse("a/b", "-- :no\nselect :a::bigint[], ':no' -- :no");
    assertThat(read.positions()).containsExactly("a");
    assertThat(read.jdbc()).isEqualTo("/* a/b */ \nselect ?::bigint[], ':no'");
  }

  @Test
  void a_name_without_file_is_refused() {
    assertThatThrownBy(() -> SqlStatement.named("no/such"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("/statements/no/such.sql");
  }
}
