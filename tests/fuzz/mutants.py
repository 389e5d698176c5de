"""Mutated documents, and a count of what an import has lost of one, which shares no code with the importers."""

import difflib
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from itertools import product
from pathlib import Path
from random import Random
from typing import Any
from zlib import crc32

import yaml
from babel import Locale

from tests.command import run, write
from tests.website import ROOT

_LONGEST = 120
"""Lines of a document that is mutated; of a longer one, a part is."""
_WORD = re.compile(r"[^\W_]+")
_URL = re.compile(r"https?://(?:(?!https?://)[^\s<>()\[\]{}\"'`|,\\*])+")
_BOX = re.compile(r"^\s*(?:[-*+]|\d+[.)])\s+\[([ xX-])\]\s+(\S.*)$")
_ISO_DATE = re.compile(r"(?<![\w/.-])(20\d\d-[01]\d-[0-3]\d)(?![\w/-])")
_DAY_ITEM = re.compile(r"\W*(?:\d|Day\b)|.*\b20\d\d-[01]\d-[0-3]\d\b")
_DAY = re.compile(r"^#{1,6}\s+Day\s+(\d{1,3})\b(?!\s*[-–/.%\d])")
_TITLE_AGAIN = re.compile(r"(?P<before>^\W*(?P<title>\w[\w ]*):.*)\[(?P=title)\]\(")
"""An item that names its title again as the words of its link, as in `Tides: [chat](…), [Tides](…)`."""
_OF_SERIES = re.compile(r"^\W*(?:Day )?\d+(?:/\d+)? of ([^:\n]+)", re.MULTILINE)
_WEEK = re.compile(r"^#{1,6}\s+Week\s+(\d{1,2})\b(?!\s*[-–/.%\d])")
_MERMAID = re.compile(r"^\s*(?:```mermaid|flowchart|graph|subgraph|end)\b|--|-\.-|==>|\{\{")
_MARKUP = {
    "hashtag",
    "nbsp",
    "amp",
    "br",
    "x",
    "http",
    "https",
    "date",
    "day",
    "title",
    "tags",
    "categories",
    "draft",
    "render",
    "macros",
    "true",
    "needs",
    "canceled",
}
"""Words of Markdown, HTML and front matter that a result expresses in another way."""
_NUMBERS = re.compile(r"\d[-/.:T]\d|\d\s?(?:h|m|min)\b|[TDRQ#]\s?[-\d]|day\d|\d[月日]", re.IGNORECASE)
"""A date, hours, or the number of a day or a quarter."""
_SETTING = re.compile(r"[\w-]+: (?:true|false)")
_NODE = re.compile(r"\b\w+[\[({]+\"")
_TIME_ZONE = re.compile(r"(?<=\d) (?:[A-Z]{3}|[AP]M)\b")
_NO_TEXT = re.compile(
    r":[a-z_]+:"  # a sign
    r"|\b\w+(?=[\[({]+\")"  # the name of a node of a diagram
    r"|\[https?://[^\[\]]+\](?=\()"  # a URL as the words of its link
    r"|(?<=\[\[)[^\[\]|]+\|"  # the note of Obsidian to which a link with other words leads
    r"|</?[a-z][^<>]*>|\{:[^{}]*\}|\{%\s*\w+"  # tags of HTML and of site generators
    r"|\[[^\[\]]*\]\((?:\#[^()]*|https?://stackedit\.io[^()]*)\)"  # ways back, and what an editor signs with
)
_BADGE = re.compile(r"!\[[^\[\]]*\]\(https?://img\.shields\.io/[^()]*\)")
"""A picture of words, which an import reads."""
_HOST = re.compile(r"https?://([\w.-]+)")
"""The words of a link may be the name of the site that it leads to."""
_NAMED = ("en", "de", "fr", "es", "pt", "it")
_TYPO = 0.85
_LANGUAGES = ROOT / "src/daytrail/importers/languages"


@dataclass(frozen=True)
class Imported:
    """Files and report of an import."""

    texts: tuple[str, ...]
    """All texts of the files, without what YAML adds, and of the report."""
    items: tuple[tuple[str, str], ...]
    """Text and state (`open`, `done` or `dropped`) of each item of the plan or the list."""
    dates: frozenset[str]
    days: frozenset[int]
    """Numbers of days or weeks."""
    doubted_boxes: frozenset[int]
    """Lines of the boxes of which the report says that they do not state the status of their item."""


