/* Loads `lists.js`, which is `lists/`, for a list that can be filtered: once it is used, or at once if the page needs it. */
(() => {
  "use strict";

  const source = new URL("lists.js", document.currentScript.src).href;
  let script;
  const load = () => {
    if (script) return;
    // No module, which browsers do not load from a disk.
    script = document.createElement("script");
    script.src = source;
    script.addEventListener("error", () => { script = undefined; }); // the next try may find it
    document.head.append(script);
  };
  const loadForUse = ({ currentTarget }) => {
    currentTarget.dataset.dtUsed = "";
    load();
  };
  const begin = () => {
    for (const form of script ? [] : document.querySelectorAll("[data-dt-filter]")) {
      // Shelves are shown one at a time; a later page takes its form from the first; an address may name what is chosen.
      if (location.search || form.parentElement.querySelector("[data-dt-sort], [data-dt-whole]")) {
        load();
      } else {
        form.hidden = false;
        for (const use of ["pointerover", "focusin", "input"]) form.addEventListener(use, loadForUse);
      }
    }
  };
  begin(); // while the page is read, so that it waits for it
  window.document$?.subscribe(begin);
})();
