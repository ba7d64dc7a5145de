package sluice.core.expression;

/**
 * One word of an expression.
 *
 * @param kind what it is
 * @param text as written; for {@link Kind#TEXT} without quotation marks and escapes
 * @param position index in the template's source
 */
record Token(Kind kind, String text, int position) {
  enum Kind {
    /** A name, or a word that the language reserves (the grammar tells them apart). */
    NAME,
    /** true, false, null or a number. */
    LITERAL,
    TEXT,
    /** An operator between two operands. */
    BINARY,
    /** An operator before its operand. */
    PREFIX,
    /** Either of the two. */
    MINUS,
    QUESTION,
    COLON,
    DOT,
    OPEN,
    CLOSE,
    INDEX_OPEN,
    INDEX_CLOSE,
    END
  }
}
