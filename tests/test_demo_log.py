"""The log in the repository has the links of its source documents, and ticks nothing that they do not."""

import re
from collections.abc import Iterator
from datetime import date

from daytrail.model.urls import normalise
from tests.importers.common import read_seed
from tests.website import ROOT

ENTRIES = {path.stem: path.read_text(encoding="utf-8") for path in (ROOT / "entries").rglob("*.md")}
LINK = re.compile(r"https?://[^\s)\]>}\"]+")
COUNTDOWN = r"^(\d\d)/(\d\d)/(\d{2,4}) \(T - "
MONTHS = [date(2025, month, 1).strftime("%B") for month in range(1, 13)]


def links(text: str) -> set[str]:
    """Return the keys of the links in a text, without the parameter by which a site counts where readers come from."""
    return {normalise(link.rstrip(".,:;").partition("?source=post_page")[0]) for link in LINK.findall(text)}


def sections(text: str, heading: str) -> Iterator[tuple[re.Match[str], str]]:
    """Yield each heading of a document with the text up to the next."""
    matches = list(re.finditer(heading, text, re.MULTILINE))
    for match, end in zip(matches, [*(after.start() for after in matches[1:]), len(text)], strict=True):
        yield match, text[match.end() : end]


def countdown_day(match: re.Match[str]) -> date:
    """Return the date of a heading, which has the month first."""
    return date(2000 + int(match[3]) % 100, int(match[1]), int(match[2]))


def test_every_link_of_the_progress_log_is_in_the_entry_of_its_day() -> None:
    """Its headings have no year: the log goes from October to February."""
    days = [
        (date(2026 if match[1] in MONTHS[:2] else 2025, MONTHS.index(match[1]) + 1, int(match[2])), text)
        for match, text in sections(read_seed("000"), rf"^## ({'|'.join(MONTHS)}) (\d+)")
    ]
    assert len(days) == 59
    missing = {f"{day}": links(text) - links(ENTRIES[f"{day}"]) for day, text in days}
    assert {day: lost for day, lost in missing.items() if lost} == {}


def test_every_link_of_the_countdown_is_in_the_entry_of_its_day() -> None:
    """It has 49 days, some of them empty."""
    days = [(countdown_day(match), text) for match, text in sections(read_seed("001"), COUNTDOWN)]
    assert len(days) == 49
    missing = {f"{day}": links(text) - links(ENTRIES[f"{day}-countdown"]) for day, text in days}
    assert {day: lost for day, lost in missing.items() if lost} == {}


def test_the_countdown_ticks_no_more_tasks_than_its_source_says_are_done() -> None:
    """What is still running, or a list of things to do, is no tick."""
    finished = r"\b(done|finished|coded|checked|passes|merged)\b"
    too_many = {
        match[0]: ticks
        for match, text in sections(read_seed("001"), COUNTDOWN)
        if (ticks := ENTRIES[f"{countdown_day(match)}-countdown"].count("- [x] "))
        > len(re.findall(finished, text, re.IGNORECASE))
    }
    assert too_many == {}


def test_every_link_of_the_posts_is_in_an_entry_of_their_series() -> None:
    """The posts are out of order, and links of what they answer to are between them."""
    written = links("\n".join(text for stem, text in ENTRIES.items() if stem.endswith("-gpu-365")))
    assert links(read_seed("002")) - written == set()
