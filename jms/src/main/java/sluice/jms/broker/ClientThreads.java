package sluice.jms.broker;

import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.activemq.artemis.api.core.client.ServerLocator;

/**
 * The threads of the broker's client: ours, so that they end with us. The client's own pools either
 * live as long as the process or make their owner wait ten seconds, and both complain in the log
 * about work that comes in after the end, which is dropped here.
 */
final class ClientThreads implements AutoCloseable {
  private static final long IDLE_SECONDS = 30;

  private final ThreadPoolExecutor pool;
  private final ScheduledThreadPoolExecutor timer;

  ClientThreads() {
    AtomicInteger number = new AtomicInteger();
    ThreadFactory factory =
        work -> {
          Thread thread = new Thread(work, "sluice-broker-" + number.incrementAndGet());
          thread.setDaemon(true);
          return thread;
        };
    pool =
        new ThreadPoolExecutor(
            0,
            Integer.MAX_VALUE,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            factory,
            new ThreadPoolExecutor.DiscardPolicy());
    timer = new ScheduledThreadPoolExecutor(1, factory, new ThreadPoolExecutor.DiscardPolicy());
    timer.setRemoveOnCancelPolicy(true);
  }

  /** Makes the client use these threads; before its first connection. */
  ServerLocator givenTo(ServerLocator locator) {
    locator.setThreadPools(pool, timer, pool);
    return locator;
  }

  @Override
  public void close() {
    timer.shutdownNow();
    pool.shutdown();
  }
}
