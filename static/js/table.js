/* The one script of a table's pages: live updates in, taps out. Pages work without it, as forms.

   WHAT THE PAGE HOLDS (the contract with templates/table, lobby, screen, history)
   <body data-code data-version data-seats="1 3" data-shown="1" [data-host]>
   #live …            roots: every element with an id at the top of an answer (stream message, tap answer,
                      ?since= answer) is morphed into the page's element with that id; unknown ids are
                      ignored. A root with a data-version older than the page's is ignored.
                      The streamed fragment is the same for all phones: data-mine="2" (only phones that
                      hold seat 2), data-others="2", data-shown-for="2" (the seat on screen), data-seated,
                      data-watching, data-for-host, data-for-guests, data-script, data-no-script (CSS).
   #live data-version data-active="2" (seat whose turn it is, or "") data-private="41" (last version that
                      touched private parts) [data-beat="4"] (seconds between messages)
   [data-said="42" data-by="2"]   the last event in words (seq, seat that tapped): read out from others
   [data-seat-state="2" data-needed="Weapon|Animal" data-gone="Weapon:5000000|…"]   per seat, inside #live
   #grid data-needed-word data-gone-word   outside #live; rows tr[data-type], cells
                      button.cell[data-cell="Weapon:3000000"][data-label="Weapon, 3 Million"]
   #mine data-private="41"   what only this phone may see, from GET /tables/<code>/mine (one root #mine)
   form[data-tap] (also #tap, with buttons form="tap")   sent here with a fresh `id` and `seen`;
                      [data-words] on the button says what was tapped; [data-number] on an Undo button
                      makes it deaf for 0.7 s after that number changed
   #answers           where ask sheets (dialog[data-sheet]) and refusals ([data-toast]) are shown;
                      [data-close] inside closes. templates/_live.html brings #answers, #status, notes.
   ANSWERS to a tap (sent with HX-Request: true): 200 roots · 409, 422, 429, 503 … one root #answers. */
