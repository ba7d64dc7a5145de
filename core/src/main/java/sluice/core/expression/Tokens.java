package sluice.core.expression;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The words of one expression, read up to its closing brace. It knows just the words that are
 * allowed: whatever else stands there (a semicolon, an arrow, a single equals sign, braces, a
 * comma) is refused by name.
 *
 * @param list the words, the last one {@link Token.Kind#END}
 * @param end index after the closing brace
 */
record Tokens(List<Token> list, int end) {
  private static final int MAX_TOKENS = 500;

  static Tokens scan(String source, int start) {
    List<Token> tokens = new ArrayList<>();
    int at = start;
    while (true) {
      at = afterSpace(source, at);
      if (at >= source.length()) {
        throw new InvalidExpression(start - 2, "\"${\" without its \"}\"");
      }
      if (source.charAt(at) == '}') {
        tokens.add(new Token(Token.Kind.END, "}", at));
        return new Tokens(List.copyOf(tokens), at + 1);
      }
      if (tokens.size() == MAX_TOKENS) {
        throw new InvalidExpression(
            at, "the expression is too long; at most " + MAX_TOKENS + " words are allowed");
      }
      at = next(source, at, tokens);
    }
  }

  private static int afterSpace(String source, int at) {
    int i = at;
    while (i < source.length() && " \t\r\n".indexOf(source.charAt(i)) >= 0) {
      i++;
    }
    return i;
  }

  private static int next(String source, int at, List<Token> tokens) {
    char c = source.charAt(at);
    if (c == '\'' || c == '"') {
      return text(source, at, tokens);
    }
    if (digit(c) || (c == '.' && at + 1 < source.length() && digit(source.charAt(at + 1)))) {
      return number(source, at, tokens);
    }
    if (Character.isJavaIdentifierStart(c)) {
      return word(source, at, tokens);
    }
    Token symbol = symbol(source, at);
    tokens.add(symbol);
    return at + symbol.text().length();
  }

  private static int text(String source, int start, List<Token> tokens) {
    char quote = source.charAt(start);
    StringBuilder text = new StringBuilder();
    for (int i = start + 1; i < source.length(); i++) {
      char c = source.charAt(i);
      if (c == quote) {
        tokens.add(new Token(Token.Kind.TEXT, text.toString(), start));
        return i + 1;
      }
      if (c == '\\') {
        i++;
        char escaped = i < source.length() ? source.charAt(i) : ' ';
        if (escaped != '\\' && escaped != '\'' && escaped != '"') {
          throw new InvalidExpression(
              i - 1, "in a text only \\\\, \\' and \\\" are allowed after a backslash");
        }
        c = escaped;
      }
      text.append(c);
    }
    throw new InvalidExpression(start, "a text that does not end; its " + quote + " is missing");
  }

  private static int number(String source, int start, List<Token> tokens) {
    int i = afterDigits(source, start);
    boolean whole = true;
    if (i < source.length() && source.charAt(i) == '.') {
      whole = false;
      i = afterDigits(source, i + 1);
    }
    if (i < source.length() && (source.charAt(i) == 'e' || source.charAt(i) == 'E')) {
      whole = false;
      i++;
      if (i < source.length() && (source.charAt(i) == '+' || source.charAt(i) == '-')) {
        i++;
      }
      i = afterDigits(source, i);
    }
    String number = source.substring(start, i);
    if (!readable(number, whole)
        || (i < source.length() && Character.isJavaIdentifierPart(source.charAt(i)))) {
      throw new InvalidExpression(
          start, Shown.of(number) + " is no number; write one like 5, 0.5 or 1e3, up to 64 bits");
    }
    tokens.add(new Token(Token.Kind.LITERAL, number, start));
    return i;
  }

  private static boolean readable(String number, boolean whole) {
    try {
      if (whole) {
        Long.parseLong(number);
        return true;
      }
      return Double.isFinite(Double.parseDouble(number));
    } catch (NumberFormatException e) {
      return false;
    }
  }

  private static int word(String source, int start, List<Token> tokens) {
    int i = start + 1;
    while (i < source.length()
        && Character.isJavaIdentifierPart(source.charAt(i))
        && !Character.isIdentifierIgnorable(source.charAt(i))) {
      i++;
    }
    String word = source.substring(start, i);
    boolean name = !tokens.isEmpty() && tokens.getLast().kind() == Token.Kind.DOT;
    tokens.add(new Token(name ? Token.Kind.NAME : kind(word), word, start));
    return i;
  }

  private static Token.Kind kind(String word) {
    return switch (word) {
      case "true", "false", "null" -> Token.Kind.LITERAL;
      case "and", "or", "eq", "ne", "lt", "gt", "le", "ge", "div", "mod" -> Token.Kind.BINARY;
      case "not", "empty" -> Token.Kind.PREFIX;
      default -> Token.Kind.NAME;
    };
  }

  private static Token symbol(String source, int at) {
    String two = source.substring(at, Math.min(at + 2, source.length()));
    String why = refusal(two);
    if (why != null) {
      throw new InvalidExpression(at, why);
    }
    return switch (two) {
      case "==", "!=", "<=", ">=", "&&", "||", "+=" -> new Token(Token.Kind.BINARY, two, at);
      default -> single(source, at);
    };
  }

  private static Token single(String source, int at) {
    String one = source.substring(at, at + 1);
    Token.Kind kind =
        switch (one) {
          case "+", "*", "/", "%", "<", ">" -> Token.Kind.BINARY;
          case "!" -> Token.Kind.PREFIX;
          case "-" -> Token.Kind.MINUS;
          case "?" -> Token.Kind.QUESTION;
          case ":" -> Token.Kind.COLON;
          case "." -> Token.Kind.DOT;
          case "(" -> Token.Kind.OPEN;
          case ")" -> Token.Kind.CLOSE;
          case "[" -> Token.Kind.INDEX_OPEN;
          case "]" -> Token.Kind.INDEX_CLOSE;
          default ->
              throw new InvalidExpression(
                  at, Shown.of(one) + " is not allowed in an expression; " + Grammar.ALLOWED);
        };
    return new Token(kind, one, at);
  }

  private static @Nullable String refusal(String two) {
    if (two.equals("->")) {
      return "a lambda (->) is not allowed; " + Grammar.ALLOWED;
    }
    if (two.startsWith(";")) {
      return "a semicolon is not allowed, an expression is one value; " + Grammar.ALLOWED;
    }
    if (two.startsWith("=") && !two.equals("==")) {
      return "an assignment (=) is not allowed; to compare write ==; " + Grammar.ALLOWED;
    }
    if (two.startsWith("{")) {
      return "a collection or a nested expression ({) is not allowed; " + Grammar.ALLOWED;
    }
    return null;
  }

  private static int afterDigits(String source, int at) {
    int i = at;
    while (i < source.length() && digit(source.charAt(i))) {
      i++;
    }
    return i;
  }

  private static boolean digit(char c) {
    return c >= '0' && c <= '9';
  }
}
