"""Proof that an import lost nothing: the words, links and checkboxes of a source are in its result or in the report.

The source is read again, line by line and by simpler means than those of the importers. What an importer read as a key,
a number or a position counts only where it can be that.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from functools import cached_property
from html import unescape
from itertools import islice, product
from typing import Any, Literal, NamedTuple, TypeAlias
from urllib.parse import urlsplit

from daytrail.importers.text.dates import is_name_in_date
from daytrail.importers.text.diagnostics import (
    UNPARSED_LINE,
    WORD,
    StateGuess,
    by_line,
    diagnostic,
    state_guess,
    text_values,
    unparsed_line,
    without_markers,
)
from daytrail.importers.text.front_matter import settings_in
from daytrail.importers.text.language import language_of
from daytrail.importers.text.markdown import ATTRIBUTES
from daytrail.importers.text.outline import BOX, Block, read_outline, without_control_characters
from daytrail.importers.text.vocabulary import any_of, is_known_word
from daytrail.problems import Problem, quoted

BoxState: TypeAlias = Literal["open", "ticked", "dropped"]
BOX_STATES: Sequence[BoxState] = ("open", "ticked", "dropped")
BOX_SIGNS: Mapping[str, BoxState] = {
    " ": "open",
    "": "open",
    "x": "ticked",
    "X": "ticked",
    "-": "dropped",
    "~": "dropped",
}
_URL = re.compile(r"https?://(?:(?!https?://)[^\s<>()\[\]\"'`|\\]|\([^\s<>()]*\))+")
_BADGE = re.compile(r"(?<=!)\[[^\[\]]*\]\(https?://img\.shields\.io/[^()\s]*")
"""A picture of words, whose URL is no link."""
_BEHIND_URL = ".,;:!?*_~/}"
"""Characters at the end of a URL that may belong to the text around it."""
_STATES: Mapping[str, BoxState] = {
    "open": "open",
    "ticked": "ticked",
    "done": "ticked",
    "read": "ticked",
    "dropped": "dropped",
    "reading": "open",
    "to-read": "open",
}
"""State of a checkbox by the keys of an item, and by its status in a reading list."""
_WRITTEN_BOX = re.compile(r"\[(?P<sign>[ xX-])\]\s+(?P<text>.+)", re.DOTALL)
"""A note, which has no state, with its checkbox."""
_NO_WORDS = re.compile(
    r"</?[a-z][a-z0-9]*(?=[\s/>])[^<>]*>|:[a-z_]+:|\[[^\[\]]*\]\(#[^()]*\)"
    r"|^ {0,3}\[[^\]]+\]:|^\W*(?:title|url)\W*:|\{(?:%-?|\{[<%])\s*[a-z_-]+"
    rf"|{ATTRIBUTES}|(?<=\[\[)[^\[\]|]+\|",
    re.IGNORECASE,
)
"""Tags, emojis, links to another place in the document, names of URLs, keys, names of commands of
site generators, and the pages to which links of a wiki with other words lead."""
_REMARK = re.compile(
    rf"(?<!\])\((?!(?i:{any_of('week_or_weeks', 'parts', 'tracks')})\b)"
    rf"(?=[^()\d]*\)|(?:{any_of('section_of_text')})\s*\d)([^()]*[^\W\d_][^()]*)\)"
)
"""Words in parentheses without a number, or with that of a section."""
_STATE = re.compile(any_of("statuses", "favourite", "optional", "link_words"), re.IGNORECASE)
_DEFINITION = re.compile(r" {0,3}\[([^\]]+)\]:")
_REFERENCE = re.compile(r"\[([^\[\]]+)\](?![(:])")
_LINK_TARGET = re.compile(r"\]\(([^()]*)\)")
_HEADER_RULE = re.compile(r"\s*\|?\s*:?-+:?\s*\|[\s:|-]*")
_DIAGRAM = re.compile(r"\s*(?:```|~~~)\s*mermaid\b|\s*(?:flowchart|graph)\b")
_LABEL_IN_DIAGRAM = re.compile(r"[\[({|\"]+([^\[\](){}|\"]*)[\])}|\"]+")
_STRUCTURE = re.compile(r"[ivx]+|wait(?:ing)?|cancell?ed|draft|published|true|false")
"""Words of no language that can be structure: Roman numbers, `2 x 3h`, keywords of other programs."""
_MOST_ROUNDS = 3
_INDEXED_WORDS = 3
_MOST_CANDIDATES = 1000
"""So many items that begin with the same words are compared with a checkbox."""


class Box(NamedTuple):
    """A checkbox, or an item of a plan or a reading list."""

    words: tuple[str, ...]
    state: BoxState
    line: int = 0
    """In the source, from 1; 0 for an item."""
    text: str = ""
    """Of a checkbox, as Markdown."""


class Content:
    """The words and the links of some texts; each of them can be taken once."""

    def __init__(self, texts: Iterable[str]) -> None:
        lines = [line for text in texts for line in text.split("\n")]
        self._words = Counter(find_words("\n".join(lines)))
        self._links = Counter(url for line in lines for url in find_urls(line))

    def take_words(self, wanted: Counter[str]) -> Counter[str]:
        """Remove words and return those that are missing."""
        return _take(wanted, self._words)

    def take_links(self, wanted: Counter[str]) -> Counter[str]:
        """Remove links and return those that are missing."""
        return _take(wanted, self._links)


def _take(wanted: Counter[str], available: Counter[str]) -> Counter[str]:
    missing = Counter({key: count - available[key] for key, count in wanted.items() if count > available[key]})
    for key in wanted:
        if available[key]:
            available[key] = max(0, available[key] - wanted[key])
    return missing


class Proof:
    """The lines of a source, and what an import says about them in its report and as structure."""

    def __init__(
        self, source: str, texts: Iterable[str], diagnostics: Iterable[Problem], structure: Sequence[str]
    ) -> None:
        self.lines = source.split("\n")
        self._texts = texts
        self._diagnostics = list(diagnostics)
        self._structure = Content(structure)
        self.unparsed = [problem for problem in self._diagnostics if problem.code == UNPARSED_LINE]
        self._references = {match[1].casefold() for line in self.lines if (match := _DEFINITION.match(line))}
        self._settings = dict(settings_in(source))
        self._diagram_lines = set(_lines_of_diagrams(self.lines))

    @cached_property
    def _known_words(self) -> Set[str]:
        """The words of the whole result and of the report, in which a copy may be left out."""
        return set(WORD.findall(self._everything.casefold()))

    @cached_property
    def _known_links(self) -> Set[str]:
        return set(find_urls(self._everything))

    @property
    def _everything(self) -> str:
        return "\n".join([*self._texts, *(problem.message for problem in self._diagnostics)])

    def losses_of_line(self, number: int, contents: Sequence[Content]) -> Iterator[Problem]:
        """Yield a diagnostic for the words and one for each link of a line that some contents lack."""
        line = self.lines[number - 1]
        if number in self._settings:
            return
        urls, words = Counter(set(find_urls(_BADGE.sub("", line)))), Counter(find_words(self._without_markup(number)))
        of_targets = words & Counter(find_words(" ".join(_LINK_TARGET.findall(line))))
        words -= of_targets  # so that they take no words of other lines
        for content in contents:
            urls, words = content.take_links(urls), content.take_words(words)
        for remark in () if self._is_header(number) else _REMARK.findall(line):  # which no number and no state says
            of_remark = find_words(remark)
            is_key = len(of_remark) < 2 or _STATE.fullmatch(remark) or all(map(is_name_in_date, of_remark))
            if not is_key and all(words[word] for word in of_remark):
                yield diagnostic(number, "missing-words", " ".join(of_remark))
                words -= Counter(of_remark)
        lost_words, lost_links = self._structure.take_words(words), self._structure.take_links(urls)
        if _DEFINITION.match(line):  # it comes with each text that uses it
            lost_words, lost_links = Counter(), Counter()
        missing = [word for word in words | of_targets if lost_words[word] or not self._may_be_structure(word, number)]
        if missing:
            is_elsewhere = self._known_words >= set(missing)
            yield diagnostic(number, "moved-words" if is_elsewhere else "missing-words", " ".join(missing))
        for url in urls:
            if lost_links[url] or not ("#" in url or url in self._known_links):
                yield diagnostic(number, "missing-link", url)

    def _without_markup(self, number: int) -> str:
        text = _NO_WORDS.sub(" ", unescape(without_markers(self.lines[number - 1])))
        return _REFERENCE.sub(lambda match: " " if match[1].casefold() in self._references else match[0], text)

    def _may_be_structure(self, word: str, number: int) -> bool:
        """Return whether a word can be a key, a number, a date, a state or a language, or is in the result already."""
        if any(map(str.isnumeric, word)) or _STRUCTURE.fullmatch(word) or word in self._known_words:
            return True
        if is_known_word(word) or is_name_in_date(word) or language_of(word):
            return True
        if any(word in (urlsplit(url).hostname or "") for url in find_urls(self.lines[number - 1])):
            return True  # the name of a site, as in `[Book Shop](https://bookshop.example/)`
        if number in self._diagram_lines:
            labels = " ".join(_LABEL_IN_DIAGRAM.findall(self.lines[number - 1]))
            return word not in find_words(labels)
        return self._is_header(number)

    def _is_header(self, number: int) -> bool:
        return number < len(self.lines) and _HEADER_RULE.fullmatch(self.lines[number]) is not None


def _lines_of_diagrams(lines: Sequence[str]) -> Iterator[int]:
    """Yield the numbers of the lines of Mermaid's diagrams."""
    inside = False
    for number, line in enumerate(lines, start=1):
        if inside and line.lstrip().startswith(("```", "~~~")):
            inside = False
        inside = inside or _DIAGRAM.match(line) is not None
        if inside:
            yield number


