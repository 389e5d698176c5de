"""Reader for BibTeX: entries of a bibliography as things to read.

bibtexparser 2.1 splits the file and reports what it cannot; it brings pylatexenc, which turns LaTeX into characters.
"""

import logging
import re
from collections import Counter
from collections.abc import Mapping
from typing import Any

from bibtexparser.entrypoint import parse_string
from bibtexparser.middlewares import LatexDecodingMiddleware, MergeNameParts, SeparateCoAuthors, SplitNameParts
from bibtexparser.model import DuplicateBlockKeyBlock, DuplicateFieldKeyBlock, Entry, ParsingFailedBlock

from daytrail.importers.imported import Imported
from daytrail.importers.item_text import is_valid_url
from daytrail.importers.list_reader import Category, list_data
from daytrail.importers.preview import Finding
from daytrail.model.urls import normalise

_ENTRY = re.compile(
    r"^[ \t]*@(?!comment|string|preamble)[a-z]+\s*[{(]\s*[^\s,{}()=]*\s*,", re.IGNORECASE | re.MULTILINE
)
_KINDS = {"book": "book", "inbook": "book", "software": "code", "dataset": "dataset"}
_KINDS |= dict.fromkeys(("article", "conference", "inproceedings", "incollection", "preprint"), "paper")
_KINDS |= dict.fromkeys(
    ("phdthesis", "mastersthesis", "thesis", "techreport", "report", "unpublished", "preprint"), "paper"
)
_PLACES = ("journal", "journaltitle", "booktitle", "publisher", "school", "institution", "howpublished")
_NOTES = (*_PLACES, "note", "keywords")
"""Fields that become notes: where it was published, and what is noted about it."""
_REASONS = ("annote", "annotation", "comment", "review")
_READ = {*("title", "author", "editor", "year", "date", "url", "doi", "eprint", "archiveprefix"), *_NOTES, *_REASONS}
_URL = re.compile(r"https?://[^\s{}]+")
_ARXIV = re.compile(r"(?:arxiv:)?(\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?/\d{7})(v\d+)?", re.IGNORECASE)
logging.getLogger("bibtexparser").addHandler(logging.NullHandler())  # what it logs is left over, and shown


def read_bibtex(text: str) -> Imported | None:
    """Read a bibliography. None if it is something else."""
    if not _ENTRY.search(text):
        return None
    root, left_over, unused = Category(""), [], Counter[str]()
    names = (SeparateCoAuthors(), SplitNameParts(), MergeNameParts("first"))
    for block in parse_string(text, append_middleware=[LatexDecodingMiddleware(keep_math_mode=True), *names]).blocks:
        is_twice = DuplicateBlockKeyBlock | DuplicateFieldKeyBlock
        entry = block.ignore_error_block if isinstance(block, is_twice) else block
        item = _read_entry(entry, unused) if isinstance(entry, Entry) else {}
        if item.get("title") or item.get("url"):
            root.items.append(item)
        elif isinstance(entry, Entry | ParsingFailedBlock):
            lines = enumerate((block.raw or "").split("\n"), (block.start_line or 0) + 1)
            left_over += [Finding(number, raw) for number, raw in lines if raw.strip()]
    checks = [Finding(1, f"not read: {name} ({count})", "fields") for name, count in sorted(unused.items())]
    return Imported(list_data("Bibliography", root, {}, ""), checks=checks, left_over=left_over)


def _read_entry(entry: Entry, unused: Counter[str]) -> dict[str, Any]:
    fields: dict[str, str] = {}
    notes: list[str] = []
    for field in entry.fields:
        name, value = field.key.lower(), field.value
        value = ", ".join(value) if isinstance(value, list) else str(value)
        text = " ".join(re.sub(r"\\url|[{}]", "", value).split())
        notes += [f"{name}: {text}"] if name in fields else []
        fields.setdefault(name, text)
    unused.update(fields.keys() - _READ)
    urls = _urls(fields)
    author, year = fields.get("author") or fields.get("editor", ""), fields.get("year") or fields.get("date", "")[:4]
    author = author.replace(", others", " et al.")
    notes += [year] if not author else []
    notes += [fields.get(name, "") for name in _NOTES]
    return {
        "title": fields.get("title"),
        "url": "".join(urls[:1]),
        "aliases": urls[1:],
        "kind": _KINDS.get(entry.entry_type.lower()),
        "author": f"{author} ({year})" if year and author else author,
        "why": " ".join(fields[name] for name in _REASONS if fields.get(name)),
        "notes": [note for note in dict.fromkeys(notes) if note and note not in urls],
    }


def _urls(fields: Mapping[str, str]) -> list[str]:
    """Return the addresses of an entry: its URL, that of its DOI, that of its preprint, then those in its notes."""
    urls = [fields.get("url", "")]
    if doi := fields.get("doi", ""):
        urls.append(doi if doi.startswith("http") else f"https://doi.org/{doi.removeprefix('doi:').strip()}")
    archive = fields.get("archiveprefix", "arxiv").casefold()
    if archive == "arxiv" and (paper := _ARXIV.fullmatch(fields.get("eprint", ""))):
        urls.append(f"https://arxiv.org/abs/{paper[1]}")
    urls += [match[0] for name in ("howpublished", "note") for match in _URL.finditer(fields.get(name, ""))]
    by_key = {normalise(url): url for url in reversed(urls) if is_valid_url(url)}
    return list(reversed(by_key.values()))
