"""Notations that entries may be written in besides GitHub's Markdown: those of Obsidian, Logseq and Material.

Each is a module with a function that adds its rules to a parser, so that whatever reads or shows a text knows it.
"""

from collections.abc import Callable
from typing import Final, Literal, NamedTuple, TypeAlias, get_args

from markdown_it import MarkdownIt

from daytrail.gfm import parser
from daytrail.source.notations.admonitions import admonitions
from daytrail.source.notations.callouts import callouts
from daytrail.source.notations.emoji import emoji
from daytrail.source.notations.fences import fences
from daytrail.source.notations.marks import marks
from daytrail.source.notations.media import media
from daytrail.source.notations.properties import properties
from daytrail.source.notations.tabs import tabs
from daytrail.source.notations.tasks import tasks
from daytrail.source.notations.wikilinks import wikilinks

Program = Literal["obsidian", "logseq", "material"]
"""A program whose notations are read."""
Programs: TypeAlias = tuple[Program, ...]
ALL: Final[Programs] = get_args(Program)


class Notation(NamedTuple):
    """A notation."""

    add: Callable[[MarkdownIt], None]
    """Adds its rules to a parser."""
    programs: Programs = ()
    """Programs that have it: it is read if one of them is in the settings, and always if it is of GitHub."""


NOTATIONS: Final = (
    Notation(wikilinks, ("obsidian", "logseq")),
    Notation(properties, ("logseq",)),
    Notation(tasks, ("logseq",)),
    Notation(callouts, ("obsidian",)),
    Notation(marks, ALL),
    Notation(admonitions, ("material",)),
    Notation(tabs, ("material",)),
    Notation(fences, ("material",)),
    Notation(emoji),
    Notation(media),
)


def entry_parser(programs: Programs = ALL) -> MarkdownIt:
    """Return a new parser of GitHub's Markdown with the notations of some programs."""
    markdown = parser()
    for notation in NOTATIONS:
        if not notation.programs or not set(notation.programs).isdisjoint(programs):
            notation.add(markdown)
    return markdown
