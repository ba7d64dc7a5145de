package sluice.acceptance;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** A client of events with little room that reads no more than it is asked to. */
final class DeafClient {
  private DeafClient() {}

  /** Its connection, the request sent; the answer is not chunked. */
  static Socket connect(SluiceProcess sluice) throws IOException {
    URI base = URI.create(sluice.httpUrl());
    String secret = "admin:" + sluice.adminPassword();
    String request =
        "GET /sluice/api/events HTTP/1.0\r\nHost: x\r\nAuthorization: Basic "
            + Base64.getEncoder().encodeToString(secret.getBytes(StandardCharsets.UTF_8))
            + "\r\n\r\n";
    Socket socket = new Socket();
    socket.setReceiveBufferSize(4_096);
    socket.setSoTimeout(60_000);
    socket.connect(new InetSocketAddress(base.getHost(), base.getPort()));
    socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
    return socket;
  }

  /** The first line of the answer, and not a byte more. */
  static String statusLine(Socket socket) throws IOException {
    StringBuilder line = new StringBuilder();
    int next = socket.getInputStream().read();
    while (next >= 0 && next != '\n') {
      line.append((char) next);
      next = socket.getInputStream().read();
    }
    return line.toString();
  }
}
