"""Docs pages as MkDocs reads them: which are published, and their links, anchors and templates."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any

from pathspec.gitignore import GitIgnoreSpec

from daytrail.project.settings import Settings
from daytrail.source.docs_pages import calls_alone, read_docs_pages
from daytrail.source.files import MAX_TEXT_BYTES, read_text
from daytrail.source.private_text import blank_private
from daytrail.source.yaml.parser import parse

if TYPE_CHECKING:
    from daytrail.project.site_checks.rendering import Rendered

_TEMPLATE = re.compile(r"\{%-?\s*raw\s*-?%\}(.*?)\{%-?\s*endraw\s*-?%\}|\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}", re.DOTALL)
_LOADED = re.compile(
    r"abbr|admonition|attr_list|def_list|extra|fenced_code|footnotes|md_in_html|tables|toc"
    r"|pymdownx\.(?:arithmatex|betterem|caret|details|extra|magiclink|mark|superfences|tabbed|tasklist|tilde)"
    r"|pymdownx\.blocks\.(?:admonition|details|tab)"
)
"""Extensions that are loaded: those that decide what is a link, a heading or code."""
_HARMLESS = re.compile(
    r"codehilite|daytrail\.gfm|meta|nl2br|sane_lists|smarty"
    r"|pymdownx\.(?:critic|emoji|highlight|inlinehilite|keys|smartsymbols)"
)
"""Extensions that are not loaded, since they change neither the anchors nor the links of a page."""
_TOC_OPTIONS = ("baselevel", "separator", "toc_depth", "marker")


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
    def rendered(self) -> "Rendered":
        """The links and anchors that are in the text itself, not in what macros return."""
        # Only here, since Python-Markdown takes a fifth of a second to load.
        from daytrail.project.site_checks.rendering import render_docs

        text = _TEMPLATE.sub(_shown, self.body) if self.is_template else self.body
        extensions = self.settings.markdown_extensions
        toc, names = extensions.get("toc", {}), sorted(filter(_LOADED.fullmatch, extensions))
        return render_docs(text, names, {name: toc[name] for name in _TOC_OPTIONS if name in toc})

    @property
    def anchors(self) -> frozenset[str] | None:
        """The ids on the page; None if macros or an extension of the owner may give it others."""
        names = self.settings.markdown_extensions
        is_known = all(_LOADED.fullmatch(name) or _HARMLESS.fullmatch(name) for name in names)
        return (
            self.rendered.anchors
            if is_known and not self.is_template and "slugify" not in names.get("toc", {})
            else None
        )


def _shown(match: re.Match[str]) -> str:
    """Return what a build puts in the place of a part of a template: a comment for the HTML of a macro."""
    if match[1] is not None:
        return match[1]
    is_call = re.match(r"\{\{[-+]?\s*\w+\s*\(", match[0])
    return "\n<!-- -->\n" if is_call else "x" if match[0].startswith("{{") else ""


def read_site_docs(settings: Settings) -> Iterator[SiteDocs]:
    """Read the docs pages of a project that are published."""
    root, paths = settings.root, settings.paths
    for path, page in read_docs_pages(root, paths.docs, paths.entries, paths.exclude_docs, paths.draft_docs):
        text, _ = read_text(root, path, MAX_TEXT_BYTES)
        first = page.parts.first_line
        body = "\n" * (first - 1) + "\n".join(blank_private(text, path)[0].split("\n")[first - 1 :])
        document, _ = parse(page.parts.front_matter, path, allow_tags=True)
        data = document.data if isinstance(document.data, dict) else {}
        yield SiteDocs(path, PurePosixPath(path).relative_to(paths.docs).as_posix(), body, data, settings)
