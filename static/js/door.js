/* Waits at the door: asks every three seconds how the knock stands, shows what changed in its place
   and reads it out once. Without script the page loads itself anew. */
(() => {
  "use strict";
  const shown = document.getElementById("knock");
  const ask = async () => {
    try {
      const answer = await fetch(location.href, { cache: "no-store" });
      if (answer.redirected) return location.replace(answer.url);
      const now = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("knock");
      if (now && now.innerHTML !== shown.innerHTML) {
        const news = now.dataset.state !== shown.dataset.state;
        shown.dataset.state = now.dataset.state;
        shown.replaceChildren(...now.childNodes);
        if (news) document.getElementById("status").textContent = shown.innerText;
      }
    } catch { /* the next round asks again */ }
    setTimeout(ask, 3000);
  };
  setTimeout(ask, 3000);
})();
