"""Body of an entry as HTML: as GitHub shows it, with the theme's class names."""

import posixpath
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cache, lru_cache
from html import escape, unescape
from itertools import pairwise
from typing import Any, Final
from unicodedata import bidirectional
from urllib.parse import quote, unquote

from markdown_it import MarkdownIt
from markdown_it.common.utils import escapeHtml
from markdown_it.renderer import RendererHTML, RendererProtocol
from markdown_it.token import Token
from math_core import LatexError, LatexToMathML
from mdit_py_plugins.anchors.index import slugify
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexer import Lexer
from pygments.lexers import get_lexer_by_name
from pygments.util import ClassNotFound

from daytrail.source.notations import ALL, Programs, entry_parser
from daytrail.source.notations.media import kind_of_file
from daytrail.source.photos import has_thumbnail
from daytrail.views.links import thumbnail_path
from daytrail.views.sanitise import MAX_DEPTH, depth, is_foreign, sanitise
from daytrail.views.translation import deferred, pgettext

# GitHub's five alerts as admonitions that Material has an icon and a colour for.
_ALERTS: Final = {
    deferred("title of an alert", "Note"): "note",
    deferred("title of an alert", "Tip"): "tip",
    deferred("title of an alert", "Important"): "info",
    deferred("title of an alert", "Warning"): "warning",
    deferred("title of an alert", "Caution"): "danger",
}
MAX_HIGHLIGHTED: Final = 10_000
"""Characters of a code block with colours. Many lexers take quadratic time."""
_SLOW_CODE: Final = re.compile(r"(?:\n[ \t]*){50}|[ \t]{300}|.{1000}")
"""Blank lines, wide gaps and long lines, for which lexers of C, Java, Makefiles and others need the most time."""
_HIGHLIGHTER: Final = HtmlFormatter(nowrap=True)
_MATH: Final = LatexToMathML(fancy_error=False, allow_unreliable_rendering=True)
_GROWING: Final = re.compile(
    r"<mo((?: [^>]*)?>[\\\u0302\u0303\u0305\u030C\u0332\u20D7↔↕↤↦↩↪↼↽⇀⇁⇐⇑⇓⇔⇕∐∬-∳\u22C0-\u22C3⎰⎱⎴⎵⏜-⏡⟦⟧⟪⟫⦃-⦆⨀-⨆]</mo>)"
)
"""Signs with other sizes in the font of rare signs; formula.css has this font for them."""


def _add_heading_ids(tokens: Sequence[Token]) -> None:
    """Give each heading the id that GitHub uses. The plugin `anchors` takes quadratic time for equal headings."""
    taken: set[str] = set()
    numbers: Counter[str] = Counter()
    for heading, text in pairwise(tokens):
        if heading.type == "heading_open":
            words = (child.content for child in text.children or () if child.type in ("text", "code_inline"))
            slug = name = slugify("".join(words))
            while name in taken:
                numbers[slug] += 1
                name = f"{slug}-{numbers[slug]}"
            taken.add(name)
            heading.attrSet("id", name)


def _add_theme_classes(tokens: Sequence[Token]) -> None:
    """Give alerts the classes of the theme, each checkbox its task as a label, and heads of tables no empty `th`."""
    for index, token in enumerate(tokens):
        if token.type == "alert_open":
            token.attrSet("class", f"admonition {_ALERTS[str(token.meta['kind']).capitalize()]}")
        elif token.type == "alert_title_open":
            if token.tag == "p":  # else it is the summary of a fold
                token.attrSet("class", "admonition-title")
            for text in tokens[index + 1].children or ():
                text.content = pgettext("title of an alert", text.content)
        elif token.type == "th_open" and not tokens[index + 1].content:
            token.tag = tokens[index + 2].tag = "td"
        elif "checked" in token.meta and (text := tokens[index + 2]).type == "inline":
            checked = " checked" if token.meta.pop("checked") else ""
            box = f'<label><input class="task-list-item-checkbox" type="checkbox" disabled{checked}> '
            start, end = (Token("html_inline", "", 0, content=html) for html in (box, "</label>"))
            text.children = [start, *(text.children or ()), end]


