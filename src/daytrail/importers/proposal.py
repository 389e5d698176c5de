"""Mechanism of all proposals: texts become forms with holes for what changes, and the most frequent forms count."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Sized
from pathlib import PurePosixPath
from typing import Any, TypeVar

from daytrail.importers.document import Document, Line, LineKind
from daytrail.importers.imported import line_start
from daytrail.importers.item_text import end_of_text, has_words, mask_links, plain
from daytrail.importers.recipe import Proposal, Question

K = TypeVar("K")
V = TypeVar("V")
_FAMILY = re.compile(r"#+|-(?: \[ \])?|\{any\}[.)]|")
"""The mark before the text of a pattern."""
_FEW = 0.25
"""Share of the most frequent family, from which on headings begin what other lines are in."""


def grouped(pairs: Iterable[tuple[K, V]]) -> dict[K, list[V]]:
    """Return the values of each key, both in their order."""
    groups: dict[K, list[V]] = {}
    for key, value in pairs:
        groups.setdefault(key, []).append(value)
    return groups


def largest_family(forms: Mapping[str, Sized], meanings: Mapping[str, Iterable[object]]) -> list[str]:
    """Return the forms with one mark that mean most: headings of a level if they are not few, items or lines."""
    families = grouped((_FAMILY.findall(form.removeprefix("\\"))[0], form) for form in forms)
    totals = {mark: sum(len(forms[form]) for form in family) for mark, family in families.items()}
    least = max(2, _FEW * max(totals.values(), default=0))
    headings = [mark for mark, total in totals.items() if mark[:1] == "#" and total >= least]
    # `#### Day 1 notes` below `### Day 1` means no other day.
    size = {mark: len({one for form in family for one in meanings[form]}) for mark, family in families.items()}
    return families.get(max(headings or totals, key=lambda mark: (size[mark], -len(mark)), default=""), [])


def merged(forms: Mapping[str, Sequence[Any]]) -> dict[str, list[Any]]:
    """Return forms without those that match the same lines as another one, to which their lines go.

    Case, white space with a comma and without, also before a unit such as `h`, and all dashes are the same.
    """
    longest_first = sorted(forms, key=len, reverse=True)
    bare = (re.sub(r"(hours|minutes)\} ", r"\1}", re.sub("[–—]", "-", form.casefold())) for form in longest_first)
    same = grouped(zip((re.sub(r"[\s,]+", " ", form) for form in bare), longest_first, strict=True))
    return {first: sorted(one for form in (first, *others) for one in forms[form]) for first, *others in same.values()}


def how_many(what: str, count: int, first: int = 0) -> str:
    """Return how many lines or items a form is for, with the first line: `2 lines, the first is line 5`."""
    return f"{count} {what}{'s' if count > 1 else ''}" + (f", the first is line {first}" if first else "")


# -- titles --


def find_title(document: Document, above: Sequence[Line]) -> tuple[str, Line | None]:
    """Return the title in the front matter, or of a heading of level 1 among some lines, or else their first one.

    With it the line; None for the name of the file, or of its folder.
    """
    for line in document.lines:
        if line.kind is LineKind.FRONT_MATTER and (stated := re.match(r"title:\s*(\S.*)", line.text)):
            return stated[1].strip("\"' "), line
    lines = [line for line in above if has_words(line.content) and re.search(r"[^\W\d_]", line.content)]
    first = [line for line in lines[:1] if line.kind is LineKind.HEADING or not re.search(r"[.:]$", line.content)]
    for line in [line for line in lines if line.kind is LineKind.HEADING and line.level == 1] or first:
        return plain(line.content), line
    path = PurePosixPath(document.name)
    return re.sub(r"[-_\s]+", " ", path.parent.name or path.stem).strip(), None


def put_title(proposal: Proposal, document: Document, above: Sequence[Line]) -> None:
    """Put the title of a plan or a list, or the number of its line."""
    title, line = find_title(document, above)
    name = f"Untitled {title}".strip() if not title or title.isdecimal() else title  # a number is that of a line
    if line and line.kind is not LineKind.FRONT_MATTER:
        proposal.put("title", line.number, line_start(line.text))
    else:
        proposal.put("title", name, "" if line else "no line of the document is a title")


# -- items --

_HOURS = r"h|hrs?|hours?|std\.?|stunden|heures?|horas?|ore"
_IN_BRACKETS = re.compile(r"\s(?P<open>[(\[])(?P<inner>[^()\[\]]*)(?P<close>[)\]])\s*$")
_BEFORE = re.compile(r"\W{0,2}\{(?:hours|minutes)\}\s?\w+[).:,]*(?: [-–—])?(?=\s)")
_BY = re.compile(r"\w\W* by [A-Z][^;(]*?\s*(?P<rest>[;(].*|[-–—] .*)?$")
_NAMES = re.compile(r"(?:(?:[A-Z][\w.'’-]+|[A-Z]\.?|de|van|von|da|and|&|et al\.?|,)[ ,]*){1,8}")
_DIVIDED = tuple(re.compile(rf"(?P<before>ꙮ\d+ꙮ|[^ꙮ]*?\S){sign}(?P<behind>\S.*)") for sign in (r" [-–—] ", r", "))
"""Forms that a dash or a comma divides: right behind a link, or in an item that does not begin with one."""
_CLEAR = re.compile(r"[(\[:].*\{(?:hours|minutes)\}|\{(?:hours|minutes)\}.*[)\]:]")
"""Hours that are no part of a sentence, as in `2 hours of rest`."""


def _with_amounts(text: str) -> str:
    """Return a text with holes for hours and minutes: `~{hours}h {minutes}m`."""
    number = r"(?<![\w.,/–—-])\d{1,3}"
    hours = re.sub(rf"{number}(?:[.,]\d{{1,2}})?(?=\s?(?:{_HOURS})(?![\w/]))", "{hours}", text, flags=re.IGNORECASE)
    minutes = r"m(?:in(?:ute)?s?)?" if hours != text else r"min(?:ute)?s?"
    return re.sub(rf"{number}(?=\s?{minutes}(?![\w/]))", "{minutes}", hours, flags=re.IGNORECASE)


def put_fields(proposal: Proposal, texts: Sequence[str], *, of_plan: bool = False) -> None:
    """Put the forms of the texts of items. Whether a sign divides an author from a title, only all of them tell."""
    found = merged(grouped(form for text in texts for form in _forms_of_item(text, of_plan=of_plan)))
    values: dict[Any, str] = {}
    for form, pairs in found.items():
        count, is_divided, is_usual = len(pairs), pairs[0] != ("", ""), form == "{title} - {why}"
        authors = _with_author(form, pairs) if is_divided and (is_usual or count * 2 > len(texts)) else ""
        is_certain = bool(_CLEAR.search(form)) or (form.startswith("{title} by ") and count > 1)
        is_often = count * 10 >= len(texts) and (count > 1 or not re.search(r"\{(?:hours|minutes)\}", form))
        # A comma, or a dash in a title, divides nothing else.
        if (is_certain or is_often) and (authors or is_usual or not is_divided):
            is_asked = authors or form == "{title} ({author})"
            reason = how_many("item", count) + (f"; or `{form}`" if authors else "")
            values[Question(authors or form) if is_asked else form] = reason
    if values:
        proposal.put_forms("fields", values)


def _forms_of_item(text: str, *, of_plan: bool) -> Iterator[tuple[str, tuple[str, str]]]:
    """Yield the form of the text of an item, with what it has on both sides of a sign, and that of its link.

    For `Ebb by Ada Lee (2 hrs)` in a plan it is `{title} by {author} ({hours} hrs)`.
    """
    masked, links = mask_links(text)
    rest = plain(masked[: end_of_text(masked, links)]).rstrip(" :,–—-[(")
    prefix = suffix = ""
    amounts = _with_amounts(rest) if of_plan else rest
    if before := _BEFORE.match(amounts):
        prefix, rest = f"{before[0]} ", amounts[before.end() :]
    elif (last := _IN_BRACKETS.search(amounts)) and re.search(r"\{(?:hours|minutes)\}", last["inner"]):
        pieces = re.split(r"([,;]\s*)", last["inner"])
        inner = "".join(piece if index % 2 or "{" in piece else "{why}" for index, piece in enumerate(pieces))
        suffix, rest = f" {last['open']}{inner}{last['close']}", amounts[: last.start()]
    form, pair = "{title}", ("", "")
    if by := _BY.search(rest) if links or not of_plan else None:
        ends = {"(": " ({why})", ";": "; {why}", "": ""}
        form = "{title} by {author}" + ("" if suffix else ends.get((by["rest"] or "")[:1], " - {why}"))
    elif not of_plan and (group := _IN_BRACKETS.search(rest)) and _NAMES.fullmatch(group["inner"]):
        form = "{title} ({author})"
    elif not of_plan and (divided := _divided(rest)):
        form, pair = divided
    if (form := f"{prefix}{form}{suffix}") != "{title}" and not re.search(r"\d|(\{\w+\}).*\1", form):
        yield form, pair
    if not of_plan and rest.startswith("ꙮ0ꙮ") and (divided := _divided(links[0].words)):
        yield f"[{divided[0]}]", divided[1]
    elif not of_plan and rest.startswith("ꙮ0ꙮ") and re.search(r"\w by [A-Z]", links[0].words):
        yield "[{title} by {author}]", ("", "")


def _divided(text: str) -> tuple[str, tuple[str, str]] | None:
    """Return the form of a text with a dash, or else a comma, and what is on both sides of it."""
    for expression, form in zip(_DIVIDED, ("{title} - {why}", "{title}, {why}"), strict=True):
        if match := expression.match(text):
            return form, (match["before"], match["behind"])
    return None


def _with_author(form: str, pairs: Sequence[tuple[str, str]]) -> str:
    """Return a form with a hole for the author; empty if there is seldom a name on one side of its sign.

    An author comes back more often than a title.
    """
    sides = [[pair[side] for pair in pairs] for side in (0, 1)]
    are_names = [sum(bool(_NAMES.fullmatch(text)) for text in side) * 2 > len(pairs) for side in sides]
    if are_names[0] and (not are_names[1] or len({*sides[0]}) < len({*sides[1]})):
        return form.replace("{title}", "{author}").replace("{why}", "{title}")
    return form.replace("{why}", "{author}") if are_names[1] else ""