def find_words(text: str) -> list[str]:
    """Return the words of a text in lower case, without those of its URLs."""
    return WORD.findall((_URL.sub(" ", text) if "http" in text else text).casefold())


def find_urls(text: str) -> Iterator[str]:
    """Yield the URLs in a text, without what may belong to the text behind them."""
    return (match[0].rstrip(_BEHIND_URL) for match in _URL.finditer(text)) if "http" in text else iter(())


def find_losses(
    source: str,
    data: Any,
    diagnostics: Iterable[Problem],
    structure: Sequence[str],
    *,
    open_may_be_done: bool = False,
) -> list[Problem]:
    """Return a diagnostic for each word, link and checkbox of a source that the data of a plan or a list have lost.

    They are in the data, in lines that are reported as unparsed, and in `structure`. With `open_may_be_done`, what is
    open in the source may have another state in the result.
    """
    source, diagnostics = without_control_characters(source), list(diagnostics)
    texts = list(text_values(data))
    proof = Proof(source, texts, diagnostics, structure)
    reported = [(problem.location.line, problem.message) for problem in proof.unparsed]
    # A reported line may be no checkbox without the lines around it, so checkboxes on such lines are not compared.
    whole = set(reported).intersection(enumerate(proof.lines, start=1))
    reported_lines = {number for number, _ in whole}
    others = [*structure, *(message for number, message in reported if (number, message) not in whole)]
    losses = list(_without_consequences(proof, [Content([*texts, *(message for _, message in reported)])]))
    guesses = [problem for problem in diagnostics if isinstance(problem, StateGuess)]
    guessed = {line: _STATES[guess.state] for guess in guesses for line in guess.lines}
    wanted = [box for box in find_boxes(source) if box.line not in reported_lines]
    wanted = [box._replace(state=guessed.get(box.line, box.state)) for box in wanted]
    boxes = [*item_boxes(data), *find_boxes("\n\n".join(filter(BOX.search, others)))]
    return by_line([*losses, *missing_boxes(wanted, boxes, open_may_be_done=open_may_be_done)])


