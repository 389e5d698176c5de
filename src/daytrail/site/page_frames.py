"""Frames of generated pages: what the theme's template puts around the texts of a page.

The template takes 2.5 ms for a page, nearly all of it for what the pages of a folder have in common. So it is rendered
once for them, with a mark in the place of each text that differs. A frame is used only for pages for which it is right:

- A template that does anything else with such a text than to write it, or that looks at anything of a page of which
  nothing is known here, gets no frame, and is rendered for each page.
- What is the same in a frame, the class of a page contains: see `_class_of`.
- When a frame is made, the page for which it is made must come out as without it.
"""

import logging
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NoReturn

from jinja2 import Environment, Template
from mkdocs.structure.pages import Page as MkDocsPage
from mkdocs.structure.toc import AnchorLink, TableOfContents

from daytrail.site.page_html import FinishedPage, finished, stripped_lines
from daytrail.site.page_task import GeneratedPage, headings

log = logging.getLogger("mkdocs.plugins.daytrail")

FOOTER = "daytrail_footer"
"""Name of our part of the footer in the context of a template."""
_START, _END = "\x02", "\x03"
"""No page contains these characters."""
_CHANGED = f" <b>Aa&amp;\"'  /./\n{'x' * 1000} "
"""A text that any filter of a template would change."""
_MARK = re.compile(f"{_START}(\\w+){re.escape(_CHANGED)}{_END}")
_SHORT_MARK = re.compile(f"{_START}(\\w+){_END}")
_TEMPLATE = "main.html"
"""Name of the template of pages."""
_METADATA = ("title", "description")
_ATTRIBUTES = ("title", "content", "canonical_url", "edit_url")
_TAGS = "tags"
"""Key of the metadata that a search reads, and no template."""
_HEADING = "<h1"
"""The theme asks whether the content of a page has it."""


class _UnknownError(Exception):
    """A template looks at something that may differ between the pages of a class."""


class _Unknown:
    """Something of a page that a template must not look at."""


def _refuse(*_: object) -> NoReturn:
    raise _UnknownError


_QUESTIONS = (
    "__bool__ __contains__ __eq__ __ge__ __getattr__ __getitem__ __gt__ __hash__ __html__ __iter__ __le__ __len__"
    " __lt__ __ne__ __str__"
)
for _question in _QUESTIONS.split():
    setattr(_Unknown, _question, _refuse)


class _Text(_Unknown):
    """A text that differs between pages, and is not empty: a template can do nothing but write it."""

    def __init__(self, name: str, *, has_heading: bool) -> None:
        self.mark = f"{_START}{name}{_CHANGED}{_END}"
        self.written = 0
        """How many times it was written."""
        self._has_heading = has_heading if name == "content" else None

    def __str__(self) -> str:
        self.written += 1
        return self.mark

    def __bool__(self) -> bool:
        return True

    def __contains__(self, text: str) -> bool:
        if text != _HEADING or self._has_heading is None:
            raise _UnknownError
        return self._has_heading


class _Heading(AnchorLink):
    """A heading in a table of contents, without others below it, whose title and link differ."""

    url: Any = None

    def __init__(self, texts: Mapping[str, Any], number: int) -> None:
        unknown: Any = _Unknown()
        super().__init__(texts[f"title_{number}"], unknown, unknown)
        self.url = texts[f"link_{number}"]


class _FramePage:
    """A page of which the template sees what its class has, and texts that differ."""

    def __init__(self, page: MkDocsPage, url: str, texts: Mapping[str, object]) -> None:
        self.url, self.parent, self.is_homepage = url, page.parent, page.is_homepage
        self.previous_page = self.next_page = None
        self.meta = dict(page.meta) | {name: texts[f"meta_{name}"] for name in _METADATA} | {_TAGS: _Unknown()}
        self.title, self.content, self.canonical_url, self.edit_url = (texts[name] for name in _ATTRIBUTES)
        [title] = page.toc
        heading = AnchorLink(_Unknown(), title.id, title.level)  # type: ignore[arg-type] # no template writes it
        heading.children = title.children
        if _is_flat(title):
            heading.children = [_Heading(texts, number) for number in range(len(title.children))]
        self.toc = TableOfContents([heading])

    def __getattr__(self, name: str) -> NoReturn:
        raise _UnknownError(name)


@dataclass(frozen=True, slots=True)
class _Frame:
    parts: list[str]
    """The same texts of all its pages, and between each two the name of a differing one."""
    neighbours: frozenset[str]
    """Names of folders, beside those of the pages of this class, to which links of the frame lead."""

    def fill(self, texts: Mapping[str, str]) -> str:
        """Return the page with these texts."""
        parts = self.parts.copy()
        parts[1::2] = [texts[name] for name in parts[1::2]]
        return "".join(parts)


