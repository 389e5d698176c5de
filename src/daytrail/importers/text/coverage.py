"""Proof that an import lost nothing: the words, links and checkboxes of a source are in its result or in the report."""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import islice, product
from typing import Any, Literal, NamedTuple, TypeAlias

from daytrail.importers.text.diagnostics import UNPARSED_LINE, WORD, by_line, diagnostic, missing_words
from daytrail.importers.text.outline import read_outline
from daytrail.problems import Problem, quoted

BoxState: TypeAlias = Literal["open", "ticked", "dropped"]
BOX_STATES: Sequence[BoxState] = ("open", "ticked", "dropped")
_URL = re.compile(r"https?://(?:[^\s<>()\[\]\"'`|\\]|\([^\s<>()]*\))+")
_BEHIND_URL = ".,;:!?*_~/}"
"""Characters at the end of a URL that may belong to the text around it."""
_STATES: Mapping[str, BoxState] = {"done": "ticked", "read": "ticked", "dropped": "dropped"}
"""What keys of an item, and its status in a reading list, say about its checkbox."""
_WRITTEN_BOX = re.compile(r"\[(?P<sign>[ xX-])\]\s+(?P<text>.+)", re.DOTALL)
"""A note, which has no state, with its checkbox."""
_WRITTEN_STATES: Mapping[str, BoxState] = {" ": "open", "x": "ticked", "X": "ticked", "-": "dropped"}
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


def find_losses(
    source: str,
    texts: Sequence[str],
    boxes: Iterable[Box],
    diagnostics: Iterable[Problem],
    structure: Sequence[str],
    *,
    open_may_be_done: bool = False,
) -> list[Problem]:
    """Return a diagnostic for each word, link and checkbox of a source that an import lost, words line by line.

    They are kept in the texts and boxes of the result, in lines that are reported as unparsed, and in `structure`. With
    `open_may_be_done`, what is open in the source may have another state in the result.
    """
    diagnostics = list(diagnostics)
    reported = [(problem.location.line, problem.message) for problem in diagnostics if problem.code == UNPARSED_LINE]
    elsewhere = [*structure, *(message for _, message in reported)]
    # A reported line may be no checkbox without the lines around it, so checkboxes on such lines are not compared.
    whole = set(reported).intersection(enumerate(source.split("\n"), start=1))
    reported_lines = {number for number, _ in whole}
    other_texts = [*structure, *(message for number, message in reported if (number, message) not in whole)]
    available = [*boxes, *find_boxes("\n\n".join(other_texts))]
    guessed = {problem.location.line for problem in diagnostics if problem.code == "guessed-status"}
    return by_line(
        [
            *missing_words(source, texts, diagnostics, structure),
            *missing_links(source, [*texts, *elsewhere]),
            *missing_boxes(
                (box for box in find_boxes(source) if box.line not in reported_lines),
                available,
                open_may_be_done=open_may_be_done,
                guessed_lines=guessed,
            ),
        ]
    )


def missing_links(source: str, texts: Iterable[str]) -> Iterator[Problem]:
    """Yield a diagnostic for each URL of a source that is in none of some texts, once each."""
    known = {url for text in texts for url in _urls(text)}
    for number, line in enumerate(source.split("\n"), start=1):
        for url in _urls(line):
            if url not in known:
                known.add(url)
                yield diagnostic(number, "missing-link", url)


def _urls(text: str) -> Iterator[str]:
    return (match[0].rstrip(_BEHIND_URL) for match in _URL.finditer(text))


def find_boxes(text: str) -> list[Box]:
    """Return the checkboxes of a Markdown text."""
    return [
        Box(
            _words(block.text),
            "dropped" if block.dropped else "ticked" if block.checked else "open",
            block.line,
            block.text,
        )
        for block in read_outline(text).blocks
        if block.checked is not None
    ]


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
    return Box(_words(written["text"]), _WRITTEN_STATES[written["sign"]]) if written else Box(_words(text), state)


def _words(text: str) -> tuple[str, ...]:
    return tuple(WORD.findall(text.casefold()))


class _Items:
    """The checkboxes and items of a result, each of which is found once."""

    def __init__(self, boxes: Iterable[Box]) -> None:
        self._counts = Counter((box.words, box.state) for box in boxes if box.words)
        self._by_first_words: defaultdict[tuple[str, ...], list[tuple[str, ...]]] = defaultdict(list)
        for words in dict.fromkeys(words for words, _ in self._counts):
            self._by_first_words[words[:_INDEXED_WORDS]].append(words)

    def take(self, words: tuple[str, ...], states: Iterable[BoxState]) -> bool:
        """Remove an item that has only words of a checkbox, in one of some states; return whether there is one."""
        candidates = (key for key in product(self._candidates(words), states) if self._counts[key] > 0)
        # The one with the most words, since `Read the manual` may be another item than `Read`.
        key = max(candidates, key=lambda key: len(key[0]), default=None)
        if key:
            self._counts[key] -= 1
        return key is not None

    def _candidates(self, words: tuple[str, ...]) -> Sequence[tuple[str, ...]]:
        """Return the words of the items that may be the result of a checkbox."""
        if any(self._counts[words, state] > 0 for state in BOX_STATES):
            return [words]
        known = set(words)
        starts = {words[at : at + size] for at in range(len(words)) for size in range(1, _INDEXED_WORDS + 1)}
        similar = (islice(self._by_first_words.get(start, ()), _MOST_CANDIDATES) for start in starts)
        return [candidate for candidates in similar for candidate in candidates if known.issuperset(candidate)]


def missing_boxes(
    source: Iterable[Box],
    result: Iterable[Box],
    *,
    open_may_be_done: bool = False,
    guessed_lines: Collection[int] = (),
) -> Iterator[Problem]:
    """Yield a diagnostic for each checkbox of a source that the result has not, or has in another state.

    A doubt says what was taken as the state of those in `guessed_lines`.
    """
    items = _Items(result)
    for box in source:
        any_state = (open_may_be_done and box.state == "open") or box.line in guessed_lines
        if not box.words or items.take(box.words, BOX_STATES if any_state else [box.state]):
            continue
        label = quoted(box.text)
        other = next((state for state in BOX_STATES if items.take(box.words, [state])), None)
        if other:
            yield diagnostic(box.line, "changed-box", f"{label} is {box.state} in the source and {other}")
        else:
            yield diagnostic(box.line, "missing-box", f"{label} ({box.state})")
