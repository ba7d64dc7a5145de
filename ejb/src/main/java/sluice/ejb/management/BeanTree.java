package sluice.ejb.management;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;

/**
 * The management beans of this application in a server of beans: what is wanted is there, what is
 * not is gone, and nothing stays when the application goes. A bean of the same name that an
 * application before this one left behind is replaced. Thread-safe.
 */
final class BeanTree implements AutoCloseable {
  private static final Logger LOG = System.getLogger(BeanTree.class.getName());
  private static final String DOMAIN = "sluice";

  private final MBeanServer server;
  private final Set<ObjectName> registered = new HashSet<>();

  BeanTree(MBeanServer server) {
    this.server = server;
  }

  /** Which beans there should be: a type and a name ("" for a type of which there is one). */
  record Place(String type, String name) {
    /** The documented object name; names are quoted, whatever is in them. */
    ObjectName objectName() throws MalformedObjectNameException {
      String text = DOMAIN + ":type=" + type;
      return new ObjectName(name.isEmpty() ? text : text + ",name=" + ObjectName.quote(name));
    }
  }

  /** Registers what is missing and takes away what is too much. */
  synchronized void sync(Map<Place, Supplier<Object>> wanted) {
    Map<ObjectName, Supplier<Object>> beans = new LinkedHashMap<>();
    wanted.forEach((place, bean) -> {
      try {
        beans.put(place.objectName(), bean);
      } catch (MalformedObjectNameException e) {
        LOG.log(Level.WARNING, "event=bean-not-named type={0} cause=\"{1}\"", place.type(), e);
      }
    });
    Set<ObjectName> gone = new HashSet<>(registered);
    gone.removeAll(beans.keySet());
    gone.forEach(this::unregister);
    beans.forEach((name, bean) -> {
      if (!registered.contains(name)) {
        register(name, bean.get());
      }
    });
  }

  private void register(ObjectName name, Object bean) {
    try {
      if (server.isRegistered(name)) {
        server.unregisterMBean(name);
      }
      server.registerMBean(bean, name);
      registered.add(name);
    } catch (JMException e) {
      LOG.log(Level.WARNING, "event=bean-not-registered name=\"{0}\" cause=\"{1}\"", name, e);
    }
  }

  private void unregister(ObjectName name) {
    try {
      server.unregisterMBean(name);
    } catch (InstanceNotFoundException e) {
      LOG.log(Level.DEBUG, "somebody else took the bean away: " + name, e);
    } catch (JMException e) {
      LOG.log(Level.WARNING, "event=bean-not-unregistered name=\"{0}\" cause=\"{1}\"", name, e);
    }
    registered.remove(name);
  }

  @Override
  public synchronized void close() {
    sync(Map.of());
  }
}