class _Shape:
    """The parts of a page's URL on which relative links depend: its depth, and its first folder."""

    def __init__(self, url: str) -> None:
        parts = url.strip("/").split("/")
        first = parts[: len(parts) > 1]
        others = [f"{_START}.{_START}" if "." in part else _START for part in parts[len(first) :]]
        if others[:-1]:
            others[:-1] = [_START] * len(others[:-1])
        self.url = "/".join((*first, *others)) + "/" * url.endswith("/")
        # MkDocs takes a last part with a dot for the name of a file.
        folders = parts[:-1] if "." in parts[-1] else parts
        self.levels = len(folders) - len(first)
        """How far links go up to that folder."""
        self.name = folders[len(first)] if self.levels else ""
        """Name of the next folder."""

    def neighbours(self, html: str) -> frozenset[str]:
        """Return the names of the folders to which links in a frame lead."""
        if not self.levels:
            return frozenset()
        up = rf"(?<![\w./%-])(?:\.\./){{{self.levels}}}(?!\.\.)"
        return frozenset(re.findall(rf"{up}([^/\"'?#&\s<>]+)", html))


class FramedTemplates:
    """The templates of a theme, of which that of pages uses frames."""

    def __init__(self, env: Environment) -> None:
        self._env = env
        self._framed: _FramedTemplate | None = None

    def get_template(self, name: str) -> "Template | _FramedTemplate":
        """Return a template by its name."""
        if name != _TEMPLATE:
            return self._env.get_template(name)
        self._framed = self._framed or _FramedTemplate(self._env.get_template(name))
        return self._framed


class _FramedTemplate:
    """A template that is rendered, or of which a frame is filled if that makes no difference."""

    def __init__(self, template: Template) -> None:
        self._template = template
        self._seen: set[object] = set()
        """Classes of pages of which one was rendered. Often there is no other, as when an entry has changed."""
        self._frames: dict[object, _Frame | None] = {}
        """The frames of classes; None if one has none."""

    def render(self, context: Mapping[str, Any]) -> FinishedPage:
        """Return a page, by the context that MkDocs gives the template."""
        page = context["page"]
        texts = _texts(page, context)
        if not _may_have_frame(page, texts):
            return finished(self._template.render(context))
        shape = _Shape(page.url)
        page_class = _class_of(page, shape, texts)
        frame = self._frames.get(page_class)
        if frame and shape.name not in frame.neighbours:
            return FinishedPage(frame.fill(texts))
        html = finished(self._template.render(context))
        if page_class in self._seen and page_class not in self._frames:
            frame = self._new_frame(context, shape, texts)
            self._frames[page_class] = frame if frame and frame.fill(texts) == html else None
        self._seen.add(page_class)
        return html

    def _new_frame(self, context: Mapping[str, Any], shape: _Shape, texts: Mapping[str, str]) -> _Frame | None:
        has_heading = _HEADING in texts["content"]
        marks = {name: _Text(name, has_heading=has_heading) if text else text for name, text in texts.items()}
        page = _FramePage(context["page"], shape.url, marks)
        try:
            html = self._template.render({**context, "page": page, FOOTER: marks[FOOTER]})
        except Exception as reason:  # noqa: BLE001 - what a template does with an unknown value
            log.debug(f"Pages such as {context['page'].url} are rendered one by one: {reason!r}")
            return None
        written = Counter({name: mark.written for name, mark in marks.items() if isinstance(mark, _Text)})
        if Counter(_MARK.findall(html)) != +written:
            return None
        parts = _SHORT_MARK.split(finished(_MARK.sub(f"{_START}\\1{_END}", html)))
        return _Frame(parts, shape.neighbours("".join(parts[::2])))


def _texts(page: MkDocsPage, context: Mapping[str, Any]) -> dict[str, Any]:
    """Return the texts of a page that differ between pages, by their names; some may be missing or empty."""
    texts = {name: getattr(page, name) for name in _ATTRIBUTES}
    texts |= {f"meta_{name}": page.meta.get(name) for name in _METADATA}
    for title in page.toc if len(page.toc) == 1 else ():
        if _is_flat(title):
            texts |= {f"title_{number}": heading.title for number, heading in enumerate(title.children)}
            texts |= {f"link_{number}": heading.url for number, heading in enumerate(title.children)}
    return {**texts, FOOTER: context.get(FOOTER)}


def _is_flat(title: AnchorLink) -> bool:
    """Return whether no heading of a page is below another one; the theme writes the titles of those in two ways."""
    return not any(heading.children for heading in title.children)


def _may_have_frame(page: MkDocsPage, texts: Mapping[str, Any]) -> bool:
    """Return whether a page is none of the navigation, and `finished` changes none of its texts."""
    if not isinstance(page, GeneratedPage) or page.previous_page or page.next_page or len(page.toc) != 1:
        return False
    return all(not text or text == stripped_lines(text) for name, text in texts.items() if name != "content")


def _class_of(page: MkDocsPage, shape: _Shape, texts: Mapping[str, Any]) -> object:
    """Return what pages have in common if they can have the same frame."""
    [title] = page.toc
    return (
        shape.url,
        id(page.parent),  # active in the navigation, which is the same for all pages of a build
        page.is_homepage,
        repr(sorted((name, value) for name, value in page.meta.items() if name not in (*_METADATA, _TAGS))),
        tuple(bool(text) for text in texts.values()),
        _HEADING in (texts["content"] or ""),
        (title.id, title.level),
        "" if _is_flat(title) else repr(headings(title.children)),
    )
