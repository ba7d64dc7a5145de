package sluice.jms.intake;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import sluice.ejb.stage.StageRequest;
import sluice.ejb.stage.StageResult;
import sluice.jms.consume.BatchHandler;
import sluice.jms.message.UnfitMessage;

/** Stages a batch; what staging rejects is unfit, what it knows already is done with. */
public final class IntakeHandler implements BatchHandler<StageRequest> {
  private static final Logger LOG = System.getLogger(IntakeHandler.class.getName());

  private final Staging staging;

  /** Hands batches to {@code staging}. */
  public IntakeHandler(Staging staging) {
    this.staging = staging;
  }

  @Override
  public List<Optional<UnfitMessage>> handle(List<StageRequest> batch, UUID receipt) {
    List<StageResult> results = staging.stage(batch, receipt);
    if (results.size() != batch.size()) {
      throw new IllegalStateException(
          results.size() + " results for " + batch.size() + " requests; allowed: one for each");
    }
    List<Optional<UnfitMessage>> answers = new ArrayList<>(batch.size());
    for (int i = 0; i < batch.size(); i++) {
      answers.add(answer(batch.get(i), results.get(i)));
    }
    return answers;
  }

  private static Optional<UnfitMessage> answer(StageRequest request, StageResult result) {
    return switch (result) {
      case StageResult.Staged staged -> Optional.empty();
      case StageResult.Duplicate duplicate -> {
        LOG.log(
            Level.DEBUG,
            "event=duplicate message={0} of={1,number,#}",
            request.keys().intakeId(),
            duplicate.livingId());
        yield Optional.empty();
      }
      case StageResult.Redelivered redelivered -> {
        LOG.log(Level.DEBUG, "event=redelivered message={0}", request.keys().intakeId());
        yield Optional.empty();
      }
      case StageResult.Rejected rejected ->
          Optional.of(new UnfitMessage(rejected.code(), rejected.detail()));
    };
  }
}
