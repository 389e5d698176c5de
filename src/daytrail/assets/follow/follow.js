/* Ticks of a visitor who follows the plan, beside the author's.
 *
 * They are kept in the visitor's browser as they are in the file that is exported, so what is read may be anything:
 * `{"done": [{"item": "w01/ridge-point", "date": "2026-02-15", "title": "Where the two roofs meet"}]}`. Which items a
 * page has, and how many a week, a part or a topic has, the page says. `SETTINGS` come from the build.
 */
const FILE = "progress.json";
const ADDRESS = /^w\d{2,}\/[\p{L}\p{N}\p{M}-]{1,200}$/u; // of an item; it may be one that the plan no longer has
const { words, language } = SETTINGS;
const key = `daytrail:${new URL("../..", import.meta.url).pathname}`; // several journals may be on one host

const say = (name, values = {}) => words[name].replace(/\{(\w+)\}/g, (_, one) => values[one]);

const today = () => {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((one) => String(one).padStart(2, "0")).join("-");
};

const isDay = (text) => /^\d{4}-\d\d-\d\d$/.test(text) && new Date(text).getTime() > 0 && new Date(text).toISOString().startsWith(text);

const inWords = (day, month = "long") => {
  const year = day.startsWith(today().slice(0, 4)) ? {} : { year: "numeric" };
  return new Intl.DateTimeFormat(language, { day: "numeric", month, ...year, timeZone: "UTC" }).format(new Date(day));
};

const make = (tag, { label, role, ...properties } = {}, ...children) => {
  const element = Object.assign(document.createElement(tag), properties);
  if (label) element.setAttribute("aria-label", label);
  if (role) element.setAttribute("role", role);
  element.append(...children);
  return element;
};

const button = (name, onclick) => make("button", { type: "button", className: "md-button", textContent: say(name), onclick });

const placeOf = () => document.querySelector("[data-dt-follow]");

const tell = (name, values) => {
  const place = placeOf();
  if (!place.querySelector("[role=status]")) place.append(make("p", { role: "status" }));
  place.querySelector("[role=status]").textContent = name ? say(name, values) : "";
};

// -- what is kept --

const parsed = (text) => {
  const ticks = new Map();
  try {
    for (const { item, date, title } of JSON.parse(text).done) {
      if ([item, date].some((one) => typeof one !== "string")) continue; // a list of one text would pass for it
      if (ADDRESS.test(item) && isDay(date) && !ticks.has(item)) ticks.set(item, { date, title: String(title ?? "") });
    }
  } catch {
    // Somebody else wrote it; what could be read is taken.
  }
  return ticks;
};

const kept = () => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // a browser that keeps nothing
  }
};

const written = (ticks) => JSON.stringify({ done: [...ticks].map(([item, tick]) => ({ item, ...tick })) }, null, 2);

/* Keeps ticks, or with `null` nothing. Without success, all stays as it was, and the visitor is told. */
const keep = (ticks) => {
  try {
    if (ticks === null) localStorage.removeItem(key);
    else localStorage.setItem(key, written(ticks));
    return true;
  } catch {
    tell("notKept");
    return false;
  }
};

const download = () => {
  const link = make("a", { href: URL.createObjectURL(new Blob([written(parsed(kept()))], { type: "application/json" })), download: FILE });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
};

const upload = async (file) => {
  const [ticks, more] = [parsed(kept()), parsed(await file.text())];
  const before = ticks.size;
  for (const [item, tick] of more) if (!ticks.has(item)) ticks.set(item, tick);
  if (more.size && !keep(ticks)) return;
  draw();
  tell(more.size ? "imported" : "nothingInFile", { added: ticks.size - before });
};

const stop = () => {
  if (!confirm(say("stopQuestion")) || !keep(null)) return;
  draw();
  tell("stopped");
  placeOf().querySelector("button").focus();
};

// -- what is shown --

const panel = () => {
  const file = make("input", { type: "file", accept: ".json,application/json", hidden: true });
  file.addEventListener("change", async () => {
    if (file.files[0]) await upload(file.files[0]);
    file.value = "";
  });
  const run = `daytrail init my-log --plan curriculum.yaml --progress ${FILE}`;
  return make(
    "section",
    { className: "dt-mine__panel", tabIndex: -1, label: say("title") },
    make("p", { className: "dt-mine__sums" }),
    make("p", { role: "status" }),
    make(
      "details",
      { className: "dt-figures" },
      make("summary", { textContent: say("more") }),
      make("p", { textContent: say("about") }),
      make("p", { className: "dt-mine__buttons" }, button("export", download), button("import", () => file.click()), file, button("stop", stop)),
      make("p", {}, say("own"), " ", make("code", { textContent: run })),
    ),
  );
};

const doneIn = (ticks, weeks) => [...ticks.keys()].filter((item) => weeks.includes(item.split("/")[0])).length;

