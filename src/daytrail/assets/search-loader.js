/* Search: loads its script once the visitor searches.
 *
 * The theme shows the dialog while its box `__search` is checked, and has no script for ours: see `search/`.
 */
(() => {
  "use strict";

  const dialog = document.querySelector(".dt-find");
  const box = document.getElementById("__search");
  if (!dialog || !box) return;
  const field = dialog.querySelector("input");
  const script = new URL(dialog.dataset.dtScript, document.baseURI).href;
  const query = new URLSearchParams(location.search).get("q");
  let loading;
  let failures = 0;

  const open = () => {
    if (!box.checked) box.click(); // so that the theme sees it
    loading ??= import(failures ? `${script}?${failures}` : script) // browsers keep a failure
      .then(({ start }) => start(dialog, box))
      .catch(() => {
        loading = undefined; // the next try may find it
        failures += 1;
        dialog.querySelector("[role=status]").textContent = dialog.dataset.dtFailed;
      });
  };

  /* A result that was opened names the words that were found, which are marked. */
  const mark = () => {
    const url = new URL(location.href);
    const words = url.searchParams.get("h");
    if (!words) return;
    url.searchParams.delete("h");
    history.replaceState(history.state, "", url);
    import(script).then(({ highlight }) => highlight(words.split(" ")), () => {}); // without it, the page is complete
  };

  field.addEventListener("focus", open);
  field.addEventListener("input", open); // typed while the script was missing
  // Some phones show their keyboard only for a field that a tap has given the focus.
  document.querySelector("header [for=__search]")?.addEventListener("click", () => setTimeout(() => field.focus()));
  document.addEventListener("keydown", (event) => {
    const { target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || box.checked) return;
    if (!["f", "s", "/"].includes(event.key) || target.isContentEditable || target.matches?.("input, select, textarea")) return;
    event.preventDefault();
    field.focus();
    field.select();
  });
  if (window.document$) window.document$.subscribe(mark);
  else mark();
  if (query !== null) {
    field.value = query;
    field.focus();
    open();
  }
})();
