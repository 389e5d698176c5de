/* Replaces Mermaid until a page has a diagram, then fetches our own copy of it.
 *
 * Material asks a public host for Mermaid unless `window.mermaid` exists, so every page has that name, but not the
 * 3 MB behind it. Diagrams are text that anybody may have written, and Mermaid loads what they name: images, styles,
 * fonts. From the first diagram on, the browser therefore loads these from the site's own host only.
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
  const policy =
    "img-src 'self' data: blob:; media-src 'self' data: blob:; font-src 'self' data:; style-src 'self' 'unsafe-inline'; object-src 'none'";
  // What a diagram may not set: Mermaid's own list, and the keys that contain CSS or weaken its sanitiser.
  const fixed =
    "secure securityLevel startOnLoad maxTextSize suppressErrorRendering maxEdges themeCSS fontFamily altFontFamily dompurifyConfig";
  let settings = {};
  let fetched;

  const fetchMermaid = () =>
    (fetched ??= new Promise((resolve, reject) => {
      const meta = document.createElement("meta");
      meta.httpEquiv = "Content-Security-Policy";
      meta.content = policy;
      document.head.append(meta);
      const script = document.createElement("script");
      script.src = source;
      script.onload = () => {
        window.mermaid.initialize({
          ...settings,
          securityLevel: "strict",
          secure: fixed.split(" "),
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
