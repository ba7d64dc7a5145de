package sluice.standalone;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;

/** Looks at TCP ports before anything is started on them. */
final class Ports {

  /** The address that database and broker listen on. */
  static final String LOOPBACK = "127.0.0.1";

  private Ports() {}

  /** A port of the loopback that nobody listens on at this moment. */
  static int anyFree() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName(LOOPBACK))) {
      return socket.getLocalPort();
    } catch (IOException fault) {
      throw new StartFailedException("No free port was found on " + LOOPBACK + ".", fault);
    }
  }

  /**
   * Refuses a port that is taken or may not be used.
   *
   * @param what what would listen there, as the sentence begins: {@code The HTTP port}
   * @param option the option that chooses another
   */
  static void requireFree(String host, int port, String what, String option) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.bind(new InetSocketAddress(InetAddress.getByName(host), port));
    } catch (UnknownHostException fault) {
      throw new StartRefusedException(
          "The host %s is not known here: --http-host takes an address of this machine."
              .formatted(host),
          fault);
    } catch (BindException fault) {
      String message = String.valueOf(fault.getMessage());
      if (message.contains("assign")) {
        throw new StartRefusedException(
            "The host %s is no address of this machine: --http-host takes one, 127.0.0.1 or 0.0.0.0."
                .formatted(host),
            fault);
      }
      String why =
          message.contains("Permission") ? "needs rights that this user does not have" : "is taken";
      throw new StartRefusedException(
          "%s %d %s: free it or choose another with %s.".formatted(what, port, why, option), fault);
    } catch (IOException fault) {
      throw new StartRefusedException(
          "%s %d cannot be used (%s): choose another with %s."
              .formatted(what, port, fault.getMessage(), option),
          fault);
    }
  }
}
