package sluice.core.expression;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Takes a template apart: text here, expressions there, each checked. Used once for one source, by
 * one thread.
 */
final class Template {
  private final String source;
  private final List<Part> parts = new ArrayList<>();
  private final StringBuilder text = new StringBuilder();
  private final Set<String> properties = new LinkedHashSet<>();
  private boolean constant = true;

  Template(String source) {
    this.source = source;
  }

  static boolean holdsExpression(String text) {
    for (int at = text.indexOf("${"); at >= 0; at = text.indexOf("${", at + 2)) {
      if (at == 0 || text.charAt(at - 1) != '\\') {
        return true;
      }
    }
    return false;
  }

  Expression compile() {
    if (source.length() > Expression.MAX_LENGTH) {
      throw new InvalidExpression(
          -1, source.length() + " characters; at most " + Expression.MAX_LENGTH + " are allowed");
    }
    int at = 0;
    while (at < source.length()) {
      if (source.startsWith("\\${", at)) {
        text.append("${");
        at += 3;
      } else if (source.startsWith("${", at)) {
        at = expression(at);
      } else {
        text.append(source.charAt(at++));
      }
    }
    closeText();
    if (parts.isEmpty()) {
      parts.add(new Part.Text(""));
    }
    return new Expression(source, parts, properties, constant);
  }

  private int expression(int start) {
    closeText();
    Tokens tokens = Tokens.scan(source, start + 2);
    Checked checked = new Grammar(tokens.list()).check();
    properties.addAll(checked.properties());
    constant &= checked.constant();
    String name = checked.loneName();
    parts.add(
        name != null
            ? new Part.Property(name)
            : new Part.Computed(Language.compile(checked.canonical(), start)));
    return tokens.end();
  }

  private void closeText() {
    if (!text.isEmpty()) {
      parts.add(new Part.Text(text.toString()));
      text.setLength(0);
    }
  }
}
