/* Follows the plan: ticks and a progress of the visitor's own, beside the author's.
 *
 * Ticks are kept in the visitor's browser, by the address of their item, with the day and the words of the item:
 * `{"done": {"w01/ridge-point": ["2026-02-15", "Where the two roofs meet"]}}`. What is read from there, or from a file,
 * may be anything. It is compared with `data/curriculum.json`, and shown as text. The file is YAML in the form in which
 * it is written here, and JSON where texts are in quotes; parsers of all of YAML (js-yaml 4: 13 kB compressed) would be
 * three times as large as this script.
 *
 * `SETTINGS` come from the build: words in the language of the site, and whether its pages are files.
 */
const MAX_BYTES = 2_000_000;
const FILE = "progress.yaml";
const ADDRESS = /^w\d{2,}\/[\p{L}\p{N}\p{M}-]{1,200}$/u; // of an item; it may be one that the plan no longer has
const { words, isFlat, language } = SETTINGS;

let here; // what `show` was called with last
let plan; // as `read` returns it
let before; // what was kept before the last change that can be undone

// -- words --

const say = (name, values = {}) => words[name].replace(/\{(\w+)\}/g, (_, key) => values[key]);

const number = (value) => new Intl.NumberFormat(language, { maximumFractionDigits: 0 }).format(value);

/* As the page shows those of the author: whole ones from 10 on, halves from 2 on. */
const hours = (value) => {
  const format = new Intl.NumberFormat(language, { maximumFractionDigits: value < 10 ? 1 : 0, roundingMode: "halfEven" });
  return format.format(value < 2 || value >= 10 ? value : Math.round(value * 2) / 2);
};

const today = () => {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((one) => String(one).padStart(2, "0")).join("-");
};

const isDay = (text) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text);

const dayInWords = (day, month = "long") => {
  const year = day.startsWith(today().slice(0, 4)) ? {} : { year: "numeric" };
  const format = new Intl.DateTimeFormat(language, { day: "numeric", month, ...year, timeZone: "UTC" });
  return format.format(new Date(day));
};

// -- the plan --

const read = async () => {
  // Not from the cache of the browser without asking, as the page may be newer.
  const answer = await fetch(new URL("data/curriculum.json", here.root), { cache: "no-cache" });
  if (!answer.ok) throw new Error(`${answer.status} ${answer.url}`);
  const data = await answer.json();
  const weeks = data.parts.flatMap((part) => part.weeks);
  const items = new Map(weeks.flatMap((week) => week.items).map((item) => [item.address, item]));
  const byLabel = new Map();
  for (const item of items.values()) byLabel.set(item.label, byLabel.has(item.label) ? undefined : item);
  return { ...data, weeks, items, byLabel, former: new Map(Object.entries(data.former)) };
};

/* The item that a tick means, as in `address_of_tick` of `daytrail init`.
 *
 * After a change of the plan, its address may be that of another item. Its words tell, unless it was reworded.
 */
const itemOf = (address, label) => {
  const found = [address, ...(plan.former.get(address) ?? [])].map((one) => plan.items.get(one)).filter(Boolean);
  const same = found.find((item) => item.label === label);
  return same ?? plan.byLabel.get(label) ?? (found.length === 1 || plan.items.has(address) ? found[0] : undefined);
};

const pageOf = (week) => new URL(isFlat ? week.address.replace(/\/$/, ".html") : week.address, here.root).href;

const nameOf = (week) => say("week", { number: week.week, title: week.title });

// -- ticks: the days of items that are done, and what the plan no longer has --

const parsed = (text) => {
  try {
    const { done } = JSON.parse(text);
    return Object.entries(done).filter(([, tick]) => Array.isArray(tick)).map(([address, [day, label]]) => ({ address, day, label }));
  } catch {
    return []; // somebody else wrote it
  }
};

const collect = (ticks) => {
  const [done, gone] = [new Map(), new Map()];
  for (const { address, day, label } of ticks) {
    if (typeof day !== "string" || !isDay(day) || !ADDRESS.test(address)) continue;
    const item = itemOf(address, label);
    const [place, name] = item ? [done, item.address] : [gone, address];
    if (!place.has(name) || day < place.get(name).day) place.set(name, { day, label: item ? item.label : String(label ?? "") });
  }
  return { done, gone };
};

const kept = () => {
  try {
    return localStorage.getItem(here.key);
  } catch {
    return null;
  }
};

const ticks = () => collect(parsed(kept()));

