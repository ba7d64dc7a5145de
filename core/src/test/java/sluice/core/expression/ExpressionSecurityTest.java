package sluice.core.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Nothing but plain values of the job, whatever the policy says. */
class ExpressionSecurityTest {
  private static final Context JOB =
      new Context(Map.of("a", "text", "n", 5, "properties", "hidden"), "ns", "p", 4, "q");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "${''.getClass()}",
        "${a.getClass()}",
        "${a.class}",
        "${a['class']}",
        "${a[\"class\"]}",
        "${a.length()}",
        "${a['length']()}",
        "${''['getClass']()}",
        "${properties.getClass()}",
        "${properties['getClass']()}",
        "${properties['a'].class}",
        "${properties['a']['class']}",
        "${properties.a.b}",
        "${properties}",
        "${properties == null}",
        "${(properties)['a']}",
        "${a()}",
        "${fn:length(a)}",
        "${(a)(n)}",
        "${(x -> x + 1)(2)}",
        "${x -> x}",
        "${()->1}",
        "${a = 5}",
        "${a=5}",
        "${n == 5 = 6}",
        "${a; n}",
        "${a;}",
        "${Boolean.TRUE}",
        "${Integer.MAX_VALUE}",
        "${java.lang.System}",
        "${java.lang.Runtime.getRuntime().exec('id')}",
        "${T(java.lang.Runtime)}",
        "${Integer('5')}",
        "${{1,2,3}}",
        "${[1,2,3]}",
        "${{'a':1}}",
        "${{1,2}.stream().sum()}",
        "${a, n}",
        "${${a}}",
        "${a instanceof b}",
        "${#a}",
        "${@a}",
        "${a\\u002egetClass()}",
        "${a.\u200bclass}",
        "${a\u00a0.class}",
        "${a /* x */}",
        "${n++}",
        "${n--}",
        "${n+==5}",
        "${`a`}",
        "${a & b}",
        "${a | b}",
        "${~n}",
        "${n ^ 2}",
      })
  void is_refused_when_the_policy_is_saved(String source) {
    assertThatThrownBy(() -> Expression.compile(source)).isInstanceOf(InvalidExpression.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "${",
        "${}",
        "${ }",
        "${a",
        "x${a ? b}",
        "${a : b}",
        "${a ? : b}",
        "${(a}",
        "${a)}",
        "${properties['a'}",
        "${a b}",
        "${1 2}",
        "${a +}",
        "${* a}",
        "${'open}",
        "${'bad\\n'}",
        "${5x}",
        "${1e}",
        "${99999999999999999999}",
        "${1e999}",
        "${0x10}",
        "${a ? (b : c)}",
        "${]}",
        "${!}",
        "${not}",
        "${.}",
        "${a..b}",
        "${properties.}",
        "${properties[}",
        "${and}"
      })
  void what_is_no_expression_is_refused(String source) {
    assertThatThrownBy(() -> Expression.compile(source))
        .isInstanceOf(InvalidExpression.class)
        .hasMessageContaining("character ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "${''.getClass()}|character 5|no members",
        "${a(1)}|character 4|call is not allowed",
        "${x -> 1}|character 5|lambda",
        "${a = 1}|character 5|assignment",
        "${a ; 1}|character 5|semicolon",
        "ab${}|character 5|a value is missing",
      })
  void the_refusal_says_where_and_what(String source, String where, String what) {
    assertThatThrownBy(() -> Expression.compile(source))
        .hasMessageContaining(where)
        .hasMessageContaining(what);
  }

  @Test
  void concatenation_changes_nothing() {
    Expression concatenation = Expression.compile("${a += n}");
    assertThat(concatenation.text(JOB)).isEqualTo("text5");
    assertThat(concatenation.text(JOB)).isEqualTo("text5");
    assertThat(Expression.compile("${a}").text(JOB)).isEqualTo("text");
  }

  @Test
  void names_of_classes_are_only_names() {
    assertThat(Expression.compile("${Integer}").text(JOB)).isNull();
    assertThat(Expression.compile("${Integer == null}").text(JOB)).isEqualTo("true");
    assertThat(Expression.compile("${properties['properties']}").text(JOB)).isEqualTo("hidden");
    assertThat(Expression.compile("${properties['class'] == null}").text(JOB)).isEqualTo("true");
  }

  @ParameterizedTest
  @ValueSource(strings = {"(", "!", "-", "not ", "empty ", "a?", "a?a:", "properties["})
  void depth_is_bounded(String opening) {
    String deep = "${" + opening.repeat(100) + "}";
    assertThatThrownBy(() -> Expression.compile(deep))
        .isInstanceOf(InvalidExpression.class)
        .hasMessageContaining("nested too deeply");
  }

  @Test
  void length_is_bounded() {
    String chain = "${" + "n+".repeat(900) + "n}";
    assertThatThrownBy(() -> Expression.compile(chain)).hasMessageContaining("too long");
    assertThatThrownBy(() -> Expression.compile("x".repeat(2001)))
        .hasMessageContaining("2001 characters; at most 2000");
    assertThatThrownBy(() -> Expression.compile("${" + "a".repeat(1_000_000) + "}"))
        .isInstanceOf(InvalidExpression.class);
  }

  @Test
  void what_is_within_the_bounds_is_computed_on_a_small_stack() throws InterruptedException {
    String brackets = "${" + "(".repeat(32) + "n" + ")".repeat(32) + " == 5}";
    String ternaries = "${" + "a==null?a:".repeat(32) + "n}";
    String chain = "${" + "n+".repeat(249) + "n}";
    StringBuilder results = new StringBuilder();
    Thread thread =
        new Thread(
            null,
            () -> {
              for (String source : new String[] {brackets, ternaries, chain}) {
                results.append(Expression.compile(source).text(JOB)).append(' ');
              }
            },
            "small",
            256 * 1024);
    thread.start();
    thread.join();
    assertThat(results.toString()).isEqualTo("true 5 1250 ");
  }

  @Property
  void any_text_compiles_or_is_refused_and_gives_plain_values(@ForAll("sources") String source) {
    Expression expression;
    try {
      expression = Expression.compile(source);
    } catch (InvalidExpression e) {
      return;
    }
    try {
      Object value = expression.evaluate(JOB);
      assertThat(Scalars.allowed(value)).isTrue();
    } catch (EvaluationFailed e) {
      assertThat(e.source()).isEqualTo(source);
    }
  }

  @Provide
  Arbitrary<String> sources() {
    Arbitrary<String> words =
        Arbitraries.of(
            "a",
            "n",
            "properties",
            ".",
            "[",
            "]",
            "(",
            ")",
            "'",
            "\"",
            "'a'",
            "'class'",
            "class",
            "getClass",
            "?",
            ":",
            "+",
            "-",
            "*",
            "/",
            "%",
            "==",
            "=",
            "+=",
            ";",
            ",",
            "->",
            "{",
            "}",
            "${",
            "#{",
            "1",
            "0",
            "2.5",
            "null",
            "true",
            "empty",
            "not",
            "and",
            "!",
            " ",
            "\\",
            "\u0000",
            "\ud800",
            "mod",
            "div");
    return words.list().ofMaxSize(14).map(list -> "${" + String.join("", list) + "}");
  }
}
