package sluice.web.show;

import jakarta.json.JsonObject;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import org.jspecify.annotations.Nullable;
import sluice.core.job.JobMessage;
import sluice.core.job.MessageKind;
import sluice.ejb.observe.JobLine;
import sluice.ejb.observe.JobPage;
import sluice.ejb.observe.JobView;

/** Jobs as JSON. The message is shown only where it was asked for. Stateless. */
public final class JobJson {
  /** Longest part of a body that is shown, in bytes. */
  private static final int SHOWN = 1 << 20;

  private JobJson() {}

  /** A page of jobs. */
  public static JsonObject page(JobPage page) {
    return new ObjectText()
        .json("items", FiguresJson.array(page.jobs(), JobJson::line))
        .with("next", page.next() == null ? null : page.next().toString())
        .build();
  }

  /** A job. Without {@code withMessage} properties and body are masked. */
  public static JsonObject job(JobView job, boolean withMessage) {
    JobView.Progress progress = job.progress();
    JobView.Times times = progress.times();
    JobView.Payload payload = job.payload();
    ObjectText json =
        labels(job.id(), job.state(), job.labels())
            .with("dedupeKey", job.labels().dedupeKey())
            .with("attempt", progress.attempt())
            .with("failures", progress.failures())
            .with("cause", progress.cause())
            .with("lastError", progress.lastError())
            .with("stagedAt", times.stagedAt())
            .with("eligibleAt", times.waiting().eligibleAt())
            .with("expiresAt", times.waiting().expiresAt())
            .with("admittedAt", times.running().admittedAt())
            .with("leaseExpiresAt", times.running().leaseExpiresAt())
            .with("startedAt", times.running().startedAt())
            .with("endedAt", times.running().endedAt())
            .with("bodyLength", payload == null ? null : payload.bodyLength());
    if (payload == null) {
      return json.with("message", null).build();
    }
    return withMessage
        ? json.json("message", message(payload.message())).build()
        : json.with("message", "masked").build();
  }

  private static JsonObject line(JobLine job) {
    return labels(job.id(), job.state(), job.labels())
        .with("attempt", job.attempt())
        .with("at", job.at())
        .build();
  }

  private static ObjectText labels(long id, String state, JobView.Labels labels) {
    return new ObjectText()
        .with("id", Long.toString(id))
        .with("state", state)
        .with("policy", labels.policy())
        .with("namespace", labels.namespace())
        .with("jobKey", labels.jobKey())
        .with("priority", labels.priority());
  }

  private static JsonObject message(JobMessage message) {
    JobMessage.Head head = message.head();
    byte[] body = message.body();
    boolean cut = body != null && body.length > SHOWN;
    byte[] shown = body != null && cut ? Arrays.copyOf(body, SHOWN) : body;
    String text = shown == null ? null : text(head.kind(), shown);
    ObjectText json =
        new ObjectText()
            .with("kind", head.kind().name().toLowerCase(java.util.Locale.ROOT))
            .with("correlationId", head.correlationId())
            .with("replyTo", head.replyTo())
            .with("type", head.type())
            .with("properties", message.properties());
    if (text != null) {
      json.with("body", text);
    } else if (shown != null) {
      json.with("bodyBase64", Base64.getEncoder().encodeToString(shown));
    } else {
      json.with("body", null);
    }
    return json.with("bodyTruncated", cut).build();
  }

  private static @Nullable String text(MessageKind kind, byte[] body) {
    return switch (kind) {
      case TEXT -> new String(body, StandardCharsets.UTF_8);
      case TEXT_UTF16 -> ByteBuffer.wrap(body).asCharBuffer().toString();
      default -> null;
    };
  }
}
