"""Patterns of a recipe: a line of the owner's own document with holes in braces for what changes.

`### R{round}D{day}: {month} {d}, {yyyy}` matches each heading of level 3 of that form. White space and commas match any
of both or none, and a dash any dash. Case, italics and a character such as an emoji before the text do not count; bold
counts only in a pattern that is written with it.
"""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import product

from babel import Locale
from babel.localedata import locale_identifiers

from daytrail.problems import did_you_mean, is_near

_NAME = r"[^\W\d_][^\s\d,.:;()\[\]|/*_`−–—-]*"
_ZONE = r"(?:\s?(?:UTC|GMT|CES?T|[ECMP][SD]T|IST)(?!\w))?"
HOLES: Mapping[str, str] = {
    "yyyy": r"(?:19|20)\d\d",
    "yy": r"'?\d\d",
    "m": r"\d{1,2}",
    "d": r"\d{1,2}(?:(?:st|nd|rd|th|er|[ºª])(?!\w)|\.(?=\s))?",
    "month": rf"{_NAME}\.?",
    "weekday": rf"{_NAME}(?:-feira)?\.?",
    "time": rf"\d{{1,2}}[:.h]\d\d(?:[:.]\d\d)?(?:\s?[ap]\.?m\.?)?{_ZONE}",
    "day": r"\d{1,4}",
    "last": r"\d{1,4}",
    "goal": r"\d{1,4}",
    "left": r"-?\d{1,4}",
    "round": r"\d{1,2}",
    "week": r"\d{1,3}",
    "hours": r"\d{1,3}(?:[.,]\d{1,2})?",
    "minutes": r"\d{1,3}",
    "series": r"[^:(\[|]+?",
    "title": r".+?",
    "author": r".+?",
    "why": r".+?",
    "text": r".+?",
    "any": r".*?",
}
"""Name of each hole, and the regular expression for what it matches."""
WORDS = frozenset(("title", "author", "why", "text", "any", "series"))
"""Holes for words; all others are for numbers and names in dates."""
_NAMES = frozenset(("month", "weekday"))
_REMAINDERS = frozenset(("title", "text", "why"))
"""Holes that need a separator before them, so that what is glued to a number is never a title."""
LONGEST = 1_000
"""Characters of a line in which a pattern is searched; the hole at its end may contain more."""
_PART = re.compile(r"\{\w*\}|[\s,]+|[-−–—]+|\w+|.")
_MARKS = r"#{1,6}|[-*+](?: +\[[ xX]\]|(?! +\[[ xX]\][ \t]))|\d{1,4}[.)]"
# Not an optional group that is possessive: before Python 3.11.5, what is in one is not captured.
_MARK = re.compile(rf"(?:({_MARKS})[ \t]+|(?!(?:{_MARKS})[ \t]))")
_ITEMS = {"-": "[-*+]", "- [ ]": r"[-*+] +\[[ xX]\]"}
_EMPHASIS = re.compile(r"(?<![\w*_}])[*_]{1,3}(?=[^\s*_])|(?<=[^\s*_])[*_]{1,3}(?![\w*_{])|\*\*|__|`")
_ANY_EMPHASIS = r"[*_`]{0,4}"
_NOT_BOLD = r"(?:`|(?<![*_])[*_](?![*_])){0,2}"
_SYMBOL = r"[^\w\s#|*\[(<{\-\"'\u201c\u2018\u201e«$@`~:]"
_SIGN = rf"{_SYMBOL}{{1,9}}(?!{_SYMBOL})\s*"
_LEADING_SIGN = re.compile(rf"{_SIGN}(?=\S)")
_NO_NUMBER = re.compile(r"[^\d-]")


class PatternError(ValueError):
    """A text is no pattern. The first argument says why, the second how to correct it."""


@dataclass(frozen=True)
class Match:
    """What is in the holes of a pattern, by name, without white space around it."""

    holes: Mapping[str, str]
    sign: str = ""
    """The sign before the text that the pattern does not have, with the space behind it."""

    def number(self, hole: str) -> int | None:
        """Return the number in a hole; None if the pattern does not have it."""
        digits = _NO_NUMBER.sub("", self.holes.get(hole, ""))
        return int(digits) if digits else None

    @property
    def hours(self) -> float:
        """The hours and the minutes in its holes together, in hours."""
        hours, minutes = (float(self.holes.get(hole, "0").replace(",", ".")) for hole in ("hours", "minutes"))
        return round(hours + minutes / 60, 2)


