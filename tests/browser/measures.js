/* What a page looks like to a finger and an eye, measured: gives lists of findings, empty when all is well.
   room: text outside its box or the page, and text over text · targets: what a finger cannot hit
   · contrast: text under 4.5 to 1, figures under 7 to 1 · view: what top line and dock leave free
   · focus: a ring around what has the focus, in sight */
(() => {
  const MODAL = document.querySelector("dialog[data-modal]");
  const layer = MODAL ?? document.body;
  const say = (e) => {
    const words = (e.innerText || e.getAttribute?.("aria-label") || e.name || "").trim().replace(/\s+/g, " ").slice(0, 40);
    return `${e.localName}${e.getAttribute("id") ? "#" + e.getAttribute("id") : ""}${e.classList.length ? "." + [...e.classList].join(".") : ""} “${words}”`;
  };
  const shown = (e) => e.checkVisibility({ visibilityProperty: true, opacityProperty: false });
  const forEyes = (e) => shown(e) && !e.closest(".sr, noscript, svg, [hidden], datalist, option") &&
    getComputedStyle(e).clipPath === "none";
  const stays = (e) => { // the layer that something lies in: what lies over the page hides what is under it
    for (let at = e; at && at !== document.body; at = at.parentElement) {
      const { position } = getComputedStyle(at);
      if (position === "fixed" || position === "sticky" || at === MODAL) return at;
    }
    return document.body;
  };
  for (const e of document.querySelectorAll(".bigcode")) e.textContent = "MWMWMWMW".slice(0, e.textContent.length); // the widest code
  const texts = () => {
    const found = [], walk = document.createTreeWalker(layer, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
      const node = walk.currentNode, e = node.parentElement;
      if (!node.data.trim() || !forEyes(e)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const rects = [...range.getClientRects()].filter((r) => r.width > 1 && r.height > 1).map(letters);
      if (rects.length) found.push({ node, e, rects, stays: stays(e) });
    }
    return found;
  };
  /* A line's box is taller than its letters: what is measured is about capitals with their descenders. */
  const letters = (r) => ({ left: r.left, right: r.right, top: r.top + r.height * 0.22, bottom: r.bottom - r.height * 0.2 });
  const clips = (e) => /hidden|clip/.test(getComputedStyle(e).overflowX + getComputedStyle(e).overflowY) && !e.matches("input, textarea, .bar");
  const inside = (r, e) => { // the part of it that is to be seen
    const all = { ...r };
    for (let at = e; at && at !== layer; at = at.parentElement) {
      if (!clips(at)) continue;
      const edge = at.getBoundingClientRect();
      for (const side of ["left", "top"]) all[side] = Math.max(all[side], edge[side]);
      for (const side of ["right", "bottom"]) all[side] = Math.min(all[side], edge[side]);
    }
    return all.right > all.left && all.bottom > all.top ? all : null;
  };
  const CUT_ON_PURPOSE = ".clip, #dock p, .strip span, .slot .card, .top p, .top h1, .say p"; // ends in "…"; the whole of it is one tap away
  const BOX = "button, .b, .ib, .slip, .chip, .cell, .stamp, td, th, .coin, .note, .slot, .badge, .tabs a, .strip li, dialog, .afford > div, .ledger > div, .top, .dock, main";
  const scrolls = (e) => { // inside something that scrolls sideways on purpose, and can be reached by keys
    for (let at = e; at && at !== document.body; at = at.parentElement)
      if (/auto|scroll/.test(getComputedStyle(at).overflowX) && at.matches("[tabindex='0'], .strip, dialog, textarea")) return !at.matches("dialog");
    return false;
  };
  function room() {
    const findings = [], all = texts(), width = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth > width) findings.push(`the page scrolls sideways: ${document.documentElement.scrollWidth} in ${width}`);
    if (MODAL && MODAL.scrollWidth > MODAL.clientWidth) findings.push(`the sheet scrolls sideways: ${MODAL.scrollWidth} in ${MODAL.clientWidth}`);
    for (const { e, rects } of all) {
      if (scrolls(e)) continue;
      const box = e.closest(BOX), frame = box?.getBoundingClientRect(), cutToo = e.closest(CUT_ON_PURPOSE);
      if (cutToo) continue;
      if (rects.some((r) => r.left < -1 || r.right > width + 1)) findings.push(`outside the page: ${say(e)}`);
      else if (frame && rects.some((r) => r.left < frame.left - 1 || r.right > frame.right + 1 || r.top < frame.top - 1 || r.bottom > frame.bottom + 1))
        findings.push(`outside its box: ${say(e)} of ${say(box)}`);
      for (let at = e; at && at !== layer; at = at.parentElement) {
        if (!clips(at)) continue;
        const edge = at.getBoundingClientRect();
        const cut = rects.some((r) => r.right > edge.right + 1 || r.left < edge.left - 1 || r.bottom > edge.bottom + 1 || r.top < edge.top - 1);
        if (cut) { findings.push(`cut off: ${say(e)}`); break; }
      }
    }
    const flat = all.flatMap(({ e, rects, stays }) => rects.map((r) => ({ e, r: inside(r, e), stays }))).filter(({ r }) => r);
    for (let i = 0; i < flat.length; i++)
      for (let j = i + 1; j < flat.length; j++) {
        const a = flat[i], b = flat[j];
        if (a.stays !== b.stays || a.e === b.e || a.e.contains(b.e) || b.e.contains(a.e)) continue;
        const across = Math.min(a.r.right, b.r.right) - Math.max(a.r.left, b.r.left);
        const down = Math.min(a.r.bottom, b.r.bottom) - Math.max(a.r.top, b.r.top);
        if (across > 2 && down > 2) findings.push(`over each other: ${say(a.e)} and ${say(b.e)}`);
      }
    return [...new Set(findings)];
  }
  const LEAST = 48, APART = 8;
  const GRID = ".cell, .figures label, .figures .b";
  const inText = (e) => e.localName === "a" && getComputedStyle(e).display === "inline" && !e.matches("li > a:only-child") &&
    [...e.parentElement.childNodes].some((n) => n.nodeType === 3 && n.data.trim());
  function hits() {
    const found = new Map();
    for (const e of layer.querySelectorAll("a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button]")) {
      if (!shown(e) || e.closest("[inert]") || (e.disabled ?? false) || inText(e) || e.closest(".sr")) continue;
      if (!MODAL && e.closest("dialog:not([open])")) continue;
      const labelled = e.matches("[type=checkbox], [type=radio]") ? e.closest("label") ?? e.labels?.[0] : e.matches("[type=file]") ? e.closest("label") : null;
      const box = (labelled ?? e).getBoundingClientRect();
      if (box.width > 2 && box.height > 2) found.set(labelled ?? e, box);
    }
    return [...found];
  }
  function targets(small) {
    const findings = [], all = hits();
    for (const [e, box] of all) {
      const least = small && e.matches(small) ? 44 : LEAST, wide = e.matches(GRID) ? 40 : least;
      if (box.height < least - 0.6 || box.width < wide - 0.6) findings.push(`small: ${say(e)} ${box.width.toFixed(0)}×${box.height.toFixed(0)}`);
    }
    /* Each as 48 px around its middle; so much must lie between two of them. */
    const core = ([e, box]) => {
      const x = box.left + box.width / 2, y = box.top + box.height / 2, w = Math.min(LEAST, box.width) / 2, h = Math.min(LEAST, box.height) / 2;
      return { e, left: x - w, right: x + w, top: y - h, bottom: y + h };
    };
    const cores = all.map(core);
    cores.forEach((a, i) => cores.slice(i + 1).forEach((b) => {
      if (a.e.contains(b.e) || b.e.contains(a.e) || stays(a.e) !== stays(b.e)) return;
      if (a.e.matches(GRID) && b.e.matches(GRID)) return;
      const across = Math.max(a.left, b.left) - Math.min(a.right, b.right), down = Math.max(a.top, b.top) - Math.min(a.bottom, b.bottom);
      if (Math.max(across, down) < APART - 0.6) findings.push(`close: ${Math.max(across, down).toFixed(0)} px between ${say(a.e)} and ${say(b.e)}`);
    }));
    return findings;
  }
  const colour = (text) => { const [r, g, b, a = 1] = text.match(/[\d.]+/g).map(Number); return { r, g, b, a }; };
  const over = (top, under) => ({ r: top.r * top.a + under.r * (1 - top.a), g: top.g * top.a + under.g * (1 - top.a), b: top.b * top.a + under.b * (1 - top.a), a: 1 });
  const light = ({ r, g, b }) => {
    const [x, y, z] = [r, g, b].map((c) => (c /= 255) <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  function behind(e) {
    const layers = [];
    for (let at = e; at; at = at.parentElement) {
      const paint = colour(getComputedStyle(at).backgroundColor);
      layers.push({ ...paint, a: paint.a * opacity(at) });
      if (paint.a === 1) break;
    }
    return layers.reverse().reduce((under, top) => over(top, under), { r: 255, g: 255, b: 255, a: 1 });
  }
  const opacity = (e) => { let all = 1; for (let at = e; at; at = at.parentElement) all *= Number(getComputedStyle(at).opacity); return all; };
  function contrast() {
    const findings = [];
    for (const { node, e } of texts()) {
      if (e.closest(":disabled, [aria-disabled=true]")) continue;
      const ground = behind(e), ink = colour(getComputedStyle(e).color), text = over({ ...ink, a: ink.a * opacity(e) }, ground);
      const [a, b] = [light(text), light(ground)].sort((x, y) => y - x), ratio = (a + 0.05) / (b + 0.05);
      const least = /\d/.test(node.data) ? 7 : 4.5;
      if (ratio < least - 0.05) findings.push(`${ratio.toFixed(1)} of ${least}: ${say(e)}`);
    }
    return [...new Set(findings)];
  }
  function view() {
    const held = [...document.querySelectorAll("body > .top, body > .dock")].filter((e) => getComputedStyle(e).position === "sticky");
    return 1 - held.reduce((sum, e) => sum + e.getBoundingClientRect().height, 0) / innerHeight;
  }
  /* Where the keyboard is: a ring of 3 to 1 around something that is in sight. */
  function focus() {
    const e = document.activeElement;
    if (!e || e === document.body) return ["the focus is nowhere"];
    const ringed = e.matches("label > input") && getComputedStyle(e).opacity === "0" ? e.nextElementSibling : e;
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(ringed), findings = [];
    if (outlineStyle === "none" || parseFloat(outlineWidth) < 2) findings.push(`no ring: ${say(ringed)}`);
    else {
      const [a, b] = [light(colour(outlineColor)), light(behind(ringed.parentElement))].sort((x, y) => y - x);
      if ((a + 0.05) / (b + 0.05) < 3) findings.push(`a faint ring: ${say(ringed)}`);
    }
    const box = ringed.getBoundingClientRect(), x = box.left + box.width / 2, y = box.top + Math.min(box.height, innerHeight) / 2;
    const there = document.elementFromPoint(x, y);
    if (!there || !(ringed.contains(there) || there.contains(ringed))) findings.push(`out of sight: ${say(ringed)}`);
    return findings;
  }
  return { room, targets, contrast, view, focus };
})()
