package sluice.web.job;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import sluice.core.job.JobMessage;
import sluice.core.job.MessageKind;
import sluice.core.policy.KeyText;
import sluice.core.policy.UnroutableJob;
import sluice.ejb.stage.StageRequest;

/** Fields of a job to a request for staging. Stateless. */
final class JobRequests {
  private static final Set<String> FIELDS =
      new TreeSet<>(
          Set.of(
              "namespace", "jobKey", "dedupeKey", "notBefore", "priority", "expiresAt", "correlationId",
              "replyTo", "type", "properties", "body", "bodyBase64"));
  private static final int USUAL_PRIORITY = 4;

  private JobRequests() {}

  /**
   * The request.
   *
   * @throws UnfitJob when the job cannot be staged as it is written
   */
  static StageRequest of(String policy, JobFields job) {
    UnfitJob fault = job.fault();
    if (fault != null) {
      throw fault;
    }
    Map<String, @Nullable Object> fields = new LinkedHashMap<>(job.values());
    fields.keySet().removeAll(FIELDS);
    if (!fields.isEmpty()) {
      throw new UnfitJob(
          "UNKNOWN_FIELD",
          "no such field: " + String.join(", ", fields.keySet()) + "; the fields are " + String.join(", ", FIELDS));
    }
    fields.putAll(job.values());
    Map<String, @Nullable Object> properties = properties(policy, job, fields);
    return new StageRequest(
        policy,
        keys(fields),
        Instants.read("notBefore", fields.get("notBefore")),
        expiry(fields),
        message(fields, properties));
  }

  /** The message's properties; those that say what a field says are taken out and stand in for an absent field. */
  private static Map<String, @Nullable Object> properties(
      String policy, JobFields job, Map<String, @Nullable Object> fields) {
    Object section = fields.get("properties");
    if (section != null && !"".equals(section)) {
      throw new UnfitJob("PROPERTIES", "properties is a JSON object of names to strings, booleans and numbers");
    }
    Map<String, @Nullable Object> properties = new LinkedHashMap<>();
    job.properties()
        .forEach(
            (name, value) -> {
              String field = PropertyRules.FIELD_BY_PROPERTY.get(name);
              if (field == null) {
                PropertyRules.checkName(name);
                properties.put(name, PropertyRules.value(name, value));
              } else if (fields.get(field) == null) {
                fields.put(field, value);
              }
            });
    Object named = fields.get("policy");
    if (named != null && !named.equals(policy)) {
      throw new UnfitJob("OTHER_POLICY", "sluice_policy names another policy than the address");
    }
    return properties;
  }

  private static StageRequest.Keys keys(Map<String, @Nullable Object> fields) {
    String namespace = text(fields, "namespace");
    return new StageRequest.Keys(
        namespace == null || namespace.isEmpty()
            ? StageRequest.Keys.DEFAULT_NAMESPACE
            : checked("namespace", namespace),
        key(fields, "jobKey"),
        key(fields, "dedupeKey"),
        null);
  }

  private static @Nullable String key(Map<String, @Nullable Object> fields, String field) {
    String key = text(fields, field);
    return key == null || key.isEmpty() ? null : checked(field, key);
  }

  private static String checked(String field, String key) {
    try {
      return KeyText.checked(field, key);
    } catch (UnroutableJob e) {
      throw new UnfitJob(e.code().name(), e.detail());
    }
  }

  private static @Nullable Instant expiry(Map<String, @Nullable Object> fields) {
    return Instants.read("expiresAt", fields.get("expiresAt"));
  }

  private static JobMessage message(Map<String, @Nullable Object> fields, Map<String, @Nullable Object> properties) {
    String body = text(fields, "body");
    String base64 = text(fields, "bodyBase64");
    if (body != null && base64 != null) {
      throw new UnfitJob("BODY", "body and bodyBase64 stand side by side; one of them is allowed");
    }
    String replyTo = text(fields, "replyTo");
    if (replyTo != null && !replyTo.matches("(queue|topic)://.{1,500}")) {
      throw new UnfitJob("REPLY_TO", "replyTo is queue://name or topic://name");
    }
    MessageKind kind =
        base64 != null ? MessageKind.BYTES : body == null ? MessageKind.BODYLESS : MessageKind.TEXT;
    byte[] bytes = base64 != null ? decoded(base64) : body == null ? null : utf8(body);
    if (body != null && bytes == null) {
      kind = MessageKind.TEXT_UTF16;
      ByteBuffer units = ByteBuffer.allocate(body.length() * 2);
      units.asCharBuffer().put(body);
      bytes = units.array();
    }
    JobMessage.Head head =
        new JobMessage.Head(kind, text(fields, "correlationId"), replyTo, text(fields, "type"), priority(fields));
    return new JobMessage(head, properties, bytes);
  }

  private static byte @Nullable [] utf8(String text) {
    try {
      ByteBuffer bytes = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
      byte[] copy = new byte[bytes.remaining()];
      bytes.get(copy);
      return copy;
    } catch (CharacterCodingException e) {
      return null;
    }
  }

  private static byte[] decoded(String base64) {
    try {
      return Base64.getDecoder().decode(base64);
    } catch (IllegalArgumentException e) {
      throw new UnfitJob("BODY", "bodyBase64 is no Base64 text");
    }
  }

  private static int priority(Map<String, @Nullable Object> fields) {
    Object value = fields.get("priority");
    if (value == null) {
      return USUAL_PRIORITY;
    }
    if (value instanceof JobFields.NumberText number && number.text().matches("[0-9]")) {
      return number.text().charAt(0) - '0';
    }
    throw new UnfitJob("PRIORITY", "priority is a whole number from 0 to 9");
  }

  private static @Nullable String text(Map<String, @Nullable Object> fields, String field) {
    Object value = fields.get(field);
    if (value == null || value instanceof String) {
      return (String) value;
    }
    throw new UnfitJob("FIELD_TYPE", field + " is a string");
  }
}
