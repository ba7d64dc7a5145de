package sluice.web.export;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import sluice.ejb.audit.AuditEntry;
import sluice.ejb.audit.AuditTrail;
import sluice.ejb.namespace.NamespaceState;
import sluice.ejb.namespace.Namespaces;
import sluice.ejb.observe.BatchView;
import sluice.ejb.observe.Batches;
import sluice.ejb.observe.Figures;
import sluice.ejb.observe.Minute;
import sluice.ejb.observe.PageAsked;
import sluice.ejb.observe.PolicyFigures;
import sluice.ejb.observe.Timeline;
import sluice.ejb.observe.Upkeep;
import sluice.ejb.policy.PolicyService;
import sluice.ejb.policy.PolicyVersion;
import sluice.web.console.Places;

/** The tables that can be exported, by name. Thread-safe. */
@ApplicationScoped
public class Exports {
  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private Figures figures;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private WorkTables work;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private Timeline timeline;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private Batches batches;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private AuditTrail audit;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private Namespaces namespaces;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private PolicyService policies;

  /** The table of this name; null if there is none. */
  @Nullable Export named(String name) {
    return switch (name) {
      case "policies" ->
          new Export(
              "policy,version,paused,pending,scheduled,inFlight,dead,completed24h,failed24h,oldestEligibleAt",
              this::policies);
      case "partitions" -> new Export(WorkTables.PARTITIONS, work::partitions);
      case "jobs" -> new Export(WorkTables.JOBS, work::jobs);
      case "minutes" ->
          new Export(
              "minute,accepted,admitted,finished,failed,dead,expired,lagMeanMs", this::minutes);
      case "batches" ->
          new Export(
              "id,policy,destination,admittedAt,jobs,lookedAt,durationMs,forwardedAt",
              this::batches);
      case "audit" -> new Export("id,at,actor,action,subject,reason,before,after", this::audit);
      case "namespaces" ->
          new Export("name,inFlight,ceiling,ceilingSource,origin,createdAt", this::namespaces);
      case "versions" -> new Export("version,author,reason,createdAt", this::versions);
      case "chores" -> new Export("chore,found,mended,endedAt", this::chores);
      default -> null;
    };
  }

  private boolean policies(Export.Asked asked, Csv csv) throws IOException {
    return new Walk<PolicyFigures, String>(
            after -> figures.policies(after, Walk.PAGE),
            policy -> policy.head().name(),
            Exports::cells)
        .from("", csv);
  }

  private static @Nullable Object[] cells(PolicyFigures policy) {
    PolicyFigures.Alive alive = policy.counts().alive();
    return Walk.cells(
        policy.head().name(),
        policy.head().version(),
        policy.head().paused(),
        alive.pending(),
        alive.scheduled(),
        alive.inFlight(),
        policy.counts().ended().dead(),
        policy.recent().completed24h(),
        policy.recent().failed24h(),
        policy.waiting().oldestEligibleAt());
  }

  private boolean minutes(Export.Asked asked, Csv csv) throws IOException {
    for (Minute minute : timeline.hour(asked.policyOrNull())) {
      csv.line(
          minute.at(),
          minute.jobs().accepted(),
          minute.jobs().admitted(),
          minute.jobs().finished(),
          minute.jobs().failed(),
          minute.jobs().dead(),
          minute.expired(),
          minute.lagMeanMs());
    }
    return false;
  }

  private boolean batches(Export.Asked asked, Csv csv) throws IOException {
    String policy = asked.policyOrNull();
    return new Walk<BatchView, Long>(
            before -> batches.list(policy, before, Walk.PAGE),
            BatchView::id,
            batch ->
                Walk.cells(
                    batch.id(),
                    batch.policy(),
                    batch.content().destination(),
                    batch.tick().admittedAt(),
                    batch.content().jobs(),
                    batch.tick().lookedAt(),
                    batch.tick().durationMs(),
                    batch.forwardedAt()))
        .from(Places.before(asked.text("before")), csv);
  }

  private boolean audit(Export.Asked asked, Csv csv) throws IOException {
    AuditTrail.About about =
        new AuditTrail.About(
            PageAsked.text("subject", asked.text("subject"), 700),
            asked.policyOrNull(),
            PageAsked.text("actor", asked.text("actor"), 100),
            PageAsked.text("action", asked.text("action"), 100));
    return new Walk<AuditEntry, Long>(
            before -> audit.entries(about, before, Walk.PAGE),
            AuditEntry::getId,
            entry ->
                Walk.cells(
                    entry.getId(),
                    entry.getAt(),
                    entry.getActor(),
                    entry.getAction(),
                    entry.getSubject(),
                    entry.getReason(),
                    entry.getBefore(),
                    entry.getAfter()))
        .from(Places.before(asked.text("before")), csv);
  }

  private boolean namespaces(Export.Asked asked, Csv csv) throws IOException {
    return new Walk<NamespaceState, String>(
            after -> namespaces.list(after, Walk.PAGE),
            NamespaceState::name,
            one ->
                Walk.cells(
                    one.name(),
                    one.inFlight(),
                    one.ceiling(),
                    one.ceilingSource(),
                    one.history().origin(),
                    one.history().createdAt()))
        .from("", csv);
  }

  private boolean versions(Export.Asked asked, Csv csv) throws IOException {
    String policy = asked.policy();
    return new Walk<PolicyVersion, Integer>(
            before -> policies.versions(policy, before, Walk.PAGE),
            PolicyVersion::getVersion,
            version ->
                Walk.cells(
                    version.getVersion(),
                    version.getAuthor(),
                    version.getReason(),
                    version.getCreatedAt()))
        .from(Integer.MAX_VALUE, csv);
  }

  private boolean chores(Export.Asked asked, Csv csv) throws IOException {
    for (Upkeep.Chore chore : figures.stats().upkeep().chores()) {
      csv.line(chore.name(), chore.found(), chore.mended(), chore.endedAt());
    }
    return false;
  }
}
