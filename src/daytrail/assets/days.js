/* Days: goes on counting them where the page was built yesterday ("3 days ago", "22 days"), and turns their pages.
 *
 * The page says both as of the day it was built; here they follow the calendar of the site's time zone.
 * The link that writes the next entry is about the day of the visit, unless that day has an entry already.
 * The page for wrong addresses has a hidden line for each year of the log, of which the address may name one.
 */
(() => {
  "use strict";

  const DAY = 86_400_000;
  const UNITS = [["year", 365, 1], ["month", 30, 2], ["week", 7, 2], ["day", 1, 0]]; // days of each, and from how many on
  const today = (zone) => Date.parse(new Intl.DateTimeFormat("en-CA", { timeZone: zone }).format(new Date()));
  const writeOn = (link, day) => {
    const before = link.dataset.dtWrite;
    if (day <= before) return;
    const url = new URL(link.href);
    url.searchParams.set("filename", `${day.slice(0, 4)}/${day}.md`);
    url.searchParams.set("value", url.searchParams.get("value").replace(before, day)); // its first date is that of the day
    link.href = url.href;
    link.dataset.dtWrite = day;
  };
  const count = () => {
    for (const part of document.querySelectorAll("[data-dt-zone]")) {
      let now;
      try {
        now = today(part.dataset.dtZone);
      } catch {
        continue; // a browser that does not know the zone leaves the page as it is
      }
      for (const time of part.querySelectorAll("[data-dt-ago]")) {
        const days = Math.round((Date.parse(time.dateTime) - now) / DAY);
        const [unit, length] = UNITS.find(([, length, least]) => Math.abs(days) >= length * least);
        // As the page says it: in words for yesterday, not for the day before, which has none in English.
        const numeric = Math.abs(days) > 1 ? "always" : "auto";
        time.textContent = new Intl.RelativeTimeFormat(time.dataset.dtAgo, { numeric }).format(Math.trunc(days / length), unit);
      }
      for (const goal of part.querySelectorAll("[data-dt-goal]")) {
        const left = Math.round((Date.parse(goal.dataset.dtGoal) - now) / DAY);
        if (left < 0) continue; // past the goal, the page is still right as of its day
        const locale = goal.closest("[lang]").lang;
        goal.textContent = new Intl.NumberFormat(locale, { style: "unit", unit: "day", unitDisplay: "long" }).format(left);
      }
      for (const link of part.querySelectorAll("[data-dt-write]")) writeOn(link, new Date(now).toISOString().slice(0, 10));
    }
  };

  // Material turns pages by `p` and `n`, but also if Alt is down, which menus of browsers use.
  document.addEventListener("keydown", (event) => {
    if (event.altKey && ["p", "n", ",", "."].includes(event.key)) event.stopPropagation();
  });

  // A page may have been open since yesterday.
  document.addEventListener("pointerdown", (event) => event.target.closest?.("[data-dt-write]") && count());
  document.addEventListener("keydown", (event) => event.target.closest?.("[data-dt-write]") && count());

  if (window.document$) window.document$.subscribe(count);
  else if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", count);
  else count();
})();