def lost_lines(source: str, data: Any, diagnostics: Sequence[Problem], structure: Sequence[str]) -> list[Problem]:
    """Return what an importer lost without knowing it: unparsed lines, and doubts about checkboxes."""
    lines = source.split("\n")
    found: list[Problem] = []
    for _ in range(_MOST_ROUNDS):  # a line that is reported may have had the words of another one
        if not (losses := find_losses(source, data, [*diagnostics, *found], structure)):
            break
        doubts = [loss for loss in losses if loss.code in ("missing-box", "changed-box")]
        numbers = dict.fromkeys(loss.location.line for loss in losses if loss not in doubts)
        found += [*doubts, *(unparsed_line(number, lines[number - 1]) for number in numbers)]
    return found


def _without_consequences(proof: Proof, content: Sequence[Content]) -> Iterator[Problem]:
    """Yield the losses of all lines, but for words that only a line above, which lost others, took from the result."""
    words_above: set[str] = set()
    for number, line in enumerate(proof.lines, start=1):
        losses = list(proof.losses_of_line(number, content))
        own = [one for one in losses if one.code != "moved-words" or not words_above >= set(one.message.split())]
        words_above |= set(find_words(line)) if own else set()
        yield from own


def find_boxes(text: str) -> list[Box]:
    """Return the checkboxes of a Markdown text, without crosses, which may mean two things."""
    lines = text.split("\n")
    boxes = (block for block in (read_outline(text).blocks if "[" in text else ()) if block.checked is not None)
    boxes = (block for block in boxes if "❌" not in lines[block.line - 1])
    return [Box(_words(block.text), _state_of(block), block.line, block.text) for block in boxes]


