/* The one script of a table's pages: live updates in, taps out. Pages work without it, as forms.

   WHAT THE PAGE HOLDS (the contract with templates/table, lobby, screen, history)
   <body data-code data-version data-seats="1 3" data-tends="1 3 4" data-shown="1" data-page="table" [data-host]
         data-follow="own|turn|pinned">   the seat on screen: the active one that I tend · any active one · stays
   data-stream="screen"   the stream ?of=screen and /tables/<code>/screen?since= instead of the phone's
   roots              every element with an id at the top of an answer (stream message, tap answer, ?since=
                      answer) is morphed into the page's element with that id; unknown ids are ignored, and so
                      is a root whose data-version (its own, or that of
                      the root before it) is older than the page's.
                      A streamed root is the same for all phones: data-mine="2" (only phones that hold seat 2),
                      data-others="2", data-shown-for="2" (the seat on screen), data-seated, data-watching,
                      data-for-host, data-for-guests, data-script, data-no-script (see seats.css).
   #live data-version data-leads (where the page goes by itself) data-page (another page than body's: load it anew) data-active="2" (seat whose turn it is)
                      data-private="41" (last version that touched private parts; none where a game has none)
   [data-said="42" data-by="2"]   the last event in words (seq, seat that tapped): read out from others
   [data-seat-state="2" data-player="Ben" data-needed="Weapon|Animal"]   per seat; #live data-gone="Weapon:5000000|…"
   #door data-holders="1:a1 3:b2 4:" data-host="a1"   the phone (mark) on each seat; mine is body[data-phone];
                      the host's phone tends those without one too
         data-origin   where phones come to; with another one a page that shows a QR loads anew
   #grid data-needed-word data-gone-word   sentences around {cell}; outside #live; rows tr[data-type], cells
                      button.cell[data-cell="Weapon:3000000"][data-label="Weapon, 3 Million"]
   input[data-shown-player], input[data-shown-version]   follow the player and the version on screen
   #mine data-private="41"   what only this phone may see, from GET /tables/<code>/mine (one root #mine)
   [data-follows="/…/log"] data-version   a part that the stream does not bring: fetched when the version moved
   form[data-top]     a tap in it leads the eye to the top of the page, where its effect shows
   form[data-tap] (also #tap, with buttons form="tap")   sent here with a fresh `id` and `seen`;
                      [data-words] on the button says what was tapped; [data-number] on a button with an id
                      (Undo) makes it deaf for 0.7 s after that number changed or it appeared
   #answers           where ask sheets and refusals ([data-toast]) are shown. dialog[data-sheet] anywhere becomes
                      modal; [data-close] inside closes it (outside #answers it leads on, as its link says)
   [data-when="again|lost|rested|pending|no-wake-lock"] · [data-net="live|again|lost"] · [data-pending-words]
   [data-drop] · [data-try]   notes that this script shows, and their buttons (templates/_live.html)
   [data-step="1"]    a button beside a number that counts it up or down
   body[data-htmx]    where htmx lies; it is fetched when an element with hx- attributes is first touched
   ANSWERS to a tap (sent with HX-Request: true): 200 roots · 409, 422, 429, 503 … one root #answers, with the
   header Backroom-Answer on every refusal that the app itself made. */
