package sluice.bench;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import javax.management.JMException;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/**
 * All that can watch a program at once, from the outside: subscribers of events, a scraper and a
 * JMX client once a second, and a person in front of the console, whose pages are loaded whole at
 * the shortest period that it offers. At work from the constructor's end until it is closed.
 */
final class Watchers implements AutoCloseable {
  private static final int SUBSCRIBERS = 20;
  private static final long PERIOD_MS = 1_000;
  private static final long REFRESH_MS = 2_000;

  /** What there is to watch with. */
  enum Kind {
    EVENTS(SUBSCRIBERS + " subscribers of events"),
    METRICS("a scrape a second"),
    JMX("all management beans each second"),
    CONSOLE("two pages of the console every 2 s");

    private final String words;

    Kind(String words) {
      this.words = words;
    }

    String words() {
      return words;
    }
  }

  private static final List<String> PAGES = List.of("/overview.xhtml", "/policy.xhtml?name=bench");

  private final RunningSluice sluice;
  private final HttpClient client =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .followRedirects(HttpClient.Redirect.NEVER)
          .build();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<Future<?>> all = new ArrayList<>();
  private final CountDownLatch at;
  private final CountDownLatch over = new CountDownLatch(1);
  private final List<InputStream> streams = new ArrayList<>();

  Watchers(RunningSluice sluice, Set<Kind> kinds) throws InterruptedException {
    this.sluice = sluice;
    List<Callable<?>> wanted = new ArrayList<>();
    for (Kind kind : kinds) {
      switch (kind) {
        case EVENTS -> wanted.addAll(Collections.<Callable<?>>nCopies(SUBSCRIBERS, this::listen));
        case METRICS -> wanted.add(() -> every(PERIOD_MS, this::scrape));
        case JMX -> wanted.add(this::management);
        case CONSOLE -> wanted.add(this::console);
      }
    }
    at = new CountDownLatch(wanted.size());
    wanted.forEach(this::watch);
    if (!at.await(1, TimeUnit.MINUTES)) {
      close();
      throw new IllegalStateException(at.getCount() + " watchers see nothing");
    }
  }

  private void watch(Callable<?> one) {
    all.add(threads.submit(one));
  }

  private interface Look {
    void once() throws IOException, InterruptedException, JMException;
  }

  /** Looks again and again; the first look done, it is at work. */
  private Void every(long periodMs, Look look)
      throws IOException, InterruptedException, JMException {
    look.once();
    at.countDown();
    while (!over.await(periodMs, TimeUnit.MILLISECONDS)) {
      look.once();
    }
    return null;
  }

  private HttpRequest.Builder api(String path) throws IOException {
    String basic =
        Base64.getEncoder()
            .encodeToString(
                ("admin:" + sluice.credential("admin")).getBytes(StandardCharsets.UTF_8));
    return HttpRequest.newBuilder(URI.create(sluice.url() + path))
        .header("Authorization", "Basic " + basic);
  }

  /** Reads the stream to its end, which comes with the closing. */
  private Void listen() throws IOException, InterruptedException {
    HttpResponse<InputStream> answer =
        client.send(api("/api/events").build(), HttpResponse.BodyHandlers.ofInputStream());
    ok(answer);
    InputStream body = answer.body();
    synchronized (streams) {
      streams.add(body);
    }
    byte[] buffer = new byte[8_192];
    boolean first = true;
    try {
      while (body.read(buffer) >= 0) {
        if (first) {
          at.countDown();
          first = false;
        }
      }
    } catch (IOException e) {
      if (over.getCount() > 0) {
        throw e;
      }
    }
    if (over.getCount() > 0) {
      throw new IllegalStateException("a stream of events ended");
    }
    return null;
  }

  private void scrape() throws IOException, InterruptedException {
    HttpResponse<String> answer =
        client.send(api("/api/metrics").build(), HttpResponse.BodyHandlers.ofString());
    ok(answer);
    if (!answer.body().contains("sluice_jobs_in_flight{policy=\"bench\"}")) {
      throw new IllegalStateException("a scrape without figures of the policy");
    }
  }

  /** All attributes of all beans, as consoles of JMX do. */
  private Void management()
      throws IOException, InterruptedException, JMException, AttachNotSupportedException {
    VirtualMachine machine = VirtualMachine.attach(Long.toString(sluice.application().pid()));
    String address = machine.startLocalManagementAgent();
    machine.detach();
    try (JMXConnector connector = JMXConnectorFactory.connect(new JMXServiceURL(address))) {
      MBeanServerConnection beans = connector.getMBeanServerConnection();
      return every(PERIOD_MS, () -> attributes(beans));
    }
  }

  private static void attributes(MBeanServerConnection beans) throws IOException, JMException {
    Set<ObjectName> names = beans.queryNames(new ObjectName("sluice:*"), null);
    if (names.size() < 3) {
      throw new IllegalStateException("only the management beans " + names);
    }
    for (ObjectName name : names) {
      MBeanAttributeInfo[] attributes = beans.getMBeanInfo(name).getAttributes();
      String[] wanted = new String[attributes.length];
      for (int i = 0; i < wanted.length; i++) {
        wanted[i] = attributes[i].getName();
      }
      beans.getAttributes(name, wanted);
    }
  }

  private Void console() throws IOException, InterruptedException, JMException {
    String cookie = logIn();
    return every(
        REFRESH_MS,
        () -> {
          for (String page : PAGES) {
            HttpResponse<String> answer =
                client.send(
                    HttpRequest.newBuilder(URI.create(sluice.url() + page))
                        .header("Cookie", cookie)
                        .build(),
                    HttpResponse.BodyHandlers.ofString());
            ok(answer);
          }
        });
  }

  private String logIn() throws IOException, InterruptedException {
    String form =
        "name=admin&password="
            + URLEncoder.encode(sluice.credential("admin"), StandardCharsets.UTF_8);
    return client
        .send(
            HttpRequest.newBuilder(URI.create(sluice.url() + "/login"))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(form))
                .build(),
            HttpResponse.BodyHandlers.discarding())
        .headers()
        .firstValue("Set-Cookie")
        .map(cookie -> cookie.split(";", 2)[0])
        .orElseThrow(() -> new IllegalStateException("no session of the console"));
  }

  private static void ok(HttpResponse<?> answer) {
    if (answer.statusCode() != 200) {
      throw new IllegalStateException(answer.uri() + " answers " + answer.statusCode());
    }
  }

  /** Ends all of them. A watcher that had failed makes the measurement worthless, and says so. */
  @Override
  public void close() throws InterruptedException {
    over.countDown();
    synchronized (streams) {
      for (InputStream stream : streams) {
        try {
          stream.close();
        } catch (IOException e) {
          throw new java.io.UncheckedIOException(e);
        }
      }
    }
    for (Future<?> one : all) {
      try {
        one.get(30, TimeUnit.SECONDS);
      } catch (java.util.concurrent.ExecutionException | java.util.concurrent.TimeoutException e) {
        threads.shutdownNow();
        throw new IllegalStateException("a watcher saw nothing", e);
      }
    }
    threads.shutdown();
    client.shutdownNow();
  }
}
