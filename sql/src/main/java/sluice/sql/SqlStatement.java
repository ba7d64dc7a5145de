package sluice.sql;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * A statement file {@code statements/<area>/<verb_noun>.sql} with named parameters ({@code
 * :lanes}), ready to be bound to a connection.
 *
 * <p>A parameter may stand several times. Comments, quoted text and casts ({@code ::bigint}) are
 * left alone. Immutable and thread-safe; load once, keep in a static final field.
 */
public final class SqlStatement {
  private final String name;
  private final String jdbc;
  private final List<String> parameters;

  private SqlStatement(String name, String jdbc, List<String> parameters) {
    this.name = name;
    this.jdbc = jdbc;
    this.parameters = List.copyOf(parameters);
  }

  /**
   * Loads a statement.
   *
   * @param name area and verb_noun, e.g. {@code stage/insert_jobs}
   * @throws IllegalArgumentException if there is no such file
   */
  public static SqlStatement named(String name) {
    String path = "/statements/" + name + ".sql";
    try (InputStream in = SqlStatement.class.getResourceAsStream(path)) {
      if (in == null) {
        throw new IllegalArgumentException("no statement file " + path);
      }
      return parse(name, new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException("statement file " + path, e);
    }
  }

  static SqlStatement parse(String name, String text) {
    StringBuilder jdbc = new StringBuilder("/* ").append(name).append(" */ ");
    List<String> parameters = new ArrayList<>();
    int i = 0;
    while (i < text.length()) {
      char c = text.charAt(i);
      if (text.startsWith("--", i)) {
        int end = text.indexOf('\n', i);
        i = end < 0 ? text.length() : end;
      } else if (c == '\'') {
        int end = text.indexOf('\'', i + 1) + 1;
        jdbc.append(text, i, end);
        i = end;
      } else if (text.startsWith("::", i)) {
        jdbc.append("::");
        i += 2;
      } else if (c == ':' && i + 1 < text.length() && Character.isLetter(text.charAt(i + 1))) {
        int end = i + 1;
        while (end < text.length() && isNamePart(text.charAt(end))) {
          end++;
        }
        parameters.add(text.substring(i + 1, end));
        jdbc.append('?');
        i = end;
      } else if (c == '?') {
        throw new IllegalArgumentException(
            name + ": a question mark would be taken for a parameter");
      } else {
        jdbc.append(c);
        i++;
      }
    }
    return new SqlStatement(name, jdbc.toString().strip(), parameters);
  }

  private static boolean isNamePart(char c) {
    return Character.isLetterOrDigit(c) || c == '_';
  }

  /** Area and verb_noun. */
  public String name() {
    return name;
  }

  /** The text with question marks for parameters, headed by the statement's name. */
  public String jdbc() {
    return jdbc;
  }

  /** Names of the parameters, each once. */
  public Set<String> parameterNames() {
    return new TreeSet<>(parameters);
  }

  /** Parameter names in the order of the question marks. */
  List<String> positions() {
    return parameters;
  }

  /** This statement on a connection, with nothing bound yet. */
  public BoundStatement on(Connection connection) {
    return new BoundStatement(this, connection);
  }
}
