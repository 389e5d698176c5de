// The markup of the element with the focus, the width of its outline, and its contrast with what is below it.
() => {
    let at = document.activeElement;
    if (at === document.body || at.matches(".md-search__input")) return ["", 0, 0]; // a field has its cursor
    const numbers = (colour) => { // a mixed one is `color(srgb 0.5 0.8 0.7)`
        const values = colour.match(/[\d.]+/g).map(Number);
        return colour.startsWith("color") ? values.map((value, i) => (i < 3 ? value * 255 : value)) : values;
    };
    const style = (element) => getComputedStyle(element);
    const alpha = (colour) => numbers(colour)[3] ?? 1;
    const square = at.ownerSVGElement && at.querySelector("rect");
    if (at.matches(".md-option")) at = at.nextElementSibling;
    const outline = style(at).outlineStyle === "none" ? "0" : style(at).outlineWidth;
    const [width, colour] = square
        ? [style(square).strokeWidth, style(square).stroke]
        : [outline, style(at).outlineColor];
    let below = at.parentElement;
    while (below.parentElement && alpha(style(below).backgroundColor) < 1) below = below.parentElement;
    const back = numbers(style(below).backgroundColor);
    const front = numbers(colour).slice(0, 3).map((value, i) => value * alpha(colour) + back[i] * (1 - alpha(colour)));
    const linear = (value) => value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    const light = (channels) => channels.slice(0, 3).map(value => linear(value / 255))
        .reduce((sum, value, i) => sum + value * [0.2126, 0.7152, 0.0722][i], 0);
    const [low, high] = [light(front), light(back)].sort((a, b) => a - b);
    return [at.outerHTML.slice(0, 120), parseFloat(width), (high + 0.05) / (low + 0.05)];
}
