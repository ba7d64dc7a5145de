// What the pages do in the browser: times in its zone, refreshing, dialogs. No state but the period in local storage.
(() => {
  "use strict";
  const KEY = "sluice.refresh";
  const USUAL = 5;
  const SLOWEST = 60;
  const byId = id => document.getElementById(id);

  // Times -----------------------------------------------------------------------------------------------------------

  const format = new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeStyle: "medium" });
  const zone = () => {
    const name = Intl.DateTimeFormat().resolvedOptions().timeZone || "the browser's zone";
    const part = new Intl.DateTimeFormat("en", { timeZoneName: "longOffset" })
      .formatToParts().find(one => one.type === "timeZoneName");
    return part && part.value !== name ? `${name} (${part.value})` : name;
  };

  // A <time> shows its instant, or, marked data-as="title", has it as its title.
  function showTimes() {
    for (const time of document.querySelectorAll("time[datetime]:not([data-shown])")) {
      const at = new Date(time.dateTime);
      time.dataset.shown = "";
      if (isNaN(at)) continue;
      if (time.dataset.as === "title") time.title = format.format(at);
      else time.textContent = format.format(at);
    }
  }

  // Refreshing: never two requests at once, none while the tab is hidden or a dialog is open -------------------------

  let timer = 0;
  let open = false;
  let failures = 0;
  let last = Date.now();

  function period() {
    try {
      const kept = localStorage.getItem(KEY);
      return ["0", "2", "5", "15"].includes(kept) ? Number(kept) : USUAL;
    } catch {
      return USUAL;
    }
  }

  function plan() {
    clearTimeout(timer);
    const seconds = period();
    if (!seconds || document.hidden || open || !window.sluiceRefresh) return;
    const wait = Math.min(SLOWEST, seconds * 2 ** failures) * 1000;
    timer = setTimeout(refresh, Math.max(0, last + wait - Date.now()));
  }

  function refresh() {
    if (open || document.hidden) return;
    last = Date.now();
    if (document.querySelector("dialog[open]")) {
      plan();
      return;
    }
    open = true;
    window.sluiceRefresh();
  }

  function refreshed(xhr, status) {
    open = false;
    last = Date.now();
    const good = status === "success" && xhr.status === 200;
    failures = good ? 0 : Math.min(failures + 1, 5);
    const trouble = byId("trouble");
    if (good) {
      trouble.hidden = true;
    } else if (trouble.hidden) {
      trouble.textContent = `No answer from the server since ${format.format(new Date())}. The page shows what was known then and tries again.`;
      trouble.hidden = false;
    }
    showTimes();
    plan();
  }

  window.sluice = { refreshed };

  // Start -----------------------------------------------------------------------------------------------------------

  document.addEventListener("DOMContentLoaded", () => {
    showTimes();
    new MutationObserver(showTimes).observe(byId("content"), { childList: true, subtree: true });
    byId("zone").textContent = zone();
    const select = byId("refresh");
    if (select) {
      select.value = String(period());
      select.addEventListener("change", () => {
        try {
          localStorage.setItem(KEY, select.value);
        } catch {
          // The browser keeps nothing: the choice holds no longer than this page.
        }
        failures = 0;
        plan();
      });
      document.addEventListener("visibilitychange", plan);
      window.addEventListener("storage", event => {
        if (event.key === KEY) {
          select.value = String(period());
          plan();
        }
      });
      plan();
    }
    // A notice that is seen must not come again with a reload.
    if (byId("anew")) {
      const address = new URL(location.href);
      address.searchParams.delete("notice");
      history.replaceState(null, "", address);
    }
  });
})();
