"""The log in the repository is complete: figures of its three series."""

import re
from collections import defaultdict

from daytrail.model.urls import normalise
from tests.website import ROOT

LINK = re.compile(r"https?://[^\s)\]>}\"]+")
STEM = re.compile(r"\d{4}-\d\d-\d\d-?(.*)")


def links(texts: list[str]) -> set[str]:
    """Return the keys of the links in entries."""
    return {normalise(link.rstrip(".,:;")) for text in texts for link in LINK.findall(text)}


def test_the_log_has_these_days_links_and_tasks() -> None:
    """Each series has its own suffix of the stem. The countdown ticks what its writer said was done, and no more."""
    entries: dict[str, dict[str, str]] = defaultdict(dict)
    for path in (ROOT / "entries").rglob("*.md"):
        match = STEM.fullmatch(path.stem)
        assert match, path
        entries[match[1]][path.stem[:10]] = path.read_text(encoding="utf-8")
    figures = {
        suffix: {
            "entries": len(days),
            "first": min(days),
            "last": max(days),
            "links": len(links([*days.values()])),
            "done": sum(text.count("- [x] ") for text in days.values()),
            "open": sum(text.count("- [ ] ") for text in days.values()),
        }
        for suffix, days in entries.items()
    }
    assert figures == {
        "": {"entries": 59, "first": "2025-10-06", "last": "2026-02-15", "links": 16, "done": 13, "open": 21},
        "countdown": {"entries": 49, "first": "2025-12-09", "last": "2026-01-26", "links": 49, "done": 15, "open": 13},
        "gpu-365": {"entries": 11, "first": "2026-03-23", "last": "2026-05-31", "links": 15, "done": 0, "open": 0},
    }
