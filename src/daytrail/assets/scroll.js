/* Lets the keyboard reach what is wider than its place and scrolls by itself: tables, formulas, code, drawings.
 *
 * A frame of ours has its name and `tabindex` from the build, which are taken away while it shows all that it has. A
 * table of a text has the name of its heading; a formula and code are their own names.
 */
(() => {
  "use strict";

  const FRAMES = "[role=region][tabindex], .md-typeset__scrollwrap, .md-typeset div.math, .md-typeset math, .md-typeset pre > code";
  const NAMES = ["tabindex", "role", "aria-label"];
  const given = new WeakMap(); // what a frame has while it scrolls

  const heading = (frame) =>
    [...document.querySelectorAll("article :is(h1, h2, h3, h4, h5, h6)")]
      .filter((one) => one.compareDocumentPosition(frame) & Node.DOCUMENT_POSITION_FOLLOWING)
      .at(-1)
      ?.firstChild?.textContent.trim();

  const attributes = (frame) => {
    if (frame.matches("[role=region]")) return NAMES.map((name) => [name, frame.getAttribute(name)]);
    const name = frame.matches(".md-typeset__scrollwrap") && heading(frame);
    return [["tabindex", "0"], ...(name ? [["role", "group"], ["aria-label", name]] : [])];
  };

  const look = (frame) => {
    const scrolls = (side, size) => /auto|scroll/.test(getComputedStyle(frame)[side]) && frame[`scroll${size}`] > frame[`client${size}`] + 1;
    const wide = scrolls("overflowX", "Width") || scrolls("overflowY", "Height");
    for (const [name, value] of given.get(frame)) {
      if (wide) frame.setAttribute(name, value);
      else frame.removeAttribute(name);
    }
  };

  const observer = new ResizeObserver((changes) => new Set(changes.map((change) => change.target.closest("[data-dt-frame]"))).forEach((frame) => frame && look(frame)));

  const watch = () => {
    // Material has a landmark without a name for the buttons of each block of code.
    for (const bar of document.querySelectorAll(".md-code__nav")) bar.setAttribute("role", "none");
    for (const frame of document.querySelectorAll(FRAMES)) {
      // A frame within a frame has all the width that it wants.
      if (given.has(frame) || frame.parentElement.closest("[data-dt-frame]")) continue;
      given.set(frame, attributes(frame));
      frame.dataset.dtFrame = "";
      observer.observe(frame);
      if (frame.firstElementChild) observer.observe(frame.firstElementChild);
    }
  };

  // After Material has put its own frames around tables.
  const begin = () => requestAnimationFrame(watch);
  if (window.document$) window.document$.subscribe(begin);
  else if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", begin);
  else begin();
})();
