"""Words of generated pages: each comes out of a catalogue of translations.

The texts of the project are Greek and numbers, and its language has a catalogue that puts each message between ⟦ and ⟧,
and each value in it between ⟪ and ⟫. A Latin letter with no message around it is in a text that nobody can translate.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from unittest import mock
from xml.etree.ElementTree import Element, fromstring

import pytest
from babel.messages.pofile import write_po

from daytrail.views import translation
from tests.conftest import Journal
from tests.engine import THEME
from tests.greek import LANGUAGE, PROJECTS
from tests.website import Html, Site, build, make, settings, text
from tools.translations import as_tuple, messages

VALUE = re.compile(r"%\(\w+\)s")
NEUTRAL = re.compile(
    r"\b(?:h|min)\b"  # units
    r"|https?://[^\s⟦⟧⟪⟫]+|\b[\w-]+(?:\.[\w-]+)*\.(?:org|example|com|gr|ics)\b[^\s⟦⟧⟪⟫]*"  # URLs and hosts
    r"|\b(?:RSS|JSON Feed|JSON|Mermaid|Markdown|BibTeX|Daytrail|Material for MkDocs|MaterialX|SVG|HTML|URL)\b"  # names
    r"|\bel\b"  # the code of a language
    r"|\bT[-−+]\d+"
)
READ = ("alt", "aria-description", "aria-label", "aria-roledescription", "placeholder", "title")
"""Attributes that people read or hear."""
PLACES = ("article", ".dt-footer", ".md-copyright", ".md-header__option")
"""Elements with words of ours; the last one is the switch between palettes."""
NOT_READ = ("code", "math", "pre", "script", "style")
"""Elements whose text is no language of people."""


def write_catalogue(folder: Path) -> None:
    """Write a catalogue with each message between brackets, and its values between others."""
    catalogue = messages()
    for message in catalogue:
        if message.id:
            texts = tuple("⟦" + VALUE.sub(r"⟪\g<0>⟫", text) + "⟧" for text in as_tuple(message.id))
            message.string = texts if message.pluralizable else texts[0]
    catalogue.locale = LANGUAGE
    with (folder / f"{LANGUAGE}.po").open("wb") as file:
        write_po(file, catalogue)


@pytest.fixture(scope="module", params=PROJECTS)
def greek(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Site:
    """Build a project with the catalogue of brackets."""
    today, files = PROJECTS[request.param]
    folder = tmp_path_factory.mktemp("translations")
    write_catalogue(folder)
    with mock.patch.object(translation, "FOLDER", folder):
        project = make(tmp_path_factory.mktemp("greek") / "project", files)
        built = build(project, strict=False, DAYTRAIL_TODAY=today)
        translation.use_language("en")
    assert built.status == 0, built.output
    return built.site


def languages(page: Html) -> dict[str, str]:
    """Return the language of each text of a page, as its nearest element says."""
    found = {}

    def visit(element: Element, language: str) -> None:
        language = element.get("lang", language)
        found[text(element)] = language
        for child in element:
            visit(child, language)

    visit(page.root, "")
    return found


@pytest.mark.parametrize(("code", "ours"), [("de", "de"), ("pt", "en"), ("en", "en")])
def test_each_text_says_its_language(journal: Journal, code: str, ours: str) -> None:
    """The words of Daytrail are English in a page of a language without a catalogue, and everything else is not."""
    site = build(
        journal(
            {
                "mkdocs.yml": settings().replace(f"  name: {THEME}\n", f"  name: {THEME}\n  language: {code}\n"),
                "docs/index.md": "---\nrender_macros: true\n---\n\n# Titel\n\nEigene Worte.\n\n{{ recent() }}\n",
                "entries/2026-02-15.md": "---\nhours: 1.5\n---\n\nWorte des Tages.\n",
            }
        )
    ).site
    day = "Sonntag, 15. Februar 2026" if code == "de" else "Sunday, 15 February 2026"
    short = "15. Feb." if code == "de" else "15 Feb"
    assert languages(site.page(""))["Eigene Worte."] == code
    assert languages(site.page(""))[short] == ours
    of_day = languages(site.page("log/2026/02/15/"))
    assert (of_day["Worte des Tages."], of_day[day]) == (code, ours)
    assert languages(site.page("404.html"))[short] == ours


def bare_words(words: str) -> list[str]:
    """Return the Latin words of a text that are in no message, or in a value that is no message."""
    opened: list[str] = []
    bare = ""
    for character in NEUTRAL.sub("", words):
        if character in "⟦⟪":
            opened.append(character)
        elif character in "⟧⟫":
            del opened[-1:]
        bare += " " if opened[-1:] == ["⟦"] or character in "⟦⟧⟪⟫" else character
    return [word.strip() for word in re.findall(r"[A-Za-z][A-Za-z'’ -]*", bare)]


def test_every_word_of_a_page_can_be_translated(greek: Site) -> None:
    """No page has a Latin word outside of our messages, in its text or in an attribute that people read."""
    found = {word: address for address, page in greek.pages.items() for word in words_of_page(page)}
    assert not found, listed(found)


def test_every_word_of_feeds_and_calendar_can_be_translated(greek: Site) -> None:
    """No feed has a Latin word outside of our messages, nor has the calendar."""
    names = sorted(name for name in greek.files if re.search(r"(?:feed|weekly)\.xml$|\.ics$", name))
    found = {word: name for name in names for word in words_of_file(greek.folder / name)}
    assert not found, listed(found)


def words_of_page(page: Html) -> Iterator[str]:
    """Yield the bare words of our content, of the footer, of the switch between palettes and of the head."""
    heads = [*page.find("meta"), *page.find("link")]
    for text_of_head in (
        page.title,
        *(tag.get("title" if tag.tag == "link" else "content", "") for tag in heads if is_read(tag)),
    ):
        yield from bare_words(text_of_head)
    for top in [top for place in PLACES for top in page.find(place)]:
        for element in list(top.iter()):
            if element.tag in NOT_READ or element.get("lang") == "en":
                element.text = ""
                del element[:]
            else:
                yield from (word for name in READ for word in bare_words(element.get(name, "")))
        yield from bare_words(text(top))


def is_read(tag: Element) -> bool:
    """Tell whether people read a text of the head: the title of a feed, or a description."""
    name = tag.get("name") or tag.get("property") or ""
    return tag.tag == "link" or name in ("description", "og:title", "og:description", "og:image:alt")


def words_of_file(path: Path) -> Iterator[str]:
    """Yield the bare words of a feed or of the calendar."""
    content = path.read_text(encoding="utf-8")
    if path.suffix == ".ics":
        lines = content.replace("\r\n ", "").splitlines()
        texts = [
            line.partition(":")[2] for line in lines if line.startswith(("SUMMARY", "DESCRIPTION", "X-WR-CALNAME"))
        ]
    else:
        words = [element.text or "" for element in fromstring(content).iter() if element.tag.rpartition("}")[2] in FEED]
        texts = [text(Html(html).root) for html in words]
    for one in texts:
        yield from bare_words(one)


FEED = ("title", "subtitle", "summary", "content", "h1", "h2", "p", "a")
"""Elements of a feed with text for people."""


def listed(found: dict[str, str]) -> str:
    """Return words with a place of each, a line each."""
    return "\n".join(f"{place}: {word}" for word, place in sorted(found.items(), key=lambda pair: pair[1]))
