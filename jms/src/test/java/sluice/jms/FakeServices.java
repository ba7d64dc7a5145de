package sluice.jms;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import sluice.ejb.settle.AttemptRef;
import sluice.ejb.settle.Completion;
import sluice.ejb.stage.StageRequest;
import sluice.ejb.stage.StageResult;
import sluice.jms.intake.Staging;

/** Stands for the database's side: remembers what it was given, and fails on demand. */
public final class FakeServices implements Staging {
  public final List<StageRequest> staged = Collections.synchronizedList(new ArrayList<>());
  public final List<Completion> settled = Collections.synchronizedList(new ArrayList<>());
  public final List<AttemptRef> heartbeats = Collections.synchronizedList(new ArrayList<>());
  public final Set<UUID> consumers = ConcurrentHashMap.newKeySet();
  public final List<String> policies = Collections.synchronizedList(new ArrayList<>());
  public volatile int calls;
  public volatile @Nullable RuntimeException away;
  public volatile Function<StageRequest, @Nullable RuntimeException> poison = request -> null;

  /** Codes of the reasons of rejected messages, as they were counted. */
  public final List<String> rejected = new CopyOnWriteArrayList<>();

  private final Set<String> identities = new HashSet<>();

  /** These services for {@link Traffic}. */
  public Traffic.Services services() {
    return new Traffic.Services(
        this,
        completions -> {
          failIfAway();
          settled.addAll(completions);
        },
        attempts -> {
          failIfAway();
          heartbeats.addAll(attempts);
        },
        () -> List.copyOf(policies),
        rejected::add);
  }

  @Override
  public synchronized List<StageResult> stage(List<StageRequest> requests, UUID consumer) {
    calls++;
    failIfAway();
    consumers.add(consumer);
    for (StageRequest request : requests) {
      RuntimeException failure = poison.apply(request);
      if (failure != null) {
        throw failure;
      }
    }
    return requests.stream().map(this::stage).toList();
  }

  private StageResult stage(StageRequest request) {
    if (!identities.add(String.valueOf(request.keys().intakeId()))) {
      return new StageResult.Redelivered();
    }
    if (request.policy() == null || request.policy().equals("unknown")) {
      return new StageResult.Rejected(
          "UNKNOWN_POLICY", "there is no policy \"" + request.policy() + "\"");
    }
    staged.add(request);
    return new StageResult.Staged(staged.size());
  }

  private void failIfAway() {
    RuntimeException failure = away;
    if (failure != null) {
      throw failure;
    }
  }
}
