/* Filters and sorts rows that a page shows in full without it.
 *
 * A form `[data-dt-filter]` works on the `[data-dt-rows]` beside it. Each of its fields is the name of
 * a row's data attribute, which holds words between spaces; the field `text` looks through the row's text.
 * What is chosen stands in the address, so that it can be sent and comes back with the back button.
 * Rows that stand on further pages are fetched from these, once anybody asks for more than this page.
 * Only the first page of a list knows its other pages and all choices; the others take both from it.
 */
(() => {
  "use strict";

  const fold = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

  const fetchPage = async (url) => {
    const answer = await fetch(url);
    if (!answer.ok) throw new Error(`${answer.status} ${url}`);
    return [new DOMParser().parseFromString(await answer.text(), "text/html"), answer.url];
  };

  const pagesOf = (rows, base) => (rows.dataset.dtPages ?? "").split(" ").filter(Boolean).map((href) => new URL(href, base));

  /* The rows of another page of the same list, with links that are right on this one. */
  const fetchGroups = async (url) => {
    const [page, base] = await fetchPage(url);
    for (const link of page.querySelectorAll("[data-dt-rows] a[href]")) {
      link.setAttribute("href", new URL(link.getAttribute("href"), base).href);
    }
    return [...page.querySelectorAll("[data-dt-group]")];
  };

  /* Rows, and lines that have several rows in them. */
  const rowsOf = (group) =>
    [...group.querySelectorAll("[data-dt-row], [data-dt-fold]")].filter((row) => !row.parentElement.closest("[data-dt-fold]"));

  const listOf = (group) => group.querySelector("[data-dt-list]") ?? group;

  const start = async (form) => {
    if ("dtBegun" in form.dataset) return;
    form.dataset.dtBegun = "";
    const rows = form.parentElement.querySelector("[data-dt-rows]");
    let pages = pagesOf(rows, location.href);
    if (rows.dataset.dtWhole) {
      try {
        const [first, base] = await fetchPage(new URL(rows.dataset.dtWhole, location.href));
        form.replaceChildren(...first.querySelector("[data-dt-filter]").children);
        pages = pagesOf(first.querySelector("[data-dt-rows]"), base);
      } catch (error) {
        console.warn(error);
        return; // the page is complete without
      }
    }
    const isHere = (page) => page.pathname === location.pathname;
    const own = [...rows.querySelectorAll(":scope > [data-dt-group]")].map((group) => group.cloneNode(true));
    const said = form.querySelector("output");
    const clear = form.querySelector("[data-dt-clear]");
    const none = form.parentElement.querySelector("[data-dt-none]");
    const turn = form.parentElement.querySelector("[data-dt-turn]");
    const heads = [...rows.querySelectorAll("[data-dt-sort]")];
    let sort = "";
    let all;

    const fields = () => [...form.elements].filter((field) => field.name);

    /* The same groups from all pages, as one of each. */
    const gather = async () => {
      const found = new Map();
      for (const groups of await Promise.all(pages.map((page) => (isHere(page) ? own : fetchGroups(page))))) {
        for (const group of groups.map((one) => one.cloneNode(true))) {
          const known = found.get(group.dataset.dtGroup);
          if (known) listOf(known).append(...rowsOf(group));
          else found.set(group.dataset.dtGroup, group);
        }
      }
      return [...found.values()];
    };

    const place = (groups) => {
      for (const group of rows.querySelectorAll(":scope > [data-dt-group]")) group.remove();
      rows.append(...groups);
    };

    const order = () => {
      const [name, down] = [sort.replace(/^-/, ""), sort.startsWith("-")];
      for (const head of heads) {
        if (head.dataset.dtSort === name) head.setAttribute("aria-sort", down ? "descending" : "ascending");
        else head.removeAttribute("aria-sort");
      }
      if (!name) return;
      const compare = new Intl.Collator(document.documentElement.lang || undefined, { numeric: true }).compare;
      const column = heads.find((head) => head.dataset.dtSort === name).cellIndex;
      for (const group of rows.querySelectorAll(":scope > [data-dt-group]")) {
        const value = (row) => row.dataset[name] ?? row.cells[column].textContent.trim();
        const sorted = [...group.querySelectorAll("[data-dt-row]")].sort((one, two) => {
          // What has no such value comes last, whichever way.
          if (!value(one) || !value(two)) return Boolean(value(two)) - Boolean(value(one));
          return compare(value(one), value(two)) * (down ? -1 : 1);
        });
        listOf(group).append(...sorted);
      }
    };

    const show = async () => {
      const asked = fields().map((field) => [field.name, field.value.trim()]).filter(([, value]) => value);
      const gathered = pages.length > 1 && Boolean(asked.length || sort);
      if (turn) turn.hidden = gathered;
      if (gathered) {
        try {
          place((await (all ??= gather())).map((group) => group.cloneNode(true)));
        } catch (error) {
          all = undefined; // the next try may find them
          console.warn(error);
        }
      } else {
        place(own.map((group) => group.cloneNode(true)));
      }
      order();
      let [shown, count] = [0, 0];
      for (const group of rows.querySelectorAll(":scope > [data-dt-group]")) {
        const own = [...group.querySelectorAll("[data-dt-row]")];
        for (const row of own) {
          const fits = asked.every(([name, value]) =>
            name === "text"
              ? fold(value).split(/\s+/).every((word) => fold(row.textContent).includes(word))
              : (row.dataset[name] ?? "").split(" ").includes(value),
          );
          row.hidden = !fits;
        }
        const left = own.filter((row) => !row.hidden).length;
        count += own.length;
        shown += left;
        for (const fold of group.querySelectorAll("[data-dt-fold]")) {
          fold.hidden = !fold.querySelector("[data-dt-row]:not([hidden])");
        }
        group.hidden = !left;
        const head = group.querySelector("[data-dt-count]");
        if (head && asked.length) head.textContent = left;
        const total = group.querySelector("[data-dt-total]");
        if (total) total.hidden = Boolean(asked.length);
      }
      rows.toggleAttribute("data-dt-filtered", Boolean(asked.length || sort));
      rows.dispatchEvent(new Event("dt:shown"));
      const { dtSome, dtAll } = said.dataset;
      if (asked.length) said.value = dtSome.replace("{shown}", shown).replace("{total}", count);
      else said.value = dtAll ?? "";
      clear.hidden = !asked.length && !sort;
      none.hidden = shown > 0 || !asked.length;
      rows.hidden = !none.hidden;
      const address = new URL(location.href);
      for (const name of [...fields().map((field) => field.name), "sort"]) address.searchParams.delete(name);
      for (const [name, value] of [...asked, ...(sort ? [["sort", sort]] : [])]) address.searchParams.set(name, value);
      if (address.href !== location.href) history.replaceState(history.state, "", address);
    };

    const read = () => {
      const asked = new URLSearchParams(location.search);
      for (const field of fields()) {
        field.value = asked.get(field.name) ?? "";
        if (field.selectedIndex === -1) field.value = ""; // no such choice
      }
      const wanted = asked.get("sort") ?? "";
      sort = heads.some((head) => head.dataset.dtSort === wanted.replace(/^-/, "")) ? wanted : "";
    };

    for (const head of heads) {
      const button = document.createElement("button");
      button.className = "dt-sort";
      button.type = "button";
      button.append(...head.childNodes);
      button.addEventListener("click", () => {
        const name = head.dataset.dtSort;
        sort = sort === name ? `-${name}` : sort === `-${name}` ? "" : name;
        show();
      });
      head.append(button);
    }
    let waiting;
    form.addEventListener("input", () => {
      clearTimeout(waiting);
      waiting = setTimeout(show, 120);
    });
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("reset", () => setTimeout(() => { sort = ""; show(); }));
    form.hidden = false;
    // Whoever used the form while this was loaded may have chosen something that is not in the address.
    if (!("dtUsed" in form.dataset)) read();
    if (fields().some((field) => field.value) || sort) show();
  };

  const begin = () => document.querySelectorAll("[data-dt-filter]").forEach(start);
  // Material changes pages without loading them, and says so here; other themes load each.
  if (window.document$) window.document$.subscribe(begin);
  else if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", begin);
  else begin();
})();
