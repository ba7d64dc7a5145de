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

  const clock = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });

  // A <time> shows its instant, or, marked data-as="title", has it as its title; a chart has hours and minutes.
  function showTimes() {
    for (const label of document.querySelectorAll("[data-clock]:not([data-shown])")) {
      label.dataset.shown = "";
      label.textContent = clock.format(new Date(label.dataset.clock));
    }
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

  // What a person did to a part outlives its refreshing: opened details, the focus, sideways scrolling.
  const FOCUSABLE = "a[href], button, input, select, textarea, summary, [tabindex]";
  let kept = [];

  function keep(part) {
    const focus = part.contains(document.activeElement) ? [...part.querySelectorAll(FOCUSABLE)].indexOf(document.activeElement) : -1;
    return {
      id: part.id,
      focus,
      tag: focus < 0 ? "" : document.activeElement.localName,
      open: [...part.querySelectorAll("details[id][open]")].map(one => one.id),
      scrolled: [...part.querySelectorAll(".box, .chart")].map(one => one.scrollLeft),
    };
  }

  function giveBack(was) {
    const part = byId(was.id);
    if (!part) return;
    was.open.forEach(id => byId(id)?.setAttribute("open", ""));
    part.querySelectorAll(".box, .chart").forEach((one, i) => { one.scrollLeft = was.scrolled[i] || 0; });
    const target = was.focus < 0 ? null : part.querySelectorAll(FOCUSABLE)[was.focus];
    if (target && target.localName === was.tag && !part.contains(document.activeElement)) target.focus({ preventScroll: true });
  }

  function refresh() {
    if (open || document.hidden) return;
    last = Date.now();
    if (document.querySelector("dialog[open]")) {
      plan();
      return;
    }
    open = true;
    kept = [...document.querySelectorAll("[data-live]")].map(keep);
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
    if (good) kept.forEach(giveBack);
    plan();
  }

  window.sluice = { refreshed };

  // Partitions that somebody watches: in the address, and kept for the policy by this browser -------------------------

  const watching = () => new URL(location.href).searchParams.getAll("watch");
  const watchKey = () => `sluice.watch.${new URL(location.href).searchParams.get("name")}`;

  function showWatching(words) {
    const address = new URL(location.href);
    address.searchParams.delete("watch");
    words.forEach(word => address.searchParams.append("watch", word));
    address.hash = "";
    location.replace(address);
  }

  function toggleWatch(word) {
    const words = watching();
    const left = words.includes(word) ? words.filter(one => one !== word) : [...words, word];
    try {
      localStorage.setItem(watchKey(), JSON.stringify(left));
    } catch {
      // The browser keeps nothing: the address does.
    }
    showWatching(left);
  }

  function restoreWatching() {
    if (!byId("watched") || watching().length) return;
    let words = [];
    try {
      words = JSON.parse(localStorage.getItem(watchKey())) || [];
    } catch {
      // Nothing of sense is kept.
    }
    if (Array.isArray(words) && words.length) showWatching(words.filter(word => typeof word === "string").slice(0, 20));
  }

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
    restoreWatching();
    // A notice that is seen must not come again with a reload.
    if (byId("anew")) {
      const address = new URL(location.href);
      address.searchParams.delete("notice");
      history.replaceState(null, "", address);
    }
  });

  document.addEventListener("click", event => {
    const button = event.target.closest("[data-watch]");
    if (button) toggleWatch(button.dataset.watch);
  });
})();