(() => {
  "use strict";
  const body = document.body, home = `/tables/${body.dataset.code}`, of = body.dataset.stream, asScript = { "HX-Request": "true" };
  const $ = (id) => document.getElementById(id), all = (css) => document.querySelectorAll(css), SLEEP = 300000, changed = new Map();
  let source = null, timer = 0, heard = 0, moved = Date.now(), hidden = Date.now(), ended = false, state = "live", before = "";
  let origin = $("door")?.dataset.origin, pending = null, connected = false, settled = false, said = "", turn = "", held = "", spoke = 0, speaking = 0, resting = 0, led = 0, keyed = false, pressed = null, first = null;
  const show = (name, on) => all(`[data-when="${name}"]`).forEach((e) => { e.hidden = !on; });
  function net(now) {
    all("[data-net]").forEach((e) => { e.hidden = e.dataset.net !== now; });
    body.toggleAttribute("data-stale", now !== "live");
    show("again", now === "again"); show("lost", now === "lost"); state = now;
    if (now === "live") show("rested", false);
  }
  /* Where the table leads, once: each message while the next page loads would start its load over. What never came is asked for again. */
  function lead(where, how = "replace") {
    if (Date.now() - led < 8000) return;
    led = Date.now(); location[how](where);
  }
  /* ---- what comes in ---- */
  const stays = (name, here) => name !== "tabindex" && (name !== "open" || here.localName !== "details"); // somebody reads it
  function take(html) {
    const shown = Number(body.dataset.version); let its = shown;
    for (const root of new DOMParser().parseFromString(html, "text/html").body.querySelectorAll(":scope > [id]")) {
      const here = $(root.id); its = Number(root.dataset.version ?? its);
      if (!here || its < shown) continue;
      if (root.id === "live" && root.dataset.page && root.dataset.page !== body.dataset.page) return lead(home);
      if (root.dataset.leads) return lead(root.dataset.leads);
      Idiomorph.morph(here, root, { morphStyle: "outerHTML", callbacks: { beforeAttributeUpdated: stays }, ignoreActiveValue: document.activeElement.matches("input, textarea, select") });
      window.htmx?.process($(root.id));
      if (its > body.dataset.version) { body.dataset.version = its; moved = Date.now(); }
    }
    sit(); settle(); net(state);
    keepFocus();
  }
  /* By keyboard: where what had the focus is gone, the title says what is here now, and Tab goes on from there. */
  const seen = (e) => e !== body && e.getClientRects().length;
  function keepFocus() {
    const title = keyed && !seen(document.activeElement) && [...all("h1")].find(seen);
    if (title) { title.tabIndex = -1; title.focus({ preventScroll: true }); }
  }
  function sit() {
    const { holders, host, origin: now } = $("door")?.dataset ?? {}, { phone, seats: had, page } = body.dataset;
    if (holders === undefined) return;
    if (origin !== now && document.querySelector(".qr")) return lead("", "reload");
    origin = now;
    const heldBy = (mark) => holders.split(" ").filter((each) => each.endsWith(":" + mark)).map((each) => each.split(":")[0]);
    const own = phone ? heldBy(phone) : [], seats = own.join(" "), hosts = phone !== "" && host === phone, watched = !phone && held && held !== holders && page !== "lobby" && page !== "preparing";
    held = holders; body.dataset.seats = seats;
    body.dataset.tends = (hosts && seats ? own.concat(heldBy("")) : own).join(" ");
    if (!had !== !seats || body.hasAttribute("data-host") !== hosts || watched) lead(home);
  }
  function settle() {
    const live = $("live"), mine = $("mine"), { follow, shown } = body.dataset, seats = body.dataset.seats.split(" "), tends = body.dataset.tends.split(" "), active = live?.dataset.active;
    if (follow === "pinned" && turn === shown && turn !== active && tends.includes(active)) lead(home);
    turn = active;
    if (active && follow !== "pinned" && (follow === "turn" || tends.includes(active))) body.dataset.shown = active;
    else if (!follow && !seats.includes(shown)) body.dataset.shown = seats[0];
    all("input[data-shown-version]").forEach((e) => { e.value = body.dataset.version; });
    marks(document.querySelector(`[data-seat-state="${body.dataset.shown}"]`), $("grid"));
    all("[data-number]").forEach((b) => {
      if (changed.get(b.id)?.number !== b.dataset.number) changed.set(b.id, { number: b.dataset.number, at: settled ? Date.now() : 0 });
    });
    if (mine && live?.dataset.private && mine.dataset.private !== live.dataset.private) {
      mine.dataset.private = live.dataset.private;
      fetch(`${home}/mine`, { headers: asScript }).then((r) => r.ok && r.text().then(take)).catch(() => { delete mine.dataset.private; });
    }
    all("[data-follows]").forEach((e) => {
      if (e.dataset.version === body.dataset.version) return;
      e.dataset.version = body.dataset.version;
      fetch(e.dataset.follows, { headers: asScript }).then((r) => r.ok && r.text().then(take)).catch(() => { delete e.dataset.version; });
    });
    const word = document.querySelector("[data-said]");
    if (word && word.dataset.said !== said && connected && !seats.includes(word.dataset.by)) speak();
    said = word?.dataset.said; settled = true;
  }
  function speak() {
    const say = () => { spoke = Date.now(); $("status").textContent = document.querySelector("[data-said]").textContent.trim(); };
    clearTimeout(speaking); speaking = setTimeout(say, Math.max(0, spoke + 3000 - Date.now()));
  }
  function marks(seat, grid) {
    if (!seat) return;
    all("input[data-shown-player]").forEach((e) => { e.value = seat.dataset.player; });
    const needed = (seat.dataset.needed || "").split("|"), gone = ($("live").dataset.gone || "").split("|");
    grid?.querySelectorAll("tr[data-type]").forEach((row) => {
      const wanted = row.classList.toggle("need", needed.includes(row.dataset.type));
      row.querySelectorAll("[data-cell]").forEach((cell) => {
        const out = cell.classList.toggle("gone", gone.includes(cell.dataset.cell)), { neededWord, goneWord } = grid.dataset;
        cell.setAttribute("aria-label", [wanted && neededWord, out && goneWord].reduce((said, word) => (word ? word.replace("{cell}", () => said) : said), cell.dataset.label));
      });
    });
  }
  /* ---- the stream: one per tab, ours to open and to close ---- */
  const beat = () => (Date.now() - moved > 120000 ? 15000 : 4000), asleep = () => document.hidden && Date.now() - hidden > SLEEP;
  const fresh = () => { heard = Date.now(); connected = true; net("live"); pending?.go(); };
  const shut = () => { source?.close(); source = null; };
  const later = (what, ms) => { clearTimeout(timer); timer = setTimeout(what, ms); };
  const leave = () => { ended = true; shut(); clearTimeout(timer); lead(home); };
  function open() {
    clearTimeout(timer); shut(); heard = Date.now();
    if (ended || asleep()) return;
    source = new EventSource(`${home}/stream${of ? `?of=${of}` : ""}`);
    source.addEventListener("table", (e) => { if (e.data !== before) take(before = e.data); fresh(); });
    const poll = () => { shut(); refetch(true); };
    for (const [name, then] of [["bye", again], ["gone", leave], ["poll", poll]]) source.addEventListener(name, then);
    source.onerror = () => (source?.readyState === EventSource.CLOSED ? poll() : again());
  }
  function again() { shut(); connected = false; net(navigator.onLine ? "again" : "lost"); later(open, 300 + Math.random() * 1500); }
  /* Without a stream (too many, or a proxy eats it) the page asks every 3 s instead. */
  async function refetch(polling) {
    try {
      const answer = await fetch(`${home}${of ? `/${of}` : ""}?since=${body.dataset.version}`, { headers: asScript, cache: "no-store" });
      if (answer.status === 404) return leave();
      if (!answer.ok) throw answer.status;
      if (answer.status === 200) take(await answer.text());
      fresh();
      if (polling) later(() => asleep() || (Math.random() < 0.1 ? open() : refetch(true)), 3000);
    } catch { again(); }
  }
  const lock = () => navigator.wakeLock?.request("screen").catch(() => {});
  const wake = () => { if (document.hidden) hidden = Date.now(); else refetch(false).then(() => source || open()).then(lock); };
  setInterval(() => { if (asleep()) shut(); else if (source && Date.now() - heard > 2.5 * beat()) again(); }, 1000);
  document.addEventListener("visibilitychange", wake); addEventListener("pageshow", (e) => { if (e.persisted) { led = 0; wake(); } });
  addEventListener("online", wake); addEventListener("offline", again); addEventListener("pagehide", shut);
  /* ---- taps: each with its own id, sent until answered, never twice ---- */
  const newId = () => [...crypto.getRandomValues(new Uint8Array(16))].map((b) => b.toString(16).padStart(2, "0")).join("");
  document.addEventListener("submit", (e) => {
    const form = e.target, button = e.submitter;
    if (e.defaultPrevented || !form.matches("[data-tap], #tap")) return;
    e.preventDefault();
    const deaf = button?.dataset.number && Date.now() - (changed.get(button.id)?.at ?? 0) < 700;
    if (state !== "live" && !pending) rest();
    if (pending || deaf || state !== "live" || second(button)) return;
    const sent = new URLSearchParams(new FormData(form, button));
    sent.set("id", newId());
    if (!sent.has("seen")) sent.set("seen", body.dataset.version);
    clear(); send(form.getAttribute("action") || location.href, sent, button);
  });
  /* The second half of a double tap, where the answer to the first brought something else under the finger. */
  function second(button) {
    const now = pressed, meant = `${button?.value} ${body.dataset.shown}`;
    pressed = null; // used up: a screen reader's click comes without a finger
    if (now && first && now.at - first.at < 450 && Math.hypot(now.x - first.x, now.y - first.y, now.scrolled - first.scrolled) < 24 && first.meant !== meant) return true;
    first = now && { ...now, meant };
    return false;
  }
  function rest() { // said for a while: the note at the top of the page stays
    show("rested", true); clearTimeout(resting); resting = setTimeout(() => show("rested", false), 5000);
  }
  function send(url, sent, button) {
    let flying = false, next = 0;
    const drop = () => { clearTimeout(next); pending = null; show("pending", false); button?.removeAttribute("aria-busy"); };
    const go = async () => {
      if (flying || pending?.go !== go) return;
      flying = true; clearTimeout(next);
      try {
        const answer = await fetch(url, { method: "POST", body: sent, headers: asScript, signal: AbortSignal.timeout?.(8000) });
        if (answer.status >= 500 && !answer.headers.has("Backroom-Answer")) throw answer.status;
        const text = await answer.text();
        if (pending?.go === go) drop();
        if (answer.redirected) { led = Date.now(); location.assign(answer.url); } else { take(text); sheets(); if (answer.ok && button?.form?.matches("[data-top]")) scrollTo(0, 0); }
      } catch { flying = false; next = setTimeout(go, 1000 + Math.random() * 1000); again(); }
    };
    pending = { go, drop }; button?.setAttribute("aria-busy", "true");
    all("[data-pending-words]").forEach((e) => { e.textContent = button?.dataset.words || button?.textContent.trim() || ""; });
    setTimeout(() => pending?.go === go && show("pending", true), 400); go();
  }
  function clear() {
    const way = $("answers")?.querySelector("dialog [data-close]");
    if (way && location.search.includes("sheet=")) history.replaceState(null, "", way.href); // a reload must not open it again
    $("answers")?.replaceChildren();
  }
  const sheets = () => all("dialog[data-sheet]:not([data-modal])").forEach((dialog) => {
    const way = dialog.querySelector("[data-close]");
    if (!dialog.showModal) return; // an old phone: the sheet lies over the page as it is
    dialog.removeAttribute("open"); dialog.showModal(); /* close() would tell the listener below */ dialog.dataset.modal = "";
    dialog.addEventListener("close", () => { if (dialog.closest("#answers")) clear(); else if (way && dialog.isConnected) location.assign(way.href); });
  });
  document.addEventListener("click", (e) => {
    const way = e.target.closest("[data-close]"), dialog = way?.closest("dialog");
    if (way?.closest("#answers")) { e.preventDefault(); dialog ? dialog.close() : clear(); }
    const by = e.target.closest("[data-step]"), figure = by?.parentNode.querySelector("input");
    if (figure) Number(by.dataset.step) > 0 ? figure.stepUp() : figure.stepDown();
    if (e.target.closest("[data-drop]")) pending?.drop();
    if (e.target.closest("[data-try]")) open();
  });
  for (const [name, by] of [["keydown", true], ["pointerdown", false]]) document.addEventListener(name, (e) => { keyed = by; pressed = by ? null : { x: e.clientX, y: e.clientY, scrolled: scrollY, at: Date.now() }; }, true);
  /* ---- htmx: fetched when an element that needs it is first touched ---- */
  document.addEventListener("focusin", function need(e) {
    if (!e.target.closest("[hx-get], [hx-post]")) return;
    document.removeEventListener("focusin", need);
    document.head.append(Object.assign(document.createElement("script"), { src: body.dataset.htmx, onload: () => e.target.value && e.target.dispatchEvent(new Event("input", { bubbles: true })) }));
  });
  body.setAttribute("data-live", "");
  net("live"); settle(); sheets(); lock(); show("no-wake-lock", !navigator.wakeLock); open();
})();
