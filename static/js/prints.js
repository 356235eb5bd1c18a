// The print shop: shows the first sheet again after each change, and how far the press is.
(() => {
  "use strict";
  const form = document.querySelector("[data-options]");
  const proof = document.getElementById("proof");
  let latest = 0;

  // What is wrong with a field stands beside it; what is right again loses its mark.
  function mark(page) {
    for (const here of form.elements) {
      const there = here.id && page.getElementById(here.id);
      if (!there) continue;
      for (const name of ["aria-invalid", "aria-describedby"]) {
        if (there.hasAttribute(name)) here.setAttribute(name, there.getAttribute(name));
        else here.removeAttribute(name);
      }
      document.getElementById(`${here.id}-wrong`)?.remove();
      const said = page.getElementById(`${here.id}-wrong`);
      if (!said) continue;
      here.parentElement.append(document.importNode(said, true));
      const folded = here.closest("details");
      if (folded) folded.open = true;
    }
  }

  async function show() {
    const mine = ++latest;
    const address = `${form.action}?${new URLSearchParams(new FormData(form))}`;
    proof.setAttribute("aria-busy", "true");
    try {
      const answer = await fetch(address, { headers: { Accept: "text/html" } });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const fresh = page.getElementById("proof");
      if (mine !== latest) return;
      // What no option can mend has no proof: then the page itself says it. A busy server may wait.
      if (!fresh) { if (answer.status < 429) location.assign(address); return; }
      proof.replaceChildren(...fresh.childNodes);
      mark(page);
      for (const name of ["#pages", ".top p"]) {
        const [here, there] = [document.querySelector(name), page.querySelector(name)];
        if (here && there) here.textContent = there.textContent;
      }
      history.replaceState(null, "", address);
    } catch { /* no contact: the button still works once it is back */ }
    finally { if (mine === latest) proof.removeAttribute("aria-busy"); }
  }

  if (form && !document.getElementById("job")) {
    // On the document: what the preview shows is chosen outside the form, but belongs to it.
    document.addEventListener("change", (event) => {
      if (event.target.form === form && form.checkValidity()) show();
    });
  }

  const job = document.querySelector("[data-job]");
  async function watch() {
    try {
      const answer = await fetch(job.dataset.job, { headers: { Accept: "text/html" } });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const fresh = page.getElementById("job");
      if (!fresh || !fresh.dataset.job) { location.reload(); return; }
      const [bar, freshBar] = [job.querySelector(".bar"), fresh.querySelector(".bar")];
      if (bar && freshBar) bar.replaceWith(freshBar);
      const [line, freshLine] = [job.querySelector("[role=status]"), fresh.querySelector("[role=status]")];
      if (line && freshLine && line.textContent !== freshLine.textContent) line.textContent = freshLine.textContent;
    } catch { /* no contact: look again */ }
    setTimeout(watch, 700);
  }
  if (job) setTimeout(watch, 400);
})();
