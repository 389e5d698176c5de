/* Stands in for Mermaid until a page has a diagram, then fetches our own copy of it.
 *
 * Material asks a public host for Mermaid unless `window.mermaid` is there, so that
 * name must exist on every page; the 3 MB behind it need not.
 */
(() => {
  "use strict";
  const source = new URL("mermaid.min.js", document.currentScript.src).href;
  const style = `
    .node.planned rect, .node.ready rect { fill: var(--dt-planned-bg); stroke: var(--dt-planned); }
    .node.touched rect { fill: var(--dt-touched-bg); stroke: var(--dt-touched); stroke-dasharray: 3 3; }
    .node.started rect { fill: var(--dt-started-bg); stroke: var(--dt-started); stroke-width: 2px; }
    .node.done rect { fill: var(--dt-done-bg); stroke: var(--dt-done); stroke-width: 2px; }
    .node.ready rect { stroke: var(--dt-ready); stroke-width: 3px; }
    .node .nodeLabel, .cluster .nodeLabel { color: var(--md-default-fg-color); }
    .node a, .clickable { text-decoration: underline; cursor: pointer; }
  `;
  let settings = {};
  let fetched;

  const fetchMermaid = () =>
    (fetched ??= new Promise((resolve, reject) => {
      const script = document.createElement("script");
      script.src = source;
      script.onload = () => {
        window.mermaid.initialize({
          ...settings,
          securityLevel: "strict",
          themeCSS: (settings.themeCSS ?? "") + style,
          themeVariables: { ...settings.themeVariables, fontSize: "14px" },
          // Close together, so that thirty topics fit on a screen at a size that can be read.
          flowchart: { nodeSpacing: 12, rankSpacing: 30, padding: 6, wrappingWidth: 150, ...settings.flowchart },
        });
        resolve(window.mermaid);
      };
      script.onerror = reject;
      document.head.append(script);
    }));

  /* Where its frame cannot show all of a map, show first what could be begun or is under way. */
  const present = (shadow) => {
    const frame = shadow.host.closest(".dt-scroll");
    const node = ["ready", "started", "touched"].map((state) => shadow.querySelector(`.node.${state}`)).find(Boolean);
    if (!frame || !node) return;
    const [all, one] = [frame.getBoundingClientRect(), node.getBoundingClientRect()];
    frame.scrollLeft += one.left + one.width / 2 - (all.left + all.width / 2);
    frame.scrollTop += one.top + one.height / 2 - (all.top + all.height / 2);
  };

  window.mermaid = {
    initialize: (given) => { settings = given; },
    // Material calls `fn` with the shadow root once the drawing stands in the page.
    render: async (...given) => ({ ...(await (await fetchMermaid()).render(...given)), fn: present }),
  };
})();
