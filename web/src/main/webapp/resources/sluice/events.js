// Live figures of namespaces. An element with data-namespace="acme" shows "in flight / ceiling" of acme; the page makes the elements,
// this script writes into them and makes none. Pages may listen to "sluice-event" on the document. Classes: throttled (at the ceiling), suspended (ceiling 0), stale (nothing heard for
// three cadences). <html data-events="…"> says how the stream is: connecting, connected, waiting, disconnected.
(() => {
  "use strict";
  // Once a page, also when a part that is refreshed brings the script again: two that know different figures would
  // write over each other without end.
  if (window.sluiceEvents) return;
  window.sluiceEvents = true;
  const HERE = new URL(document.currentScript?.src || location.href).pathname;
  const ADDRESS = `${HERE.includes("/jakarta.faces.resource") ? HERE.split("/jakarta.faces.resource")[0] : HERE.replace(/\/[^/]*$/, "")}/console-events`;
  const DELAYS = [250, 500, 1000, 2000, 4000];
  const LATER = 30000;
  const FIRST_FRAME = 10000;

  let cadence = 1000;
  let heardAt = 0;
  let seen = null;
  let tries = 0;
  let timer = 0;
  let running = null;
  let ended = false;
  const known = new Map();

  // Badges ------------------------------------------------------------------------------------------------------------

  const count = number => number.toLocaleString("en-US");

  function show(element) {
    const state = known.get(element.dataset.namespace);
    if (!state) return;
    const suspended = state.ceiling === 0;
    const throttled = !suspended && state.ceiling !== null && state.inFlight >= state.ceiling;
    const word = suspended ? " suspended" : throttled ? " throttled" : "";
    const text = `${count(state.inFlight)} / ${state.ceiling === null ? "∞" : count(state.ceiling)}${word}`;
    if (element.textContent !== text) element.textContent = text;
    element.classList.toggle("suspended", suspended);
    element.classList.toggle("throttled", throttled);
    const figures = state.ceiling === null ? `${state.inFlight} in flight, no ceiling` : `${state.inFlight} of ${state.ceiling} in flight`;
    const label = (suspended ? "Suspended: " : throttled ? "Throttled: " : "") + figures;
    if (element.title !== label) element.title = label;
  }

  function showAll() {
    document.querySelectorAll("[data-namespace]").forEach(show);
    age();
  }

  function learn(state) {
    const before = known.get(state.namespace);
    if (before && before.inFlight === state.inFlight && before.ceiling === state.ceiling) return;
    known.set(state.namespace, { inFlight: state.inFlight, ceiling: state.ceiling });
    document.querySelectorAll(`[data-namespace="${CSS.escape(state.namespace)}"]`).forEach(show);
  }

  // By the browser's clock and since when something was heard: its difference from the server's does not matter.
  function age() {
    const stale = Date.now() - heardAt > 3 * cadence;
    document.querySelectorAll("[data-namespace]").forEach(element => element.classList.toggle("stale", stale));
  }

  // Events ------------------------------------------------------------------------------------------------------------

  function event(type, id, data) {
    const body = JSON.parse(data);
    if (type === "snapshot") {
      cadence = body.cadenceMs;
      seen = body.seq;
      known.clear();
      body.namespaces.forEach(learn);
      heardAt = Date.now();
      showAll();
    } else if (type === "lagged") {
      // The stream ends now; coming again with the last number goes on where it was.
    } else {
      if (id <= seen) return;
      if (id !== seen + 1) throw new Error(`event ${id} after ${seen}`);
      seen = id;
      if (type === "NamespaceQuotaState") {
        learn(body);
        heardAt = Date.now();
      }
    }
    document.dispatchEvent(new CustomEvent("sluice-event", { detail: { type, id, body } }));
  }

  // One block of lines. Comments are signs of life; "sampled" says that the figures were looked at and had not changed.
  function block(text) {
    let type = "message";
    let id = 0;
    const data = [];
    for (const line of text.split("\n")) {
      if (line.startsWith(": sampled")) heardAt = Date.now();
      else if (line.startsWith("id: ")) id = Number(line.slice(4));
      else if (line.startsWith("event: ")) type = line.slice(7);
      else if (line.startsWith("data: ")) data.push(line.slice(6));
    }
    if (data.length) event(type, id, data.join("\n"));
  }

  async function listen(signal, begun) {
    const headers = seen === null ? {} : { "Last-Event-ID": String(seen) };
    const answer = await fetch(ADDRESS, { headers, signal, redirect: "manual", cache: "no-store" });
    if (answer.type === "opaqueredirect") {
      ended = true;
      throw new Error("the session has ended");
    }
    if (!answer.ok || !(answer.headers.get("Content-Type") || "").startsWith("text/event-stream")) throw new Error(`answer ${answer.status}`);
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      const blocks = (rest + value).split("\n\n");
      rest = blocks.pop();
      begun();
      blocks.forEach(block);
      age();
    }
  }

  // Connection --------------------------------------------------------------------------------------------------------

  const status = word => {
    document.documentElement.dataset.events = word;
  };

  async function run() {
    clearTimeout(timer);
    if (running || ended || document.hidden) return;
    const control = new AbortController();
    running = control;
    status("connecting");
    const deadline = setTimeout(() => control.abort(), FIRST_FRAME);
    try {
      await listen(control.signal, () => {
        clearTimeout(deadline);
        tries = 0;
        status("connected");
      });
    } catch {
      // Something between here and the log does not work: a snapshot puts everything right.
      if (!control.signal.aborted) seen = null;
    } finally {
      clearTimeout(deadline);
      running = null;
    }
    if (ended || document.hidden) {
      status("disconnected");
      return;
    }
    status(tries < DELAYS.length ? "waiting" : "disconnected");
    timer = setTimeout(run, tries < DELAYS.length ? DELAYS[tries++] : LATER);
  }

  document.addEventListener("visibilitychange", () => {
    if (document.hidden) {
      running?.abort();
    } else {
      tries = 0;
      run();
    }
  });
  window.addEventListener("pagehide", () => running?.abort());

  function start() {
    // Pages that refresh themselves bring new elements.
    new MutationObserver(changes => {
      if (changes.some(change => change.addedNodes.length)) showAll();
    }).observe(document.body, { childList: true, subtree: true });
    setInterval(age, 500);
    run();
  }

  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
})();
