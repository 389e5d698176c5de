/* Loads `follow.js` on pages from which the plan can be followed. */
(() => {
  "use strict";

  const source = new URL("follow.js", document.currentScript.src);
  const begin = async () => document.querySelector("[data-dt-follow]") && (await import(source)).begin();
  if (window.document$) window.document$.subscribe(begin);
  else if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", begin);
  else begin();
})();
