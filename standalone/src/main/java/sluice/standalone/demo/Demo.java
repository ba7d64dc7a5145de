package sluice.standalone.demo;

/**
 * A demo in progress. Started once by the launcher after the application has said that it takes
 * work, on the launcher's main thread: {@link #start} returns soon and leaves the work to threads
 * of its own, which {@link #close} ends within two seconds.
 */
public final class Demo implements AutoCloseable {

  private Demo() {}

  /** Starts the demo on a Sluice that takes work. */
  public static Demo start(DemoTarget target) {
    return new Demo();
  }

  /** Ends producers and workers. */
  @Override
  public void close() {
    // Nothing runs yet.
  }
}
