"""What a link checker found, as a report in Markdown that says where each link is written."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from daytrail.model.urls import normalise

UNKNOWN = (403, 429)
"""Statuses that sites give to a program and not to people: they say nothing of the page."""


class NoReport(ValueError):
    """What was given is not what lychee writes with `--format json`."""


@dataclass(frozen=True, slots=True)
class Found:
    """A link that did not answer as it should."""

    url: str
    words: str
    """What the checker says of it."""
    unknown: bool
    """Whether the page may well be there."""


@dataclass(frozen=True, slots=True)
class LinkReport:
    """What a link checker found."""

    total: int
    found: tuple[Found, ...] = ()
    """By URL."""

    @property
    def broken(self) -> tuple[Found, ...]:
        """Those that lead nowhere."""
        return tuple(one for one in self.found if not one.unknown)


def read_report(data: Any) -> LinkReport:
    """Read what lychee wrote: https://lychee.cli.rs, `--format json`.

    Raises:
        NoReport: it is something else.
    """
    if not isinstance(data, dict) or not isinstance(data.get("total"), int):
        raise NoReport
    found: dict[str, Found] = {}
    # Its second name is the older one.
    for name in ("error_map", "fail_map", "timeout_map"):
        for one in _all(data.get(name, {})):
            found[one["url"]] = _found(one, timed_out=name == "timeout_map")
    return LinkReport(data["total"], tuple(found[url] for url in sorted(found)))


def _all(maps: Any) -> Iterator[Mapping[str, Any]]:
    if not isinstance(maps, dict):
        raise NoReport
    for every in maps.values():
        for one in every if isinstance(every, list) else ():
            if not isinstance(one, dict) or not isinstance(one.get("url"), str):
                raise NoReport
            yield one


def _found(one: Mapping[str, Any], *, timed_out: bool) -> Found:
    status = one.get("status")
    code = status.get("code") if isinstance(status, dict) else None
    words = str(status.get("text", "") if isinstance(status, dict) else status or "")
    timed_out = timed_out or (code is None and "timeout" in words.casefold())
    if isinstance(code, int):
        return Found(one["url"], f"answers {code}", code in UNKNOWN)
    return Found(one["url"], "no answer in time" if timed_out else " ".join(words.split()) or "no answer", timed_out)


def link_report(report: LinkReport, places: Iterable[tuple[str, str]]) -> str:
    """Return a report in Markdown.

    Args:
        report: What was found.
        places: Each link that was checked, with the place where it is written, as in `entries/2026-01-05.md:4:3`.
    """
    by_key: dict[str, list[str]] = defaultdict(list)
    for url, where in places:
        by_key[normalise(url)].append(where)
    unknown = [one for one in report.found if one.unknown]
    lines = [_summary(report, len(unknown))]
    for heading, every in (("Broken", report.broken), ("Unknown", unknown)):
        if every:
            lines += ["", f"## {heading}", "", *_rows(every, by_key)]
    return "\n".join(lines) + "\n"


def _summary(report: LinkReport, unknown: int) -> str:
    return f"{report.total} links checked: {len(report.broken)} broken, {unknown} that may be there and did not say so."


def _rows(every: Sequence[Found], by_key: Mapping[str, Sequence[str]]) -> Iterator[str]:
    for one in every:
        words = re.sub(r"([<>*_`[])", r"\\\1", one.words)
        yield f"- <{re.sub('[<> ]', '', one.url)}>: {words}"
        for where in by_key.get(normalise(one.url), ()):
            yield f"  - `{where}`"
