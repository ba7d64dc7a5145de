package sluice.acceptance.chaos;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;
import org.apache.activemq.artemis.core.server.files.FileStoreMonitor;
import org.apache.activemq.artemis.core.server.impl.ActiveMQServerImpl;
import sluice.standalone.EmbeddedBroker;

/**
 * The broker in a process of its own. On standard input it takes {@code full}: from then on the
 * broker believes its disk full and lets nobody send, and {@code free}. Ends with its standard
 * input.
 */
final class BrokerMain {
  private static final long EVERYTHING = Long.MAX_VALUE;

  private BrokerMain() {}

  /** Arguments: folder, port, password. */
  public static void main(String[] arguments) throws IOException, ReflectiveOperationException {
    EmbeddedBroker broker =
        EmbeddedBroker.start(Path.of(arguments[0]), Integer.parseInt(arguments[1]), arguments[2]);
    FileStoreMonitor monitor = monitor(broker);
    long usual = monitor.getMinDiskFree();
    System.out.println("ready");
    BufferedReader orders =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    String order = orders.readLine();
    while (order != null) {
      monitor.setMinDiskFree(order.equals("full") ? EVERYTHING : usual);
      monitor.tick();
      order = orders.readLine();
    }
    Runtime.getRuntime().halt(0);
  }

  /** What watches the disk; the product has no reason to hand it out. */
  private static FileStoreMonitor monitor(EmbeddedBroker broker)
      throws ReflectiveOperationException {
    Field field = EmbeddedBroker.class.getDeclaredField("server");
    field.setAccessible(true);
    EmbeddedActiveMQ server = (EmbeddedActiveMQ) field.get(broker);
    return ((ActiveMQServerImpl) server.getActiveMQServer()).getMonitor();
  }
}
