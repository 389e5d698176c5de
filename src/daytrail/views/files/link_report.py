"""Report in Markdown of what a link checker found, with the locations where each link is written."""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from daytrail.model.urls import normalise

UNKNOWN_STATUSES = (403, 429)
"""Statuses that sites give to programs and not to people: they say nothing of the page."""


@dataclass(frozen=True, slots=True)
class FailedLink:
    """A link that did not answer as it should."""

    url: str
    reason: str
    unknown: bool
    """True if the page may exist."""


def read_report(data: Any) -> tuple[int, list[FailedLink]]:
    """Return how many links were checked, and those that failed, by their URLs.

    The data is what lychee (https://lychee.cli.rs) writes with `--format json`. ValueError is raised for other data.
    """
    failed: dict[str, FailedLink] = {}
    try:
        total = int(data["total"])
        for name in ("error_map", "fail_map", "timeout_map"):  # lychee once called the first one by the second name
            for rows in data.get(name, {}).values():
                for row in rows:
                    link = _failed_link(str(row["url"]), row.get("status") or {}, timed_out=name == "timeout_map")
                    failed[link.url] = link
        return total, [failed[url] for url in sorted(failed)]
    except (AttributeError, KeyError, TypeError) as error:
        raise ValueError(f"no report of lychee: {error}") from error


def _failed_link(url: str, status: Any, *, timed_out: bool) -> FailedLink:
    if isinstance(status, str):
        status = {"text": status}
    code, text = status.get("code"), str(status.get("text", ""))
    if code is not None:
        return FailedLink(url, f"answers {code}", code in UNKNOWN_STATUSES)
    if timed_out or "timeout" in text.casefold():
        return FailedLink(url, "no answer in time", unknown=True)
    return FailedLink(url, " ".join(text.split()) or "no answer", unknown=False)


def link_report(total: int, failed: Sequence[FailedLink], locations: Iterable[tuple[str, str]]) -> str:
    """Return a report in Markdown; `locations` has each link that was checked with its location."""
    by_key: dict[str, list[str]] = defaultdict(list)
    for url, location in locations:
        by_key[normalise(url)].append(location)
    broken = [link for link in failed if not link.unknown]
    unknown = [link for link in failed if link.unknown]
    may_exist = f"{len(unknown)} that may be there and did not say so"
    lines = [f"{total} links checked: {len(broken)} broken, {may_exist}."]
    for heading, links in (("Broken", broken), ("Unknown", unknown)):
        if links:
            lines += ["", f"## {heading}", ""]
        for link in links:
            reason = re.sub(r"([<>*_`[])", r"\\\1", link.reason)
            url = re.sub(r"[<>\s]", "", link.url)
            lines.append(f"- <{url}>: {reason}")
            lines += [f"  - `{location}`" for location in by_key[normalise(link.url)]]
    return "\n".join(lines) + "\n"
