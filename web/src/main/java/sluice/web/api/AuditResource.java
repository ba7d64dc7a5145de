package sluice.web.api;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Response;
import org.jspecify.annotations.Nullable;
import sluice.ejb.audit.AuditEntry;
import sluice.ejb.audit.AuditTrail;
import sluice.ejb.observe.BadQuestion;
import sluice.ejb.observe.PageAsked;
import sluice.web.show.AuditJson;

/** {@code /audit}: who did what. */
@Path("audit")
@RequestScoped
public class AuditResource {
  private static final int LONGEST = 700;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private AuditTrail trail;

  /**
   * A page of entries, newest first; {@code before} is what {@code next} of the page before said.
   */
  @GET
  public Response list(
      @QueryParam("subject") @Nullable String subject,
      @QueryParam("actor") @Nullable String actor,
      @QueryParam("before") @Nullable String before,
      @QueryParam("size") @Nullable String size) {
    int asked = PageAsked.number("size", size, PageAsked.USUAL, 1, AuditTrail.MOST);
    Stretch<AuditEntry> entries =
        Stretch.of(
            trail.entries(
                new AuditTrail.About(
                    PageAsked.text("subject", subject, LONGEST),
                    PageAsked.text("actor", actor, LONGEST)),
                number(before),
                asked + 1),
            asked);
    return Answer.ok(AuditJson.page(entries.items(), entries.more()));
  }

  private static long number(@Nullable String before) {
    if (before == null || before.isEmpty()) {
      return Long.MAX_VALUE;
    }
    if (!before.matches("[0-9]{1,18}")) {
      throw new BadQuestion("before", before, "the number of an entry");
    }
    return Long.parseLong(before);
  }
}