const rows = ({ done, gone }) => [...done, ...gone].map(([address, { day, label }]) => [address, day, label]);

/* Keeps ticks, or with `null` nothing. Without success, all stays as it was, and the visitor is told. */
const keep = (text) => {
  const old = kept();
  try {
    if (text === null) localStorage.removeItem(here.key);
    else localStorage.setItem(here.key, text);
  } catch {
    tell("notKept");
    return false;
  }
  before = old;
  return true;
};

const keepTicks = (state) =>
  keep(JSON.stringify({ done: Object.fromEntries(rows(state).map(([address, day, label]) => [address, [day, label]])) }));

// -- the file --

/* As JSON, but without the characters that YAML does not have. */
const quoted = (text) =>
  JSON.stringify(text).replace(/[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g, (one) => `\\u${one.codePointAt(0).toString(16).padStart(4, "0")}`);

const exported = () => {
  const lines = rows(ticks()).flatMap(([address, day, label]) => [
    `  - item: ${address}`,
    `    date: ${day}`,
    `    title: ${quoted(label)}`,
  ]);
  return [
    `# ${say("fileAbout", { url: here.root.href.replace(/\s/g, "") })}`,
    `plan: ${quoted(plan.title)}`,
    lines.length ? "done:" : "done: []",
    ...lines,
    "",
  ].join("\n");
};

const scalar = (text) => {
  try {
    if (text.startsWith('"')) return String(JSON.parse(text.match(/^"(?:[^"\\]|\\.)*"/)[0]));
  } catch {
    return "";
  }
  if (text.startsWith("'")) return text.replace(/^'((?:[^']|'')*)'.*$/, "$1").replaceAll("''", "'");
  return text.replace(/\s+#.*$/, "").trim();
};

const imported = (text) => {
  const ticks = [];
  for (const line of text.split(/\r?\n/)) {
    const [, dash, key, value] = line.match(/^\s*(- +)?(item|date|title)\s*:\s*(.*)$/) ?? [];
    if (dash) ticks.push({});
    if (key && ticks.length) ticks.at(-1)[{ item: "address", date: "day", title: "label" }[key]] = scalar(value);
  }
  return ticks;
};

const download = () => {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([exported()], { type: "application/yaml" }));
  link.download = FILE;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
};

const upload = async (file) => {
  const found = file.size > MAX_BYTES ? [] : imported(await file.text());
  const [old, { done }] = [ticks(), collect(found)];
  if (!done.size) {
    tell("nothingInFile");
    return;
  }
  const both = collect([...rows(old), ...rows({ done, gone: [] })].map(([address, day, label]) => ({ address, day, label })));
  if (!keepTicks(both)) return;
  draw();
  const left = found.length - found.filter(({ address, day, label }) => itemOf(address, label) && isDay(day ?? "")).length;
  tell(left ? "importedSome" : "imported", { added: number(both.done.size - old.done.size), left: number(left) }, true);
};

// -- what is shown --

const make = (tag, { label, role, ...properties } = {}, ...children) => {
  const element = Object.assign(document.createElement(tag), properties);
  if (label) element.setAttribute("aria-label", label);
  if (role) element.setAttribute("role", role);
  element.append(...children);
  return element;
};

const button = (name, listener) => make("button", { type: "button", className: "md-button", textContent: say(name), onclick: listener });

/* The items that count, and those of them that are done: of choices only one, as in the author's progress. */
const progressOf = (weeks, done) => {
  const counted = new Map();
  for (const week of weeks) {
    for (const item of week.items) {
      const slot = item.kind === "choice" ? `${week.address}#choice` : item.address;
      if (!counted.has(slot) || (done.has(item.address) && !done.has(counted.get(slot).address))) counted.set(slot, item);
    }
  }
  const [all, mine] = [[...counted.values()], [...counted.values()].filter((item) => done.has(item.address))];
  const sum = (items) => items.reduce((total, item) => total + (item.hours ?? 0), 0);
  return { items: all.length, done: mine.length, hours: sum(all), hoursDone: sum(mine) };
};

const amount = (progress, name = "amount") => {
  const values = { done: number(progress.done), items: number(progress.items) };
  const inHours = progress.hoursDone ? say("hours", { done: hours(progress.hoursDone), hours: hours(progress.hours) }) : "";
  return [say(name, values), inHours].filter(Boolean).join("; ");
};

