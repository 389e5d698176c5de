/* Replaces Mermaid until a page has a diagram, then loads `diagrams.js`.
 *
 * Material asks a public host for Mermaid unless `window.mermaid` exists, so every page has that name, but neither the
 * 3 MB behind it nor what draws with it.
 */
(() => {
  "use strict";
  const source = new URL("diagrams.js", document.currentScript.src).href;
  let settings = {};
  let loaded;

  const load = () =>
    (loaded ??= new Promise((resolve, reject) => {
      const script = document.createElement("script");
      script.src = source;
      script.onload = () => {
        window.mermaid.initialize(settings);
        resolve(window.mermaid);
      };
      script.onerror = reject;
      document.head.append(script);
    }));

  window.mermaid = {
    initialize: (given) => { settings = given; },
    render: async (...given) => (await load()).render(...given),
  };

  document.addEventListener(
    "toggle",
    async ({ target }) => { if (target.open && target.matches("[data-dt-diagram]")) (await load()).draw(target); },
    true,
  );
})();
