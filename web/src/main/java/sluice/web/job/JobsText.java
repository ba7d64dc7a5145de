package sluice.web.job;

import jakarta.json.stream.JsonParser;
import jakarta.json.stream.JsonParser.Event;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import sluice.core.policy.Fault;
import sluice.web.problem.RequestRefused;

/**
 * Reads one job or an array of jobs from a JSON stream, event by event: no tree, no recursion, so
 * depth costs nothing. Used once, by one thread.
 */
final class JobsText {
  /** Most jobs in one request. */
  static final int MOST_JOBS = 10_000;

  private static final int DEEPEST = 100;
  private static final String ALLOWED = "one job (a JSON object) or an array of jobs";

  private final JsonParser json;

  JobsText(JsonParser json) {
    this.json = json;
  }

  /**
   * What stands in the body.
   *
   * @param single one object, no array
   * @param jobs in order
   */
  record Jobs(boolean single, List<JobFields> jobs) {}

  Jobs read() {
    if (!json.hasNext()) {
      throw refused("nothing", ALLOWED);
    }
    Jobs jobs =
        switch (json.next()) {
          case START_OBJECT -> new Jobs(true, List.of(job()));
          case START_ARRAY -> new Jobs(false, array());
          default -> throw refused("a plain value", ALLOWED);
        };
    if (json.hasNext()) {
      throw refused("more than one JSON value", ALLOWED + ", and nothing behind it");
    }
    return jobs;
  }

  private List<JobFields> array() {
    List<JobFields> jobs = new ArrayList<>();
    for (Event event = json.next(); event != Event.END_ARRAY; event = json.next()) {
      if (jobs.size() == MOST_JOBS) {
        throw refused("more than " + MOST_JOBS + " jobs", "at most so many; send several requests");
      }
      if (event == Event.START_OBJECT) {
        jobs.add(job());
      } else {
        skip(event);
        JobFields unfit = new JobFields();
        unfit.refuse("NO_JOB", "a job is a JSON object");
        jobs.add(unfit);
      }
    }
    return jobs;
  }

  private JobFields job() {
    JobFields fields = new JobFields();
    for (Event event = json.next(); event != Event.END_OBJECT; event = json.next()) {
      String name = json.getString();
      Event value = json.next();
      if (name.equals("properties") && value == Event.START_OBJECT) {
        fields.put(name, "");
        properties(fields);
      } else {
        fields.put(name, plain(value));
      }
    }
    return fields;
  }

  private void properties(JobFields fields) {
    for (Event event = json.next(); event != Event.END_OBJECT; event = json.next()) {
      String name = json.getString();
      fields.putProperty(name, plain(json.next()));
    }
  }

  private @Nullable Object plain(Event event) {
    return switch (event) {
      case VALUE_STRING -> json.getString();
      case VALUE_NUMBER -> new JobFields.NumberText(json.getString());
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_NULL -> null;
      default -> {
        skip(event);
        yield new JobFields.Nested();
      }
    };
  }

  private void skip(Event event) {
    int depth = 0;
    for (Event next = event; ; next = json.next()) {
      switch (next) {
        case START_OBJECT, START_ARRAY -> {
          if (++depth > DEEPEST) {
            throw refused("more than " + DEEPEST + " levels", "at most so many; a job has two");
          }
        }
        case END_OBJECT, END_ARRAY -> depth--;
        default -> {}
      }
      if (depth == 0) {
        return;
      }
    }
  }

  private static RequestRefused refused(String found, String allowed) {
    return RequestRefused.of(new Fault("", found, allowed));
  }
}
