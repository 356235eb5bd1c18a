// Photos of cards: makes them smaller before they are sent, and keeps the page still while one
// corrects what was read.
(() => {
  "use strict";
  const LONG_EDGE = 3264;
  document.documentElement.dataset.photos = "";

  async function smaller(file) {
    const picture = await createImageBitmap(file, { imageOrientation: "from-image" });
    const factor = Math.min(1, LONG_EDGE / Math.max(picture.width, picture.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(picture.width * factor);
    canvas.height = Math.round(picture.height * factor);
    canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
    const sent = await new Promise((done) => canvas.toBlob(done, "image/jpeg", 0.88));
    return new File([sent], "photo.jpg", { type: "image/jpeg" });
  }

  document.addEventListener("change", async (event) => {
    const form = event.target.closest("[data-photo]");
    if (!form || !event.target.files || !event.target.files.length) return;
    form.querySelector("[data-reading]").hidden = false;
    try {
      const files = new DataTransfer();
      files.items.add(await smaller(event.target.files[0]));
      event.target.files = files.files;
    } catch { /* this browser cannot: the server makes it smaller */ }
    form.submit();
  });

  // Back from the proposal: the camera is ready again, also for the very same file.
  addEventListener("pageshow", () => {
    for (const form of document.querySelectorAll("[data-photo]")) {
      form.reset();
      form.querySelector("[data-reading]").hidden = true;
    }
  });

  document.addEventListener("submit", async (event) => {
    if (!event.target.matches("[data-correct]") || !event.submitter) return;
    event.preventDefault();
    const fields = new FormData(event.target, event.submitter);
    fields.delete("picture"); // it stays where it is
    try {
      const answer = await fetch(event.target.action, { method: "POST", body: fields, headers: { Accept: "text/html" } });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const fresh = page.getElementById("proposal");
      if (!answer.ok || !fresh) throw new Error("no proposal");
      document.getElementById("proposal").replaceWith(fresh);
    } catch { event.target.querySelector("[name=do]")?.remove(); resend(event); }
  });

  // No contact, or a refusal: send it as a plain form, so that the browser says what happened.
  function resend(event) {
    const field = document.createElement("input");
    Object.assign(field, { type: "hidden", name: "do", value: event.submitter.value });
    event.target.append(field);
    event.target.submit();
  }
})();
