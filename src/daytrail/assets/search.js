/* Search: asks Pagefind, and shows what it finds.
 *
 * This is loaded when the visitor opens the dialog, and Pagefind with the first character that is typed. What the site
 * is named after comes first: a day for its number or date, a tag, a series or a year for itself. The documents have
 * such a name as one word, in `label`; see `views/files/search.py`. `WORDS` and `STYLE` come from the build.
 */
const AT_ONCE = 10;
const SECTIONS = 2;
const MARKED = 20;
const WORDS_OF_PREVIEW = matchMedia("(min-width: 60em)").matches ? 24 : 16; // two lines
const LEAST_WORDS = 6; // of a preview
const PAUSE = 200; // milliseconds without a key: each beginning of a word would load parts of the index
/* Of a word in what the documents say besides their text; `study` is the title of a page that shows what was learned. */
const WEIGHTS = { title: 2, study: 8, about: 6, tags: 6, names: 6, pairs: 0.3, label: 0 };
const root = new URL("../../", import.meta.url);
const folder = new URL("search/", root);

let bundles;
let loading;
let failures = 0;
/* Pagefind with its bundles, that of the last months first. */
const load = () => {
  loading ??= (async () => {
    const [pagefind, list] = await Promise.all([
      import(new URL(failures ? `pagefind.js?${failures}` : "pagefind.js", folder).href), // browsers keep a failure
      fetch(new URL("bundles.json", folder), { cache: "no-cache" }).then((answer) => answer.json()),
    ]);
    bundles = list;
    const optionsOf = (bundle) => ({ baseUrl: "/", language: WORDS.language, excerptLength: WORDS_OF_PREVIEW, mergeFilter: { bundle }, ranking: { metaWeights: WEIGHTS } });
    const instance = pagefind.createInstance({ ...optionsOf(bundles[0]), basePath: folder.pathname, noWorker: true });
    const merge = (bundle) => instance.mergeIndex(new URL(bundle, root).pathname, optionsOf(bundle));
    await Promise.all(bundles.slice(1).map(merge));
    return instance;
  })();
  loading.catch(() => ((loading = undefined), (failures += 1))); // the next try may find it
  return loading;
};

/* Scripts without spaces between words, of which the documents have each letter as a word; see `views/files/unspaced.py`. */
const LETTERS = `[${WORDS.letters}]`;
const JOINER = "\u2060";
const PARTS = new RegExp(`${LETTERS}+|(?:(?!${LETTERS})\\S)+`, "gu");
const LETTER = new RegExp(`(?!\\p{M})${LETTERS}\\p{M}*`, "gu");
const isUnspaced = (text) => new RegExp(LETTERS, "u").test(text);
const moved = (text, isBack) =>
  WORDS.coded.reduce((one, [first, last, by]) => {
    const [from, to] = [first, last].map((code) => String.fromCodePoint(code + (isBack ? by : 0)));
    return one.replace(new RegExp(`[${from}-${to}]`, "gu"), (letter) => String.fromCodePoint(letter.codePointAt(0) + (isBack ? -by : by)));
  }, text);
const joined = (text) => moved(text, true).replace(/\u2060(<\/mark>)? (<mark>)?/g, "$1$2").replaceAll("</mark><mark>", "");

/* What Pagefind finds, of letters of these scripts only in the order in which they were typed. */
const searchIn = async (pagefind, query, options) => {
  if (!isUnspaced(query) || query.startsWith('"')) return (await pagefind.search(query, options)).results;
  const parts = query.match(PARTS).map((part) => (isUnspaced(part) ? `"${moved(part.match(LETTER).join(" "))}"` : part));
  const found = [];
  for (const part of parts) found.push((await pagefind.search(part, options)).results);
  const inAll = ({ id }) => found.every((results) => results.some((result) => result.id === id));
  return found[0].filter(inAll);
};

const bare = (word) => word.normalize("NFKD").replace(/[^\p{L}\p{N}]/gu, "").toLowerCase();

/* Whether a bundle has each word that was typed, its beginning or its stem, by the best result there.
 *
 * For a word that a bundle does not have, Pagefind finds one with which that begins, such as `x` for `xyzzy`.
 */
