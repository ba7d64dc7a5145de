package sluice.core.expression;

/** A piece of a template. */
sealed interface Part {
  /** Text that stands for itself. */
  record Text(String text) implements Part {}

  /** A lone name: looked up without the expression language. */
  record Property(String name) implements Part {}

  /** Anything else between {@code ${} and <code>}</code>. */
  record Computed(Language language) implements Part {}
}
