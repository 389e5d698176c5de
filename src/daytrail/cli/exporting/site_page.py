"""Pages of a built site as Markdown: front matter, and the content as one block of HTML.

The content stays HTML, since no two generators read the same Markdown: entries are GitHub's, and docs pages may use
any extension. It is what visitors of the site see, without drafts and private passages.
"""

import re
from collections.abc import Collection
from dataclasses import dataclass
from html import escape, unescape

import yaml

_ARTICLE = re.compile(r'<article class="md-content__inner[^>]*>(.*)</article>', re.DOTALL)
_BY_THEME = re.compile(
    r'<a\s[^>]*class="md-content__button\b.*?</a>|<aside class="md-source-file".*?</aside>'
    r'|<form class="md-feedback".*?</form>|<nav class="md-tags".*?</nav>',
    re.DOTALL,
)
"""Elements of Material around the content: the button for editing, dates, and the question if a page was helpful."""
_META = re.compile(r'<meta (?:name|property)="([^"]+)" content="([^"]*)">')
_HEAD = re.compile(
    r'<meta (?:property|name="twitter:)[^>]*>|<link rel="(?:alternate|me|next|preload|prev)"[^>]*>'
    r'|<script type="application/ld\+json">.*?</script>',
    re.DOTALL,
)
"""Elements that Daytrail puts into the head of a page."""
_TITLE = re.compile("<title>(.*?)</title>", re.DOTALL)
_HIDDEN = re.compile(r'data-md-type="(navigation|toc)"\s+hidden')
_FOOTER = re.compile(r'<div class="dt-footer">.*?\n</div>\n', re.DOTALL)
_OPAQUE = re.compile(r"<(script|style)\b.*?</\1>|<!--.*?-->", re.DOTALL)
"""Elements and comments without character references."""
_PREFORMATTED = re.compile(r"<(pre|textarea)\b.*?</\1>", re.DOTALL)
_EMPTY_LINES = re.compile(r"\n\s*\n")
_MARKS = str.maketrans({"`": "&#96;", "~": "&#126;", "{": "&#123;", "\t": "&#9;"})
"""Characters that generators look for before they know what is HTML: for code blocks, macros and indentation."""


@dataclass(frozen=True)
class SitePage:
    """Parts of a page that another generator needs."""

    path: str
    """Path of the Markdown file, from which the page gets the same address, as in `log/2026/02/15/index.md`."""
    title: str
    """Its title as HTML, since generators put it and the description into their templates without escaping them.
    Empty for a home page that is called as the site is."""
    description: str
    hidden: tuple[str, ...]
    """Lists that the page does not show: `navigation`, `toc`."""
    head: str
    """HTML for its head: previews, feeds, and data for search engines."""
    content: str


class _Block(str):
    """A text of several lines, for YAML."""


class _Dumper(yaml.SafeDumper):
    """Writer of YAML that keeps the lines of a text."""


_Dumper.add_representer(_Block, lambda dumper, text: dumper.represent_scalar("tag:yaml.org,2002:str", text, style="|"))


def read_page(path: str, html: str) -> SitePage | None:
    """Return what is on a page of the site, by the path of its file; None if it is none of MkDocs' pages."""
    article = _ARTICLE.search(html)
    if path == "404.html" or not article:
        return None
    head = html.partition("</head>")[0]
    meta = dict(_META.findall(head))
    content = _BY_THEME.sub("", article[1])
    if footer := _FOOTER.search(html, article.end()):
        content += footer[0].replace('class="dt-footer"', 'class="dt-footer" data-search-exclude', 1)
    title = unescape(found[1]) if (found := _TITLE.search(head)) else ""
    site_name = unescape(meta.get("og:site_name", ""))
    return SitePage(
        source_path(path),
        "" if title == site_name else escape(title.removesuffix(f" - {site_name}"), quote=False),
        meta.get("description", ""),
        tuple(dict.fromkeys(_HIDDEN.findall(html))),
        # Before it are those links to the pages around this one that the theme has made of `nav`.
        "\n".join(match[0] for match in _HEAD.finditer(head, max(head.find('<meta property="og:'), 0))),
        content,
    )


def source_path(path: str) -> str:
    """Return the path of the Markdown file of a page, by that of its file or by its URL path.

    A page with an address such as `log/2026/` is `log/2026/index.md`: from there, links lead to the same pages whether
    a generator takes them for URLs, as MkDocs does, or for the paths of files, as Zensical does.
    """
    return f"{path.removesuffix('.html')}.md" if path.endswith(".html") else f"{path}index.md"


def markdown(page: SitePage, *, searched: Collection[str] | None) -> str:
    """Return a page as Markdown. `searched` are the paths of pages that the search has texts of, if that is known."""
    meta: dict[str, object] = {"title": page.title} if page.title else {"home": True}
    meta["description"] = page.description
    if page.hidden:
        meta["hide"] = list(page.hidden)
    if searched is not None and page.path not in searched:
        meta["search"] = {"exclude": True}
    if page.head:
        meta["head"] = _Block(f"{page.head}\n")
    front = yaml.dump(meta, Dumper=_Dumper, allow_unicode=True, sort_keys=False, width=10**9)
    return f'---\n{front}---\n\n<div class="dt-page">\n{html_block(page.content)}\n</div>\n'


def html_block(html: str) -> str:
    """Return HTML as a block in which no generator finds Markdown: without empty lines, and without their marks."""
    pieces: list[str] = []
    end = 0
    for opaque in _OPAQUE.finditer(html):
        pieces += [_without_marks(html[end : opaque.start()]), opaque[0]]
        end = opaque.end()
    pieces.append(_without_marks(html[end:]))
    return _EMPTY_LINES.sub("\n", "".join(pieces)).strip("\n")


def _without_marks(html: str) -> str:
    # A line break in code is one for the reader too, in particular two of them.
    return _PREFORMATTED.sub(lambda code: code[0].replace("\n", "&#10;"), html).translate(_MARKS)
