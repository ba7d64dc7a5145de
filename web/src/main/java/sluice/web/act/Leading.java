package sluice.web.act;

import java.util.Arrays;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Where an act leads to. Stateless. */
final class Leading {
  private Leading() {}

  /**
   * A page that tells what became of a form.
   *
   * @param path of the page, with the application's
   * @param query as the browser sent it, without its notices in what comes out
   */
  static String again(String path, @Nullable String query, UUID told) {
    String kept =
        query == null
            ? ""
            : Arrays.stream(query.split("&"))
                .filter(part -> !part.isEmpty() && !part.startsWith(Acting.TOLD + "="))
                .filter(part -> !part.startsWith("notice="))
                .map(part -> part + "&")
                .collect(Collectors.joining());
    String mark = path.contains("?") ? "&" : "?";
    return path + mark + kept + Acting.TOLD + "=" + told;
  }
}
