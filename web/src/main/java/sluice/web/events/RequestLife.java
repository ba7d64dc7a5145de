package sluice.web.events;

import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletRequestWrapper;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.function.BooleanSupplier;

/**
 * Whether the server still has an asynchronous request. Payara gives it up when the client has gone
 * and tells nobody; who then writes to a stream of HTTP/2 makes it close the connection with
 * everything else on it, and who then completes the request ends one of somebody else. Asked of
 * Payara's own objects, since Jakarta Servlet has no word for it; elsewhere the answer is yes until
 * a write fails. Stateless.
 */
final class RequestLife {
  private static final Logger LOG = System.getLogger(RequestLife.class.getName());

  private RequestLife() {}

  /** For a request that is asynchronous by now; to be asked until it is completed. */
  static BooleanSupplier of(ServletRequest request) {
    ServletRequest own = request;
    while (own instanceof ServletRequestWrapper wrapper) {
      own = wrapper.getRequest();
    }
    try {
      Object catalina = get(own, "getUnwrappedCoyoteRequest");
      Object response = get(get(catalina, "getCoyoteRequest"), "getResponse");
      Method isSuspended = response.getClass().getMethod("isSuspended");
      return () -> isTrue(isSuspended, response);
    } catch (ReflectiveOperationException e) {
      LOG.log(Level.DEBUG, "event=request-life-unknown cause=\"{0}\"", e.toString());
      return () -> true;
    }
  }

  private static Object get(Object from, String getter) throws ReflectiveOperationException {
    Object got = from.getClass().getMethod(getter).invoke(from);
    if (got == null) {
      throw new NoSuchMethodException(getter + " gives nothing");
    }
    return got;
  }

  private static boolean isTrue(Method question, Object of) {
    try {
      return Boolean.TRUE.equals(question.invoke(of));
    } catch (InvocationTargetException e) {
      return false; // It has been used up.
    } catch (IllegalAccessException e) {
      return true;
    }
  }
}
