package sluice.web.chart;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Bars and a line over equal stretches of time, as coordinates in a box of {@value #WIDTH} by
 * {@value #HEIGHT}. A stretch without a value is a gap in the line, never a zero. Immutable.
 */
public final class Chart {
  /** Width of the box. */
  public static final int WIDTH = 720;

  /** Height of the box. */
  public static final int HEIGHT = 190;

  private static final int LEFT = 46;
  private static final int RIGHT = 60;
  private static final int TOP = 10;
  private static final int BOTTOM = 24;
  private static final int EVERY = 10;
  private static final int FEW = 4;
  private static final int MANY = 30;
  private static final DateTimeFormatter CLOCK =
      DateTimeFormatter.ofPattern("HH:mm", Locale.ROOT).withZone(ZoneOffset.UTC);

  private final List<Point> points;
  private final Axis bars;
  private final Axis line;
  private final Scale barScale;
  private final Scale lineScale;

  /**
   * One stretch of time.
   *
   * @param at its begin
   * @param bar how high its bar is
   * @param line where the line is; null: nowhere
   */
  public record Point(Instant at, double bar, @Nullable Double line) {}

  /**
   * What is measured.
   *
   * @param name in words, with the unit
   * @param whole whether only whole numbers make sense
   * @param text a value with its unit
   */
  public record Axis(String name, boolean whole, java.util.function.DoubleFunction<String> text) {}

  /** A bar; {@code title} says its figures. */
  public record Bar(String x, String y, String width, String height, String title) {}

  /** A label on an axis, at {@code at} pixels from the left or the top. */
  public record Tick(String at, String label, String time) {}

  /** A place where the line is but one point long. */
  public record Dot(String x, String y) {}

  /** A row of the table that says the same. */
  public record Line(Instant at, String bar, String line) {}

  /** Draws these points, in order of time. */
  public Chart(List<Point> points, Axis bars, Axis line) {
    this.points = List.copyOf(points);
    this.bars = bars;
    this.line = line;
    barScale = Scale.upTo(points.stream().mapToDouble(Point::bar).max().orElse(0), bars.whole());
    lineScale = Scale.upTo(values().mapToDouble(Double::doubleValue).max().orElse(0), line.whole());
  }

  /** What the bars are. */
  public String getBarName() {
    return bars.name();
  }

  /** What the line is. */
  public String getLineName() {
    return line.name();
  }

  /** Whether there is nothing to draw. */
  public boolean isBlank() {
    return values().findAny().isEmpty() && points.stream().noneMatch(point -> point.bar() > 0);
  }

  /** The bars that have a height. */
  public List<Bar> getBars() {
    List<Bar> drawn = new ArrayList<>();
    for (int i = 0; i < points.size(); i++) {
      Point point = points.get(i);
      if (point.bar() > 0) {
        double y = y(point.bar(), barScale);
        drawn.add(
            new Bar(px(x(i) + .5), px(y), px(step() - 1), px(HEIGHT - BOTTOM - y), title(point)));
      }
    }
    return drawn;
  }

  /** The line: corners of each piece between two gaps that has at least two points. */
  public List<String> getRuns() {
    return pieces().stream()
        .filter(piece -> piece.size() > 1)
        .map(piece -> String.join(" ", piece.stream().map(dot -> dot.x() + "," + dot.y()).toList()))
        .toList();
  }

  /** Points of the line between two gaps. */
  public List<Dot> getDots() {
    return pieces().stream().filter(piece -> piece.size() == 1).map(List::getFirst).toList();
  }

  /** Labels of the bars' axis, on the left. */
  public List<Tick> getBarTicks() {
    return ticks(barScale, bars);
  }

  /** Labels of the line's axis, on the right. */
  public List<Tick> getLineTicks() {
    return ticks(lineScale, line);
  }

  /** Labels of the time. */
  public List<Tick> getTimeTicks() {
    int every = points.size() > MANY ? EVERY : FEW;
    List<Tick> ticks = new ArrayList<>();
    for (int i = points.size() - 1; i >= 0; i -= every) {
      Instant at = points.get(i).at();
      ticks.add(new Tick(px(x(i) + step() / 2), CLOCK.format(at), at.toString()));
    }
    return ticks.reversed();
  }

  /** In one sentence. */
  public String getSummary() {
    double sum = points.stream().mapToDouble(Point::bar).sum();
    double most = points.stream().mapToDouble(Point::bar).max().orElse(0);
    String heights =
        "%s: %s in all, at most %s."
            .formatted(bars.name(), bars.text().apply(sum), bars.text().apply(most));
    double top = values().mapToDouble(Double::doubleValue).max().orElse(Double.NaN);
    return Double.isNaN(top)
        ? heights + " " + line.name() + ": not known."
        : heights + " %s: at most %s.".formatted(line.name(), line.text().apply(top));
  }

  /** The same as a table, latest first. */
  public List<Line> getTable() {
    return points.reversed().stream()
        .filter(point -> point.bar() > 0 || point.line() != null)
        .map(point -> new Line(point.at(), bars.text().apply(point.bar()), said(point.line())))
        .toList();
  }

  private java.util.stream.Stream<Double> values() {
    return points.stream().map(Point::line).filter(Objects::nonNull);
  }

  private List<List<Dot>> pieces() {
    List<List<Dot>> pieces = new ArrayList<>();
    boolean gap = true;
    for (int i = 0; i < points.size(); i++) {
      Double value = points.get(i).line();
      if (value != null) {
        if (gap) {
          pieces.add(new ArrayList<>());
        }
        pieces.getLast().add(new Dot(px(x(i) + step() / 2), px(y(value, lineScale))));
      }
      gap = value == null;
    }
    return pieces;
  }

  private List<Tick> ticks(Scale scale, Axis axis) {
    return scale.ticks().stream()
        .map(value -> new Tick(px(y(value, scale)), axis.text().apply(value), ""))
        .toList();
  }

  private String title(Point point) {
    return "%s UTC: %s %s, %s %s"
        .formatted(
            CLOCK.format(point.at()),
            bars.name(),
            bars.text().apply(point.bar()),
            line.name(),
            said(point.line()));
  }

  private String said(@Nullable Double value) {
    return value == null ? "–" : line.text().apply(value);
  }

  private double step() {
    return (double) (WIDTH - LEFT - RIGHT) / Math.max(1, points.size());
  }

  private double x(int index) {
    return LEFT + index * step();
  }

  private static double y(double value, Scale scale) {
    return HEIGHT - BOTTOM - value / scale.top() * (HEIGHT - TOP - BOTTOM);
  }

  private static String px(double number) {
    return String.format(Locale.ROOT, "%.1f", number);
  }
}
