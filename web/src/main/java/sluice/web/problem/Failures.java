package sluice.web.problem;

import jakarta.ejb.EJBAccessException;
import jakarta.ejb.EJBException;
import jakarta.json.Json;
import jakarta.json.JsonException;
import jakarta.json.JsonObject;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.Provider;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import sluice.ejb.account.AccountRefused;
import sluice.ejb.account.LastAdmin;
import sluice.ejb.account.UnknownAccount;
import sluice.ejb.control.ControlRefused;
import sluice.ejb.control.PolicyIsPaused;
import sluice.ejb.control.UnknownPartition;
import sluice.ejb.database.DatabaseFailed;
import sluice.ejb.namespace.NamespaceRefused;
import sluice.ejb.observe.BadQuestion;
import sluice.ejb.policy.AliveJobs;
import sluice.ejb.policy.JobsAlive;
import sluice.ejb.policy.PolicyRefused;
import sluice.ejb.policy.UnknownPolicy;
import sluice.ejb.policy.UnknownVersion;
import sluice.ejb.policy.VersionConflict;

/**
 * Every failure of a resource as a problem. What nobody foresaw is logged under a number that the
 * answer names.
 */
@Provider
public class Failures implements ExceptionMapper<Throwable> {
  private static final Logger LOG = System.getLogger(Failures.class.getName());

  @Override
  public Response toResponse(Throwable failure) {
    if (failure instanceof RequestRefused refused) {
      return answer(refused.problem());
    }
    if (failure instanceof WebApplicationException web) {
      return ofWeb(web);
    }
    Problem problem = known(failure);
    if (problem == null && failure instanceof EJBException && failure.getCause() != null) {
      return toResponse(failure.getCause());
    }
    if (problem == null) {
      problem = unknown(failure);
    }
    return answer(problem);
  }

  private static Response answer(Problem problem) {
    Response.ResponseBuilder response = problem.response();
    if (problem.status() == 503) {
      response.header("Retry-After", "1");
    }
    return response.build();
  }

  private static @Nullable Problem known(Throwable failure) {
    return switch (failure) {
      case PolicyRefused e ->
          Problem.faults(e.faults(), "the policy is refused; the version in force stays in force");
      case AccountRefused e -> Problem.faults(List.of(e.fault()), said(e));
      case LastAdmin e -> Problem.of(409, said(e));
      case NamespaceRefused e -> Problem.faults(List.of(e.fault()), said(e));
      case BadQuestion e -> Problem.faults(List.of(e.fault()), said(e));
      case VersionConflict e ->
          Problem.of(412, said(e)).with("version", Json.createValue(e.inForce()));
      case JobsAlive e -> Problem.of(409, said(e)).with("jobs", numbers(e.jobs()));
      case ControlRefused e -> Problem.faults(List.of(e.fault()), said(e));
      case PolicyIsPaused e -> Problem.of(409, said(e));
      case UnknownPolicy e -> Problem.of(404, said(e));
      case UnknownVersion e -> Problem.of(404, said(e));
      case UnknownPartition e -> Problem.of(404, said(e));
      case UnknownAccount e -> Problem.of(404, said(e));
      case EJBAccessException e -> Problem.of(403, "your role does not allow this");
      case JsonException e -> Problem.of(400, "the body is not well-formed JSON");
      case DatabaseFailed e when e.dataRefused() ->
          Problem.of(400, "the database cannot store or compare a value of the request");
      case DatabaseFailed e ->
          Problem.of(503, "the database does not answer or is busy; try again");
      default -> null;
    };
  }

  private static Response ofWeb(WebApplicationException failure) {
    Response given = failure.getResponse();
    int status = given.getStatus();
    if (status < 400) {
      return given;
    }
    Response.ResponseBuilder response = Problem.of(status, sentence(status)).response();
    Object allow = given.getHeaders().getFirst("Allow");
    if (allow != null) {
      response.header("Allow", allow);
    }
    return response.build();
  }

  private static String sentence(int status) {
    return switch (status) {
      case 400 -> "the request cannot be read";
      case 403 -> "your role does not allow this";
      case 404 -> "there is nothing under this address";
      case 405 -> "this address does not take this method";
      case 406 -> "the answer is JSON; the request asks for something else";
      default -> "the request failed";
    };
  }

  private static Problem unknown(Throwable failure) {
    UUID number = UUID.randomUUID();
    LOG.log(Level.ERROR, "event=unforeseen-failure number=" + number, failure);
    return Problem.of(500, "an unforeseen failure; the log has it under number " + number);
  }

  private static JsonObject numbers(AliveJobs jobs) {
    return Json.createObjectBuilder()
        .add("pending", jobs.pending())
        .add("scheduled", jobs.scheduled())
        .add("inFlight", jobs.inFlight())
        .build();
  }

  private static String said(Throwable failure) {
    return failure.getMessage() == null ? failure.getClass().getSimpleName() : failure.getMessage();
  }
}
