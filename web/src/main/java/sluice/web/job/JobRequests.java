package sluice.web.job;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;
import sluice.core.job.JobMessage;
import sluice.core.policy.KeyText;
import sluice.core.policy.UnroutableJob;
import sluice.ejb.stage.StageRequest;

/** Fields of a job to a request for staging. Stateless. */
final class JobRequests {
  private static final Set<String> FIELDS =
      new TreeSet<>(
          Set.of(
              "namespace",
              "jobKey",
              "dedupeKey",
              "notBefore",
              "priority",
              "expiresAt",
              "correlationId",
              "replyTo",
              "type",
              "properties",
              "body",
              "bodyBase64"));
  private static final int USUAL_PRIORITY = 4;

  private JobRequests() {}

  /**
   * The request.
   *
   * @throws UnfitJob when the job cannot be staged as it is written
   */
  static StageRequest of(String policy, TraceContext trace, JobFields job, long longestBody) {
    UnfitJob fault = job.fault();
    if (fault != null) {
      throw fault;
    }
    Map<String, @Nullable Object> fields = new LinkedHashMap<>(job.values());
    fields.keySet().removeAll(FIELDS);
    if (!fields.isEmpty()) {
      throw new UnfitJob(
          "UNKNOWN_FIELD",
          "no such field: "
              + String.join(", ", fields.keySet())
              + "; the fields are "
              + String.join(", ", FIELDS));
    }
    fields.putAll(job.values());
    Map<String, @Nullable Object> properties = properties(policy, job, fields);
    trace.addTo(properties);
    return new StageRequest(
        policy,
        keys(fields),
        Instants.read("notBefore", fields.get("notBefore")),
        expiry(fields),
        message(fields, properties, longestBody));
  }

  /**
   * The message's properties; those that say what a field says are taken out and stand in for an
   * absent field.
   */
  private static Map<String, @Nullable Object> properties(
      String policy, JobFields job, Map<String, @Nullable Object> fields) {
    Object section = fields.get("properties");
    if (section != null && !"".equals(section)) {
      throw new UnfitJob(
          "INVALID_FIELD", "properties is a JSON object of names to strings, booleans and numbers");
    }
    Map<String, @Nullable Object> properties = new LinkedHashMap<>();
    job.properties()
        .forEach((name, value) -> {
          String field = PropertyRules.FIELD_BY_PROPERTY.get(name);
          if (field == null) {
            PropertyRules.checkName(name);
            properties.put(name, PropertyRules.value(name, value));
          } else if (fields.get(field) == null) {
            fields.put(field, value);
          }
        });
    PropertyRules.checkAll(properties);
    Object named = fields.get("policy");
    if (named != null && !named.equals(policy)) {
      throw new UnfitJob("POLICY_CONFLICT", "sluice_policy names another policy than the address");
    }
    return properties;
  }

  private static StageRequest.Keys keys(Map<String, @Nullable Object> fields) {
    String namespace = text(fields, "namespace");
    return new StageRequest.Keys(
        namespace == null
            ? StageRequest.Keys.DEFAULT_NAMESPACE
            : checked(KeyText::namespace, "namespace", namespace),
        key(fields, "jobKey"),
        key(fields, "dedupeKey"),
        null);
  }

  private static @Nullable String key(Map<String, @Nullable Object> fields, String field) {
    String key = text(fields, field);
    return key == null ? null : checked(KeyText::checked, field, key);
  }

  /** A key or a name; empty it is refused as it is in a message. */
  private static String checked(BinaryOperator<String> check, String field, String key) {
    if (key.isEmpty()) {
      throw new UnfitJob(
          "INVALID_FIELD",
          field + " is \"\"; allowed are 1 to 512 characters, or leave the field out");
    }
    try {
      return check.apply(field, key);
    } catch (UnroutableJob e) {
      throw new UnfitJob(e.code().name(), e.detail());
    }
  }

  private static @Nullable Instant expiry(Map<String, @Nullable Object> fields) {
    return Instants.read("expiresAt", fields.get("expiresAt"));
  }

  // javac loses the @Nullable of a compact constructor's parameters on the way into the class file.
  @SuppressWarnings("NullAway")
  private static JobMessage message(
      Map<String, @Nullable Object> fields,
      Map<String, @Nullable Object> properties,
      long longestBody) {
    String replyTo = text(fields, "replyTo");
    if (replyTo != null && !replyTo.matches("(queue|topic)://.{1,500}")) {
      throw new UnfitJob("INVALID_FIELD", "replyTo is queue://name or topic://name");
    }
    JobBody body = JobBody.of(text(fields, "body"), text(fields, "bodyBase64"));
    body.checkLength(longestBody);
    JobMessage.Head head =
        new JobMessage.Head(
            body.kind(),
            text(fields, "correlationId"),
            replyTo,
            text(fields, "type"),
            priority(fields));
    return new JobMessage(head, properties, body.bytes());
  }

  private static int priority(Map<String, @Nullable Object> fields) {
    Object value = fields.get("priority");
    if (value == null) {
      return USUAL_PRIORITY;
    }
    if (value instanceof JobFields.NumberText number && number.text().matches("[0-9]")) {
      return number.text().charAt(0) - '0';
    }
    throw new UnfitJob("INVALID_FIELD", "priority is a whole number from 0 to 9");
  }

  private static @Nullable String text(Map<String, @Nullable Object> fields, String field) {
    Object value = fields.get(field);
    if (value == null || value instanceof String) {
      return (String) value;
    }
    throw new UnfitJob("INVALID_FIELD", field + " is a string");
  }
}
