package sluice.web.job;

import jakarta.json.Json;
import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonObject;
import jakarta.json.JsonValue;
import jakarta.json.spi.JsonProvider;
import jakarta.json.stream.JsonParser;
import java.io.Reader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import sluice.ejb.stage.StageRequest;
import sluice.ejb.stage.StageResult;

/** The jobs of one request and what becomes of each. Used by one thread. */
public final class StagedJobs {
  private static final JsonProvider JSON = JsonProvider.provider();

  private final boolean single;
  private final List<StageRequest> fit = new ArrayList<>();
  private final List<Integer> positions = new ArrayList<>();
  private final Map<Integer, StageResult> results = new LinkedHashMap<>();
  private final int count;

  private StagedJobs(String policy, TraceContext trace, JobsText.Jobs jobs, long longestBody) {
    this.single = jobs.single();
    this.count = jobs.jobs().size();
    for (int i = 0; i < count; i++) {
      try {
        fit.add(JobRequests.of(policy, trace, jobs.jobs().get(i), longestBody));
        positions.add(i);
      } catch (UnfitJob e) {
        results.put(i, new StageResult.Rejected(e.code(), e.detail()));
      }
    }
  }

  /**
   * Reads a body.
   *
   * @param trace of the request; for jobs that bring none
   * @param longestBody how long the stored body of one job may be, in bytes
   * @throws sluice.web.problem.RequestRefused when it is no job and no array of jobs
   * @throws jakarta.json.JsonException when it is no JSON
   */
  public static StagedJobs read(String policy, TraceContext trace, Reader body, long longestBody) {
    try (JsonParser parser = JSON.createParser(body)) {
      return new StagedJobs(policy, trace, new JobsText(parser).read(), longestBody);
    }
  }

  /** Stages the jobs that can be. */
  public StagedJobs by(Function<List<StageRequest>, List<StageResult>> staging) {
    List<StageResult> staged = fit.isEmpty() ? List.of() : staging.apply(fit);
    for (int i = 0; i < positions.size(); i++) {
      results.put(positions.get(i), staged.get(i));
    }
    return this;
  }

  /** 201, 200 or 422 for one job by what became of it; 200 for an array. */
  public int status() {
    if (!single) {
      return 200;
    }
    return switch (result(0)) {
      case StageResult.Staged s -> 201;
      case StageResult.Rejected r -> 422;
      default -> 200;
    };
  }

  /** One object for one job, an array for an array. */
  public JsonValue json() {
    if (single) {
      return json(result(0));
    }
    JsonArrayBuilder array = Json.createArrayBuilder();
    for (int i = 0; i < count; i++) {
      array.add(json(result(i)));
    }
    return array.build();
  }

  private StageResult result(int position) {
    StageResult result = results.get(position);
    if (result == null) {
      throw new IllegalStateException("no result for job " + position + " of " + count);
    }
    return result;
  }

  private static JsonObject json(StageResult result) {
    var json = Json.createObjectBuilder();
    switch (result) {
      case StageResult.Staged staged ->
          json.add("result", "staged").add("id", Long.toString(staged.id()));
      case StageResult.Duplicate duplicate when duplicate.livingId() > 0 ->
          json.add("result", "duplicate").add("id", Long.toString(duplicate.livingId()));
      case StageResult.Duplicate gone -> json.add("result", "duplicate").addNull("id");
      case StageResult.Redelivered again -> json.add("result", "duplicate").addNull("id");
      case StageResult.Rejected rejected ->
          json.add("result", "rejected")
              .add("reason", rejected.code())
              .add("detail", rejected.detail());
    }
    return json.build();
  }
}
