/* Replaces Mermaid on a site that was built without it: every diagram stays the text that it is.
 *
 * Material would load Mermaid from a public host otherwise. It waits for a drawing, which never comes.
 */
window.mermaid = { initialize: () => {}, render: () => new Promise(() => {}) };
