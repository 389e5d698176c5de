/* Draws diagrams with our own copy of Mermaid: `mermaid-lazy.js` loads this for the first one.
 *
 * Diagrams are text that anybody may have written, and Mermaid loads what they name: images, styles,
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
    .flowchart-link { stroke: var(--md-mermaid-edge-color); }
    marker { fill: var(--md-mermaid-edge-color); }
    .cluster rect { fill: var(--md-default-fg-color--lightest); stroke: var(--md-default-fg-color--lighter); }
    .nodeLabel { font-family: var(--md-mermaid-font-family); }
  `;
  const policy =
    "img-src 'self' data: blob:; media-src 'self' data: blob:; font-src 'self' data:; style-src 'self' 'unsafe-inline'; object-src 'none'";
  // What a diagram may not set: Mermaid's own list, and the keys that contain CSS or weaken its sanitiser.
  const fixed =
    "secure securityLevel startOnLoad maxTextSize suppressErrorRendering maxEdges themeCSS fontFamily altFontFamily dompurifyConfig";
  let settings = {};
  let configured;
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
        const mermaid = window.mermaid;
        // Settings go on through ours, whoever draws first.
        window.mermaid = ours;
        resolve(mermaid);
      };
      script.onerror = reject;
      document.head.append(script);
    }));

  const configure = (mermaid) => {
    if (configured === settings) return;
    configured = settings;
    mermaid.initialize({
      ...settings,
      startOnLoad: false,
      securityLevel: "strict",
      secure: fixed.split(" "),
      themeCSS: (settings.themeCSS ?? "") + style,
      themeVariables: { ...settings.themeVariables, fontSize: "14px" },
      // Close together, so that thirty topics fit on a screen at a size that can be read.
      flowchart: { nodeSpacing: 12, rankSpacing: 30, padding: 6, subGraphTitleMargin: { bottom: 14 }, wrappingWidth: 150, ...settings.flowchart },
    });
  };

  const ours = {
    initialize: (given) => { settings = given; },
    render: async (...given) => {
      const mermaid = await fetchMermaid();
      configure(mermaid);
      return mermaid.render(...given);
    },
  };
  window.mermaid = ours;

  /* Draws the flowchart of a map when it is first opened. Its source stays below it. */
  const draw = async (details) => {
    if (details.querySelector(".dt-map__flowchart")) return;
    const source = details.querySelector("pre");
    const frame = document.createElement("div");
    frame.className = "dt-scroll dt-map__flowchart";
    frame.tabIndex = 0;
    source.before(frame);
    const { svg } = await ours.render(`dt_flowchart_${(count += 1)}`, source.textContent);
    const drawing = document.createElement("div");
    drawing.className = "mermaid";
    // As Material does, so that its styles and those of the page do not meet.
    drawing.attachShadow({ mode: "closed" }).innerHTML = svg;
    frame.append(drawing);
  };
  let count = 0;
  ours.draw = draw;
})();
