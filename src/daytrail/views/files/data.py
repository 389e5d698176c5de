"""The journal as data for other programs: plain texts, numbers, lists and maps, and nothing that no page shows."""

from collections.abc import Iterable

from daytrail.facts import Facts
from daytrail.facts.progress import ItemProgress, WeekProgress
from daytrail.facts.resource import Resource
from daytrail.model.entry import Entry
from daytrail.model.journal import Journal
from daytrail.model.reading import Note
from daytrail.views.files.shapes import (
    CurriculumData,
    EntryData,
    ItemData,
    LogData,
    NoteData,
    ReadingData,
    ResourceData,
    WeekData,
)
from daytrail.views.links import milestone_address, resource_address, week_address
from daytrail.views.words import entry_title


def log_data(journal: Journal, facts: Facts) -> LogData:
    """Return the log."""
    return {"today": facts.today.isoformat(), "entries": [_entry(entry, facts) for entry in journal.entries]}


def _entry(entry: Entry, facts: Facts) -> EntryData:
    place = facts.positions[entry.path]
    return {
        "date": entry.date.isoformat(),
        "address": entry.address,
        "title": entry_title(entry, place),
        "series": entry.series,
        "number": place.number,
        "tags": list(entry.tags),
        "hours": entry.hours,
        "excerpt": entry.excerpt,
        "empty": entry.empty,
        "links": [
            {"url": link.url, "title": link.title, "status": link.status, "note": link.note} for link in entry.links
        ],
        "done": list(entry.done),
        "started": list(entry.started),
        "dropped": list(entry.dropped),
        "touched": list(entry.touched),
        "milestone": entry.milestone,
        "tasks": [{"text": task.text, "state": task.state} for task in entry.tasks],
    }


def curriculum_data(journal: Journal, facts: Facts) -> CurriculumData:
    """Return the plan."""
    plan = journal.curriculum
    return {
        "today": facts.today.isoformat(),
        "title": plan.title,
        "parts": [
            {
                "id": part.part.id,
                "title": part.part.title,
                "goal": part.part.goal,
                "weeks": [_week(week, facts) for week in part.weeks],
            }
            for part in facts.parts.values()
        ],
        "topics": [
            {
                "id": topic.id,
                "title": topic.title,
                "state": facts.progress.topics[topic.id].value,
                "weeks": list(topic.weeks),
                "needs": list(topic.needs),
            }
            for topic in plan.topics
        ],
        "milestones": [
            {
                "id": one.milestone.id,
                "title": one.milestone.title,
                "text": one.milestone.text,
                "address": milestone_address(one.milestone),
                "state": one.state.value,
                "weeks": [week.week.week for week in one.weeks],
                "answers": [
                    answer.source.address if isinstance(answer.source, Entry) else answer.source.uri
                    for answer in one.answers
                ],
            }
            for one in facts.milestones.values()
        ],
    }


def _week(week: WeekProgress, facts: Facts) -> WeekData:
    span = facts.week_dates.get(week.week.week)
    return {
        "week": week.week.week,
        "title": week.week.title,
        "address": week_address(week.week),
        "first": span.first.isoformat() if span else None,
        "last": span.last.isoformat() if span else None,
        "state": week.state.value,
        "items": [_item(item) for item in week.items],
    }


def _item(item: ItemProgress) -> ItemData:
    written = item.placed.item
    return {
        "address": item.placed.address,
        "kind": item.placed.kind,
        "label": written.label,
        "url": written.url,
        "author": written.author,
        "section": written.section,
        "hours": written.hours,
        "optional": written.optional,
        "state": item.state.value,
        "done_on": item.done_on.isoformat() if item.done_on else None,
    }


def reading_data(resources: Iterable[Resource]) -> list[ResourceData]:
    """Return some of what there is to read."""
    return [_resource(one) for one in resources]


def all_reading_data(facts: Facts) -> ReadingData:
    """Return the whole ledger."""
    every = [one for shelf in facts.ledger.shelves.values() for one in shelf]
    return {"today": facts.today.isoformat(), "resources": reading_data(every)}


def _resource(one: Resource) -> ResourceData:
    named = dict.fromkeys(of.title for own in one.shelved for of in (own.category, own.subcategory) if of)
    return {
        "title": one.title,
        "url": one.url,
        "author": one.author,
        "kind": one.kind,
        "shelf": one.shelf,
        "favourite": one.favourite,
        "hours": one.hours,
        "items": [item.placed.address for item in one.items],
        "weeks": [item.placed.week.week for item in one.items],
        "categories": list(named),
        "why": [own.listing.why for own in one.shelved if own.listing.why],
        "notes": [_note(note) for own in one.shelved for note in own.listing.notes],
        "first": one.first_met.isoformat() if one.first_met else None,
        "last": one.last_met.isoformat() if one.last_met else None,
        "begun": one.reading_since.isoformat() if one.reading_since else None,
        "history": [
            {
                "date": touch.day.isoformat(),
                "event": touch.event,
                "entry": touch.entry.address if touch.entry else None,
                "sentence": touch.sentence,
            }
            for touch in one.history
        ],
        "page": resource_address(one) if one.has_page else None,
    }


def _note(note: Note) -> NoteData:
    return {"text": note.text, "notes": [_note(inner) for inner in note.notes]}