(() => {
  "use strict";
  Object.assign(htmx.config, { historyCacheSize: 0, allowEval: false, includeIndicatorStyles: false, selfRequestsOnly: true,
    responseHandling: [{ code: "204|304", swap: false }, { code: "[23]..|409|422|429|503", swap: true }, { code: "...", swap: false, error: true }] });
  const body = document.body, code = body.dataset.code, home = `/tables/${code}`;
  const $ = (id) => document.getElementById(id);
  let source = null, poll = 0, heard = 0, moved = Date.now(), hiddenAt = 0, ended = false;
  let pending = null, connected = false, said = "", lastSaid = 0, sayTimer = 0;
  const changed = new Map();

  const show = (name, on) => document.querySelectorAll(`[data-when="${name}"]`).forEach((e) => { e.hidden = !on; });
  function net(state) {
    document.querySelectorAll("[data-net]").forEach((e) => { e.hidden = e.dataset.net !== state; });
    body.toggleAttribute("data-stale", state !== "live");
    show("again", state === "again"); show("lost", state === "lost");
  }

  /* ---- what comes in ---- */
  function take(html) {
    const parsed = new DOMParser().parseFromString(html, "text/html").body;
    let version = Number(body.dataset.version);
    for (const root of [...parsed.children]) {
      const here = root.id && $(root.id), its = Number(root.dataset.version || version);
      if (!here || its < version) continue;
      Idiomorph.morph(here, root, { morphStyle: "outerHTML", ignoreActiveValue: true });
      if (window.htmx) htmx.process($(root.id));
      if (its > version) { version = its; moved = Date.now(); }
    }
    body.dataset.version = version;
    settle();
  }
  function settle() {
    const live = $("live"), mine = $("mine"), seats = body.dataset.seats.split(" ").filter(Boolean);
    if (!live) return;
    if (seats.includes(live.dataset.active)) body.dataset.shown = live.dataset.active;
    else if (!seats.includes(body.dataset.shown)) body.dataset.shown = seats[0] || "";
    marks();
    document.querySelectorAll("[data-number]").forEach((b) => {
      const known = changed.get(b.id);
      if (!known || known.number !== b.dataset.number) changed.set(b.id, { number: b.dataset.number, at: known ? Date.now() : 0 });
    });
    if (mine && live.dataset.private && mine.dataset.private !== live.dataset.private) {
      mine.dataset.private = live.dataset.private;
      fetch(`${home}/mine`, { headers: { "HX-Request": "true" } }).then((r) => r.ok && r.text().then(take)).catch(() => { delete mine.dataset.private; });
    }
    const word = document.querySelector("[data-said]");
    if (word && word.dataset.said !== said) {
      if (said && connected && !seats.includes(word.dataset.by)) announce();
      said = word.dataset.said;
    }
  }
  function announce() {
    clearTimeout(sayTimer);
    sayTimer = setTimeout(() => {
      lastSaid = Date.now();
      const word = document.querySelector("[data-said]");
      if (word && $("status")) $("status").textContent = word.textContent.trim();
    }, Math.max(0, lastSaid + 3000 - Date.now()));
  }
  function marks() {
    const grid = $("grid"), state = document.querySelector(`[data-seat-state="${body.dataset.shown}"]`);
    if (!grid || !state) return;
    const needed = (state.dataset.needed || "").split("|"), gone = (state.dataset.gone || "").split("|");
    grid.querySelectorAll("tr[data-type]").forEach((row) => row.classList.toggle("need", needed.includes(row.dataset.type)));
    grid.querySelectorAll("[data-cell]").forEach((cell) => {
      const type = cell.closest("tr").dataset.type, out = gone.includes(cell.dataset.cell);
      cell.classList.toggle("gone", out);
      cell.setAttribute("aria-label", [cell.dataset.label, needed.includes(type) && grid.dataset.neededWord, out && grid.dataset.goneWord].filter(Boolean).join(", "));
    });
  }

  /* ---- the stream: one per tab, ours to open and to close ---- */
  const beat = () => 1000 * Number($("live")?.dataset.beat || (Date.now() - moved > 120000 ? 15 : 4));
  const fresh = () => { heard = Date.now(); connected = true; net("live"); if (pending) pending.go(); };
  function open() {
    if (ended || (document.hidden && Date.now() - hiddenAt > 300000)) return;
    if (source) source.close();
    clearTimeout(poll);
    source = new EventSource(`${home}/stream`);
    heard = Date.now();
    source.addEventListener("table", (e) => { take(e.data); fresh(); });
    source.addEventListener("bye", () => again());
    source.addEventListener("gone", () => { ended = true; source.close(); location.assign(home); });
    source.onerror = () => (source.readyState === EventSource.CLOSED ? refetch(true) : again());
  }
  function again() {
    if (source) source.close();
    source = null; connected = false; net(navigator.onLine ? "again" : "lost");
    clearTimeout(poll);
    poll = setTimeout(open, 300 + Math.random() * 1500);
  }
  /* Without a stream (too many, or a proxy eats it) the page asks every 3 s instead. */
  async function refetch(polling) {
    try {
      const answer = await fetch(`${home}?since=${body.dataset.version}`, { headers: { "HX-Request": "true" }, cache: "no-store" });
      if (answer.status === 404) { ended = true; location.assign(home); return; }
      if (!answer.ok) throw answer.status;
      if (answer.status === 200) take(await answer.text());
      fresh();
      if (polling) { clearTimeout(poll); poll = setTimeout(() => (Math.random() < 0.1 ? open() : refetch(true)), 3000); }
    } catch { again(); }
  }
  setInterval(() => { if (source && Date.now() - heard > 2.5 * beat()) again(); }, 1000);
  const wake = () => { if (document.hidden) { hiddenAt = Date.now(); return; } refetch(false); if (!source || source.readyState === 2) open(); lock(); };
  document.addEventListener("visibilitychange", wake);
  addEventListener("pageshow", (e) => { if (e.persisted) wake(); });
  addEventListener("online", wake);
  addEventListener("offline", () => { net("lost"); again(); });
  addEventListener("pagehide", () => source && source.close());
  setInterval(() => { if (document.hidden && hiddenAt && Date.now() - hiddenAt > 300000 && source) { source.close(); source = null; } }, 10000);

  /* ---- taps: each with its own id, sent until answered, never twice ---- */
  const newId = () => [...crypto.getRandomValues(new Uint8Array(16))].map((b) => b.toString(16).padStart(2, "0")).join("");
  document.addEventListener("submit", (e) => {
    const form = e.target, button = e.submitter;
    if (e.defaultPrevented || !form.matches("[data-tap], #tap")) return;
    e.preventDefault();
    const guard = button?.dataset.number && changed.get(button.id);
    if (pending || body.hasAttribute("data-stale") || (guard && Date.now() - guard.at < 700)) return;
    const sent = new FormData(form, button);
    sent.set("id", newId());
    if (!sent.has("seen")) sent.set("seen", body.dataset.version);
    close();
    send(form.getAttribute("action") || location.pathname, new URLSearchParams(sent), button);
  });
  function send(url, sent, button) {
    let flying = false, timer = 0;
    const words = button?.dataset.words || button?.textContent.trim() || "";
    const done = () => { clearTimeout(timer); pending = null; show("pending", false); button?.removeAttribute("aria-busy"); };
    const go = async () => {
      if (flying || pending?.go !== go) return;
      flying = true; clearTimeout(timer);
      try {
        const answer = await fetch(url, { method: "POST", body: sent, headers: { "HX-Request": "true" }, signal: AbortSignal.timeout?.(8000) });
        if (answer.status >= 500 && !answer.headers.has("Backroom-Answer")) throw answer.status;
        const text = await answer.text();
        done();
        if (answer.redirected) { location.assign(answer.url); return; }
        take(text); sheet();
      } catch { flying = false; again(); timer = setTimeout(go, 1000 + Math.random() * 1000); }
    };
    pending = { go, drop: done };
    button?.setAttribute("aria-busy", "true");
    document.querySelectorAll("[data-pending-words]").forEach((e) => { e.textContent = words; });
    setTimeout(() => pending?.go === go && show("pending", true), 400);
    go();
  }
  function sheet() {
    const dialog = document.querySelector("#answers dialog[data-sheet]");
    if (dialog) { dialog.open && dialog.close(); dialog.showModal(); dialog.addEventListener("close", close, { once: true }); }
  }
  const close = () => $("answers")?.replaceChildren();
  document.addEventListener("click", (e) => {
    if (e.target.closest("[data-close]")) { e.preventDefault(); close(); }
    if (e.target.closest("[data-drop]")) { pending?.drop(); }
    if (e.target.closest("[data-try]")) open();
  });

  async function lock() {
    try { await navigator.wakeLock.request("screen"); } catch { show("no-wake-lock", !("wakeLock" in navigator)); }
  }
  body.setAttribute("data-live", "");
  net("live"); settle(); sheet(); lock(); open();
})();
