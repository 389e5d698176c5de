"""A journal in an existing MkDocs site: the files that it lacks, and the lines that its owner adds to mkdocs.yml."""

from collections.abc import Collection, Iterator, Mapping

from daytrail.project.settings import Settings

_PAGES = {"Log": "log.md", "Plan": "curriculum.md", "Reading": "reading.md", "Stats": "stats.md"}
"""Titles in the navigation, and pages. The home page is the site's own."""


def missing_files(settings: Settings, texts: Mapping[str, str]) -> dict[str, str]:
    """Return the entry, the plan and the pages of a new journal that a site has not, by their paths in the site."""
    paths = settings.paths
    entries, docs = settings.root / paths.entries, settings.root / paths.docs
    has_entries = any(entries.rglob("*.md"))
    found: dict[str, str] = {}
    for name, text in texts.items():
        folder, _, rest = name.partition("/")
        if folder == "entries" and not has_entries:
            found[f"{paths.entries}/{rest}"] = text
        elif folder == "docs" and rest in _PAGES.values() and not (docs / rest).exists():
            found[f"{paths.docs}/{rest}"] = text
        elif name == "curriculum.yaml" and not (settings.root / paths.curriculum).exists():
            found[paths.curriculum] = text
    return found


def lines_to_add(settings: Settings, added: Collection[str], timezone: str) -> Iterator[str]:
    """Yield the lines that mkdocs.yml lacks: the plugin, and the new pages if it has a `nav`."""
    config = settings.config
    if "daytrail" not in dict(config.plugins()):
        options = ["  - daytrail:", f"      timezone: {timezone}"]
        yield from ["plugins: # the line that you have"] if config.node("plugins") else ["plugins:", "  - search"]
        yield from options
    pages = [f"  - {title}: {page}" for title, page in _PAGES.items() if f"{settings.paths.docs}/{page}" in added]
    if pages and config.node("nav"):
        yield from ("nav: # the line that you have", *pages)
