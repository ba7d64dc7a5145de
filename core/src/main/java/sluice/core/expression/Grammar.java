package sluice.core.expression;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Checks that the words of an expression stand in an allowed order, and writes them anew. Two
 * states (an operand is due, or an operator) and a stack of open brackets and question marks are
 * enough: operand, operator, operand. A bracket after an operand would be a call, so calls can't be
 * written. Bounded in depth, so that whoever reads the expression by recursion can't run out of
 * stack. Used once, by one thread.
 */
final class Grammar {
  static final String ALLOWED =
      "property names, properties['odd-name'], texts, numbers, operators, brackets and a ? b : c are";

  /** The read-only map of all properties. */
  static final String PROPERTIES = "properties";

  private static final int MAX_DEPTH = 32;

  private final List<Token> tokens;
  private final Deque<Token> open = new ArrayDeque<>();
  private final StringBuilder canonical = new StringBuilder();
  private final Set<String> properties = new LinkedHashSet<>();
  private boolean constant = true;
  private boolean operandDue = true;
  private int ternaries;
  private int prefixes;
  private int at;

  Grammar(List<Token> tokens) {
    this.tokens = tokens;
  }

  Checked check() {
    for (; tokens.get(at).kind() != Token.Kind.END; at++) {
      Token token = tokens.get(at);
      if (operandDue) {
        operand(token);
      } else {
        operator(token);
      }
    }
    Token end = tokens.get(at);
    if (operandDue) {
      throw new InvalidExpression(
          end.position(), "a value is missing before \"}\"; " + ALLOWED + " allowed");
    }
    if (!open.isEmpty()) {
      throw unclosed(open.getFirst());
    }
    boolean lone = tokens.size() == 2 && tokens.getFirst().kind() == Token.Kind.NAME;
    return new Checked(
        canonical.toString().strip(), properties, constant, lone ? tokens.getFirst().text() : null);
  }

  private void operand(Token token) {
    switch (token.kind()) {
      case PREFIX, MINUS -> {
        if (++prefixes > MAX_DEPTH) {
          throw tooDeep(token);
        }
        write(token.text());
      }
      case OPEN -> {
        push(token);
        write("(");
      }
      case NAME -> name(token);
      case LITERAL -> {
        write(token.text());
        operandDue = false;
      }
      case TEXT -> {
        write(quoted(token.text()));
        operandDue = false;
      }
      default ->
          throw new InvalidExpression(
              token.position(),
              "a value is missing before " + Shown.of(token.text()) + "; " + ALLOWED + " allowed");
    }
  }

  private void operator(Token token) {
    switch (token.kind()) {
      case BINARY, MINUS -> afterOperator(token.text());
      case QUESTION -> {
        if (++ternaries > MAX_DEPTH) {
          throw tooDeep(token);
        }
        push(token);
        afterOperator("?");
      }
      case COLON -> {
        pop(Token.Kind.QUESTION, token);
        afterOperator(":");
      }
      case CLOSE -> {
        pop(Token.Kind.OPEN, token);
        write(")");
      }
      case INDEX_CLOSE -> {
        pop(Token.Kind.INDEX_OPEN, token);
        write("]");
      }
      case OPEN ->
          throw new InvalidExpression(
              token.position(), "a method or function call is not allowed; only " + ALLOWED);
      case DOT, INDEX_OPEN ->
          throw new InvalidExpression(
              token.position(),
              "a property is a plain value and has no members ("
                  + member(token)
                  + "), and static members are not allowed; only "
                  + ALLOWED
                  + ", and [ ] stands behind properties alone: properties['a.b'] is the property a.b");
      default ->
          throw new InvalidExpression(
              token.position(), "an operator is missing before " + Shown.of(token.text()));
    }
  }

  private String member(Token token) {
    return token.text()
        + (at + 1 < tokens.size() ? Shown.shortened(tokens.get(at + 1).text()) : "");
  }

  private void afterOperator(String operator) {
    write(operator);
    operandDue = true;
    prefixes = 0;
  }

  private void name(Token token) {
    if (token.text().equals("instanceof")) {
      throw new InvalidExpression(token.position(), "instanceof is not allowed; only " + ALLOWED);
    }
    constant = false;
    if (!token.text().equals(PROPERTIES)) {
      properties.add(token.text());
      write(token.text());
      operandDue = false;
      return;
    }
    Token next = tokens.get(at + 1);
    Token after = tokens.get(Math.min(at + 2, tokens.size() - 1));
    write(PROPERTIES);
    if (next.kind() == Token.Kind.DOT && after.kind() == Token.Kind.NAME) {
      properties.add(after.text());
      write("[" + quoted(after.text()) + "]");
      operandDue = false;
      at += 2;
    } else if (next.kind() == Token.Kind.INDEX_OPEN) {
      if (after.kind() == Token.Kind.TEXT && tokens.get(at + 3).kind() == Token.Kind.INDEX_CLOSE) {
        properties.add(after.text());
      }
      push(next);
      write("[");
      at++;
    } else {
      throw new InvalidExpression(
          token.position(), "write properties.name or properties['odd-name']");
    }
  }

  private void push(Token token) {
    open.push(token);
    prefixes = 0;
    if (open.size() > MAX_DEPTH) {
      throw tooDeep(token);
    }
  }

  private void pop(Token.Kind kind, Token closing) {
    if (open.isEmpty()) {
      throw new InvalidExpression(
          closing.position(), Shown.of(closing.text()) + " closes nothing that was opened");
    }
    if (open.getFirst().kind() != kind) {
      throw unclosed(open.getFirst());
    }
    open.pop();
  }

  private void write(String word) {
    canonical.append(word).append(' ');
  }

  private static InvalidExpression unclosed(Token token) {
    String missing =
        switch (token.kind()) {
          case QUESTION -> ":";
          case OPEN -> ")";
          default -> "]";
        };
    return new InvalidExpression(
        token.position(), Shown.of(token.text()) + " without its \"" + missing + "\"");
  }

  private static InvalidExpression tooDeep(Token token) {
    return new InvalidExpression(
        token.position(), "nested too deeply; at most " + MAX_DEPTH + " levels are allowed");
  }

  private static String quoted(String text) {
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }
}