# Hebrew, Arabic and the scripts between them, and their presentation forms.
_RIGHT_TO_LEFT: Final = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]")
_TEXT_BLOCKS: Final = frozenset(f"{name}_open" for name in ("paragraph", "heading", "th", "td"))
_OUTER_BLOCKS: Final = frozenset(
    f"{name}_open"
    for name in "admonition alert blockquote bullet_list ordered_list list_item table footnote_block".split()  # noqa: SIM905 - words
)


def _add_directions(tokens: Sequence[Token], text: str) -> None:
    """Let each block of a text with right-to-left words have the direction of its own first word."""
    if _RIGHT_TO_LEFT.search(text):
        for index, token in enumerate(tokens):
            if token.type in _TEXT_BLOCKS:
                token.attrSet("dir", "auto")
            # With `auto` a browser leaves out the blocks inside that have a direction themselves, which are all of it.
            elif token.type in _OUTER_BLOCKS and (direction := _direction(tokens, index)):
                token.attrSet("dir", direction)


def _direction(tokens: Sequence[Token], opening: int) -> str:
    """Return the direction of the first letter in a block that has one; empty if none has."""
    nesting = 0  # tokens of footnotes have no level
    for index in range(opening, len(tokens)):
        token = tokens[index]
        nesting += token.nesting
        if not nesting:
            return ""
        is_text = token.type == "inline" and tokens[index - 1].type != "alert_title_open"  # which is a word of ours
        for char in token.content if is_text else "":
            if (kind := bidirectional(char)) in ("L", "R", "AL"):
                return "ltr" if kind == "L" else "rtl"
    return ""


MAX_FORMULA: Final = 5_000
"""Characters of a formula."""
MAX_FORMULA_DEPTH: Final = 100
"""Groups of a formula within each other: the native library parses them by recursion, and would end the process."""
MAX_OPEN_BRACKETS: Final = 8
"""Brackets of a formula without an end: each doubles the time that the library takes."""

_COMMENT: Final = re.compile(r"(?<!\\)%.*")
_NAMES: Final = "(?:brac[ek]|Brace|paren|[vV]ert|{0}?angle|Angle|floor|ceil|group|moustache|{0}bracket|{0}parenthesis)"
_DELIMITER: Final = r"(?![a-zA-Z])\s*(?:\\[a-zA-Z]+|\\?.)?"
_CLOSE: Final = (
    rf"(?:[)\]⌉⌋⌝⌟⎱⟆⟧⟩⟫⟭⟯⦄⦆⦈⦊⦌⦎⦐⦒⦔⦖⦘⧙⧛⧽\u2773]|\\\}}|\\[ul]rcorner|\\r{_NAMES.format('r')}(?![a-zA-Z])"
    rf"|\\[bB]igg?r{_DELIMITER})"
)
_TEX_TOKEN: Final = re.compile(
    rf"(?P<start>\{{|\\begin(?![a-zA-Z])|\\left{_DELIMITER})|(?P<end>\}}|\\end(?![a-zA-Z])|\\right{_DELIMITER})"
    rf"|(?P<open>[(\[⌈⌊⌜⌞⎰⟅⟦⟨⟪⟬⟮⦃⦅⦇⦉⦋⦍⦏⦑⦓⦕⦗⧘⧚⧼\u2772]|\\\{{|\\[ul]lcorner|\\l{_NAMES.format('l')}(?![a-zA-Z])"
    rf"|\\mathopen|\\[bB]igg?l{_DELIMITER})|(?P<close>{_CLOSE})"
    rf"|(?P<maybe_argument>(?P<command>[_^]|\\[a-zA-Z]+)\s*(?P<first>\w?)\s*{_CLOSE})|(?P<cell>&|\\\\)|\\."
)


@lru_cache(maxsize=1024)
def _arguments(command: str) -> int:
    """Return how many arguments a TeX command needs; at most 2 are counted."""
    for count in range(2):
        with suppress(LatexError):
            _MATH.convert_with_local_state("a" + command + "{a}" * count, displaystyle=False)
            return count
    return 2