def _state_of(block: Block) -> BoxState:
    return "dropped" if block.dropped else "ticked" if block.checked else "open"


def item_boxes(data: Any) -> Iterator[Box]:
    """Yield the items of a plan or a reading list, which are nested lists and mappings."""
    if isinstance(data, str):
        yield _box_of(data, "open")
    elif isinstance(data, Mapping):
        states = [_STATES[key] for key in ("done", "dropped") if data.get(key)]
        state = (states or [_STATES.get(str(data.get("status")), "open")])[-1]
        yield from (_box_of(str(data[key]), state) for key in ("title", "text", "url") if data.get(key))
        for value in data.values():
            yield from () if isinstance(value, str) else item_boxes(value)
    elif isinstance(data, Sequence):
        for value in data:
            yield from item_boxes(value)


def _box_of(text: str, state: BoxState) -> Box:
    """Return a text of a result with a state, unless the text has a checkbox of its own."""
    written = _WRITTEN_BOX.match(text)
    return Box(_words(written["text"]), BOX_SIGNS[written["sign"]]) if written else Box(_words(text), state)


def _words(text: str) -> tuple[str, ...]:
    return tuple(WORD.findall(text.casefold()))


def missing_boxes(source: Iterable[Box], result: Iterable[Box], *, open_may_be_done: bool = False) -> Iterator[Problem]:
    """Yield a diagnostic for each checkbox of a source that the result has not, or has in another state."""
    counts = Counter((box.words, box.state) for box in result if box.words)
    by_first_words: defaultdict[tuple[str, ...], list[tuple[str, ...]]] = defaultdict(list)
    for words in dict.fromkeys(words for words, _ in counts):
        by_first_words[words[:_INDEXED_WORDS]].append(words)

    def take(words: tuple[str, ...], states: Iterable[BoxState]) -> bool:
        """Remove an item that has only words of a checkbox, in one of some states; return whether there is one."""
        known = set(words)
        starts = {words[at : at + size] for at in range(len(words)) for size in range(1, _INDEXED_WORDS + 1)}
        similar = [one for start in starts for one in islice(by_first_words.get(start, ()), _MOST_CANDIDATES)]
        candidates = product((one for one in similar if known.issuperset(one)), states)
        # The one with the most words, since `Read the manual` may be another item than `Read`.
        key = max((key for key in candidates if counts[key] > 0), key=lambda key: len(key[0]), default=None)
        if key:
            counts[key] -= 1
        return key is not None

    # Those with the most words first, so that no other checkbox takes their items.
    for box in sorted(source, key=lambda box: -len(box.words)):
        states = BOX_STATES if open_may_be_done and box.state == "open" else [box.state]
        if box.words and not take(box.words, states):
            yield box_loss(box, next((state for state in BOX_STATES if take(box.words, [state])), None))


def box_loss(box: Box, state: BoxState | None) -> Problem:
    """Return the diagnostic for a checkbox that is missing in a result or has a different state there."""
    label = quoted(box.text) if box.text else "the empty one"
    if state:
        message = f"{label} is {box.state} in the source and taken as `{state}`"
        return state_guess([box.line], "changed-box", message, state)
    return diagnostic(box.line, "missing-box", f"{label} ({box.state})")
