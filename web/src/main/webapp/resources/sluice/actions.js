// Forms that act: opened as dialogs, sent once, and the notice of their end seen once. No state.
(() => {
  "use strict";
  const byId = id => document.getElementById(id);

  // What the page shows now is what the person saw, also when it refreshed itself since the form was made.
  function ask(dialog) {
    const stamp = byId("stamp");
    const own = dialog.querySelector("input[name=stamp]");
    if (stamp && own) own.value = stamp.dataset.stamp;
    if (!dialog.open) dialog.showModal();
  }

  // What was chosen on the page rides in the form.
  function take(dialog, name) {
    const place = dialog.querySelector("[data-taken]");
    const chosen = [...document.querySelectorAll(`input[type=checkbox][name=${name}]:checked`)];
    place.replaceChildren(...chosen.map(box => {
      const field = document.createElement("input");
      field.type = "hidden";
      field.name = name;
      field.value = box.value;
      return field;
    }));
    dialog.querySelector("[data-count]").textContent = String(chosen.length);
  }

  document.addEventListener("click", event => {
    const opener = event.target.closest("[data-ask]");
    if (opener) {
      const dialog = byId(opener.dataset.ask);
      if (dialog) {
        if (opener.dataset.take) take(dialog, opener.dataset.take);
        const filled = dialog.querySelector("[data-filled]");
        if (filled && opener.dataset.fill) filled.value = opener.dataset.fill;
        ask(dialog);
      }
    }
    const leaver = event.target.closest("[data-leave]");
    if (leaver) leaver.closest("dialog").close();
    const all = event.target.closest("[data-all]");
    if (all) for (const box of document.querySelectorAll(`input[type=checkbox][name=${all.dataset.all}]`)) box.checked = all.checked;
  });

  // The second click of two sends nothing. The server does not rely on it.
  document.addEventListener("submit", event => {
    const form = event.target;
    if (form.method !== "post" || !form.querySelector("input[name=stamp]")) return;
    if (form.dataset.sent !== undefined) {
      event.preventDefault();
      return;
    }
    form.dataset.sent = "";
    form.setAttribute("aria-busy", "true");
  });

  // The editor's text is looked at a little after the last key, one question at a time.
  let keyed = 0;
  let asking = false;
  let again = false;

  function check() {
    if (!window.sluiceCheck) return;
    if (asking) {
      again = true;
      return;
    }
    asking = true;
    again = false;
    window.sluiceCheck();
  }

  window.sluiceChecked = () => {
    asking = false;
    if (again) check();
  };

  document.addEventListener("input", event => {
    if (event.target.id !== "document") return;
    clearTimeout(keyed);
    keyed = setTimeout(check, 500);
  });

  // A page from the browser's store shows what was in force long ago.
  window.addEventListener("pageshow", event => {
    if (event.persisted) location.reload();
  });

  document.addEventListener("DOMContentLoaded", () => {
    const told = byId("told");
    const address = new URL(location.href);
    if (address.searchParams.has("told")) {
      address.searchParams.delete("told");
      history.replaceState(null, "", address);
    }
    const failed = document.querySelector("dialog[data-failed=true]");
    if (failed) ask(failed);
    else if (told) told.focus({ preventScroll: true });
  });
})();
