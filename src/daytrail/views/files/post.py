"""Entry as a post within the length that a network allows."""

from daytrail.facts.series import EntryPosition
from daytrail.model.entry import Entry
from daytrail.views.words import beginning, number_in_series

LINK_LENGTH = 23
"""Characters that a link counts where networks shorten links: https://docs.x.com/fundamentals/counting-characters."""


def post(entry: Entry, position: EntryPosition, permalink: str, max_length: int) -> str:
    """Return an entry as a post of at most `max_length` characters (at least 60): its title and the beginning of it.

    It ends with the permalink unless that is empty.
    """
    title = " · ".join(filter(None, [number_in_series(position), entry.title]))
    parts, left = list[str](), max_length - (LINK_LENGTH if permalink else 0)
    for text in filter(None, (title, entry.excerpt)):
        left -= len("\n\n")
        if left > 1:
            parts.append(beginning(text, left))
            left -= len(parts[-1])
    return "\n\n".join([*parts, *filter(None, [permalink])])