# -- mutations --


def pick_document(number: int) -> str:
    """Return the document of a number; a change to one of them leaves most of the others where they are."""
    return min(documents(), key=lambda text: crc32(f"{number} {text}".encode()))


def mutate(document: str, random: Random) -> str:
    """Change some lines of a document, or of a part of a long one."""
    lines = document.split("\n")
    if len(lines) > _LONGEST:
        start = random.randint(0, len(lines) - _LONGEST)
        lines = lines[start : start + _LONGEST]
    for _ in range(random.randint(0, 6)):
        at = random.randint(0, max(0, len(lines) - 1))
        end = min(len(lines), at + random.randint(1, 4))
        lines[at:end] = random.choice(_MUTATIONS)(lines[at:end])
    return "\n".join(lines)


def _doubled(lines: list[str]) -> list[str]:
    return [*lines, *lines]


def _dropped(_lines: list[str]) -> list[str]:
    return []


def _indented(lines: list[str]) -> list[str]:
    return [f"  {line}" for line in lines]


def _indented_more(lines: list[str]) -> list[str]:
    return [f"    {line}" for line in lines]


def _fenced(lines: list[str]) -> list[str]:
    return ["```", *lines, "```"]


def _wrapped(lines: list[str]) -> list[str]:
    """Break each line at the space that is nearest to its middle."""
    wrapped: list[str] = []
    for line in lines:
        spaces = [match.start() for match in re.finditer(r"(?<=\S) (?=\S)", line)]
        middle = min(spaces, key=lambda at: abs(at - len(line) // 2), default=len(line))
        wrapped += [line[:middle], line[middle + 1 :]] if spaces else [line]
    return wrapped


_MUTATIONS = (_doubled, _dropped, _indented, _indented_more, _fenced, _wrapped)


@cache
def documents() -> tuple[str, ...]:
    """Return the documents that are mutated: our own pages and the cases of the importers."""
    texts = [path.read_text(encoding="utf-8") for path in sorted((ROOT / "docs").rglob("*.md"))]
    for path in sorted((ROOT / "tests/cases/imports").glob("*.yml")):
        if not path.stem.startswith(("logs", "plans", "lists")):
            continue  # other formats, such as BibTeX
        texts += _texts_in(yaml.safe_load(path.read_text(encoding="utf-8")))
    return tuple(texts)


def _texts_in(cases: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    for case in cases.values():
        yield from (case[key] for key in ("text",) if isinstance(case.get(key), str))


# -- imports --


def import_document(folder: Path, kind: str, source: str) -> Imported | None:
    """Import a document into a new project; return what was written and reported, or None if it was refused."""
    write(folder, {"project/mkdocs.yml": "site_name: x\n", "from/document.md": source})
    project = folder / "project"
    document = str(folder / "from/document.md")
    result = run(project, "import", kind, document, "--json", DAYTRAIL_TODAY="2026-06-01")
    assert result.status in (0, 1), result.err
    if result.status:
        assert "Error: " in result.err, result.err
        return None
    [report] = json.loads(result.out)
    left = [line["text"] for line in report["left"]]
    doubts = [line["message"] for line in report["doubts"]]
    texts = [*left, *doubts]
    items: list[tuple[str, str]] = []
    days: set[int] = set()
    dates: set[str] = set()
    for path in (*project.glob("entries/**/*.md"), *project.glob("docs/**/*.md")):
        text = path.read_text(encoding="utf-8")
        match = re.match(r"---\n(.*?)^---\n", text, re.DOTALL | re.MULTILINE)
        front, body = (match[1], text[match.end() :]) if match else ("", text)
        metadata = yaml.load(front, yaml.BaseLoader) or {}  # noqa: S506 - every value is a text
        texts += [body, *_values(metadata)]
        dates |= {metadata["date"]} if "date" in metadata else set()
        days |= set(_numbers(metadata.get("day", "")))
    for path in project.glob("*.yaml"):
        data = yaml.load(path.read_text(encoding="utf-8"), yaml.BaseLoader)  # noqa: S506 - every value is a text
        texts += _values(data)
        items += _items(data)
        days |= {int(number) for number in _of_key(data, "week") if number.isdecimal()}
    doubted_boxes = {doubt["line"] for doubt in report["doubts"] if doubt["message"].endswith("checkbox")}
    return Imported(tuple(texts), tuple(items), frozenset(dates), frozenset(days), frozenset(doubted_boxes))


def _numbers(days: str) -> Iterator[int]:
    numbers = [int(number) for number in re.findall(r"\d+", days)]
    return iter(range(numbers[0], numbers[-1] + 1) if numbers else ())


def _values(data: Any) -> Iterator[str]:
    """Yield the texts in YAML, without ids, which are made up."""
    match data:
        case dict():
            for key, value in data.items():
                if key not in ("id", "needs", "part"):
                    yield from _values(value)
        case list():
            for value in data:
                yield from _values(value)
        case _:
            yield str(data)


def _of_key(data: Any, key: str) -> Iterator[str]:
    match data:
        case dict():
            for name, value in data.items():
                yield from [value] if name == key and isinstance(value, str) else _of_key(value, key)
        case list():
            for value in data:
                yield from _of_key(value, key)


def _items(data: Any) -> Iterator[tuple[str, str]]:
    match data:
        case dict():
            if "text" in data or ("title" in data and "items" not in data and "week" not in data):
                status = data.get("status", "")
                done, dropped = "done" in data or status == "read", "dropped" in data or status == "dropped"
                own = {key: value for key, value in data.items() if key not in ("items", "categories", "weeks")}
                yield " ".join(_values(own)), "dropped" if dropped else "done" if done else "open"
            for value in data.values():
                yield from _items(value)
        case list():
            for value in data:
                if isinstance(value, str):
                    yield value, "open"
                yield from _items(value)


# -- what is lost --


def lost(source: str, kind: str, imported: Imported) -> list[str]:
    """Return what neither the files nor the report have: words, links, boxes and days of the source."""
    return [
        *_lost_words(source, imported),
        *_lost_links(source, imported),
        *_lost_boxes(source, kind, imported),
        *_lost_days(source, kind, imported),
    ]


def _lost_words(source: str, imported: Imported) -> Iterator[str]:
    """Yield the lines with words that are lost, but for words and numbers that are a mark or a label."""
    lines = source.split("\n")
    headers = {at for at, line in enumerate(lines) if at and re.match(r"\s*\|?\s*:?-+:?\s*\|", line)}
    labels = _words(re.findall(r"^\s*\[([^\[\]]+)\]:", source, re.MULTILINE))  # of links, which are no text
    everything = _words(imported.texts)
    available = Counter(everything)
    # The name of a series is written once, also where it has been two words of a hashtag.
    series = _words(_OF_SERIES.findall(source))
    names = {word for word in series if any(word in other for other in everything)}
    # What is before the number of each day is reported once.
    names |= set(_words(text for text in imported.texts if text.endswith("left out")))
    for number, line in _distinct_lines(source):
        if _MERMAID.search(line) or number in headers or _SETTING.fullmatch(line):
            continue  # names of nodes and columns, and settings of pages
        words = _words([_TITLE_AGAIN.sub(r"\g<before>(", _without_marks(line))])
        # What a heading says, a table or a diagram may say again.
        says_again = re.match(r"\s*(?:\||#)", line) is not None or _NODE.search(line) is not None
        known = everything if says_again else available
        missing = {
            word
            for word in words - known
            if word not in names and word not in labels and not _may_be_structure(word, line)
        }
        if missing:
            yield f"line {number}: words {sorted(missing)} of {line!r}"
        available -= Counter() if says_again else Counter({word: words[word] for word in words if word not in names})


def _distinct_lines(source: str) -> Iterator[tuple[int, str]]:
    """Yield number and text of each line that is no copy of one above it: one of two equal lines may be left out."""
    known: set[str] = set()
    for number, line in enumerate(source.split("\n"), start=1):
        if line.strip() not in known:
            yield number, line
        known.add(line.strip())


def _words(texts: Iterable[str]) -> Counter[str]:
    return Counter(word for text in texts for word in _WORD.findall(text.casefold().replace("http", " http")))


def _without_marks(line: str) -> str:
    without_signs = _TIME_ZONE.sub(" ", _NO_TEXT.sub(" ", _BADGE.sub(" ", line)))
    return re.sub(r"^\s*(?:>\s*)*(?:[-*+]|\d+[.)])\s+(?:\[[ xX-]\]\s)?", "", without_signs)


def _may_be_structure(word: str, line: str) -> bool:
    if (
        word in _MARKUP
        or re.fullmatch(r"[ivx]+", word)
        or word in _vocabulary()
        or any(label.fullmatch(word) for label in _labels())
        or any(word in host for host in _HOST.findall(line))
    ):
        return True
    if re.search(r"\d", line) and difflib.get_close_matches(word, _vocabulary(), cutoff=_TYPO):
        return True  # a misspelt weekday
    if not re.search(r"\d", word):
        return False
    words = set(_WORD.findall(line.casefold()))
    is_alone = all(re.search(r"\d", word) for word in words)
    return is_alone or bool(_vocabulary() & words) or "|" in line or bool(_NUMBERS.search(line))


@cache
def _vocabulary() -> frozenset[str]:
    """Return the words of all languages that can become a key, a number, a date or a state."""
    texts = [path.read_text(encoding="utf-8") for path in _LANGUAGES.glob("*.yaml")]
    words = {
        word for text in texts for line in text.split("\n") if not line.startswith("#") for word in _WORD.findall(line)
    }
    for language, kind, context, width in product(
        (*_NAMED, "ja"), ("months", "days"), ("format", "stand-alone"), ("wide", "abbreviated")
    ):
        for name in getattr(Locale.parse(language), kind)[context][width].values():
            words |= set(_WORD.findall(name))
    words |= {str(Locale(named).get_display_name(language)) for language, named in product(_NAMED, _NAMED)}
    return frozenset(word.casefold() for word in words) | {"approx"}


@cache
def _labels() -> tuple[re.Pattern[str], ...]:
    """Return the patterns of all languages."""
    found = [_values(yaml.safe_load(path.read_text(encoding="utf-8"))) for path in _LANGUAGES.glob("*.yaml")]
    return tuple(re.compile(pattern, re.IGNORECASE) for patterns in found for pattern in patterns)


def _lost_links(source: str, imported: Imported) -> Iterator[str]:
    """Yield the URLs that fewer texts have than lines of the source."""
    available = Counter(url for text in imported.texts for url in _urls(text))
    wanted = Counter(url for _, line in _distinct_lines(source) for url in set(_urls(line)))
    yield from (f"link {url}" for url in wanted - available)


def _urls(text: str) -> list[str]:
    return [url.rstrip(".,;:!?_~") for url in _URL.findall(_BADGE.sub("", text))]


def _lost_boxes(source: str, kind: str, imported: Imported) -> Iterator[str]:
    """Yield the boxes that are neither an item with their state nor text."""
    text = "\n".join(" ".join(text.split()) for part in imported.texts for text in part.split("\n"))
    for number, line in enumerate(source.split("\n"), start=1):
        if not (box := _BOX.match(line)) or " ".join(line.split()) in text or number in imported.doubted_boxes:
            continue
        state = {" ": "open", "-": "dropped"}.get(box[1], "done")
        if kind == "log" and (_DAY_ITEM.match(box[2])):
            continue  # the head of a day
        if "~~" in box[2] or "READ" in box[2]:
            continue  # which says another state than the box
        if f"[{box[1]}] {' '.join(box[2].split())}" in text:
            continue
        words = {word for word in _WORD.findall(_URL.sub("", box[2]).casefold()) if not _may_be_structure(word, line)}
        states = {state for item, state in imported.items if words <= set(_WORD.findall(item.casefold()))}
        if state not in states:
            yield f"box {line!r}: {states or 'no item'}"


def _lost_days(source: str, kind: str, imported: Imported) -> Iterator[str]:
    """Yield the marks of days and weeks that are neither a date or a number in the files nor text."""
    text = "\n".join(imported.texts)
    for line in source.split("\n"):
        for day in _ISO_DATE.findall(line):
            if day not in imported.dates and day not in text and not (kind == "plan" and _follows(day, line, text)):
                yield f"date {day} of {line!r}"
        mark = (_WEEK if kind == "plan" else _DAY).match(line)
        if mark and int(mark[1]) not in imported.days and mark[0].lstrip("# ") not in text:
            yield f"number {mark[1]} of {line!r}"


def _follows(day: str, line: str, text: str) -> bool:
    """Return whether the date of a numbered day of a plan follows from that of the first day."""
    number = _DAY.match(line)
    first = date.fromisoformat(day) - timedelta(days=int(number[1]) - 1) if number else None
    return str(first) in text
