/* Offers to follow the plan, on a page that has a place for it.
 *
 * All else is in `following.js`, which is loaded once a visitor asks for it, and on each such page from then on.
 */
const root = new URL("../..", import.meta.url);
const key = `daytrail:${root.pathname}`; // several journals may be on one host
let following;

const kept = () => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // a browser that keeps nothing
  }
};

const load = async (place, isAsked) => {
  try {
    following ??= await import(new URL("following.js", import.meta.url));
  } catch (error) {
    console.warn(error); // the next try may find it
    return;
  }
  following.show({ place, key, root, isAsked, offer });
};

const offer = (place) => {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "md-button";
  button.textContent = place.dataset.dtFollow;
  button.addEventListener("click", () => load(place, true));
  const about = document.createElement("small");
  about.textContent = place.dataset.dtAbout;
  place.replaceChildren(button, " ", about);
};

export const begin = () => {
  const place = document.querySelector("[data-dt-follow]");
  if (!place) return;
  if (kept() !== null || following) load(place, false);
  else offer(place);
};

addEventListener("storage", (event) => (event.key === key || event.key === null) && begin()); // in another tab
addEventListener("pageshow", (event) => event.persisted && begin());
