/* Loads `lists.js`, which is `lists/`, on pages with a list that can be filtered. */
(() => {
  "use strict";

  const source = new URL("lists.js", document.currentScript.src).href;
  let script;
  const begin = () => {
    if (script || !document.querySelector("[data-dt-filter]")) return;
    // No module, which browsers do not load from a disk.
    script = document.createElement("script");
    script.src = source;
    script.addEventListener("error", () => { script = undefined; }); // the next page may load it
    document.head.append(script);
  };
  begin(); // while the page is read, so that it waits for it
  window.document$?.subscribe(begin);
})();
