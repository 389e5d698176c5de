"""Changes of formats: how files of a journal of an earlier version are written today.

The keys of entries, plans and reading lists and the settings of the plugin were only ever added to, so what is here
are Python, pages and workflows. A key that is renamed one day is a `Put` and an `Append` of `source.yaml.edit`.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from daytrail.cli.schema import FORMATS, schema_text
from daytrail.problems import Location, Problem, warning
from daytrail.project.settings import Settings
from daytrail.source.files import is_hidden

PathsOf: TypeAlias = Callable[[Settings], Iterator[Path]]


@dataclass(frozen=True, slots=True)
class Migration:
    """A change of a format."""

    what: str
    """Description of the change, for the person upgrading."""
    paths: PathsOf
    """Finds the files that may have the earlier form."""
    apply: Callable[[str, str], str]
    """Takes the name and the text of a file and returns the text in the form of today; the same text if it has it."""


def _files(*patterns: str) -> PathsOf:
    """Return a function that finds the files of a project that patterns match."""
    return lambda settings: (path for pattern in patterns for path in sorted(settings.root.glob(pattern)))


python_files = _files("*.py", "macros/**/*.py")
"""Finds the Python files of the owner: those in the folder of mkdocs.yml, and a package of macros."""


def docs_pages(settings: Settings) -> Iterator[Path]:
    """Yield the pages of the docs folder."""
    docs = settings.config.docs
    yield from (path for path in sorted(docs.rglob("*.md")) if not is_hidden(path.relative_to(docs)))


def _links(settings: Settings) -> Iterator[Path]:
    yield settings.root / settings.config.document.path
    yield from docs_pages(settings)


_workflows = _files(".github/workflows/*.yml")


def _replace(pattern: str, new: str) -> Callable[[str, str], str]:
    """Return a function that replaces a regular expression in the text of a file."""
    compiled = re.compile(pattern, re.MULTILINE)
    return lambda _name, text: compiled.sub(new, text)


_PAGES: Sequence[tuple[Sequence[str], str]] = (
    (("{{ progress() }}", "{{ curriculum() }}"), "{{ curriculum() }}"),
    (("{{ reading_list() }}", "## References", "{{ references() }}"), "{{ reading_list() }}"),
    (
        ("{{ progress() }}", "## Latest entries", "{{ recent(limit=7) }}", "## Next in the plan", "{{ week() }}"),
        "{{ now() }}",
    ),
    (("{{ now() }}", "## The plan", "{{ progress() }}"), "{{ now() }}"),
    (("## Pace", "{{ pace() }}", "## The plan, checked", "{{ plan_check() }}"), "{{ stats() }}"),
    (
        (
            "## Steadiness",
            "{{ streaks() }}",
            "## Series",
            "{{ series() }}",
            "## Pace",
            "{{ pace() }}",
            "## Open tasks",
            "{{ open_tasks() }}",
            "## The plan, checked",
            "{{ plan_check() }}",
        ),
        "{{ stats() }}",
    ),
)
"""Pages as they were once: the lines below the title, and the one macro that shows all of it today."""
_BELOW_TITLE = re.compile(r"(?s)(\A(?:---\n.*?\n---\n)?\s*# [^\n]*\n\s*)(.*?)(\s*)\Z")


def _page_with_one_macro(_name: str, text: str) -> str:
    """Change a page that has nothing but the macros of an earlier version; one that its owner has changed stays."""
    if match := _BELOW_TITLE.match(text):
        lines = tuple(line.strip() for line in match[2].split("\n") if line.strip())
        for before, macro in _PAGES:
            if lines == tuple(before):
                return f"{match[1]}{macro}{match[3]}"
    return text


def _schema_of_today(name: str, text: str) -> str:
    format_name = name.rpartition("/")[2].removesuffix(".schema.json")
    return schema_text(format_name) if format_name in FORMATS else text


MIGRATIONS: Sequence[Migration] = (
    Migration(
        "macros are imported from `daytrail.site.macros`, which was `daytrail.adapters.macros`",
        python_files,
        _replace(r"\bdaytrail\.adapters\.macros\b", "daytrail.site.macros"),
    ),
    Migration(
        "a feed is called `feed.xml`, and opens in a browser as a page; it was `feed.atom`",
        _links,
        _replace(r"(?<![\w.-])feed\.atom\b", "feed.xml"),
    ),
    Migration("one macro shows all of this page", docs_pages, _page_with_one_macro),
    Migration(
        "the cache of pages is signed with a key, which has to be kept with it",
        _workflows,
        _replace(
            r"^( *)path: \.cache/daytrail *$",
            r"\g<1>path: |\n\g<1>  .cache/daytrail\n\g<1>  ~/.cache/daytrail/key",
        ),
    ),
    Migration(
        "links to edit a page name the branch on scheduled runs, too",
        _workflows,
        _replace(
            r"(EDIT_URI: edit/\$\{\{ github\.event\.repository\.default_branch) \}\}",
            r"\1 || github.ref_name }}",
        ),
    ),
    Migration("the schema for editors has new keys", _files("schemas/*.schema.json"), _schema_of_today),
)


def check_gone_modules(settings: Settings, texts: dict[Path, str]) -> Iterator[Problem]:
    """Report imports of modules that exist no more and have no successor of the same contents."""
    for path in python_files(settings):
        for number, line in enumerate(texts.get(path, "").splitlines(), 1):
            if match := re.search(r"\bdaytrail\.adapters\b", line):
                location = Location(path.relative_to(settings.root).as_posix(), number, match.start() + 1)
                hint = "its modules are in `daytrail.project`, `daytrail.site` and `daytrail.cli`: import from there"
                yield warning(location, "the package `daytrail.adapters` exists no more", hint)
