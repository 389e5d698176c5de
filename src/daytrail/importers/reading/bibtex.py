"""Door for BibTeX: entries of a bibliography as things to read.

bibtexparser 2.1 splits the file and reports what it cannot; it brings pylatexenc, which turns LaTeX into characters.
"""

import logging
import re
from collections.abc import Mapping
from contextlib import suppress
from functools import cache

from bibtexparser.entrypoint import parse_string
from bibtexparser.middlewares.names import parse_single_name_into_parts, split_multiple_persons_names
from bibtexparser.model import (
    DuplicateBlockKeyBlock,
    DuplicateFieldKeyBlock,
    Entry,
    ExplicitComment,
    ImplicitComment,
    ParsingFailedBlock,
)
from pylatexenc.latex2text import (  # type: ignore[import-untyped]  # it has none
    LatexNodes2Text,
    MacroTextSpec,
    get_default_latex_context_db,
)
from pylatexenc.latexwalker import LatexWalkerError  # type: ignore[import-untyped]  # it has none

from daytrail.importers.reading.foreign import ForeignList
from daytrail.importers.reading.reader import ImportedList
from daytrail.importers.reading.status import status_of
from daytrail.importers.text.language import language_of
from daytrail.importers.text.markdown import is_valid_url
from daytrail.model.urls import normalise

_ENTRY = re.compile(
    r"^[ \t]*@(?!comment|string|preamble)[a-z]+\s*[{(]\s*[^\s,{}()=]*\s*,", re.IGNORECASE | re.MULTILINE
)
_KINDS = {
    "book": "book",
    "inbook": "book",
    "software": "code",
    "dataset": "dataset",
}
_PAPERS = {
    *("article", "conference", "inproceedings", "incollection", "proceedings", "mastersthesis", "phdthesis", "thesis"),
    *("techreport", "report", "unpublished", "preprint"),
}
_FURTHER_URLS = ("pdf", "code", "slides", "video", "website", "bdsk-url-1", "bdsk-url-2", "bdsk-url-3")
_PLACES = ("journal", "journaltitle", "booktitle", "publisher", "school", "institution", "organization", "howpublished")
_NOTES = ("note", "addendum")
_REASONS = ("annote", "annotation", "comment", "review")
_TAGS = ("keywords", "keyword", "mendeley-tags")
_FOLDERS = ("groups", "mendeley-groups")
_STATUSES = ("readstatus", "status")
_READ = {
    *("title", "subtitle", "author", "editor", "year", "date", "month", "url", "doi", "eprint", "archiveprefix"),
    *("eprinttype", "primaryclass", "langid", "language", "urldate", "timestamp", "creationdate"),
    *(*_FURTHER_URLS, *_PLACES, *_NOTES, *_REASONS, *_TAGS, *_FOLDERS, *_STATUSES),
}
_URL = re.compile(r"\\url\s*\{([^{}]*)\}")
_ARXIV = re.compile(r"(?:arxiv:)?(\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?/\d{7})(v\d+)?", re.IGNORECASE)
logging.getLogger("bibtexparser").addHandler(logging.NullHandler())  # what it logs is in the report


def read_bibtex(text: str, _name: str) -> ImportedList | None:
    """Read a bibliography; None if it is something else."""
    if not _ENTRY.search(text):
        return None
    result = ForeignList(text, "Bibliography", "BibTeX")
    for block in parse_string(text).blocks:
        line = (block.start_line or 0) + 1
        entry = (
            block.ignore_error_block if isinstance(block, DuplicateBlockKeyBlock | DuplicateFieldKeyBlock) else block
        )
        if isinstance(entry, Entry):
            if isinstance(block, DuplicateBlockKeyBlock):
                result.doubt(line, "field-twice", f"`{entry.key}` is the key of an entry above, too; both were taken")
            _add_entry(result, line, entry)
        elif isinstance(block, ParsingFailedBlock | ImplicitComment | ExplicitComment):
            for number, raw in enumerate((block.raw or "").split("\n"), line):
                if re.search(r"\w", raw):
                    result.record(number, raw)
    return result.finish()


