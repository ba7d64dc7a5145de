package sluice.acceptance;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.ElementNotInteractableException;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.support.ui.ExpectedCondition;
import org.openqa.selenium.support.ui.ExpectedConditions;
import org.openqa.selenium.support.ui.WebDriverWait;

/**
 * The console in a headless browser, as a person sees it. Parts of a page are replaced while it
 * refreshes itself, so everything is asked for anew each time and waited for, never slept for.
 */
final class Console implements AutoCloseable {
  private static final String AXE = axe();
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final ChromeDriver browser;
  private final String base;

  /** A browser without cookies. */
  Console(String base, Path profile) {
    this.base = base;
    ChromeOptions options = new ChromeOptions();
    options.setBinary("/usr/bin/chromium");
    options.addArguments(
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--window-size=1280,900",
        "--user-data-dir=" + profile);
    browser =
        new ChromeDriver(
            new ChromeDriverService.Builder()
                .usingDriverExecutable(Path.of("/usr/bin/chromedriver").toFile())
                .usingAnyFreePort()
                .withTimeout(PATIENCE)
                .build(),
            options);
    browser.manage().timeouts().pageLoadTimeout(PATIENCE).scriptTimeout(PATIENCE);
  }

  /** From now on a browser that was never here. */
  Console forget() {
    browser.get("about:blank");
    browser.executeCdpCommand("Network.clearBrowserCookies", Map.of());
    browser.executeCdpCommand(
        "Storage.clearDataForOrigin",
        Map.of("origin", base.replaceFirst("(//[^/]*).*", "$1"), "storageTypes", "all"));
    return this;
  }

  /** Opens a page by its path in the application. */
  Console open(String path) {
    browser.get(base + path);
    return this;
  }

  /** Fills in the login form that is shown, and sends it. */
  Console logIn(String name, String password) {
    see(By.name("name")).clear();
    see(By.name("name")).sendKeys(name);
    see(By.name("password")).sendKeys(password);
    see(By.cssSelector("form button")).click();
    return this;
  }

  /** Waits until the element shows. */
  WebElement see(By what) {
    return until(ExpectedConditions.visibilityOfElementLocated(what));
  }

  /** Waits until the element shows this text. */
  Console see(By what, String text) {
    until(ExpectedConditions.textToBePresentInElementLocated(what, text));
    return this;
  }

  /** Waits until the element does not show. */
  Console unsee(By what) {
    until(ExpectedConditions.invisibilityOfElementLocated(what));
    return this;
  }

  /** Replaces what stands in a field. */
  Console type(By what, String text) {
    WebElement field = see(what);
    field.clear();
    field.sendKeys(text);
    return this;
  }

  /** What stands in a field. */
  String value(By what) {
    return String.valueOf(see(what).getDomProperty("value"));
  }

  /** Clicks as soon as that is possible. */
  Console click(By what) {
    until(browser -> {
      browser.findElement(what).click();
      return true;
    });
    return this;
  }

  /** Waits until the address contains this. */
  Console at(String part) {
    until(ExpectedConditions.urlContains(part));
    return this;
  }

  /** Whether there is such an element now. */
  boolean has(By what) {
    return !browser.findElements(what).isEmpty();
  }

  /** Texts of the elements that match now, or of a later moment if they are just being replaced. */
  List<String> texts(By what) {
    return until(browser ->
        browser.findElements(what).stream().map(one -> one.getDomProperty("textContent")).toList());
  }

  /** Switches off that pages refresh themselves, for this browser. */
  Console hold() {
    browser.executeScript("localStorage.setItem('sluice.refresh', '0')");
    return this;
  }

  /** Runs a script in the page. */
  Console run(String script) {
    browser.executeScript(script);
    return this;
  }

  /** Ends the session behind the browser's back, as its end by time would. */
  Console loseSession() {
    browser.manage().deleteAllCookies();
    return this;
  }

  /** Nodes that run script: inline ones, handlers, addresses. */
  long scripts() {
    return ((Number)
            browser.executeScript(
                """
                return [...document.querySelectorAll('*')].filter(node =>
                  node.localName === 'script' || [...node.attributes].some(one =>
                    one.name.startsWith('on') || ['href', 'src', 'action', 'formaction'].includes(one.name) &&
                      /^\\s*javascript:/i.test(one.value))).length\
                """))
        .longValue();
  }

  /** Whatever a script gives. */
  Object script(String text, Object... arguments) {
    return browser.executeScript(text, arguments);
  }

  /** Waits until a script gives true. */
  Console until(String script) {
    until(browser -> Boolean.TRUE.equals(this.browser.executeScript(script)));
    return this;
  }

  /** Makes the window this large. */
  Console size(int width, int height) {
    browser.manage().window().setSize(new Dimension(width, height));
    return this;
  }

  /** Whether the browser prefers dark colours. */
  Console dark(boolean dark) {
    browser.executeCdpCommand(
        "Emulation.setEmulatedMedia",
        Map.of(
            "features",
            List.of(Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light"))));
    return this;
  }

  /** Makes what is shown exactly this large, without scroll bars. */
  Console frame(int width, int height) {
    browser.executeCdpCommand("Emulation.setScrollbarsHidden", Map.of("hidden", true));
    browser.executeCdpCommand(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
    return this;
  }

  /** What the window shows, as a PNG. */
  byte[] picture() {
    return browser.getScreenshotAs(OutputType.BYTES);
  }

  /** Faults of the page as axe-core sees them, serious and critical ones: rule, then the nodes. */
  List<String> faults() {
    browser.executeScript(AXE);
    Object found =
        browser.executeAsyncScript(
            """
            const done = arguments[arguments.length - 1];
            axe.run(document, {resultTypes: ['violations']}).then(
              result => done(result.violations
                .filter(one => one.impact === 'serious' || one.impact === 'critical')
                .map(one => one.id + ': ' + one.nodes.slice(0, 3).map(node => node.target + ' ' + node.html.slice(0, 200)).join(' | '))),
              failure => done(['axe failed: ' + failure]));
            """);
    return found instanceof List<?> list ? list.stream().map(String::valueOf).toList() : List.of();
  }

  private static String axe() {
    try (InputStream in = Console.class.getResourceAsStream("/axe.min.js")) {
      return new String(
          Objects.requireNonNull(in, "axe.min.js").readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String address() {
    return String.valueOf(browser.getCurrentUrl());
  }

  private <T> T until(ExpectedCondition<T> condition) {
    return waiting().until(condition);
  }

  private WebDriverWait waiting() {
    WebDriverWait wait = new WebDriverWait(browser, PATIENCE);
    wait.ignoring(StaleElementReferenceException.class, ElementNotInteractableException.class);
    return wait;
  }

  @Override
  public void close() {
    browser.quit();
  }
}
