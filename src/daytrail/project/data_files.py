"""The files that are published beside the pages: feeds, data with its schemas, the plan's dates."""

import json
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from pydantic import TypeAdapter

from daytrail.model.entry import Entry
from daytrail.project.loaded_project import LoadedProject
from daytrail.project.settings import Settings
from daytrail.views.files.calendar import calendar, calendar_inputs
from daytrail.views.files.data import CurriculumData, LogData, ReadingData, all_reading_data, curriculum_data, log_data
from daytrail.views.files.feeds import body_of, feeds
from daytrail.views.links import CALENDAR
from daytrail.views.publication import Publication

MERMAID = "build/vendor/mermaid/mermaid.min.js"
"""Where `make` puts the pinned copy, relative to the project's root."""


def mermaid(root: Path) -> Path | None:
    """Return the pinned copy of Mermaid, if it is there."""
    path = root / MERMAID
    return path if path.is_file() else None


def publication(
    settings: Settings,
    session: LoadedProject,
    *,
    url: str,
    title: str,
    description: str,
    language: str,
    flat: bool,
    edited: Mapping[str, datetime],
) -> Publication:
    """Return the site as feeds and previews name it.

    Without an authority of its own, a site's host gives the ids, since the year of the first entry.
    """
    url = f"{url.rstrip('/')}/" if url else ""
    entries = session.loaded.journal.entries
    year = entries[0].date.year if entries else session.facts.today.year
    return Publication(
        title,
        url,
        settings.feed_authority or f"{urlsplit(url).hostname or 'localhost'},{year:04d}",
        zone=settings.timezone,
        description=description,
        language=language,
        content=settings.feed,
        flat=flat,
        edited=edited,
    )


class OutputFile(NamedTuple):
    """A file of the site."""

    path: str
    draw: Callable[[], str]
    inputs: object = None
    """All that it is made from, for JSON; None where nobody has thought about it."""


def published(
    session: LoadedProject, site: Publication, body: Callable[[Entry], str] = body_of
) -> Iterator[OutputFile]:
    """Yield each file; a site without an address has no feeds.

    Args:
        session: The project.
        site: What is said of the site.
        body: Renders the body of an entry.
    """
    facts = session.facts
    if dates := calendar_inputs(facts):
        draw = partial(calendar, facts, site.url or None, flat=site.flat)
        yield OutputFile(CALENDAR, draw, [dates, site.url, site.flat])
    for feed in feeds(facts, site, body) if site.url else ():
        yield OutputFile(feed.path("atom"), feed.atom, feed.inputs)
        yield OutputFile(feed.path("json"), feed.json, feed.inputs)
    yield from _data("log", LogData, partial(log_data, facts))
    yield from _data("curriculum", CurriculumData, partial(curriculum_data, facts))
    yield from _data("reading", ReadingData, partial(all_reading_data, facts))


def _data(name: str, shape: Any, data: Callable[[], Any]) -> Iterator[OutputFile]:
    schema = f"{name}.schema.json"
    yield OutputFile(f"data/{name}.json", lambda: _text({"$schema": schema, **data()}))
    yield OutputFile(f"data/{schema}", lambda: _text(data_schema(name, shape)), name)


def data_schema(name: str, shape: Any) -> dict[str, Any]:
    """Return the JSON Schema of a data file by the type of what it holds."""
    found = TypeAdapter(shape).json_schema(mode="serialization")
    found["properties"] = {"$schema": {"type": "string"}, **found["properties"]}
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": f"urn:daytrail:data:{name}", **found}


def _text(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False) + "\n"