@dataclass(frozen=True)
class Pattern:
    """A pattern as it is written in a recipe. Raises PatternError for a hole that does not exist or cannot stand there.

    `Pattern("## {month} {d}: {title}").match("## May 4: Tides").holes == {"month": "May", "d": "4", "title": "Tides"}`
    """

    source: str
    holes: frozenset[str] = field(init=False)
    level: int = field(init=False)
    """Level of the heading that it matches; 0 for other lines."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "holes", frozenset(map(_hole_of, _compiled(self.source).groupindex)) - {"sign"})
        object.__setattr__(self, "level", len(self.source) - len(self.source.lstrip("#")))

    def match(self, line: str) -> Match | None:
        """Return what is in the holes of a line, or None if the line has another form."""
        line = line.strip()
        match = None if self.level and line[:1] != "#" else _compiled(self.source).fullmatch(line[:LONGEST])
        if not match or any(number_of_name(kind, match[kind].strip()) is None for kind in _NAMES & self.holes):
            return None
        is_cut, last = len(line) > LONGEST, match.lastgroup or ""
        if is_cut and not (_hole_of(last) in WORDS and match.end(last) == LONGEST):
            return None
        holes: dict[str, str] = {}
        for group in (one for one in match.groupdict() if one != "sign"):
            hole, (start, end) = _hole_of(group), match.span(group)
            end = len(line) if is_cut and end == LONGEST else end
            text = line[start:end].strip()
            if hole in ("any", "series"):
                text = _EMPHASIS.sub("", text).strip()
            elif hole in WORDS:
                text = _as_written(line, start, end)
            holes[hole] = "; ".join(filter(None, (holes.get(hole), text)))
        return Match(holes, match["sign"] or "")

    def nearly_matches(self, line: str) -> bool:
        """Return whether a line has this form but for misspelt names of months and weekdays."""
        match = _compiled(self.source).fullmatch(line.strip()[:LONGEST])
        names = [(_fold(match[kind]), _numbers(kind, COMMON_LANGUAGES)) for kind in _NAMES & self.holes if match]
        return bool(names) and all(any(is_near(name, one, len(one) // 5) for one in known) for name, known in names)


def _hole_of(group: str) -> str:
    """Return the hole of a group: `any` is that of `any_2`, the second `{any}` of a pattern."""
    return group.partition("_")[0]


def _as_written(line: str, start: int, end: int) -> str:
    """Return a part of a line with the emphasis around it, unless that begins or ends somewhere else."""
    text = line[start:end].strip().strip("*_`")
    start = line.index(text, start)
    end = start + len(text)
    before, behind = re.search(r"(?<!\S)[*_`]+$", line[:start]), re.match(r"[*_`]+", line[end:])
    text = f"{before[0] if before else ''}{text}{behind[0] if behind else ''}"
    return text.removesuffix(behind[0]) if not before and behind and text.count(behind[0]) % 2 else text


def bare(line: str, *, keep_emphasis: bool = False) -> str:
    """Return a line without emphasis and without a character before its text; marks of headings and items stay."""
    mark = _MARK.match(line := line.strip())
    text, prefix = (line[mark.end() :], mark[1] or "") if mark else (line, "")
    if prefix[:1] in ("-", "*", "+"):
        prefix = "- [ ]" if "[" in prefix else "-"
    text = text if keep_emphasis else _EMPHASIS.sub("", text)
    sign = _LEADING_SIGN.match(text)
    text = text[sign.end() if sign else 0 :].lstrip()
    return f"{prefix} {text}" if prefix else text


# The shape of a pattern has a letter for each part: `N` for a hole for a number or a name in a date, `W` for words, `R`
# for words that need a separator, `s` for white space, `d` for a dash, `a` for letters and digits, `x` for other signs.
_DIVIDING = re.compile(r"(?<=[WR])s(?=[dWRNa])|(?<=[WR]sd)s|(?<=a)s(?=[WR])")
"""A space that must be there, so that `{title} by {author}` divides no word, and `A-B - C` is divided at the spaces."""
_BETWEEN_WORDS = re.compile("(?<=[WR])s(?=[WR])")
_LOOSE = re.compile("(?<=[Na])s(?=R)")
"""A space behind which a remainder begins with a letter: `12 / 30` has no title `/ 30`."""


def _letter(part: str) -> str:
    name = part.strip("{}")
    if part[0] == "{":
        return "R" if name in _REMAINDERS else "W" if name in WORDS else "N"
    return "s" if part[0] in ", \t" else "d" if part[0] in "-−–—" else "a" if part[0].isalnum() else "x"


@cache
def _compiled(source: str) -> re.Pattern[str]:
    emphasis = _NOT_BOLD if "**" in source else _ANY_EMPHASIS
    text = bare(source, keep_emphasis="**" in source)
    mark = None if source.startswith("\\") else re.match(r"(#+|-(?: \[ \])?) ", text)
    parts = _PART.findall(text[mark.end() if mark else 0 :])
    shape = "".join(map(_letter, parts))
    if mark:
        start = rf"{_ITEMS.get(mark[1], mark[1])}[ \t]+"
    else:  # a hole for words begins behind a mark that the pattern does not have
        start = _MARK.pattern if shape[:1] in ("W", "R") and parts[0] != "{any}" else ""
    found, seen = [start, f"{emphasis}(?P<sign>{_SIGN})?"], set[str]()
    for at, part in enumerate(parts):
        found += [emphasis] if shape[at] not in "WR" else []
        if shape[at] in "NWR":
            found.append(_hole(parts, at, shape, seen))
        elif shape[at] == "s":
            comma = r"\s*,\s*" if "," in part else ""
            if _LOOSE.match(shape, at):
                found.append(rf"(?:{comma and f'{comma}|'}\s+(?={emphasis}(?:[^\W\d_]|[(\[\"'#`])))")
            elif comma and _BETWEEN_WORDS.match(shape, at):
                found.append(comma)
            else:
                found.append(r"[\s,]+" if _DIVIDING.match(shape, at) else r"[\s,]*")
        else:
            found.append("[-−–—]+" if shape[at] == "d" else r"\s*/\s*" if part == "/" else re.escape(part))
            if "N" in shape[:at] and re.match("s?R", shape[at + 1 :]):
                found.append(rf"{emphasis}(?:\s+|(?!\d))")
    end = "" if shape[-1:] in ("W", "R") and parts[-1] != "{series}" else rf"{emphasis}[^\w()\[\]/]*"
    return re.compile("".join(found) + end, re.IGNORECASE)


def _hole(parts: Sequence[str], at: int, shape: str, seen: set[str]) -> str:
    """Return the regular expression of a hole; `{yyyy}{m}{d}` without anything between them has two digits each."""
    name = parts[at][1:-1]
    if not name:
        raise PatternError("a brace is not closed, or has no name in it", "write a hole such as `{day}`")
    if name not in HOLES:
        known = f"known are {', '.join(f'`{{{one}}}`' for one in HOLES)}"
        raise PatternError(f"`{{{name}}}` is no hole", did_you_mean(name, HOLES) or known)
    if shape[: at + 1].endswith("NR"):
        raise PatternError(f"`{{{name}}}` follows a number directly", "write a separator before it, as in `: `")
    if name in seen and name != "any":
        raise PatternError(f"`{{{name}}}` is there twice", "write `{any}` for what is left out")
    group = f"any_{len(seen)}" if name in seen else name
    seen.add(group)
    is_glued = shape[at + 1 : at + 2] == "N"
    expression = r"\d\d" if is_glued and name in ("m", "d") else HOLES[name]
    if name in WORDS - {"series"} and parts[:at][-1:] == ["("]:  # words in brackets end where these end
        expression = rf"(?:[^()]|\([^()]*\)){expression[1:]}"
    end = r"(?!\d)" if name not in WORDS | _NAMES and not is_glued else ""
    return f"(?P<{group}>{expression}){end}"


# -- names of months and weekdays --

COMMON_LANGUAGES = ("en", "de", "fr", "es", "pt", "it", "nl", "pl", "tr", "sv", "da", "no", "fi", "cs", "ru", "uk")
"""Languages in which a proposal looks for dates; a pattern reads those of all."""


@lru_cache(maxsize=4096)
def number_of_name(kind: str, name: str, *, only_common: bool = False) -> int | None:
    """Return the number of a month from 1, or that of a weekday with Monday as 0; None for another word."""
    folded = _fold(name)
    numbers = _numbers(kind, COMMON_LANGUAGES)
    if folded not in numbers and not only_common:
        numbers = _numbers(kind, tuple(sorted(one for one in locale_identifiers() if "_" not in one)))
    return numbers.get(folded)


@cache
def _numbers(kind: str, languages: tuple[str, ...]) -> Mapping[str, int]:
    """Return the numbers of names, which are from the Unicode CLDR; where languages differ, the first one counts."""
    numbers: dict[str, int] = {"sept": 9} if kind == "month" else {"tues": 1, "thur": 3, "thurs": 3}
    for language in languages:
        locale = Locale.parse(language)
        data = locale.months if kind == "month" else locale.days
        for context, width in product(("format", "stand-alone"), ("wide", "abbreviated")):
            for number, name in data[context][width].items():
                if len(_fold(name)) > 2:
                    numbers.setdefault(_fold(name), number)
    return numbers


def _fold(name: str) -> str:
    """Return a name in lower case without accents and the dot of a short form."""
    decomposed = unicodedata.normalize("NFKD", name.casefold())
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter)).rstrip(". ")


# -- abstraction: a line of a document becomes the pattern that it would match --


def _compile(*expressions: str) -> Sequence[re.Pattern[str]]:
    return tuple(re.compile(expression, re.IGNORECASE) for expression in expressions)


_DAY = r"(?:day|tag|jour|dag|día|dia|giorno|dzień|день|gün|ngày)s?"
_WEEK = r"(?:week|woche|semaine|semana|settimana|vecka|uge|неделя)"
_NUMBERED = rf"{_DAY}\s*[#№-]?\s*(?P<day>\d{{1,4}})"
_YEAR = r"(?P<yyyy>(?:19|20)\d\d)"
_D = r"(?P<d>\d{1,2}(?:(?:st|nd|rd|th|er|[ºª])(?!\w))?)"
_MONTH = rf"(?P<month>{_NAME}\.?)"
_D_MONTH = rf"{_D}(?:\.(?!\w))?(?:\s+(?:of|de)\s+|\s*-\s*|\s*){_MONTH}"
_A_B = r"(?P<A>[0-3]?\d)(?P<sign>[-/.])(?P<B>[0-3]?\d)(?P=sign)"
_ISO_DATE = rf"{_YEAR}(?P<sign>[-/._])(?P<m>0?[1-9]|1[0-2])(?P=sign)(?P<d>[0-3]?\d)(?!\d)"
_OF_NUMBERS = _compile(
    _ISO_DATE,
    rf"{_YEAR}(?P<m>0[1-9]|1[0-2])(?P<d>[0-3]\d)(?!\d)",
    rf"{_YEAR}年(?P<m>\d{{1,2}})月(?P<d>\d{{1,2}})日",
    r"(?P<m>\d{1,2})月(?P<d>\d{1,2})日",
    rf"{_A_B}{_YEAR}(?!\d)",
    rf"{_A_B}(?P<yy>\d\d)(?!\d)",
    rf"(?P<time>\d{{1,2}}:\d\d(?::\d\d)?(?:\s?[ap]m\b)?{_ZONE})",
    rf"(?P<d>\d{{1,2}})\s?[-–&]\s?(?P<any>\d{{1,2}}\.?)\s+{_MONTH}(?!\w)",
    rf"{_D_MONTH}(?:\s+de)?[\s,-]*{_YEAR}(?!\d)",
    _D_MONTH,
    r"第\s?(?P<day>\d{1,4})\s?[天日]",
    r"(?P<day>\d{1,4})/(?P<goal>\d{3})(?!\w)",
    r"(?P<A>[0-3]?\d)/(?P<B>[0-3]?\d)(?![\d/])",
    rf"{_YEAR}(?!\w)",
)
_OF_WORDS = _compile(
    rf"{_MONTH}\s+(?P<d>\d{{1,2}})\s?[-–&]\s?(?P<any>\d{{1,2}})(?![\w-])",
    rf"{_MONTH},?\s+{_D},?\s*{_YEAR}(?!\d)",
    rf"{_MONTH}[,-]?\s*{_D}(?![\d/]|:\d)",
    rf"(?P<weekday>{_NAME}(?:-feira)?\.?)(?!\w)",
    r"R(?:ound)?\s?(?P<round>\d{1,2})\s?[-,:]?\s?D(?:ay)?\s?(?P<day>\d{1,4})(?!\w)",
    r"W(?:eek)?\s?(?P<week>\d{1,2})\s?[-,:]?\s?D(?:ay)?\s?(?P<day>\d{1,2})(?!\w)",
    r"T\s?[-–]\s?(?P<left>\d{1,4})(?!\w)",
    rf"{_NUMBERED}\s?(?:[-−–—&+]|and|to|,(?=\s?\d{{1,3}}:(?!\d)))\s?(?:day\s?)?(?P<last>\d{{1,4}})(?!\w)",
    rf"{_NUMBERED}\s?/\s?(?P<goal>\d{{1,4}})(?![\w/])",
    rf"{_NUMBERED}\s+of\s+(?P<goal>\d{{2,4}})(?=\s*(?:$|[^\w\s]))",
    rf"{_NUMBERED}(?![\w/])",
    rf"{_WEEK}\s*#?\s*(?P<week>\d{{1,3}})(?!\w)",
)
_FIRST_WORD = re.compile(r"(?!第)[^\W\d_]+")
_MARK_WORD = re.compile(rf"{_DAY}|{_WEEK}|r|round|t|w", re.IGNORECASE)
_DATE_WORD = re.compile(r"(?:date|datum|fecha|data|日期)\s*[:\uff1a]\s*", re.IGNORECASE)
_TITLE_WORD = re.compile(r"[^\W\d_]+(?:[\s#]*\d{1,3}(?=:?\s))?[\s:\uff1a#.–-]+")
"""One of at most two words before a date in a heading, as in `## Log 2024-05-06`."""
_BETWEEN = re.compile(r"[\s,:;()\[\]<>|/&+−–—-]*(?:(?<=\s)(?:the|to|and|bis|und|au|al?|e|y)\s+)?", re.IGNORECASE)
_SEPARATOR = re.compile(r"[)\]]?\s*(?:[:−–—|,(>]|->|=>|-(?=\s)|(?<=[)\]])(?=\s))\s*")
_SIGNS = re.compile(r"\s+([^\w\s\x00-\x7f−–—·“”„«»]+)(?=\s)")
"""Signs such as an emoji behind a date."""
_SERIES = re.compile(r"(?P<of>\s+(?:of|de|von)\s+)(?P<name>#?\w[^:(\[|−–—]*?)\s*(?:[:(\[|−–—]|\s-\s|$)")
_HOURS = re.compile(
    r"(?P<hours>\d+(?:[.,]\d+)?\s?(?:h|hrs?|hours?|std|stunden|heures?|horas?)\.?)?\s*"
    r"(?P<minutes>\d+\s?m(?:in(?:ute)?s?)?\.?)?\)?\s*",
    re.IGNORECASE,
)
_LIKELY = re.compile(r"[\W_]*(?:[^\W\d_]+(?:[\W_]+|(?=\d))){0,3}\d|\W*第")
"""A beginning with a number behind at most three words."""
_BOLD_MARK = re.compile(r"\s*([-*+] |\d+[.)] )?(?P<bold>\*\*|__)(?P<mark>[^*_]+)(?P=bold)(?=\s+\w)")
_NO_DAY = re.compile(r"[^{}]*(?:\{(?:weekday|yyyy|time|week|A)\}[^{}]*)*")


@lru_cache(maxsize=100_000)  # a proposal and the reader for near misses ask for each line
def abstract(line: str) -> str:
    """Return the pattern of a line that begins with a date, a day number or a countdown; else an empty text.

    `abstract("### 2024-05-06: Tides") == "### {yyyy}-{m}-{d}: {title}"`. Day and month of which either may come first
    are `{A}` and `{B}`.
    """
    if not _LIKELY.match(line[:200]):
        return ""
    text = bare(line)[:LONGEST]
    mark = re.match(r"(?:#{1,6}|-(?: \[ \])?|\d+[.)])\s+", text)
    prefix = re.sub(r"^\d+", "{any}", mark[0]) if mark else ""
    prefix = f"\\{prefix}" if line.lstrip().startswith("\\#") else prefix  # an editor has taken the heading for text
    start = mark.end() if mark else 0
    parts, at = _atoms(text, start)
    begin = start
    for word in (_TITLE_WORD, _TITLE_WORD) if "#" in prefix else (_DATE_WORD,):
        if not parts and (match := word.match(text, begin)):
            begin = match.end()
            parts, at = _atoms(text, begin)
    if begin > start:
        parts = re.sub(r"\d+", "{any}", text[start:begin]) + parts if "{d}" in parts or "{B}" in parts else ""
    if not parts or _NO_DAY.fullmatch(parts):
        return ""
    pattern = _with_remainder(prefix, parts, text[at:], is_title="#" in prefix)
    if not pattern and (bold := _BOLD_MARK.match(line)) and abstract(bold["mark"]) == parts:
        return f"{prefix}**{parts}** {{text}}"
    return pattern


def _atoms(text: str, at: int) -> tuple[str, int]:
    """Return the dates and numbers at an offset of a text as holes, with the offset behind them."""
    parts = ""
    while at < len(text):
        between = _BETWEEN.match(text, at)
        end = between.end() if between else at
        atom = _read_atom(text, end)
        if not atom and parts and "{series}" not in parts and (series := _SERIES.match(text, at)):
            parts += f" {series['of'].strip()} {{series}}"
            at = series.end("name")
            continue
        if not atom:
            break
        template = atom[0]
        if known := [hole for hole in re.findall(r"\{\w+\}", template) if hole in parts]:
            if "{any}" in parts or not re.search(r"[-−–—&+a-z]", text[at:end]):
                break
            # The end of a range of dates; the year may stand only there.
            template = "{any}, {yyyy}" if "{yyyy}" in template and "{yyyy}" not in known else "{any}"
        parts += re.sub(r"\s+", " ", text[at:end]) + template
        at = atom[1]
    return parts, at


def _read_atom(text: str, start: int) -> tuple[str, int] | None:
    """Return a date or a number at an offset of a text as holes with what is between them, and its end."""
    word = _FIRST_WORD.match(text, start)
    name = word[0].casefold() if word else ""
    kinds = (("month", name), ("weekday", name), ("weekday", f"{name}-feira"))
    is_name = any(number_of_name(*kind, only_common=True) is not None for kind in kinds)
    for atom in _OF_NUMBERS if not word else _OF_WORDS if is_name or _MARK_WORD.fullmatch(name) else ():
        match = atom.match(text, start)
        names = _NAMES & atom.groupindex.keys()
        if not match or any(number_of_name(kind, match[kind], only_common=True) is None for kind in names):
            continue
        later = _read_atom(text, match.start("last")) if "last" in atom.groupindex else None
        if later and ("{d}" in later[0] or "{B}" in later[0]):
            continue  # `Day 5 - 12 March` is no range of days
        template, at = "", start
        for hole in (hole for hole in atom.groupindex if hole != "sign"):
            template, at = f"{template}{text[at : match.start(hole)]}{{{hole}}}", match.end(hole)
        template = re.sub(r"\s+", " ", template + text[at : match.end()])
        if "{month}" in template:
            template = re.sub(r",?\s+|,|(?<=\})(?=\{)", " ", template)
            template = template.replace("{month} {d} {yyyy}", "{month} {d}, {yyyy}")
        return template[:1].upper() + template[1:], match.end()
    return None


def _with_remainder(prefix: str, parts: str, rest: str, *, is_title: bool) -> str:
    """Return a pattern for a mark and what is behind it; empty for what is probably a sentence or an index of links."""
    if rest.startswith("](") and not is_title:
        return ""
    if (signs := _SIGNS.match(rest)) and re.search(r"\w", rest):
        parts, rest = f"{parts} {signs[1]}", rest[signs.end() :]
    if not re.search(r"\w", rest):
        closing = re.match(r"[)\]>]+", rest)
        return prefix + parts + (closing[0] if closing else "")
    hole = "{title}" if is_title else "{text}"
    separator = _SEPARATOR.match(rest)
    behind = rest[separator.end() :] if separator else ""
    if separator and behind and not behind[:1].isspace():
        sign = re.sub(r"\s+", " ", separator[0])
        if hours := _HOURS.fullmatch(behind):
            holes = [f"{{{name}}}" for name, found in hours.groupdict().items() if found]
            return prefix + parts + sign + re.sub(r"\d+(?:[.,]\d+)?", lambda _: holes.pop(0), behind.rstrip())
        if "(" not in sign:
            return f"{prefix}{parts}{sign}{hole}"
        if behind.rstrip().endswith(")") and "(" not in behind and not behind[0].isdigit():
            return f"{prefix}{parts}{sign}{hole})"
    # A bullet that begins with a whole date is no sentence, as a line of text may be.
    is_loose = is_title or (prefix[:1] == "-" and "{d}" in parts + "{d}" * parts.count("{B}") and "{yy" in parts)
    if is_loose and re.match(r"\s+[^\W\d_]|\s+[(\[\"'#`]\w", rest) and not abstract(rest):
        return f"{prefix}{parts} {hole}"
    return ""


def core(pattern: str) -> str:
    """Return the dates and numbers of a pattern, without the marks before them and the words behind them."""
    text = re.sub(r"\*\*|^(?:\\?#+|-(?: \[ \])?|\{any\}[.)])\s+", "", pattern)
    return re.sub(r"[^}]*(?:\{(?:title|text|any|series)\}.*)?$", "", text)
