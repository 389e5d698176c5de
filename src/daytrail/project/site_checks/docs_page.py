"""Docs pages as MkDocs reads them: which are published, and their links, anchors and templates.

Python-Markdown renders them as in a build, with the extensions that decide what is a link or a heading, and without
those of the owner, whose code is not run.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import PurePosixPath
from typing import Any, NamedTuple
from xml.etree.ElementTree import Element

from markdown import Markdown
from markdown.treeprocessors import Treeprocessor
from markdown.util import AMP_SUBSTITUTE
from pathspec.gitignore import GitIgnoreSpec

from daytrail.project.settings import Settings
from daytrail.source.docs_pages import DocsText, calls_alone
from daytrail.source.private_text import blank_private
from daytrail.source.yaml.parser import parse

_TEMPLATE = re.compile(r"\{%-?\s*raw\s*-?%\}(.*?)\{%-?\s*endraw\s*-?%\}|\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}", re.DOTALL)
_LOADED = re.compile(
    r"abbr|admonition|attr_list|def_list|extra|fenced_code|footnotes|md_in_html|tables|toc"
    r"|pymdownx\.(?:arithmatex|betterem|caret|details|extra|magiclink|mark|superfences|tabbed|tasklist|tilde)"
    r"|pymdownx\.blocks\.(?:admonition|details|tab)"
)
"""Extensions that are loaded: those that decide what is a link, a heading or code."""
_HARMLESS = re.compile(
    r"codehilite|meta|nl2br|sane_lists|smarty"
    r"|pymdownx\.(?:critic|emoji|highlight|inlinehilite|keys|smartsymbols)"
)
"""Extensions that are not loaded, since they change neither the anchors nor the links of a page."""
_TOC_OPTIONS = ("baselevel", "separator", "toc_depth", "marker")


class Rendered(NamedTuple):
    """Facts about a docs page that links need."""

    links: Sequence[str]
    """The URLs of links and images in their order."""
    anchors: frozenset[str] | None
    """None if the text nests too deep to be rendered."""


@dataclass(eq=False)
class SiteDocs:
    """A page of `docs/` that is published."""

    path: str
    """Relative to the project's root."""
    uri: str
    """Relative to `docs/`."""
    body: str
    """The text with empty lines instead of the front matter, so that lines are those of the file."""
    front_matter: Mapping[str, Any]
    settings: Settings

    @cached_property
    def is_template(self) -> bool:
        """Whether the page may call macros."""
        macros = self.settings.macros_options
        own = str(self.front_matter.get("render_macros", "")).lower()
        if macros is None or own in ("true", "false"):
            return macros is not None and own == "true"
        forced = GitIgnoreSpec.from_lines(macros.get("force_render_paths", "").splitlines())
        if macros.get("render_by_default", "true").lower() == "true" or forced.match_file(self.uri):
            return True
        from daytrail.views.macros import MACROS  # only here, since macros need Jinja

        return calls_alone(self.body, MACROS)

    @cached_property
    def rendered(self) -> Rendered:
        """The links and anchors that are in the text itself, not in what macros return."""
        text = _TEMPLATE.sub(_shown, self.body) if self.is_template else self.body
        extensions = self.settings.markdown_extensions
        toc, names = extensions.get("toc", {}), sorted(filter(_LOADED.fullmatch, extensions))
        return _render(text, names, {name: toc[name] for name in _TOC_OPTIONS if name in toc})

    @property
    def anchors(self) -> frozenset[str] | None:
        """The ids on the page; None if macros or an extension of the owner may give it others."""
        names = self.settings.markdown_extensions
        is_known = all(_LOADED.fullmatch(name) or _HARMLESS.fullmatch(name) for name in names)
        if self.is_template or not is_known or "slugify" in names.get("toc", {}):
            return None
        return self.rendered.anchors


def _shown(match: re.Match[str]) -> str:
    """Return what a build puts in the place of a part of a template: a comment for the HTML of a macro."""
    if match[1] is not None:
        return match[1]
    is_call = re.match(r"\{\{[-+]?\s*\w+\s*\(", match[0])
    return "\n<!-- -->\n" if is_call else "x" if match[0].startswith("{{") else ""


def read_site_docs(settings: Settings, texts: Mapping[str, DocsText]) -> Iterator[SiteDocs]:
    """Yield the docs pages of a project that are published, from their texts by path."""
    for path, page in texts.items():
        first = page.parts.first_line
        body = "\n" * (first - 1) + "\n".join(blank_private(page.whole, path)[0].split("\n")[first - 1 :])
        document, _ = parse(page.parts.front_matter, path, allow_tags=True)
        data = document.data if isinstance(document.data, dict) else {}
        yield SiteDocs(path, PurePosixPath(path).relative_to(settings.paths.docs).as_posix(), body, data, settings)


class _Collector(Treeprocessor):
    """Collector of the links and anchors of a page, at the points where MkDocs looks for them."""

    def __init__(self, md: Markdown) -> None:
        super().__init__(md)
        self.links: list[str] = []
        self.anchors: set[str] = set()

    def run(self, root: Element) -> None:
        for element in root.iter():
            names = ("id", "name") if element.tag == "a" else ("id",)
            self.anchors.update(filter(None, (element.get(name) for name in names)))
            url = element.get("href" if element.tag == "a" else "src") if element.tag in ("a", "img") else None
            if url and AMP_SUBSTITUTE not in url:  # which is in an e-mail address
                self.links.append(url)


def _render(text: str, extensions: Sequence[str], toc: Mapping[str, str]) -> Rendered:
    """Render the text of a docs page with some extensions, and options for that of the table of contents."""
    # These three are always on in MkDocs.
    md = Markdown(extensions=["toc", "tables", "fenced_code", *extensions], extension_configs={"toc": dict(toc)})
    collector = _Collector(md)
    md.treeprocessors.register(collector, "daytrail-links", 0)
    try:
        md.convert(text)
    except RecursionError:
        return Rendered((), None)
    # MkDocs looks for anchors in the HTML of the text as well, which is in no element.
    raw = re.findall(r"""\b(?:id|name)\s*=\s*(?:"([^"]*)"|'([^']*)')""", text)
    return Rendered(collector.links, frozenset(collector.anchors.union(map("".join, raw))))
