"""Catalogues of translations: collects the messages of templates and modules, and updates `translations/*.po`.

python tools/translations.py

A new message has an empty translation afterwards, which is listed, and pages show its English words. One that nothing
uses any more is gone. Translations of changed messages are not guessed.
"""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from daytrail.facts.kinds import ResourceKind
from daytrail.facts.ledger import Event, Shelf
from daytrail.facts.milestones import MilestoneState
from daytrail.facts.progress import State
from daytrail.source.notations.callouts import CLASSES
from daytrail.views import words

PACKAGE = Path(__file__).parents[1] / "src/daytrail"
SOURCES = (PACKAGE / "views", PACKAGE / "site", PACKAGE / "source/checks", PACKAGE / "assets/journal")
FOLDER = PACKAGE / "views/translations"
METHODS = [("**.py", "python"), ("**.html", "jinja2"), ("**.xml", "jinja2"), ("**.jinja", "jinja2")]
JINJA = {"trim_blocks": "true", "lstrip_blocks": "true", "newstyle_gettext": "true", "silent": "false"}
FILES = {
    "block_start_string": "<%",
    "block_end_string": "%>",
    "variable_start_string": "<<",
    "variable_end_string": ">>",
    "comment_start_string": "<#",
    "comment_end_string": "#>",
}
OPTIONS = {"**.html": JINJA, "**.xml": JINJA, "**.jinja": JINJA | FILES}
KEYWORDS = {
    "_": None,
    "gettext": None,
    "gettext_html": None,
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
    "deferred": ((1, "c"), 2),
    "Check": (3,),  # heading of what a check of the plan finds
}


NAMES: tuple[tuple[str, Callable[[Any], str], Iterable[object]], ...] = (
    ("state", words.state, (*State, *MilestoneState, *Shelf, "ready")),
    ("event", words.event, Event),
    ("kind", words.kind_name, ResourceKind),
    ("title of an alert", str.capitalize, CLASSES),
)
"""Names that are values: the context of their translation, what returns one, and all."""


def messages() -> Catalog:
    """Return all messages in the sources, with no translation."""
    catalog = Catalog()
    for folder in SOURCES:
        for _, _, message, _, context in extract_from_dir(folder, METHODS, OPTIONS, KEYWORDS):
            catalog.add(message, context=context)
    for context, name, values in NAMES:
        for value in values:
            catalog.add(name(value), context=context)
    return catalog


def updated(path: Path, template: Catalog) -> Catalog:
    """Return a catalogue with the messages of today's sources and the translations that it has of them."""
    catalog = Catalog(locale=path.stem)
    with path.open("rb") as file:
        old = read_po(file, locale=path.stem)
    for message in template:
        if message.id:
            known = old.get(message.id if isinstance(message.id, str) else message.id[0], message.context)
            translation = known.string if known and known.id == message.id else None
            catalog.add(message.id, translation or "", context=message.context)
    return catalog


def main() -> None:
    """Update the catalogues of all languages, and say what is missing."""
    template = messages()
    for path in sorted(FOLDER.glob("*.po")):
        catalog = updated(path, template)
        with path.open("wb") as file:
            write_po(file, catalog, width=120, sort_output=True, no_location=True, omit_header=True)
        missing = [as_tuple(message.id)[0] for message in catalog if message.id and not any(as_tuple(message.string))]
        print(f"{path.name}: {len(catalog)} messages, {len(missing)} without a translation")
        for text in missing:
            print(f"  {text}")


def as_tuple(text: str | tuple[str, ...] | list[str] | None) -> tuple[str, ...]:
    """Return the texts of a message: one, or one for each plural form."""
    return (text,) if isinstance(text, str) else tuple(text or ())


if __name__ == "__main__":
    main()