def _is_convertible(tex: str) -> bool:
    """Return whether the native library converts a formula in time, and without ending the process."""
    unclosed, groups = 0, [0]  # brackets without an end, and those that are still open in each open group
    for match in _TEX_TOKEN.finditer(_COMMENT.sub("", tex)):
        kind = match.lastgroup
        if kind == "maybe_argument" and _arguments(match["command"]) <= bool(match["first"]):
            kind = "close"
        if kind == "start":
            groups.append(0)
        elif kind == "end" and len(groups) > 1:
            unclosed += groups.pop()
        elif kind == "cell":
            unclosed, groups[-1] = unclosed + groups[-1], 0
        elif kind == "open":
            groups[-1] += 1
        elif kind == "close" and groups[-1]:
            groups[-1] -= 1
        if len(groups) > MAX_FORMULA_DEPTH:
            return False
    return len(tex) <= MAX_FORMULA and unclosed + sum(groups) <= MAX_OPEN_BRACKETS


def _math(tex: str, *, block: bool) -> str:
    """Return TeX as MathML, which browsers show without a script; invalid and excessive TeX as written."""
    with suppress(LatexError):
        if _is_convertible(tex) and depth(html := _MATH.convert_with_local_state(tex, displaystyle=block)) <= MAX_DEPTH:
            return _GROWING.sub(r'<mo class="dt-grows"\1', html)
    return f"<code>{escapeHtml(f'$${tex}$$' if block else f'${tex}$')}</code>"


def _math_block(_: RendererProtocol, tokens: Sequence[Token], index: int, *_rest: object) -> str:
    return f'<div class="math">{_math(tokens[index].content.strip(), block=True)}</div>\n'


def math_inline(_: RendererProtocol, tokens: Sequence[Token], index: int, *_rest: object) -> str:
    """Return a formula of a text as MathML."""
    tex = tokens[index].content.strip()
    # GitHub also takes $`…`$, for TeX that Markdown would touch.
    return _math(tex.removeprefix("`").removesuffix("`"), block=tokens[index].markup == "$$")


@lru_cache(maxsize=256)
def _lexer(language: str) -> Lexer | None:
    try:
        return get_lexer_by_name(language, stripnl=False)
    except ClassNotFound:
        return None


def _code(renderer: RendererProtocol, tokens: Sequence[Token], index: int, *rest: object) -> str:
    source, meta = tokens[index].content, tokens[index].meta
    language = (tokens[index].info.split() or [""])[0].lower()
    if language == "mermaid":
        return f'<pre class="mermaid"><code>{escapeHtml(source)}</code></pre>\n'
    if language == "math":
        return _math_block(renderer, tokens, index, *rest)
    is_quick = len(source) <= MAX_HIGHLIGHTED and not _SLOW_CODE.search(source)
    lines = meta.get("lines") if is_quick else None
    lexer = _lexer(language or "text") if is_quick and (language or lines) else None
    name = lexer.aliases[0] if lexer else "text"
    highlighter = HtmlFormatter(nowrap=True, hl_lines=lines) if lines else _HIGHLIGHTER
    text = highlight(source, lexer, highlighter) if lexer else escapeHtml(source)
    title = f'<span class="filename">{escapeHtml(meta["title"])}</span>\n' if meta.get("title") else ""
    # Material and Pygments put an empty span first, so that browsers keep an empty first line.
    return f'<div class="language-{name} highlight">{title}<pre><span></span><code>{text}</code></pre></div>\n'


def _footnote_block_open(_: RendererProtocol, tokens: Sequence[Token], index: int, *_rest: object) -> str:
    return f'<div class="footnote"{RendererHTML.renderAttrs(tokens[index])}>\n<hr>\n<ol>\n'


def _footnote_ref(_: RendererProtocol, tokens: Sequence[Token], index: int, *_rest: object) -> str:
    number, again = tokens[index].meta["id"] + 1, tokens[index].meta.get("subId", 0)
    name = f"{number}:{again}" if again else f"{number}"
    return f'<sup id="fnref:{name}"><a class="footnote-ref" href="#fn:{number}">{number}</a></sup>'


