package sluice.standalone;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import sluice.standalone.demo.Demo;
import sluice.standalone.demo.DemoTarget;

/**
 * One run of the program, from the first look at the ports to the last part stopped, on the thread
 * that calls {@link #run}. Other threads only ask it to stop ({@link #stop}), which is heeded
 * between steps and while it waits.
 *
 * <p>Order: data folder, what an earlier run left, ports, outside parts (all of which may refuse),
 * then database, broker, application. Stopping goes the other way round.
 */
final class Launcher {

  private static final Logger LOG = System.getLogger(Launcher.class.getName());

  /** Half a minute on an idle machine; three have been seen on one with ten times its load. */
  private static final Duration READY_WITHIN = Duration.ofMinutes(5);

  private static final Duration LONGEST_BACK_OFF = Duration.ofSeconds(30);
  private static final Duration STEADY = Duration.ofMinutes(1);
  private static final long LOOK_MILLIS = 250;

  private final Options options;
  private final Path caller;
  private final Console console;
  private final CountDownLatch stop = new CountDownLatch(1);
  private final CountDownLatch stopped = new CountDownLatch(1);

  private @Nullable EmbeddedDatabase database;
  private @Nullable EmbeddedBroker broker;
  private volatile @Nullable Application application;
  private @Nullable Demo demo;

  Launcher(Options options, Path caller, Console console) {
    this.options = options;
    this.caller = caller;
    this.console = console;
  }

  /**
   * Starts everything, watches over it and returns when it was asked to stop and everything is
   * stopped.
   */
  void run() {
    try {
      Distribution distribution = Distribution.find();
      try (DataFolder data = DataFolder.open(options.data())) {
        run(distribution, data);
      }
    } finally {
      stopped.countDown();
    }
  }

  private void run(Distribution distribution, DataFolder data) {
    openLogs(data);
    stopOrphans(data);
    Preflight.requirePorts(options);
    Preflight.requireOutsideParts(options.outside());
    Path policies = Preflight.policies(options, data, caller);
    Credentials credentials =
        Credentials.open(data.credentials(), options.outside().adminPassword());
    try {
      start(distribution, data, credentials, policies);
      watch();
    } finally {
      stopAll();
    }
  }

  private static void openLogs(DataFolder data) {
    for (String name : new String[] {"launcher", "broker", "postgresql", "application"}) {
      data.rotate(name);
    }
    LogFiles.open(data);
  }

  private static void stopOrphans(DataFolder data) {
    Application.stopOrphan(data);
    EmbeddedDatabase.stopOrphan(data.database(), data.log("postgresql"));
  }

  private void start(
      Distribution distribution, DataFolder data, Credentials credentials, Path policies) {
    if (credentials.isAdminNew()) {
      console.say(
          "password of user admin%s: %s (kept in %s)"
              .formatted(
                  options.outside().database() == null ? "" : ", if the database has none yet",
                  credentials.admin(),
                  data.credentials()));
    }
    Environment.Access toDatabase = startDatabase(data, credentials);
    Environment.Access toBroker = startBroker(data, credentials);
    console.say("policies from " + policies);
    Map<String, String> settings = new HashMap<>();
    settings.putAll(toDatabase.as("SLUICE_DB"));
    settings.putAll(toBroker.as("SLUICE_BROKER"));
    settings.put(options.outside().adminSetting(), credentials.admin());
    settings.put("SLUICE_POLICIES", policies.toString());
    settings.put("SLUICE_NODE", options.outside().node());
    Application started = new Application(distribution, data, options, settings);
    application = started;
    startApplication(started);
    if (isStopping()) {
      return;
    }
    console.say("ready " + started.address());
    if (options.command() == Options.Command.DEMO) {
      startDemo(
          new DemoTarget(
              started.address(),
              credentials.admin(),
              new DemoTarget.Broker(toBroker.url(), toBroker.user(), toBroker.password())));
    }
  }

  private void startDemo(DemoTarget target) {
    try {
      demo = Demo.start(target, options.speed(), console::say);
    } catch (RuntimeException fault) {
      LOG.log(Level.ERROR, "demo started=false", fault);
      console.say("the demo did not start: " + fault.getMessage());
    }
  }