const hasWords = async (pagefind, query, result, filters) => {
  if (query.includes('"') || isUnspaced(query)) return true; // a phrase
  const data = await result.data();
  const words = [...wordsIn(data), ...Object.values(data.meta).join(" ").split(/\s+/)].map(bare);
  const unknown = query.split(/\s+/).map(bare).filter((word) => !words.some((known) => known.startsWith(word)));
  const stems = await Promise.all(unknown.map((word) => pagefind.search(`"${word}"`, { filters })));
  return stems.every((found) => found.results.length);
};

/* Results by their names first. */
const find = async (query) => {
  const pagefind = await load();
  const name = query.replace(/[^\p{L}\p{N}_]/gu, "");
  // One after the other: Pagefind takes filters for loaded as soon as a search loads them.
  const search = async (text, filters) => {
    const found = [];
    for (const bundle of bundles) {
      const results = await searchIn(pagefind, text, { filters: { ...filters, bundle } });
      if (results.length && (await hasWords(pagefind, text, results[0], { bundle }))) found.push(...results);
    }
    return found.sort((one, other) => other.score - one.score);
  };
  const named = name ? await search(`"xq${name}"`) : [];
  const days = await daysAbout(query, search);
  // Other pages that have the words of a date, each by itself, are about something else.
  const found = DAY.test(query) ? await search(query, { is: "day" }) : [];
  found.push(...(await search(query)));
  const first = named.length ? named : found.splice(0, 1);
  const all = [...first, ...days, ...found];
  return [...new Map(all.map((result) => [result.id, result])).values()];
};

/* What is nearest to a search without results: the pages about its longest word, or about the beginning of that. */
const near = async (query) => {
  const [word = ""] = query.match(/[\p{L}\p{N}]+/gu)?.sort((one, other) => other.length - one.length) ?? [];
  for (let length = word.length; length > 0; length = Math.min(length - 1, Math.ceil(length * 0.8))) {
    const found = await find(word.slice(0, length));
    if (found.length) return found.slice(0, AT_ONCE);
  }
  return [];
};

/* A date, or the number of a day. */
const DAY = /^(?:(?:\p{L}+ )?\d+(?:\/\d+)?|\d{4}[-/]\d\d?(?:[-/]\d\d?)?|\d{1,2}\.?(?: de)? \p{L}+\.?(?:(?: de)? \d{4})?)$/u;

/* Days about the name of what is searched with a number, as in `FlashAttention-2`, unless days have both. */
const daysAbout = async (query, search) => {
  const [, name] = query.match(/^(\p{L}{3,})-\d+$/u) ?? [];
  return !name || (await search(query, { is: "day" })).length ? [] : search(name, { is: "day" });
};

const element = (tag, attributes, ...children) => {
  const made = Object.assign(document.createElement(tag), attributes);
  made.append(...children);
  return made;
};