def _image(renderer: RendererProtocol, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
    """Show an image of the site. One of another host becomes a link, so that readers send no request there."""
    source = str(tokens[index].attrGet("src") or "")
    if not is_foreign(source):
        tokens[index].attrSet("loading", "lazy")
        return RendererHTML.image(renderer, tokens, index, options, env)  # type: ignore[arg-type]  # rules are given a RendererHTML
    alt = RendererHTML().renderInlineAsText(tokens[index].children, options, env)
    return f'<a href="{escapeHtml(source)}">{escapeHtml(alt) or escapeHtml(source)}</a>'


def _with_pictures(tokens: Sequence[Token]) -> list[Token]:
    """Return the tokens of a text with one token for paragraphs that follow each other and have pictures alone."""
    result: list[Token] = []
    pictures: list[Token] = []
    indexes = iter(range(len(tokens)))
    for index in indexes:
        is_paragraph = tokens[index].type == "paragraph_open" and not tokens[index].hidden
        found = _pictures(tokens[index + 1].children or ()) if is_paragraph else []
        if found:
            pictures += found
            next(indexes), next(indexes)  # its text and its end
        else:
            result += [*_one_token(pictures), tokens[index]]
            pictures = []
    return [*result, *_one_token(pictures)]


def _pictures(tokens: Sequence[Token]) -> list[Token]:
    """Return the pictures of a paragraph that has nothing else; empty if it has."""
    found = [token for token in tokens if token.type != "softbreak" and token.content != " "]
    return found if all(map(_is_picture, found)) else []


def _is_picture(token: Token) -> bool:
    """Return whether a token is a picture. With an anchor, the theme shows one on dark pages or on light ones."""
    source = str(token.attrGet("src") or "#")
    return token.type == "image" and not (is_foreign(source) or "#" in source or kind_of_file(source))


def _one_token(pictures: Sequence[Token]) -> list[Token]:
    return [Token("pictures", "", 0, children=list(pictures))] if pictures else []


def _figures(renderer: RendererProtocol, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
    """Show pictures with their titles below them, each as a link to itself; several are a row of small ones."""
    images, figures = tokens[index].children or [], []
    for number, image in enumerate(images):
        source, caption = str(image.attrGet("src")), image.attrs.pop("title", "")
        name = "" if image.content else f' aria-label="{escapeHtml(str(caption) or source.rpartition("/")[2])}"'
        if len(images) > 1:
            image.attrSet("class", SMALL_PICTURE)
        shown = _image(renderer, images, number, options, env)
        link = f'<a class="dt-picture" href="{escapeHtml(source)}"{name}>{shown}</a>'
        figures.append(f"{link}<figcaption>{escapeHtml(str(caption))}</figcaption>" if caption else link)
    row = "".join(f"<figure>{figure}</figure>\n" for figure in figures)
    return f'<div class="dt-pictures">\n{row}</div>\n' if len(images) > 1 else row


def _tabs_open(_: RendererProtocol, tokens: Sequence[Token], index: int, *_rest: object) -> str:
    """Show the labels of tabs; `with_tabs` makes them work on a page."""
    number, labels = tokens[index].meta["number"], tokens[index].meta["labels"]
    names = (f'<label for="__tabbed_{number}_{i}">{escapeHtml(label)}</label>' for i, label in enumerate(labels, 1))
    parts = f'<div class="tabbed-labels">{" ".join(names)}</div>\n<div class="tabbed-content">\n'
    return f'<div class="tabbed-set tabbed-alternate">{parts}'


SMALL_PICTURE: Final = "dt-small-picture"
"""Class of a picture in a row, for which a page has a small file."""
_TABS: Final = re.compile(r'<div class="tabbed-labels">(?:<label for="__tabbed_\d+_\d+">[^<]*</label> ?)+')
_TAB: Final = re.compile(r' for="(__tabbed_\d+)(_\d+)"')


def with_tabs(html: str) -> str:
    """Return the HTML of a body with a control for each tab, by which Material's styles show and hide its text."""

    def controls(labels: re.Match[str]) -> str:
        checked, inputs = ' checked=""', ""
        for name, number in _TAB.findall(labels[0]):
            inputs += f'<input{checked} id="{name}{number}" name="{name}" type="radio">'
            checked = ""
        return inputs + labels[0]

    return _TABS.sub(controls, html)


_IMAGE: Final = re.compile(r'<img((?: [\w:-]+="[^"]*")*) ?/?>')
_URL: Final = re.compile(r' src="([^"]*)"')
_ALT: Final = re.compile(r' alt="([^"]+)"')


def with_players(html: str) -> str:
    """Return the HTML of a body with players for the images that are recordings. They load nothing by themselves."""

    def player(image: re.Match[str]) -> str:
        url, alt = _URL.search(image[1]), _ALT.search(image[1])
        kind = kind_of_file(unescape(url[1])) if url else ""
        if not url or kind not in ("audio", "video"):
            return image[0]
        name = alt[1] if alt else url[1].rpartition("/")[2]
        link = f'<a href="{url[1]}">{name}</a>'
        return f'<{kind} aria-label="{name}" controls="" preload="none" src="{url[1]}">{link}</{kind}>'

    return _IMAGE.sub(player, html)


_OPEN_IMAGE: Final = re.compile(r"<img\b[^>]*?(?= ?/?>)")
TALLEST: Final = 640
"""Pixels of the height of a picture on a page, which a browser makes narrower for a phone."""


def with_sizes(html: str, url: str, sizes: Mapping[str, tuple[int, int]]) -> str:
    """Return the HTML of the page at a URL path with the sizes of images that the writer gave none.

    `sizes` has width and height by path in the site. The first image loads at once, since it may be in sight; those of
    a row are small files.
    """
    if not sizes:
        return html
    folder = posixpath.dirname(url)

    def sized(match: re.Match[str]) -> str:
        tag, source = match[0], _URL.search(match[0])
        path = posixpath.normpath(posixpath.join(folder, unquote(unescape(source[1])))) if source else ""
        if match.start() == first:
            tag = tag.replace(' loading="lazy"', "")
        if source and SMALL_PICTURE in tag and path in sizes and has_thumbnail(path):
            small = posixpath.relpath(thumbnail_path(path), folder or ".")
            tag = tag.replace(source[0], f' src="{escape(quote(small))}"')
        if path not in sizes or re.search(" (width|height)=", tag):
            return tag
        width, height = sizes[path]
        if height > TALLEST:
            width, height = max(1, round(width * TALLEST / height)), TALLEST
        return f'{tag} width="{width}" height="{height}"'

    image = _OPEN_IMAGE.search(html)
    first = image.start() if image else -1
    return _OPEN_IMAGE.sub(sized, html)


_RULES: Final[dict[str, Callable[..., str]]] = {
    "code_block": _code,
    "fence": _code,
    # Footnotes as Python-Markdown writes them, which Material has styles for.
    "footnote_anchor_name": lambda _, tokens, index, *_rest: f":{tokens[index].meta['id'] + 1}",
    "footnote_block_close": lambda *_: "</ol>\n</div>\n",
    "footnote_block_open": _footnote_block_open,
    "footnote_ref": _footnote_ref,
    "image": _image,
    "math_block": _math_block,
    "math_inline": math_inline,
    "math_inline_double": math_inline,
    "pictures": _figures,
    "tabs_close": lambda *_: "</div>\n</div>\n",
    "tabs_open": _tabs_open,
}


@cache
def _parser(programs: Programs) -> MarkdownIt:
    markdown = entry_parser(programs)
    for name, rule in _RULES.items():
        markdown.add_render_rule(name, rule)
    return markdown


_IMAGE_WITHOUT_URL: Final = re.compile(r'<img(?: (?!src=)[\w-]+="[^"]*")*>')
"""An image whose URL the sanitiser has removed, or that had none."""


@lru_cache(maxsize=1024)  # feeds show the texts of newer entries too
def render_body(body: str, programs: Programs = ALL) -> str:
    """Return the sanitised HTML of an entry's body, with the notations of some programs.

    Links are as written, headings have the ids that GitHub uses.
    """
    env: dict[str, Any] = {}
    markdown = _parser(programs)
    tokens = markdown.parse(body, env)
    _add_heading_ids(tokens)
    _add_theme_classes(tokens)
    _add_directions(tokens, body)
    html = sanitise(str(markdown.renderer.render(_with_pictures(tokens), markdown.options, env)))
    return _IMAGE_WITHOUT_URL.sub(lambda image: "".join(re.findall(' alt="([^"]*)"', image[0])), html)
