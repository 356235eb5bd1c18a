/* The deck maker without waiting: the filter, the steps of a count, the part of a picture.
   Everything here also works without it; forms and htmx do the rest. */
"use strict";
(() => {
  const body = document.body;
  body.dataset.live = "";

  /* ---- the filter: rows whose words do not hold what is typed go away ---- */
  function filter() {
    const field = document.querySelector("[data-filter]");
    if (!field) return;
    const wanted = field.value.trim().toLocaleLowerCase();
    for (const group of document.querySelectorAll("[data-group]")) {
      let shown = 0;
      for (const row of group.querySelectorAll("[data-find]")) {
        row.hidden = wanted !== "" && !row.dataset.find.toLocaleLowerCase().includes(wanted);
        shown += !row.hidden;
      }
      group.hidden = !shown;
    }
  }
  body.addEventListener("input", (e) => { if (e.target.matches("[data-filter]")) filter(); });
  body.addEventListener("submit", (e) => { if (e.target.querySelector("[data-filter]")) e.preventDefault(); });
  body.addEventListener("htmx:afterSettle", () => { filter(); });

  /* A swap must not empty the filter that stands in what is swapped. */
  let typed = "";
  body.addEventListener("htmx:beforeSwap", () => { typed = document.querySelector("[data-filter]")?.value ?? ""; });
  body.addEventListener("htmx:afterSwap", () => {
    const field = document.querySelector("[data-filter]");
    if (field && typed) field.value = typed;
  });

  /* ---- quick taps: each waits for the one before, for it begins from what that one saved ---- */
  let busy = false;
  const waiting = [];
  body.addEventListener("click", (e) => {
    const button = e.target.closest("#maker form[hx-post] button[id], #dock button[id]");
    if (!button || !busy) return;
    e.preventDefault();
    e.stopPropagation();
    waiting.push(button.id);
  }, true);
  body.addEventListener("htmx:beforeRequest", (e) => { if (e.detail.target?.id === "maker") busy = true; });
  body.addEventListener("htmx:afterRequest", (e) => {
    if (e.detail.target?.id !== "maker") return;
    if (!e.detail.successful) waiting.length = 0;
    setTimeout(() => {
      busy = false;
      document.getElementById(waiting.shift())?.click();
    }, 30);
  });

  /* ---- what did not work is said where the eyes are, and goes with the next tap ---- */
  let said = null;
  function say(words) {
    said?.remove();
    said = Object.assign(document.createElement("div"), { className: "note bad rested", textContent: words });
    said.setAttribute("role", "alert");
    body.append(said);
  }
  body.addEventListener("htmx:beforeRequest", () => {
    for (const old of document.querySelectorAll(".rested")) old.remove();
  });
  body.addEventListener("htmx:sendError", () => say(body.dataset.lost));
  body.addEventListener("htmx:responseError", (e) => {
    const told = new DOMParser().parseFromString(e.detail.xhr.responseText, "text/html").querySelector("[role=alert]");
    say(told?.textContent.trim() || body.dataset.lost);
  });

  /* ---- one more, one less ---- */
  body.addEventListener("click", (e) => {
    const button = e.target.closest("[data-step]");
    if (!button) return;
    const field = document.getElementById(button.dataset.of);
    const next = (parseInt(field.value, 10) || 0) + Number(button.dataset.step);
    field.value = Math.max(Number(button.dataset.least ?? 1), Math.min(60, next));
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });

  /* ---- the window of a picture: the same part that the server cuts out ---- */
  const pane = document.querySelector("[data-window]");
  const file = document.getElementById("picture");
  if (!pane || !file) return;
  const field = (name) => Number(document.getElementById(name).value) / 100;
  const wide = pane.viewBox.baseVal.width, high = pane.viewBox.baseVal.height;
  let picture = null;
  function place() {
    if (!picture) return;
    const scale = Math.max(wide / picture.width, high / picture.height) * field("zoom");
    const width = picture.width * scale, height = picture.height * scale;
    const left = Math.min(Math.max(field("x") * width - wide / 2, 0), width - wide);
    const top = Math.min(Math.max(field("y") * height - high / 2, 0), height - high);
    for (const [name, value] of Object.entries({ x: -left, y: -top, width, height })) picture.image.setAttribute(name, value);
  }
  /* A phone's photo is often larger than what may be sent, and always than what is printed. */
  const HEAVY = 2e6, SIDE = 2400;
  function lighten(loaded) {
    const scale = Math.min(1, SIDE / Math.max(loaded.naturalWidth, loaded.naturalHeight));
    if (file.files[0].size < HEAVY) return;
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(loaded.naturalWidth * scale);
    canvas.height = Math.round(loaded.naturalHeight * scale);
    canvas.getContext("2d").drawImage(loaded, 0, 0, canvas.width, canvas.height);
    canvas.toBlob((made) => {
      if (!made || made.size >= file.files[0].size) return;
      const lighter = new DataTransfer();
      lighter.items.add(new File([made], "picture.jpg", { type: "image/jpeg" }));
      file.files = lighter.files;
    }, "image/jpeg", 0.92);
  }
  function show() {
    if (!file.files.length) return;
    const address = URL.createObjectURL(file.files[0]);
    const loaded = new Image();
    loaded.onload = () => {
      lighten(loaded);
      const image = document.createElementNS("http://www.w3.org/2000/svg", "image");
      image.setAttribute("href", address);
      image.setAttribute("preserveAspectRatio", "none");
      pane.replaceChildren(image);
      picture = { image, width: loaded.naturalWidth, height: loaded.naturalHeight };
      place();
    };
    loaded.src = address;
  }
  file.addEventListener("change", show);
  body.addEventListener("input", (e) => { if (e.target.type === "range") place(); });
})();
