"""The journal as data for other programs: plain texts, numbers, lists and maps."""

from collections.abc import Iterable
from typing import Any

from daytrail.facts.resource import Resource
from daytrail.model.reading import Note
from daytrail.views.links import resource_address


def reading_data(resources: Iterable[Resource]) -> list[dict[str, Any]]:
    """Something to read each; dates are ISO 8601, hours numbers, addresses relative to the site's root."""
    return [_resource(one) for one in resources]


def _resource(one: Resource) -> dict[str, Any]:
    return {
        "title": one.title,
        "url": one.url,
        "author": one.author,
        "kind": one.kind.value,
        "shelf": one.shelf.value,
        "favourite": one.favourite,
        "hours": one.hours,
        "items": [item.placed.address for item in one.items],
        "weeks": [item.placed.week.week for item in one.items],
        "categories": list(
            dict.fromkeys(of.title for own in one.shelved for of in (own.category, own.subcategory) if of)
        ),
        "why": [own.listing.why for own in one.shelved if own.listing.why],
        "notes": [_note(note) for own in one.shelved for note in own.listing.notes],
        "first": one.first.isoformat() if one.first else None,
        "last": one.last.isoformat() if one.last else None,
        "begun": one.begun.isoformat() if one.begun else None,
        "history": [
            {
                "date": touch.day.isoformat(),
                "event": touch.event.value,
                "entry": touch.entry.address if touch.entry else None,
                "sentence": touch.sentence,
            }
            for touch in one.history
        ],
        "page": resource_address(one) if one.has_page else None,
    }


def _note(note: Note) -> dict[str, Any]:
    return {"text": note.text, "notes": [_note(inner) for inner in note.notes]}
