package sluice.bench;

import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import sluice.ejb.forward.AdmittedBatch.AdmittedJob;
import sluice.ejb.stage.StageRequest;

/**
 * Stage, tick and settle at the same time, each thread on a connection of its own, as many as the
 * program has by default: two that stage, one ticker a policy, two that settle. A tick is woken by
 * what was staged, as in the program, and goes on while it admits. Used once.
 */
final class EngineThreads {
  private static final int STAGERS = 2;
  private static final int SETTLERS = 2;
  private static final long PATIENCE_MS = 60_000;

  private final DataSource dataSource;
  private final Bed bed;
  private final BlockingQueue<List<StageRequest>> toStage;
  private final int jobs;
  private final BlockingQueue<List<AdmittedJob>> admitted = new LinkedBlockingQueue<>();
  private final Semaphore woken = new Semaphore(0);
  private final AtomicInteger unsettled;

  EngineThreads(DataSource dataSource, Bed bed, List<List<StageRequest>> batches, int jobs) {
    this.dataSource = dataSource;
    this.bed = bed;
    this.toStage = new LinkedBlockingQueue<>(batches);
    this.jobs = jobs;
    this.unsettled = new AtomicInteger(jobs);
  }

  /** Jobs settled. */
  int run() throws InterruptedException, ExecutionException {
    List<Callable<Integer>> steps = new ArrayList<>();
    for (int i = 0; i < STAGERS; i++) {
      steps.add(this::stage);
    }
    steps.add(this::tick);
    for (int i = 0; i < SETTLERS; i++) {
      steps.add(this::settle);
    }
    int settled = 0;
    try (ExecutorService threads = Executors.newFixedThreadPool(steps.size())) {
      for (Future<Integer> step : threads.invokeAll(steps)) {
        settled += step.get();
      }
    }
    return settled;
  }

  private int stage() throws Exception {
    try (Connection connection = open()) {
      List<StageRequest> requests = toStage.poll();
      while (requests != null) {
        bed.stage(connection, requests);
        woken.release();
        requests = toStage.poll();
      }
    }
    return 0;
  }

  private int tick() throws Exception {
    try (Connection connection = open()) {
      int count = 0;
      while (count < jobs) {
        List<AdmittedJob> next = bed.tick(connection);
        count += next.size();
        if (!next.isEmpty()) {
          admitted.add(next);
        } else if (!woken.tryAcquire(PATIENCE_MS, TimeUnit.MILLISECONDS)) {
          throw new IllegalStateException("a tick admits nothing; admitted so far: " + count);
        }
        woken.drainPermits();
      }
    }
    return 0;
  }

  private int settle() throws Exception {
    int settled = 0;
    try (Connection connection = open()) {
      while (unsettled.get() > 0) {
        List<AdmittedJob> next = admitted.poll(20, TimeUnit.MILLISECONDS);
        if (next != null) {
          settled += bed.settle(connection, next);
          unsettled.addAndGet(-next.size());
        }
      }
    }
    return settled;
  }

  private Connection open() throws Exception {
    Connection connection = dataSource.getConnection();
    connection.setAutoCommit(false);
    return connection;
  }
}