def _add_entry(result: ForeignList, line: int, entry: Entry) -> None:
    fields: dict[str, str] = {}
    notes: list[str] = []
    for field in entry.fields:
        name, value = field.key.lower(), _without_enclosing(str(field.value).strip())
        if name in fields:
            notes.append(f"{name}: {_text(value)}")
            result.doubt(line, "field-twice", f"`{entry.key}` has `{name}` twice; the second one became a note")
        fields.setdefault(name, value)
    urls = _urls(fields)
    names = _names(fields.get("author") or fields.get("editor", ""))
    year = re.search(r"\d{4}|.+", fields.get("year") or fields.get("date", ""))
    if year and not names:
        notes.append(year[0])
    states = [(name, _text(fields[name])) for name in _STATUSES if fields.get(name)]
    notes += [", ".join(_text(fields[name]) for name in _PLACES if fields.get(name))]
    notes += [_text(fields[name]) for name in _NOTES if fields.get(name)]
    notes += [f"{name}: {text}" for name, text in states if not status_of(text)]
    author = ", ".join(names).replace(", et al.", " et al.")
    entry_type = entry.entry_type.lower()
    result.add(
        line,
        {
            "title": _text(" ".join(filter(None, (fields.get("title"), fields.get("subtitle"))))),
            "url": "".join(urls[:1]),
            "aliases": urls[1:],
            "kind": "paper" if entry_type in _PAPERS else _KINDS.get(entry_type),
            "language": language_of(fields.get("langid") or fields.get("language", "")),
            "author": f"{author} ({year[0]})" if year and names else author,
            "why": " ".join(_text(fields[name]) for name in _REASONS if fields.get(name)),
            "status": next((status for _, text in states if (status := status_of(text))), None),
            "notes": [note for note in dict.fromkeys(notes) if note not in urls],
        },
        folders=[folder for name in _FOLDERS for folder in _list(fields.get(name, ""))][:1],
        tags=[tag for name in _TAGS for tag in _list(fields.get(name, ""))],
    )
    for name in sorted(fields.keys() - _READ):
        result.leave_out(name)


def _without_enclosing(value: str) -> str:
    """Return a value without braces or quotes around all of it, which bibtexparser leaves in entries with errors."""
    return re.sub(r'^(?:\{([^{}]*)\}|"([^"]*)")$', r"\1\2", value)


def _urls(fields: Mapping[str, str]) -> list[str]:
    """Return the addresses of an entry: its URL, that of its DOI, that of its preprint, then further ones."""
    urls = [_URL.sub(r"\1", fields.get("url", "")).replace("\\", "").strip()]
    if doi := fields.get("doi", "").replace("\\", "").strip():
        urls.append(doi if doi.startswith("http") else f"https://doi.org/{doi.removeprefix('doi:').strip()}")
    archive = fields.get("archiveprefix", fields.get("eprinttype", "arxiv")).casefold()
    if archive == "arxiv" and (paper := _ARXIV.fullmatch(fields.get("eprint", "").strip())):
        urls.append(f"https://arxiv.org/abs/{paper[1]}")
    urls += [match[1] for name in ("howpublished", "note") for match in _URL.finditer(fields.get(name, ""))]
    urls += [fields.get(name, "").strip() for name in _FURTHER_URLS]
    by_key = {normalise(url): url for url in reversed(urls) if is_valid_url(url)}
    return list(reversed(by_key.values()))


def _names(authors: str) -> list[str]:
    """Return names as people say them: `Lee, Ada and Cole, N.` are `Ada Lee` and `N. Cole`."""
    parts = [parse_single_name_into_parts(name, strict=False) for name in split_multiple_persons_names(authors)]
    names = [_text(part.merge_first_name_first) for part in parts]
    return ["et al." if name == "others" else name for name in names if name]


def _list(text: str) -> list[str]:
    return [_text(part) for part in re.split(r"[,;]", text) if part.strip()]


def _text(latex: str) -> str:
    """Return LaTeX as text on one line; what cannot be parsed keeps its commands."""
    latex = _URL.sub(r"\1", latex)
    if "\\" in latex or "$" in latex or "~" in latex or "--" in latex or "``" in latex:
        with suppress(LatexWalkerError, IndexError, ValueError, RecursionError):
            latex = str(_decoder().latex_to_text(re.sub(r"(?<!\\)%", r"\\%", latex)))
    return " ".join(latex.replace("{", "").replace("}", "").split())


@cache
def _decoder() -> LatexNodes2Text:
    macros = get_default_latex_context_db()
    macros.set_unknown_macro_spec(MacroTextSpec("", simplify_repl=lambda node: str(node.latex_verbatim())))
    return LatexNodes2Text(latex_context=macros, math_mode="verbatim")
