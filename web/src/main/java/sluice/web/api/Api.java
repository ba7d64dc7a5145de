package sluice.web.api;

import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;
import java.util.Map;

/**
 * The HTTP interface. Its answers carry their own errors; the server's description of itself is
 * off.
 */
@ApplicationPath("api")
public class Api extends Application {
  @Override
  public Map<String, Object> getProperties() {
    return Map.of(
        "jersey.config.server.wadl.disableWadl", true,
        "jersey.config.server.response.setStatusOverSendError", true);
  }
}
