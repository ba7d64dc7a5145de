package sluice.web.namespace;

import jakarta.enterprise.context.RequestScoped;
import jakarta.faces.context.FacesContext;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import sluice.ejb.namespace.CeilingRequest;
import sluice.ejb.namespace.NamespaceRefused;
import sluice.ejb.namespace.Namespaces;
import sluice.ejb.policy.SaveRequest;
import sluice.web.act.Acting;
import sluice.web.act.Order;
import sluice.web.act.Said;
import sluice.web.console.Trouble;

/** Acts on the tenant that the page's address names, and the one that adds another. */
@Named("namespaceActs")
@RequestScoped
public class NamespaceActs {
  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private Acting act;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private Namespaces namespaces;

  /** Gives it a ceiling of its own. */
  public void ceiling() {
    act.perform(
        Order.admin(getSubject()),
        by -> {
          int ceiling = number(act.field("ceiling"));
          return set(name(), ceiling, by);
        });
  }

  /** Lets nothing of it go. */
  public void suspend() {
    act.perform(Order.admin(getSubject()).withReason(), by -> set(name(), 0, by));
  }

  /** Takes its own ceiling away. */
  public void back() {
    act.perform(Order.admin(getSubject()), by -> set(name(), null, by));
  }

  /** Registers a tenant before its first job. */
  public void add() {
    String added = act.field("added").strip();
    String page = "/namespace.xhtml?name=" + URLEncoder.encode(added, StandardCharsets.UTF_8);
    act.perform(
        Order.admin("namespace:").then(page),
        by -> {
          String ceiling = act.field("ceiling").strip();
          if (namespaces.find(Trouble.usable(added)).isPresent()) {
            return Said.warn("Not done: there is a namespace of this name already.");
          }
          return set(added, ceiling.isEmpty() ? null : (Integer) number(ceiling), by);
        });
  }

  /** The tenant as the audit calls it. */
  public String getSubject() {
    return "namespace:" + name();
  }

  private Said set(String name, @Nullable Integer ceiling, SaveRequest.By by) {
    boolean created = namespaces.setCeiling(new CeilingRequest(name, ceiling, by));
    return Said.done((created ? "Added. " : "") + words(ceiling));
  }

  static String words(@Nullable Integer ceiling) {
    if (ceiling == null) {
      return "The platform's default holds.";
    }
    return ceiling == 0
        ? "Suspended. What is in flight goes on; nothing more is admitted of any policy."
        : "At most %,d jobs of it are in flight from now on, over all policies.".formatted(ceiling);
  }

  static int number(String text) {
    try {
      return Integer.parseInt(text.strip());
    } catch (NumberFormatException e) {
      throw NamespaceRefused.ceiling("");
    }
  }

  private static String name() {
    return Trouble.usable(
        FacesContext.getCurrentInstance()
            .getExternalContext()
            .getRequestParameterMap()
            .get("name"));
  }
}
