package sluice.web.security;

/**
 * The pages that must work when nothing else does: login and errors. No script, no framework.
 * Stateless.
 */
final class PlainPage {
  private static final String FRAME =
      """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="UTF-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>%1$s · Sluice</title>
      <style>
      body { font-family: system-ui, sans-serif; background: #f4f6f8; color: #1b2733; margin: 0; }
      main { max-width: 22rem; margin: 12vh auto; padding: 2rem; background: #fff; border: 1px solid #d5dce3; border-radius: 8px; }
      h1 { font-size: 1.3rem; margin: 0 0 1rem; }
      label { display: block; margin: .8rem 0 .2rem; }
      input { width: 100%%; box-sizing: border-box; padding: .5rem; font: inherit; border: 1px solid #6b7a89; border-radius: 4px; }
      button { margin-top: 1.2rem; padding: .5rem 1.2rem; font: inherit; color: #fff; background: #0b5cad; border: 0; border-radius: 4px; }
      [role=alert] { color: #9b1c1c; }
      a { color: #0b5cad; }
      </style>
      </head>
      <body><main><h1>%1$s</h1>
      %2$s
      </main></body>
      </html>
      """;

  private PlainPage() {}

  static String login(String action, String to, String said) {
    String alert = said.isEmpty() ? "" : "<p role=\"alert\">" + escaped(said) + "</p>";
    return FRAME.formatted(
        "Log in",
        alert
            + """
            <form method="post" action="%s">
            <input type="hidden" name="to" value="%s">
            <label for="name">Name</label>
            <input id="name" name="name" autocomplete="username" required autofocus maxlength="100">
            <label for="password">Password</label>
            <input id="password" name="password" type="password" autocomplete="current-password" required maxlength="256">
            <button type="submit">Log in</button>
            </form>
            """
                .formatted(escaped(action), escaped(to)));
  }

  static String error(int status, String said, String home) {
    return FRAME.formatted(
        "Error " + status,
        "<p>" + escaped(said) + "</p><p><a href=\"" + escaped(home) + "\">Back to Sluice</a></p>");
  }

  static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&#39;");
  }
}
