/* Material's search, loaded when the visitor searches for the first time.
 *
 * This runs as the search worker of Material, whose own worker is named behind the `#` of this file's address.
 * Pages load `search/search_index.json` as soon as they open; it has the settings of the search only, and the
 * texts are in `search/texts.json`. Words are kept whole as the setting `separator` says, also in what is typed,
 * and a number that is typed means itself, not all numbers that begin with it. A name of several words is also found
 * as one word, which only the index has, so that results show nothing that nobody wrote.
 */
"use strict";

const [SETUP, READY, QUERY, RESULT] = [0, 1, 2, 3];
let setup;
let typed;
let state = "idle";

const dispatch = (data) => dispatchEvent(new MessageEvent("message", { data }));

/* Names in the labels and the title of a page as one word, since `FlashAttention` also means `Flash Attention`. */
const joined = ({ tags, title }) =>
  [...tags.filter((tag) => /^\p{L}+(-\p{L}+)+$/u.test(tag)), ...(title.match(/\p{Lu}\p{L}+( \p{Lu}\p{L}+)+/gu) ?? [])].map((name) =>
    name.replace(/[ -]/g, ""),
  );

const load = async () => {
  state = "loading";
  try {
    if (!setup.data.docs.length) {
      const answer = await fetch(new URL("../../../search/texts.json", location.href));
      if (!answer.ok) throw new Error(`${answer.status} ${answer.url}`);
      setup.data.docs = await answer.json();
    }
  } catch (error) {
    state = "idle"; // the next try may find them
    throw error;
  }
  importScripts(location.hash.slice(1));
  self.lunr.QueryLexer.termSeparator = /\s+/;
  const { add } = self.lunr.Builder.prototype;
  self.lunr.Builder.prototype.add = function (doc, attributes) {
    return add.call(this, doc.tags ? { ...doc, tags: [...doc.tags, ...joined(doc)] } : doc, attributes);
  };
  state = "ready";
  dispatch(setup);
  setTimeout(() => dispatch(typed)); // once the index is there, which is made without a pause
};

addEventListener("message", (event) => {
  if (event.data.type === QUERY) event.data.data = event.data.data.replace(/(?<!\S)\d+(?!\S)/g, "$&^1");
  if (state === "ready") return; // Material's worker answers
  event.stopImmediatePropagation();
  if (event.data.type === SETUP) {
    setup = event.data;
    postMessage({ type: READY });
  } else if (event.data.data.trim() === "") {
    postMessage({ type: RESULT, data: { items: [] } });
  } else {
    typed = event.data;
    if (state === "idle") load();
  }
});
