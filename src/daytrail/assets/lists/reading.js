/* Shows one shelf of the reading list at a time, as tabs, and 20 of its rows.
 *
 * `filter.js` filters and sorts the rows, and says `dt:shown` when it has done so. The field `shelf` of its form
 * is the tab, so that the address has it. Without a shelf and a filter the first shelf is shown; with a filter
 * alone, what fits on all shelves.
 */
(() => {
  "use strict";

  const ROWS = 20;

  const start = (list) => {
    if ("dtBegun" in list.dataset) return;
    const form = list.querySelector("[data-dt-filter]");
    const table = list.querySelector("[data-dt-rows]");
    const tabs = [...list.querySelectorAll("[data-dt-shelf]")];
    const field = form.elements.shelf;
    const steps = document.createElement("nav");
    steps.className = "dt-steps";
    steps.setAttribute("aria-label", list.querySelector(".dt-scroll").getAttribute("aria-label"));
    list.querySelector(".dt-scroll").after(steps);
    let page = 0;
    let wanted = 0; // page to turn to once its rows are loaded

    const groups = () => [...table.querySelectorAll(":scope > [data-dt-group]")];
    const rowsOf = (group) => [...group.querySelectorAll("[data-dt-row]")].filter((row) => !row.hidden);

    const show = () => {
      const isFiltered = [...form.elements].some((one) => one.name && one !== field && one.value.trim());
      const shelf = field?.value || (isFiltered ? "" : tabs[0].dataset.dtShelf);
      const shown = groups().filter((group) => !shelf || group.dataset.dtGroup === shelf);
      const rows = shown.flatMap(rowsOf);
      // Without a filter the shelf may go on on further pages, which only the filter loads.
      const isWhole = isFiltered || field?.value;
      const total = isWhole ? rows.length : Number(tabs[0].querySelector("[data-dt-sum]").dataset.dtSum);
      const pages = Math.max(1, Math.ceil(total / ROWS));
      page = Math.min(Math.max(page, wanted), pages - 1);
      wanted = 0;
      const visible = new Set(rows.slice(page * ROWS, (page + 1) * ROWS));
      for (const group of groups()) {
        const own = shown.includes(group) ? rowsOf(group) : [];
        group.toggleAttribute("data-dt-out", !own.some((row) => visible.has(row)));
        for (const row of own) row.toggleAttribute("data-dt-out", !visible.has(row));
      }
      list.toggleAttribute("data-dt-one", Boolean(shelf)); // its tab is its heading
      for (const tab of tabs) {
        const name = tab.dataset.dtShelf;
        if (name === shelf) tab.setAttribute("aria-current", "true");
        else tab.removeAttribute("aria-current");
        const sum = tab.querySelector("[data-dt-sum]");
        // Rows of other shelves are counted only while no shelf hides them.
        const group = groups().find((one) => one.dataset.dtGroup === name);
        if (!isFiltered) sum.textContent = sum.dataset.dtSum;
        else if (!field?.value || name === shelf) sum.textContent = group ? rowsOf(group).length : 0;
      }
      steps.replaceChildren(
        ...(pages > 1 ? [...Array(pages).keys()] : []).map((number) => {
          const button = document.createElement("button");
          button.type = "button";
          button.textContent = number + 1;
          if (number === page) button.setAttribute("aria-current", "page");
          button.addEventListener("click", () => {
            if ((number + 1) * ROWS > rows.length && rows.length < total) {
              field.value = shelf;
              wanted = number;
              form.dispatchEvent(new Event("input"));
              return;
            }
            page = number;
            show();
            steps.children[number].focus({ preventScroll: true });
            list.scrollIntoView({ block: "start" });
          });
          return button;
        }),
      );
    };

    const choose = (shelf) => {
      page = 0;
      if (field) field.value = shelf;
      form.dispatchEvent(new Event("input"));
    };

    for (const tab of tabs) {
      tab.addEventListener("click", (event) => {
        event.preventDefault();
        event.stopPropagation(); // Material would follow the link
        choose(tab.dataset.dtShelf);
      });
    }
    form.addEventListener("input", () => { page = 0; });
    form.addEventListener("reset", () => { page = 0; });
    table.addEventListener("dt:shown", show);
    show();
    list.dataset.dtBegun = "";
  };

  const begin = () => document.querySelectorAll("[data-dt-shelves]").forEach(start);
  if (window.document$) window.document$.subscribe(begin);
  else if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", begin);
  else begin();
})();