  private Environment.Access startDatabase(DataFolder data, Credentials credentials) {
    Environment.Access outside = options.outside().database();
    if (outside != null) {
      console.say("PostgreSQL at " + outside.shownUrl());
      return outside;
    }
    long begin = System.nanoTime();
    console.say("PostgreSQL starting, log in " + data.log("postgresql"));
    EmbeddedDatabase started =
        EmbeddedDatabase.start(
            data.database(),
            data.log("postgresql"),
            options.databasePort(),
            credentials.database(),
            Map.of());
    database = started;
    console.started("PostgreSQL", since(begin), "on port " + started.port());
    return new Environment.Access(started.jdbcUrl(), started.user(), started.password());
  }

  private Environment.Access startBroker(DataFolder data, Credentials credentials) {
    Environment.Access outside = options.outside().broker();
    if (outside != null) {
      console.say("broker at " + outside.shownUrl());
      return outside;
    }
    long begin = System.nanoTime();
    EmbeddedBroker started =
        EmbeddedBroker.start(data.broker(), options.brokerPort(), credentials.broker());
    broker = started;
    console.started("broker", since(begin), "on port " + started.port());
    return new Environment.Access(started.url(), started.user(), started.password());
  }

  private void startApplication(Application starting) {
    long begin = System.nanoTime();
    console.say("application starting, log in " + starting.log());
    boolean isReady =
        starting.start(
            READY_WITHIN,
            () -> {
              startDatabaseAgain();
              return isStopping();
            },
            console::say);
    if (!isReady) {
      return;
    }
    console.started("application", since(begin), "on port " + options.http().port());
    starting.refusedFiles().ifPresent(console::say);
  }

  /** Looks at the parts until it is asked to stop, and starts again what has ended by itself. */
  private void watch() {
    Duration backOff = Duration.ofSeconds(1);
    long lastStart = System.nanoTime();
    while (!isStopRequestedWithin(LOOK_MILLIS)) {
      startDatabaseAgain();
      Application current = application;
      if (current == null || current.isAlive()) {
        continue;
      }
      if (since(lastStart).compareTo(STEADY) > 0) {
        backOff = Duration.ofSeconds(1);
      }
      console.say(
          "application %s, starting again in %d s".formatted(current.end(), backOff.toSeconds()));
      if (isStopRequestedWithin(backOff.toMillis())) {
        return;
      }
      Duration doubled = backOff.multipliedBy(2);
      backOff = doubled.compareTo(LONGEST_BACK_OFF) > 0 ? LONGEST_BACK_OFF : doubled;
      lastStart = System.nanoTime();
      startApplicationAgain(current);
    }
  }

  private void startApplicationAgain(Application current) {
    try {
      startApplication(current);
    } catch (StartFailedException fault) {
      console.say(String.valueOf(fault.getMessage()));
      current.stop();
    }
  }

  private void startDatabaseAgain() {
    EmbeddedDatabase current = database;
    if (current != null && !current.isRunning()) {
      console.say("PostgreSQL ended by itself, starting again");
      try {
        current.startAgain();
      } catch (StartFailedException fault) {
        LOG.log(Level.ERROR, "database started=false", fault);
        isStopRequestedWithin(Duration.ofSeconds(5).toMillis());
      }
    }
  }

  private void stopAll() {
    Application current = application;
    if (isStopping()) {
      console.say("stopping");
    }
    close("demo", demo);
    close("application", current == null ? null : current::stop);
    close("broker", broker);
    close("database", database);
    if (isStopping()) {
      console.say("stopped");
    }
  }

  private static void close(String part, @Nullable AutoCloseable open) {
    if (open != null) {
      try {
        open.close();
      } catch (Exception fault) {
        LOG.log(Level.WARNING, part + " stopped=false", fault);
      }
    }
  }

  /** Asks the run to end and waits until everything is stopped; tells whether it was in time. */
  boolean stop(Duration within) {
    stop.countDown();
    try {
      if (stopped.await(within.toMillis(), TimeUnit.MILLISECONDS)) {
        return true;
      }
    } catch (InterruptedException hurry) {
      Thread.currentThread().interrupt();
    }
    Application current = application;
    if (current != null) {
      current.kill();
    }
    return false;
  }

  /** Whether the run is over and everything is stopped. */
  boolean isDone() {
    return stopped.getCount() == 0;
  }

  private boolean isStopping() {
    return stop.getCount() == 0;
  }

  private boolean isStopRequestedWithin(long milliseconds) {
    try {
      return stop.await(milliseconds, TimeUnit.MILLISECONDS);
    } catch (InterruptedException asked) {
      stop.countDown();
      return true;
    }
  }

  private static Duration since(long begin) {
    return Duration.ofNanos(System.nanoTime() - begin);
  }
}