const bar = (progress, name) =>
  make(
    "div",
    { className: "dt-bar dt-mine" },
    make("progress", { max: Math.max(progress.items, 1), value: progress.done, label: say("title") }),
    make("span", { className: "dt-bar__words", textContent: amount(progress, name) }),
  );

const tell = (name, values = {}, canUndo = false) => {
  const old = before;
  if (!here.place.querySelector("[role=status]")) here.place.append(make("p", { role: "status" }));
  const line = here.place.querySelector("[role=status]");
  line.replaceChildren(name ? say(name, values) : "");
  if (canUndo) line.append(" ", button("undo", () => keep(old) && (draw(), tell(""), focusPanel())));
};

const focusPanel = () => here.place.querySelector(".dt-mine__panel").focus({ preventScroll: true });

const stop = () => {
  const question = here.place.querySelector(".dt-mine__question");
  const close = () => {
    question.hidden = true;
    here.place.querySelector("summary").focus();
  };
  const end = () => {
    close();
    if (!keep(null)) return;
    draw();
    tell("stopped", {}, true);
    here.place.querySelector("button").focus();
  };
  question.replaceChildren(make("p", { textContent: say("stopQuestion") }), button("stop", end), button("goOn", close));
  question.hidden = false;
  question.lastChild.focus();
};

const panel = () => {
  const file = make("input", { type: "file", accept: ".yaml,.yml,text/yaml", hidden: true });
  file.addEventListener("change", async () => {
    if (file.files[0]) await upload(file.files[0]);
    file.value = "";
  });
  const link = (path, name, label) => make("a", { href: new URL(path, here.root).href, download: name, textContent: label });
  return make(
    "section",
    { className: "dt-mine__panel", tabIndex: -1, label: say("title") },
    make("div", { className: "dt-mine__sums" }),
    make("p", { role: "status" }),
    make(
      "details",
      { className: "dt-figures" },
      make("summary", { textContent: say("more") }),
      make("p", { textContent: say("about") }),
      make("p", { className: "dt-mine__buttons" }, button("export", download), button("import", () => file.click()), file, button("stop", stop)),
      make("div", { className: "dt-mine__question", role: "group", label: say("stop"), hidden: true }),
      make("p", { className: "dt-mine__own", textContent: say("own") }),
      make("ol", {},
        make("li", {}, link("data/curriculum.yaml", "curriculum.yaml", say("plan"))),
        make("li", {}, button("export", download)),
        make("li", {}, say("run"), " ", make("code", { textContent: "daytrail init my-log --plan curriculum.yaml --progress progress.yaml" })),
      ),
    ),
  );
};

/* The week of the last tick, or the next one with something left to do. */
const nextWeek = (done) => {
  const last = [...done].reduce((one, other) => (other[1].day >= one[1].day ? other : one), ["", { day: "" }])[0];
  const index = Math.max(plan.weeks.findIndex((week) => week.items.some((item) => item.address === last)), 0);
  const isOpen = (week) => {
    const progress = progressOf([week], done);
    return progress.done < progress.items;
  };
  return [...plan.weeks.slice(index), ...plan.weeks.slice(0, index)].find(isOpen);
};

