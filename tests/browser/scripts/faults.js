// Words that break inside, text that is cut, what is outside of the window, targets below 24 pixels; and left edges.
() => {
    const found = [], shown = e => e.checkVisibility({visibilityProperty: true, opacityProperty: true})
        && !e.closest(".md-search, .md-sidebar, .md-header__title, details:not([open]) > :not(summary), svg, .dt-skip")
    const say = (what, e) => found.push(`${what}: ${e.className || e.localName} ${e.textContent.trim().slice(0, 60)}`)
    const scrolls = e => e && (/auto|scroll/.test(getComputedStyle(e).overflowX) || scrolls(e.parentElement))
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), range = document.createRange()
    for (let node; (node = texts.nextNode());) {
        const parent = node.parentElement
        if (parent.matches("script, style, code, title") || !shown(parent)) continue
        range.selectNodeContents(node)
        if (range.getClientRects().length < 2) continue
        for (const word of node.data.matchAll(/\d[\d.,:]*\u00a0[\p{L}%]+|[\p{L}\p{N}.,:'’]+/gu)) {
            range.setStart(node, word.index), range.setEnd(node, word.index + word[0].length)
            const tops = [...range.getClientRects()].map(rect => Math.round(rect.top))
            if (word[0].length < 20 && Math.max(...tops) - Math.min(...tops) > 3) say(`broken (${word[0]})`, parent)
        }
    }
    for (const e of document.querySelectorAll("body *")) {
        if (!shown(e)) continue
        const style = getComputedStyle(e), rect = e.getBoundingClientRect()
        const marks = style.textOverflow === "ellipsis" || style.webkitLineClamp.match(/\d/)
        const cuts = /hidden|clip/.test(style.overflowX) && !marks && e.scrollWidth > e.clientWidth + 1
        if (cuts && rect.width > 2 && e.innerText?.trim()) say("cut", e)
        if ((rect.right > innerWidth + 1 || rect.left < -1) && rect.width > 2 && !scrolls(e)) say("outside", e)
    }
    // Where they are not within a sentence, or days of a strip, whose months are links too.
    const within = "[y], svg, .entry-body p, p:not(.dt-crumbs, .dt-more), small, .dt-questions__facts, .dt-weeks__days"
    for (const e of document.querySelectorAll("a, button, summary, input, select"))
        if (!e.disabled && e.checkVisibility({visibilityProperty: true, opacityProperty: true})
            && !e.closest(`${within}, .dt-strip__scroll`) && e.getBoundingClientRect().height < 23.9) say("low", e)
    if (document.scrollingElement.scrollWidth > innerWidth) found.push("wider than the window")
    const left = css => Math.round(document.querySelector(css).getBoundingClientRect().left)
    return [found, left("h1"), left(".md-header__topic .md-ellipsis")]
}
