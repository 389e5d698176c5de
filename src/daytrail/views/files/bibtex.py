"""What is to read as BibTeX."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256

from bibtexparser.entrypoint import write_string
from bibtexparser.library import Library
from bibtexparser.model import Entry, Field
from pylatexenc.latexencode import UnicodeToLatexEncoder  # type: ignore[import-untyped]  # it has none

from daytrail.facts.kinds import ResourceKind
from daytrail.facts.resource import Resource, Shelf
from daytrail.model.base import slug

_PAPER = re.compile(r"arxiv\.org/abs/((\d{2})(\d{2})\.\d{4,5}|[a-z-]+/(\d{2})(\d{2})\d{3})")
_LATEX = UnicodeToLatexEncoder(unknown_char_policy="keep", unknown_char_warning=False)
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")


def bibtex(resources: Sequence[Resource]) -> str:
    """Return resources as BibTeX, for LaTeX and for whatever imports it.

    A book is a `@book`, all else `@misc`, which asks for no field that a link does not have. An author is
    kept as it is written, since nobody has said where a name is parted; `et al.` becomes `others`.
    """
    names = _names(resources)
    library = Library([_entry(one, names[one.key]) for one in resources])
    return write_string(library, unparse_stack=[]).strip() + "\n" if resources else ""


def _names(resources: Iterable[Resource]) -> Mapping[str, str]:
    """The key of each: the words of its title, with some digits where another has the same, or where there are none."""
    words = {one.key: _plain(slug(one.title))[:48].strip("-") for one in resources}
    often = Counter(words.values())
    return {
        one.key: words[one.key] if words[one.key] and often[words[one.key]] == 1 else _told_apart(one, words[one.key])
        for one in resources
    }


def _told_apart(one: Resource, words: str) -> str:
    digits = sha256(one.key.encode(errors="surrogatepass")).hexdigest()[:8]
    return f"{words or 'page'}-{digits}"


def _plain(text: str) -> str:
    return re.sub(r"-+", "-", re.sub(r"[^a-z0-9-]", "", text))


def _entry(one: Resource, name: str) -> Entry:
    author, year = _author(one.author) if one.author else ("", "")
    fields = {"author": author, "title": f"{{{_latex(one.title)}}}", "year": year}
    paper = _PAPER.match(one.key)
    if paper:
        century, month = paper[2] or paper[4], int(paper[3] or paper[5])
        fields |= {
            "year": f"{20 if int(century) < 91 else 19}{century}",
            "month": _MONTHS[month - 1] if 1 <= month <= 12 else "",
            "eprint": paper[1],
            "archiveprefix": "arXiv",
        }
    read = one.finished if one.shelf is Shelf.READ else None
    fields |= {
        "url": one.url or "",
        "urldate": one.last_met.isoformat() if one.last_met and one.url else "",
        "keywords": ", ".join(_latex(own.category.title) for own in one.shelved if own.category),
        "note": f"Read on {read}" if read else "",
        "annote": " ".join(_latex(" ".join(own.listing.why.split())) for own in one.shelved if own.listing.why),
    }
    kind = "book" if one.kind is ResourceKind.BOOK else "misc"
    # A month is a macro of BibTeX's own, and stands without braces.
    return Entry(
        kind, name, [Field(key, value if key == "month" else f"{{{value}}}") for key, value in fields.items() if value]
    )


def _author(author: str) -> tuple[str, str]:
    """Part what people write, as in `Dao et al. 2022`, into BibTeX's author and the year."""
    found = re.fullmatch(r"(.*?)(,?\s+et\s+al\.?)?(?:,?\s+\(?((?:19|20)\d{2})\)?)?", author, re.DOTALL)
    if not found or not found[1]:
        return f"{{{_latex(author)}}}", ""
    return f"{{{_latex(found[1])}}}" + (" and others" if found[2] else ""), found[3] or ""


def _latex(text: str) -> str:
    """Return a text as LaTeX. BibTeX counts braces, escaped ones too, so a text keeps none of its own."""
    return str(_LATEX.unicode_to_latex(text.replace("{", "(").replace("}", ")")))
