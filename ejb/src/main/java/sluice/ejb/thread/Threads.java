package sluice.ejb.thread;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Resource;
import jakarta.enterprise.concurrent.ManagedThreadFactory;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;

/**
 * Runs tasks on threads of the container, each begun at once; threads are kept for a minute.
 *
 * <p>The container's own executor looks through all jars of the server for context providers each
 * time it is given a task, which costs more than a tick; its thread factory does so once a thread.
 * Thread-safe.
 */
@ApplicationScoped
public class Threads implements Executor {
  @Resource
  @SuppressWarnings("NullAway.Init") // injected
  private ManagedThreadFactory factory;

  @SuppressWarnings("NullAway.Init") // made once injected
  private ExecutorService pool;

  @PostConstruct
  void open() {
    pool = Executors.newCachedThreadPool(factory);
  }

  @PreDestroy
  void close() {
    pool.shutdown();
  }

  /**
   * Runs the task on a thread of its own.
   *
   * @throws RejectedExecutionException when the application goes down
   */
  @Override
  public void execute(Runnable task) {
    pool.execute(task);
  }
}
