"""Published files other than pages: feeds, pictures, data with its schemas, the plan's dates."""

import json
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import TypeAdapter

from daytrail.facts import Facts
from daytrail.problems import Problem, quoted, warning
from daytrail.project.site_paths import OwnedPaths
from daytrail.source.notations.blogs import find_address
from daytrail.views.files.calendar import calendar, calendar_inputs
from daytrail.views.files.cards import CardStrips, card_inputs, card_png, cards
from daytrail.views.files.data import (
    CurriculumData,
    LogData,
    ReadingData,
    all_reading_data,
    curriculum_data,
    log_data,
)
from daytrail.views.files.feeds import feeds
from daytrail.views.files.pictures import pictures
from daytrail.views.files.plan import plan_text, plan_to_follow
from daytrail.views.files.redirects import Redirect, redirects
from daytrail.views.links import CALENDAR, FEED, JSON_FEED, PLAN_FILE, Addresses
from daytrail.views.publication import Publication


class OutputFile(NamedTuple):
    """A file of the site."""

    path: str
    draw: Callable[[], str | bytes]
    inputs: Callable[[], object] | None = None
    """Returns all that it is made from, for JSON; None if that is not known."""
    redirect: Redirect | None = None
    """The redirect, if the file is a page at a former address: all other files come before it."""

    def content(self) -> bytes:
        """Draw the file and return its content."""
        drawn = self.draw()
        return drawn if isinstance(drawn, bytes) else drawn.encode()


def output_files(facts: Facts, site: Publication) -> Iterator[OutputFile]:
    """Yield each file; a site without a URL has no feeds."""
    strips = CardStrips(facts)
    for card in cards(facts, site) if site.cards else ():
        yield OutputFile(card.path, partial(card_png, card, site, strips), partial(card_inputs, card, site, strips))
    if dates := calendar_inputs(facts, site):
        yield OutputFile(CALENDAR, partial(calendar, facts, site), lambda: dates)
    for feed in feeds(facts, site) if site.url else ():
        yield OutputFile(feed.subject.path, feed.atom, feed.inputs)
        if feed.subject.path == FEED:
            yield OutputFile(JSON_FEED, feed.json, feed.inputs)
    if any(facts.journal.curriculum.weeks):
        plan = plan_to_follow(facts.journal.curriculum)
        yield OutputFile(PLAN_FILE, partial(plan_text, plan), lambda: plan)
    for redirect in redirects(facts, site.addresses):
        path, draw = redirect.path(flat=site.flat), partial(redirect.html, flat=site.flat)
        yield OutputFile(path, draw, redirect=None if redirect.entry is None else redirect)
    for picture in pictures(facts):
        yield OutputFile(picture.path, picture.draw)
    for name, shape, data in (
        ("log", LogData, log_data),
        ("curriculum", CurriculumData, curriculum_data),
        ("reading", ReadingData, all_reading_data),
    ):
        schema = f"{name}.schema.json"
        yield OutputFile(f"data/{schema}", partial(_schema_text, name, shape), partial(str, name))
        yield OutputFile(f"data/{name}.json", partial(_data_text, schema, data, facts, site.addresses))


_OF_THEME = frozenset(("404", "404.html", "assets", "search", "sitemap.xml", "sitemap.xml.gz"))
"""Files and folders at the top of a site that others than Daytrail write as well."""


def without_clashes(
    outputs: Iterable[OutputFile], others: Iterable[str], root: Path
) -> tuple[list[OutputFile], list[Problem]]:
    """Return outputs without pages at old addresses that other files have, and a warning for each of a post.

    `others` are the paths of the site's files that are no outputs.
    """
    outputs = sorted(outputs, key=lambda output: output.redirect is not None)
    owned = OwnedPaths({path: path for path in others})
    kept, problems = list[OutputFile](), list[Problem]()
    for output in outputs:
        redirect, clashes = output.redirect, owned.clashes(output.path, output.path)
        if redirect and output.path.split("/")[0].casefold() in _OF_THEME:
            clashes.add(output.path)
        if redirect is None or not clashes:
            kept.append(output)
            owned.add(redirect.entry if redirect and redirect.entry else output.path, output.path)
        elif redirect.entry and redirect.entry not in clashes:
            location = find_address(root, redirect.entry, redirect.address)
            message = (
                f"nothing leads here from the old address {quoted(f'/{redirect.address}')}: {min(clashes)} is there"
            )
            problems.append(warning(location, message, "give the post another `slug`, or leave the address out"))
    return kept, problems


def _schema_text(name: str, shape: Any) -> str:
    return _text(data_schema(name, shape))


def _data_text(schema: str, data: Callable[[Facts, Addresses], Any], facts: Facts, addresses: Addresses) -> str:
    return _text({"$schema": schema, **data(facts, addresses)})


def data_schema(name: str, shape: Any) -> dict[str, Any]:
    """Return the JSON Schema of a data file by the type of its content."""
    schema = TypeAdapter(shape).json_schema(mode="serialization")
    schema["properties"] = {"$schema": {"type": "string"}, **schema["properties"]}
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": f"urn:daytrail:data:{name}", **schema}


def _text(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False) + "\n"
