/* Shows a picture of a day as large as the window; without this its link leads to the file. */
(() => {
  "use strict";

  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a.dt-picture");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const dialog = document.createElement("dialog");
    const button = document.createElement("button"); // Enter and a click close it, as Escape does
    const image = Object.assign(new Image(), { src: link.href, alt: link.firstElementChild.alt || link.ariaLabel });
    dialog.className = "dt-enlarged";
    dialog.setAttribute("aria-label", image.alt);
    button.append(image);
    dialog.append(button);
    dialog.addEventListener("click", () => dialog.close());
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
  }, true); // before the theme follows the link
})();
