"""Reader for BibTeX: entries of a bibliography as things to read.

bibtexparser 2.1 splits the file and reports what it cannot; it brings pylatexenc, which turns LaTeX into characters.
"""

import logging
import re
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from typing import Any

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

from daytrail.importers.imported import Imported
from daytrail.importers.item_text import is_valid_url
from daytrail.importers.list_draft import Category, list_data
from daytrail.importers.preview import Finding
from daytrail.model.urls import normalise

_ENTRY = re.compile(
    r"^[ \t]*@(?!comment|string|preamble)[a-z]+\s*[{(]\s*[^\s,{}()=]*\s*,", re.IGNORECASE | re.MULTILINE
)
_KINDS = {"book": "book", "inbook": "book", "software": "code", "dataset": "dataset"}
_PAPERS = {
    *("article", "conference", "inproceedings", "incollection", "proceedings", "mastersthesis", "phdthesis", "thesis"),
    *("techreport", "report", "unpublished", "preprint"),
}
_PUBLISHED = ("journal", "journaltitle", "booktitle", "publisher", "school", "institution", "organization")
_NOTES = ("howpublished", "note", "addendum")
_REASONS = ("annote", "annotation", "comment", "review")
_TAGS = ("keywords", "keyword", "mendeley-tags", "groups", "mendeley-groups")
_STATES = {"read": "read", "reading": "reading", "skimmed": "reading", "unread": "to-read", "toread": "to-read"}
"""Values of JabRef's `readstatus`, and what people write instead."""
_READ = {
    *("title", "subtitle", "author", "editor", "year", "date", "month", "url", "doi", "eprint", "archiveprefix"),
    *("eprinttype", "primaryclass", "langid", "language", "urldate", "timestamp", "creationdate", "pdf", "readstatus"),
    *(*_PUBLISHED, *_NOTES, *_REASONS, *_TAGS),
}
_URL = re.compile(r"\\url\s*\{([^{}]*)\}")
_ARXIV = re.compile(r"(?:arxiv:)?(\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?/\d{7})(v\d+)?", re.IGNORECASE)
logging.getLogger("bibtexparser").addHandler(logging.NullHandler())  # what it logs is left over, and shown


def read_bibtex(text: str) -> Imported | None:
    """Read a bibliography. None if it is something else."""
    if not _ENTRY.search(text):
        return None
    root, left_over, unused = Category(""), [], Counter[str]()
    for block in parse_string(text).blocks:
        line = (block.start_line or 0) + 1
        entry = (
            block.ignore_error_block if isinstance(block, DuplicateBlockKeyBlock | DuplicateFieldKeyBlock) else block
        )
        if isinstance(entry, Entry):
            item = _read_entry(entry, unused)
            if item["title"] or item["url"]:
                root.items.append(item)
            else:
                left_over.append(Finding(line, f"{entry.key}: it has no title"))
        elif isinstance(block, ParsingFailedBlock | ImplicitComment | ExplicitComment):
            lines = enumerate((block.raw or "").split("\n"), line)
            left_over += [Finding(number, raw) for number, raw in lines if re.search(r"\w", raw)]
    checks = [Finding(1, f"not read: {name} ({count})", "fields") for name, count in sorted(unused.items())]
    return Imported(list_data("Bibliography", root, {}, ""), checks=checks, left_over=left_over)


def _read_entry(entry: Entry, unused: Counter[str]) -> dict[str, Any]:
    fields: dict[str, str] = {}
    twice: list[str] = []
    for field in entry.fields:
        name, value = field.key.lower(), _without_enclosing(str(field.value).strip())
        twice += [f"{name}: {_text(value)}"] if name in fields else []
        fields.setdefault(name, value)
    unused.update(fields.keys() - _READ)
    urls = _urls(fields)
    year = re.search(r"\d{4}|.+", fields.get("year") or fields.get("date", ""))
    author = ", ".join(_names(fields.get("author") or fields.get("editor", ""))).replace(", et al.", " et al.")
    state = re.sub(r"\W", "", fields.get("readstatus", "")).casefold()
    tags = [_text(tag) for name in _TAGS for tag in re.split(r"[,;]", fields.get(name, "")) if tag.strip()]
    notes = [
        *twice,
        year[0] if year and not author else "",
        ", ".join(_text(fields[name]) for name in _PUBLISHED if fields.get(name)),
        *(_text(fields[name]) for name in _NOTES if fields.get(name)),
        f"Tags: {', '.join(tags)}" if tags else "",
        f"readstatus: {_text(fields['readstatus'])}" if state and state not in _STATES else "",
    ]
    kind = entry.entry_type.lower()
    return {
        "title": _text(" ".join(filter(None, (fields.get("title"), fields.get("subtitle"))))),
        "url": "".join(urls[:1]),
        "aliases": urls[1:],
        "kind": "paper" if kind in _PAPERS else _KINDS.get(kind),
        "author": f"{author} ({year[0]})" if year and author else author,
        "why": " ".join(_text(fields[name]) for name in _REASONS if fields.get(name)),
        "status": _STATES.get(state),
        "notes": [note for note in dict.fromkeys(notes) if note and note not in urls],
    }


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
    urls.append(fields.get("pdf", "").strip())
    by_key = {normalise(url): url for url in reversed(urls) if is_valid_url(url)}
    return list(reversed(by_key.values()))


def _names(authors: str) -> list[str]:
    """Return names as people say them: `Lee, Ada and Cole, N.` are `Ada Lee` and `N. Cole`."""
    parts = [parse_single_name_into_parts(name, strict=False) for name in split_multiple_persons_names(authors)]
    names = [_text(part.merge_first_name_first) for part in parts]
    return ["et al." if name == "others" else name for name in names if name]


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