/* A preview, which Pagefind cuts out of a text, without signs of what is before it. */
const preview = (excerpt, text) => {
  const before = text.slice(0, Math.max(0, text.indexOf(excerpt.replace(/<\/?mark>/g, "")))).trimEnd();
  const start = /(?:^|[.!?。！？…]["'”’»)]*)$/u.test(before) ? "" : "… ";
  const words = excerpt.replace(/^(<mark>)?(?:(?![<&#@$\p{Ps}\p{Pi}"'¿¡])[\p{P}\p{S}\s])+(?!\p{N})/u, "$1");
  return start + words.replace(/(?<![.!?。！？…]["'”’»)]*(<\/mark>)?)$/u, " …");
};

/* A preview as nodes: the texts of pages are data, and only the marks around words that were found are elements. */
const marked = (excerpt) =>
  excerpt.split(/<mark>(.*?)<\/mark>/s).map((text, number) => {
    const plain = text.replaceAll("&lt;", "<").replaceAll("&gt;", ">");
    return number % 2 ? element("mark", { textContent: plain }) : plain;
  });

const address = (path) => {
  const [page, anchor] = path.split("#");
  const url = new URL(page.split("/").filter(Boolean).map(encodeURIComponent).join("/") + (page.endsWith("/") ? "/" : ""), root);
  if (page === "/") url.href = root.href;
  if (anchor) url.hash = anchor;
  return url.href;
};

/* The words of a page that a search has found, which the page marks once it is open. Pagefind has them by their stems. */
const wordsIn = ({ raw_content, locations }) => {
  const words = raw_content.split(/\s+/);
  const found = [...locations].sort((one, other) => one - other).map((place, number, places) =>
    `${words[place] ?? ""}${places[number + 1] === place + 1 ? " " : "\n"}`);
  return joined(found.join("")).split(/[ \n]/).map((word) => word.replaceAll("&lt;", "<").replaceAll("&gt;", ">"));
};
const foundIn = (data) => {
  const words = wordsIn(data).map((word) => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "").toLowerCase());
  return [...new Set(words)].filter(Boolean).slice(0, MARKED).join(" ");
};

/* Mark words of the text, without a change of the page, of which nothing moves. */
export const highlight = (words) => {
  const text = document.querySelector(".md-content article");
  if (!text || !CSS.highlights) return;
  const literal = (word) => word.replace(/[$()*+.?[\\\]^{|}/]/g, "\\$&");
  // Some scripts write words without a space between them.
  const whole = (word) => (isUnspaced(word) ? literal(word) : `(?<![\\p{L}\\p{N}])${literal(word)}(?![\\p{L}\\p{N}])`);
  const found = new RegExp(words.map(whole).join("|"), "giu");
  const marks = new Highlight();
  const nodes = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
  while (nodes.nextNode()) {
    for (const { 0: word, index } of nodes.currentNode.data.matchAll(found)) {
      const range = new Range();
      range.setStart(nodes.currentNode, index);
      range.setEnd(nodes.currentNode, index + word.length);
      marks.add(range);
    }
  }
  CSS.highlights.set("dt-found", marks);
};

/* A preview of a section without its heading, which is above it. */
const belowHeading = (excerpt, title) => {
  const words = excerpt.split(/\s+/);
  const heading = title.split(/\s+/);
  const repeats = heading.every((word, number) => bare((words[number] ?? "").replace(/<\/?mark>/g, "")) === bare(word));
  if (!repeats) return excerpt;
  return words.length - heading.length < LEAST_WORDS ? "" : words.slice(heading.length).join(" ");
};

const article = (tag, kind, title, excerpt) =>
  element(
    "article",
    { className: `md-search-result__article md-typeset${kind}` },
    element(tag, { textContent: title, dir: "auto" }),
    ...(excerpt ? [element("p", { dir: "auto" }, ...marked(excerpt))] : []),
  );

/* A preview, in which letters that are words by themselves are joined again; of these it has more. */
const excerptOf = ({ raw_content }, { excerpt, locations }) => {
  if (!excerpt.includes(JOINER)) return excerpt;
  const words = raw_content.split(/\s+/);
  const start = Math.max(0, (locations[0] ?? 0) - LEAST_WORDS);
  const mark = (word, number) => (locations.includes(start + number) ? `<mark>${word}</mark>` : word);
  return joined(words.slice(start, start + 4 * WORDS_OF_PREVIEW).map(mark).join(" "));
};

const item = (data) => {
  const { meta } = data;
  const sections = data.sub_results.filter(({ url }) => url.includes("#")).slice(0, SECTIONS);
  const above = data.sub_results.find(({ url }) => !url.includes("#")); // the text above the first heading
  const excerpt = sections.length ? above && excerptOf(data, above) : excerptOf(data, data);
  const link = element("a", { href: address(data.raw_url), className: "md-search-result__link", tabIndex: -1 });
  const previewOf = (excerpt, title) => excerpt && belowHeading(preview(excerpt, joined(data.raw_content)), title);
  const title = joined(meta.title);
  const page = article("h1", " md-search-result__article--document", title, previewOf(excerpt, title));
  if (meta.about) page.firstChild.after(element("p", { className: "dt-find__facts", textContent: meta.about }));
  link.append(page);
  const links = sections.map((section) =>
    element("a", { href: address(`${data.raw_url}#${section.url.split("#")[1]}`), className: "md-search-result__link", tabIndex: -1 },
      article("h2", "", joined(section.title), previewOf(excerptOf(data, section), joined(section.title)))),
  );
  const made = element("li", { className: "md-search-result__item" }, link, ...links);
  made.dataset.dtFound = foundIn(data);
  return made;
};

// In the dialog, which stays while the theme exchanges the rest of a page.
document.querySelector(".dt-find").append(element("style", { textContent: STYLE }));

export const start = (dialog, box) => {
  const field = dialog.querySelector("input");
  const status = dialog.querySelector("[role=status]");
  const list = dialog.querySelector("ol");
  const more = element("button", { type: "button", className: "dt-find__more", hidden: true, textContent: status.dataset.more });
  list.after(more);
  const start = status.textContent;
  let results = [];
  let shown = 0;
  let asked = 0;

  const say = (number, near) => {
    const { none, one, other } = status.dataset;
    status.textContent = number === 0 ? (near ? status.dataset.near : none) : number === 1 ? one : other.replace("#", number);
  };
  const show = async () => {
    const now = asked;
    const next = results.slice(shown, shown + AT_ONCE);
    more.hidden = true; // a second click would show the same results again
    try {
      const items = (await Promise.all(next.map((result) => result.data()))).map(item);
      if (now !== asked) return false;
      if (!shown) list.replaceChildren();
      list.append(...items);
      shown += next.length;
      return true;
    } finally {
      if (now === asked) more.hidden = shown >= results.length;
    }
  };
  const search = async () => {
    const now = ++asked;
    more.hidden = true;
    const query = field.value.trim();
    try {
      const found = query ? await find(query) : null;
      results = found?.length === 0 ? await near(query) : (found ?? []);
      if (now !== asked) return;
      shown = 0;
      if (await show()) {
        if (found) say(found.length, results.length);
        else status.textContent = start;
      }
    } catch {
      if (now === asked) status.textContent = dialog.dataset.dtFailed;
    }
  };
  const close = () => {
    if (box.checked) box.click();
    field.blur();
    const url = new URL(location.href);
    if (url.searchParams.has("q")) {
      url.searchParams.delete("q");
      history.replaceState(history.state, "", url);
    }
  };
  const step = (by) => {
    const places = [field, ...list.querySelectorAll("a"), ...(more.hidden ? [] : [more])];
    const at = Math.max(0, places.indexOf(document.activeElement));
    places[(at + by + places.length) % places.length].focus();
  };

  let timer;
  const searchSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(search, field.value ? PAUSE : 0);
  };
  field.addEventListener("input", searchSoon);
  field.form.addEventListener("submit", async (event) => {
    event.preventDefault();
    clearTimeout(timer);
    await search();
    if (results.length) list.querySelector("a").click();
  });
  field.form.addEventListener("reset", () => setTimeout(() => (field.focus(), search())));
  more.addEventListener("click", async () => {
    if (more.hidden) return;
    const last = list.lastElementChild;
    try {
      if (await show()) last.nextElementSibling?.querySelector("a").focus();
    } catch {
      status.textContent = dialog.dataset.dtFailed;
    }
  });
  const isMarking = document.getElementById("__config")?.textContent.includes('"search.highlight"');
  list.addEventListener("click", (event) => {
    const link = event.target.closest("a");
    if (!link) return;
    const { dtFound } = link.closest("li").dataset;
    const url = new URL(link.href);
    if (isMarking && dtFound) url.searchParams.set("h", dtFound);
    link.href = url.href;
    close();
  });
  dialog.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    const inList = event.target === field || list.contains(event.target) || event.target === more;
    if (event.key === "Escape") close();
    else if (inList && event.key === "ArrowDown") step(1);
    else if (inList && event.key === "ArrowUp") step(-1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  // Whoever leaves the dialog with the keyboard has closed it.
  dialog.addEventListener("focusout", ({ relatedTarget }) => relatedTarget && !dialog.contains(relatedTarget) && close());
  if (field.value) searchSoon();
};
