package sluice.web.security;

import org.jspecify.annotations.Nullable;

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
      <meta name="color-scheme" content="light dark">
      <link rel="icon" href="data:image/svg+xml,%%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%%3E%%3Crect width='16' height='16' rx='3' fill='%%230b5cad'/%%3E%%3Cpath d='M3 4v8M13 4v8M3 8h4M9 8h4' stroke='%%23fff' stroke-width='2'/%%3E%%3C/svg%%3E">
      <style>
      :root { color-scheme: light dark; --page: #f4f6f8; --card: #fff; --text: #1b2733; --line: #d5dce3; --strong: #6b7a89; --link: #0b5cad; --button: #0b5cad; --bad: #9b1c1c; }
      @media (prefers-color-scheme: dark) { :root { --page: #10161c; --card: #19222b; --text: #e4eaf0; --line: #2e3b47; --strong: #73818f; --link: #7ab8f5; --button: #2573bf; --bad: #ff9c94; } }
      body { font: 15px/1.45 system-ui, "Segoe UI", "DejaVu Sans", sans-serif; background: var(--page); color: var(--text); margin: 0; }
      main { max-width: 22rem; box-sizing: border-box; margin: 12vh auto; padding: 2rem; background: var(--card); border: 1px solid var(--line); border-radius: 8px; }
      .product { margin: 0 0 .5rem; font-weight: 600; }
      h1 { font-size: 1.3rem; margin: 0 0 1rem; }
      label { display: block; margin: .8rem 0 .2rem; }
      input { width: 100%%; box-sizing: border-box; padding: .5rem; font: inherit; color: var(--text); background: var(--card); border: 1px solid var(--strong); border-radius: 5px; }
      button { margin-top: 1.2rem; padding: .5rem 1.2rem; font: inherit; color: #fff; background: var(--button); border: 0; border-radius: 5px; }
      :focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
      [role=alert] { color: var(--bad); }
      a { color: var(--link); }
      @media (max-width: 26rem) { main { margin: 1rem; } }
      </style>
      </head>
      <body><main><p class="product">Sluice</p><h1>%1$s</h1>
      %2$s
      </main></body>
      </html>
      """;

  private PlainPage() {}

  /**
   * The form.
   *
   * @param name who tried before and need type only the password again; null: nobody
   */
  static String login(String action, String to, String said, @Nullable String name) {
    String typed = name == null ? "" : name.strip();
    boolean known = !typed.isEmpty();
    String alert = said.isEmpty() ? "" : "<p role=\"alert\">" + escaped(said) + "</p>";
    return FRAME.formatted(
        "Log in",
        alert
            + """
            <form method="post" action="%s">
            <input type="hidden" name="to" value="%s">
            <label for="name">Name</label>
            <input id="name" name="name" autocomplete="username" required maxlength="100" value="%s"%s>
            <label for="password">Password</label>
            <input id="password" name="password" type="password" autocomplete="current-password" required maxlength="256"%s>
            <button type="submit">Log in</button>
            </form>
            """
                .formatted(
                    escaped(action),
                    escaped(to),
                    escaped(typed),
                    known ? "" : " autofocus",
                    known ? " autofocus" : ""));
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
