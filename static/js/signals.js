/* A soft tick at what others log and one buzz when it becomes my turn: on this phone alone, off until
   somebody switches them on in "More". Comes with a table's pages once one is on (companion.web.signals).
   It reads what table.js has put on the page: [data-said][data-by] and #live[data-active]. Many events
   that come at once, as after a lost contact, are one change of the page and so one tick.
   [data-signals] the switches, hidden until this runs · input[data-signal="tick|buzz"] one of them */
(() => {
  "use strict";
  const body = document.body, REST = 1500, LONG = 31536000;
  const on = new Set(/(?:^|; )signals=([a-z.]+)/.exec(document.cookie)?.[1].split("."));
  const can = { tick: Boolean(window.AudioContext), buzz: Boolean(navigator.vibrate) && matchMedia("(pointer: coarse)").matches };
  let sound = null, touched = false, ticked = 0, was = seen();
  function seen() {
    const word = document.querySelector("[data-said]"), active = document.getElementById("live")?.dataset.active;
    const seats = body.dataset.seats.split(" ");
    return { said: word?.dataset.said, own: seats.includes(word?.dataset.by), mine: Boolean(active) && seats.includes(active) };
  }
  function tick() {
    if (sound?.state !== "running") return;
    const at = sound.currentTime, tone = sound.createOscillator(), loud = sound.createGain();
    tone.frequency.value = 1175;
    loud.gain.setValueAtTime(0.09, at);
    loud.gain.exponentialRampToValueAtTime(0.0001, at + 0.09);
    tone.connect(loud).connect(sound.destination);
    tone.start(at); tone.stop(at + 0.1);
  }
  const buzz = () => { if (touched) navigator.vibrate(120); };
  function look() {
    const now = seen(), before = was;
    was = now;
    if (now.said === before.said || now.own || document.hidden) return;
    if (on.has("buzz") && can.buzz && now.mine && !before.mine) buzz();
    if (on.has("tick") && Date.now() - ticked > REST) { ticked = Date.now(); tick(); }
  }
  /* Browsers let a page make sounds only after it was touched. */
  function touch() {
    touched = true;
    if (!on.has("tick") || !can.tick) return;
    sound ??= new AudioContext();
    if (sound.state === "suspended") sound.resume();
  }
  function switched(box) {
    const { signal } = box.dataset;
    if (box.checked) on.add(signal); else on.delete(signal);
    const safe = location.protocol === "https:" ? "; Secure" : "";
    document.cookie = `signals=${[...on].join(".")}; Path=/tables; Max-Age=${on.size ? LONG : 0}; SameSite=Lax${safe}`;
    touch();
    if (!box.checked) return;
    if (signal === "buzz") buzz(); else sound.resume().then(tick); // what it will be like
  }
  for (const name of ["click", "keydown"]) addEventListener(name, touch, true);
  for (const box of document.querySelectorAll("[data-signal]")) {
    box.closest("label").hidden = !can[box.dataset.signal];
    box.checked = on.has(box.dataset.signal);
    box.addEventListener("change", () => switched(box));
  }
  document.querySelectorAll("[data-signals]").forEach((e) => { e.hidden = !Object.values(can).includes(true); });
  new MutationObserver(look).observe(body, { subtree: true, childList: true, attributeFilter: ["data-said", "data-active"] });
})();