/* The link to the week of the last tick, or to the next one with something left to do, on the page that has them all. */
const nextWeek = (ticks) => {
  const rows = [...document.querySelectorAll(".dt-weeks__facts[data-dt-items]")];
  const last = [...ticks].reduce((one, other) => (other[1].date >= one[1].date ? other : one), ["", { date: "" }])[0];
  const index = Math.max(rows.findIndex((row) => row.dataset.dtWeeks === last.split("/")[0]), 0);
  const open = [...rows.slice(index), ...rows.slice(0, index)].find((row) => doneIn(ticks, [row.dataset.dtWeeks]) < row.dataset.dtItems);
  return open?.closest("li").querySelector("a.dt-weeks__name");
};

const drawPanel = (place, ticks) => {
  if (!place.querySelector(".dt-mine__panel")) place.replaceChildren(panel());
  const list = place.closest("[data-dt-week]");
  const sums = [say("amount", { done: ticks.size, items: place.dataset.dtPlanItems })];
  if (list) sums.unshift(say("thisWeek", { done: list.querySelectorAll(".dt-mine__tick:checked").length, items: list.dataset.dtItems }));
  const next = nextWeek(ticks);
  const line = place.querySelector(".dt-mine__sums");
  line.replaceChildren(sums.join(" · "));
  if (!next) return;
  const [start, end] = say("next", { week: "\0" }).split("\0");
  line.append(" · ", start, make("a", { href: `${next.href}#dt-checklist`, textContent: next.textContent, dir: "auto" }), end);
};

const tick = (item, title, isDone) => {
  const ticks = parsed(kept()); // another tab may have changed them
  if (isDone) ticks.set(item, { date: today(), title });
  else ticks.delete(item);
  tell("");
  keep(ticks);
  draw();
};

const drawChecklist = (list, ticks) => {
  for (const row of list.querySelectorAll("li.dt-item")) {
    const item = `${list.dataset.dtWeek}/${row.id}`;
    const title = row.querySelector(".dt-item__label").textContent;
    let box = row.querySelector(".dt-mine__tick");
    if (!box) {
      box = make("input", { type: "checkbox", className: "dt-mine__tick", label: say("tick", { item: title }) });
      box.addEventListener("change", () => tick(item, title, box.checked));
      row.prepend(box);
    }
    box.checked = ticks.has(item);
    if (!box.checked) continue;
    const { date } = ticks.get(item);
    row.append(make("span", { className: "dt-mine dt-mine__day", title: say("doneOn", { day: inWords(date) }), textContent: inWords(date, "short") }));
  }
};

/* The visitor's counts take the place of the author's, which the style sheet hides. */
const drawGroups = (list) => {
  for (const group of list.querySelectorAll("section:has(> .dt-items)")) {
    const boxes = [...group.querySelectorAll(".dt-mine__tick")];
    const values = { done: boxes.filter((box) => box.checked).length, items: boxes.length };
    group.firstElementChild.append(make("span", { className: "dt-mine", textContent: say("short", values) }));
  }
};

/* After a change of the plan, ticks have the addresses that their items have now, once the page of the week is opened. */
const moveTicks = () => {
  const ticks = parsed(kept());
  let isMoved = false;
  for (const row of document.querySelectorAll("[data-dt-was]")) {
    const item = `${row.closest("[data-dt-week]").dataset.dtWeek}/${row.id}`;
    for (const former of row.dataset.dtWas.split(" ").filter((one) => ticks.has(one) && !ticks.has(item))) {
      ticks.set(item, ticks.get(former));
      isMoved = ticks.delete(former);
    }
  }
  if (isMoved) keep(ticks);
};

const draw = () => {
  const place = placeOf();
  for (const old of document.querySelectorAll(".dt-mine")) old.remove();
  document.documentElement.classList.toggle("dt-following", kept() !== null);
  if (kept() === null) {
    for (const box of document.querySelectorAll(".dt-mine__tick")) box.remove();
    const about = make("small", { textContent: place.dataset.dtAbout });
    place.replaceChildren(make("button", { type: "button", className: "md-button", textContent: place.dataset.dtFollow, onclick: follow }), " ", about);
    return;
  }
  const ticks = parsed(kept());
  for (const list of document.querySelectorAll("[data-dt-week]")) {
    drawChecklist(list, ticks);
    drawGroups(list);
  }
  drawPanel(place, ticks);
  for (const sum of document.querySelectorAll("[data-dt-weeks]")) {
    const done = doneIn(ticks, sum.dataset.dtWeeks.split(" "));
    if (done) sum.append(make("span", { className: "dt-mine", textContent: say("short", { done, items: sum.dataset.dtItems }) }));
  }
};

const follow = () => {
  if (!keep(new Map())) return;
  draw();
  placeOf().querySelector(".dt-mine__panel").focus({ preventScroll: true });
  tell("begun");
};

export const begin = () => {
  if (!placeOf()) return;
  if (kept() !== null) moveTicks();
  draw();
};

addEventListener("storage", (event) => (event.key === key || event.key === null) && begin()); // in another tab
addEventListener("pageshow", (event) => event.persisted && begin());
