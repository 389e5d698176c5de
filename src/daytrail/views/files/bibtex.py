"""Resources as BibTeX."""

import re
from collections import Counter
from collections.abc import Sequence
from hashlib import sha256

from bibtexparser.entrypoint import write_string
from bibtexparser.library import Library
from bibtexparser.model import Entry, Field
from pylatexenc.latexencode import UnicodeToLatexEncoder  # type: ignore[import-untyped]  # it has none

from daytrail.facts.kinds import ResourceKind
from daytrail.facts.ledger import Resource, Shelf
from daytrail.gfm import plain_text
from daytrail.model.base import slug

_PAPER = re.compile(r"arxiv\.org/abs/((\d{2})(\d{2})\.\d{4,5}|[a-z-]+/(\d{2})(\d{2})\d{3})")
_AUTHOR = re.compile(r"(.*?)(,?\s+et\s+al\.?)?(?:,?\s+\(?((?:19|20)\d{2})\)?)?", re.DOTALL)
"""As in `Dao et al. 2022`: the name, `et al.` and the year."""
_LATEX = UnicodeToLatexEncoder(unknown_char_policy="keep", unknown_char_warning=False)
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")


def bibtex(resources: Sequence[Resource]) -> str:
    """Return resources as BibTeX.

    A book is a `@book`, all else `@misc`, which requires no field that a link does not have. An author is
    kept as written, since first and last names cannot be told apart; `et al.` becomes `others`.
    """
    titles = [_title_key(resource.title) for resource in resources]
    counts = Counter(titles)
    library = Library()
    for resource, title in zip(resources, titles, strict=True):
        digest = sha256(resource.key.encode(errors="surrogatepass")).hexdigest()[:8]
        library.add(_entry(resource, title if title and counts[title] == 1 else f"{title or 'page'}-{digest}"))
    return write_string(library, unparse_stack=[]).strip() + "\n" if resources else ""


def _title_key(title: str) -> str:
    """Return the words of a title that consist of ASCII characters."""
    return re.sub(r"-+", "-", re.sub(r"[^a-z0-9-]", "", slug(title)))[:48].strip("-")


def _entry(resource: Resource, key: str) -> Entry:
    author, year = _author_and_year(resource.author) if resource.author else ("", "")
    fields = {"author": author, "title": f"{{{_latex(resource.title)}}}", "year": year, **_of_arxiv(resource.key)}
    shelved, last_met, is_read = resource.shelved, resource.last_met, resource.shelf is Shelf.READ
    fields |= {
        "url": resource.url or "",
        "language": resource.language or "",
        "urldate": last_met.isoformat() if last_met and resource.url else "",
        "keywords": ", ".join(_latex(place.category.title) for place in shelved if place.category),
        "note": f"Read on {resource.finished}" if is_read and resource.finished else "",
        "annote": " ".join(_latex(plain_text(place.listing.why)) for place in shelved if place.listing.why),
    }
    # A month is a macro of BibTeX, without braces.
    values = {name: value if name == "month" else f"{{{value}}}" for name, value in fields.items() if value}
    kind = "book" if resource.kind is ResourceKind.BOOK else "misc"
    return Entry(kind, key, [Field(name, value) for name, value in values.items()])


def _of_arxiv(key: str) -> dict[str, str]:
    """Return the number and the date of a paper on arXiv; empty for other resources."""
    paper = _PAPER.match(key)
    if not paper:
        return {}
    year, month = paper[2] or paper[4], int(paper[3] or paper[5])
    return {
        "year": f"{20 if int(year) < 91 else 19}{year}",
        "month": _MONTHS[month - 1] if 1 <= month <= 12 else "",
        "eprint": paper[1],
        "archiveprefix": "arXiv",
    }


def _author_and_year(author: str) -> tuple[str, str]:
    match = _AUTHOR.fullmatch(author)
    if not match or not match[1]:
        return f"{{{_latex(author)}}}", ""
    return f"{{{_latex(match[1])}}}" + (" and others" if match[2] else ""), match[3] or ""


def _latex(text: str) -> str:
    """Return a text as LaTeX, with parentheses for braces, since BibTeX counts even escaped braces."""
    return str(_LATEX.unicode_to_latex(text.replace("{", "(").replace("}", ")")))
