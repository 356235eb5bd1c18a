// The print shop: shows the first sheet again after each change, and how far the press is.
(() => {
  "use strict";
  const form = document.querySelector("[data-options]");
  const proof = document.getElementById("proof");
  let latest = 0;

  async function show() {
    const mine = ++latest;
    const address = `${form.action}?${new URLSearchParams(new FormData(form))}`;
    proof.setAttribute("aria-busy", "true");
    try {
      const answer = await fetch(address, { headers: { Accept: "text/html" } });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const fresh = page.getElementById("proof");
      if (mine !== latest) return;
      // A refusal has no proof: then the page itself says what is wrong.
      if (!fresh) { location.assign(address); return; }
      proof.replaceChildren(...fresh.childNodes);
      for (const name of ["#pages", ".top p"]) {
        const [here, there] = [document.querySelector(name), page.querySelector(name)];
        if (here && there) here.textContent = there.textContent;
      }
      history.replaceState(null, "", address);
    } catch { /* no contact: the button still works once it is back */ }
    if (mine === latest) proof.removeAttribute("aria-busy");
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