const drawPanel = ({ done, gone }) => {
  const { place } = here;
  if (!place.querySelector(".dt-mine__panel")) place.replaceChildren(panel());
  const week = plan.weeks.find((one) => pageOf(one) === location.href.replace(/[?#].*$/, "").replace(/index\.html$/, ""));
  const all = progressOf(plan.weeks, done);
  const lines = week ? [bar(progressOf([week], done), "thisWeek"), make("p", { textContent: amount(all) })] : [bar(all)];
  const next = nextWeek(done);
  const [start, end = ""] = say("next", { week: "\0" }).split("\0");
  if (!next) lines.push(make("p", { textContent: say("all") }));
  else if (next !== week) lines.push(make("p", {}, start, make("a", { href: `${pageOf(next)}#dt-checklist`, textContent: nameOf(next), dir: "auto" }), end));
  if (gone.size) lines.push(make("p", { textContent: say("gone", { count: number(gone.size) }) }));
  place.querySelector(".dt-mine__sums").replaceChildren(...lines);
};

const tick = (item, isDone) => {
  const state = ticks(); // another tab may have changed them
  if (isDone) state.done.set(item.address, { day: today(), label: item.label });
  else state.done.delete(item.address);
  tell("");
  keepTicks(state);
  draw();
};

const drawChecklist = (list, { done }) => {
  for (const row of list.querySelectorAll("li.dt-item")) {
    const item = plan.items.get(`${list.dataset.dtWeek}/${row.id}`);
    if (!item) continue; // the page is older than the data
    let box = row.querySelector("input.dt-mine__tick");
    if (!box) {
      box = make("input", { type: "checkbox", className: "dt-mine__tick", label: say("tick", { item: item.label }) });
      box.addEventListener("change", () => tick(item, box.checked));
      row.prepend(box);
    }
    box.checked = done.has(item.address);
    box.title = "";
    if (box.checked) {
      const { day } = done.get(item.address);
      box.title = say("doneOn", { day: dayInWords(day) });
      row.append(make("span", { className: "dt-mine dt-mine__day", title: box.title, textContent: dayInWords(day, "short") }));
    }
  }
};

const drawWeeks = ({ done }) => {
  const pages = new Map(plan.weeks.map((week) => [pageOf(week), week]));
  for (const row of document.querySelectorAll(".dt-weeks__week")) {
    const week = pages.get(row.querySelector("a.dt-weeks__name").href);
    if (!week) continue;
    const progress = progressOf([week], done);
    if (!progress.done) continue;
    const text = say("short", { done: number(progress.done), items: number(progress.items) });
    row.querySelector(".dt-weeks__facts").append(make("span", { className: "dt-mine", textContent: text }));
  }
  for (const part of plan.parts) {
    const section = document.querySelector(`[data-dt-part="${CSS.escape(part.id)}"]`);
    section?.querySelector(".dt-bar")?.append(bar(progressOf(part.weeks, done)));
  }
};

const drawTopic = (topic, { done }) => {
  const progress = progressOf(plan.weeks.filter((week) => topic.weeks.includes(week.week)), done);
  if (!progress.done) return;
  const text = amount({ ...progress, hoursDone: 0 });
  const row = document.getElementById(`topic-${topic.id}`);
  row?.querySelector(".dt-map__facts")?.append(make("span", { className: "dt-mine", textContent: text }));
  const box = document.querySelector(`[data-dt-topic="${CSS.escape(topic.id)}"]`);
  const author = box?.querySelector(".dt-map__all");
  if (!author) return;
  const mine = author.cloneNode();
  const share = progress.done / progress.items;
  for (const [name, value] of Object.entries({ class: "dt-mine dt-mine__bar", y: +author.getAttribute("y") + 9, height: 3, width: author.getAttribute("width") * share })) {
    mine.setAttribute(name, value);
  }
  author.parentNode.append(mine);
  const legend = document.querySelector(".dt-map__legend");
  if (!legend.querySelector(".dt-mine")) legend.append(make("span", { className: "dt-mine", textContent: say("legend") }));
  const title = box.querySelector("title");
  title.dataset.dtLabel ??= title.textContent;
  title.textContent = `${title.dataset.dtLabel}; ${text}`;
};

const draw = () => {
  for (const old of document.querySelectorAll(".dt-mine")) old.remove();
  for (const title of document.querySelectorAll("title[data-dt-label]")) title.textContent = title.dataset.dtLabel;
  document.documentElement.classList.toggle("dt-following", kept() !== null);
  if (kept() === null) {
    for (const box of document.querySelectorAll("input.dt-mine__tick")) box.remove();
    here.offer(here.place);
    return;
  }
  const state = ticks();
  drawPanel(state);
  for (const list of document.querySelectorAll("[data-dt-week]")) drawChecklist(list, state);
  drawWeeks(state);
  for (const topic of plan.topics) drawTopic(topic, state);
};

const addStyle = () =>
  new Promise((done) => {
    const href = new URL("following.css", import.meta.url).href;
    if (document.querySelector(`link[href="${CSS.escape(href)}"]`)) done();
    else document.head.append(make("link", { rel: "stylesheet", href, onload: done, onerror: done }));
  });

/* Shows the ticks on the page that is open; if the visitor has asked to follow the plan, from now on. */
export const show = async (asked) => {
  here = asked;
  const style = addStyle();
  try {
    plan ??= await read();
  } catch (error) {
    console.warn(error); // the next try may succeed
    here.offer(here.place);
    tell("notLoaded");
    return;
  }
  await style; // so that the page changes once
  if (here.isAsked && kept() === null && !keepTicks({ done: new Map(), gone: new Map() })) return;
  draw();
  if (here.isAsked) {
    focusPanel();
    tell("begun");
  }
};
