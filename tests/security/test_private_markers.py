"""A misspelt marker of a private passage, or an unpaired `%%`, is an error in its line and publishes nothing."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daytrail.problems import Severity
from daytrail.source.load import load
from tests.command import run, write
from tests.for_each import for_each
from tests.source.texts import ENTRY, loaded
from tests.website import build, make

SECRET = "heronmorse"
PROJECT = {"mkdocs.yml": "site_name: x\n", "curriculum.yaml": "title: Tides\n"}

PAIRS = {
    "one letter less": ("<!-- privat -->", "<!-- /privat -->"),
    "a colon": ("<!-- private: -->", "<!-- /private: -->"),
    "begin and end": ("<!-- begin private -->", "<!-- end private -->"),
    "in one word": ("<!-- beginprivate -->", "<!-- endprivate -->"),
    "with hyphens": ("<!-- private-begin -->", "<!-- private-end -->"),
    "with underlines": ("<!-- PRIVATE_START -->", "<!-- PRIVATE_STOP -->"),
    "one dash at the front": ("<!- private -->", "<!- /private -->"),
    "three dashes": ("<!--- private --->", "<!--- /private --->"),
    "one dash at the end": ("<!-- private ->", "<!-- /private ->"),
    "a space behind the first sign": ("< !-- private -->", "< !-- /private -->"),
    "no first sign": ("!-- private -->", "!-- /private -->"),
    "no exclamation mark": ("<-- private -->", "<-- /private -->"),
    "an exclamation mark at the end": ("<!-- private --!>", "<!-- /private --!>"),
    "no end": ("<!-- private", "<!-- /private"),
    "escaped": ("&lt;!-- private --&gt;", "&lt;!-- /private --&gt;"),
    "escaped as numbers": ("&#60;!-- private --&#62;", "&#x3C;!-- /private --&#x3e;"),
    "a tag": ("<private>", "</private>"),
    "a tag with spaces": ("< private >", "< /private >"),
    "a tag without a partner": ("", "word</private>"),
    "an empty tag": ("<private/>", "<private />"),
    "a tag in two parts": ("<pri vate>", "</pri vate>"),
    "an attribute": ("<div class='private'>", "</div>"),
    "an attribute of several": ('<section id="x" class="note private">', "</section>"),
    "escapes of YAML": ('"<!-- \\u0070rivate -->', '<!-- /\\x70rivate -->"'),
    "an attribute of data": ("<p data-private='true'>", "</p>"),
    "an attribute without quotes": ("<p visibility=private>", "</p>"),
    "a class of several words": ('<span class="is-private">', "</span>"),
    "without vowels": ("<!-- prvt -->", "<!-- /prvt -->"),
    "a label of Markdown": ("[private]: #\n", "\n[/private]: #"),
    "a word in a tag": ("<details private>", "</details>"),
    "a percent sign": ("<!-- private% -->", "<!-- /private% -->"),
    "a zero-width space": ("<!-- pri\u200bvate -->", "<!-- /pri\u200bvate -->"),
    "a soft hyphen": ("<!-- pri\u00advate -->", "<!-- /pri\u00advate -->"),
    "a soft hyphen as an entity": ("<!-- pri&shy;vate -->", "<!-- /pri&shy;vate -->"),
    "a filler of Hangul": ("<!-- private\u3164 -->", "<!-- /private\u3164 -->"),
    "a Cyrillic letter": ("<!-- priv\u0430te -->", "<!-- /priv\u0430te -->"),
    "several letters that look alike": ("<!-- \u0440riv\u0430t\u0435 -->", "<!-- /\u0440riv\u0430t\u0435 -->"),
    "bold letters of mathematics": ("<!-- \U0001d429rivate -->", "<!-- /\U0001d429rivate -->"),
    "an accent": ("<!-- private\u0301 -->", "<!-- /priv\u00e1te -->"),
    "full width": ("\uff1c!-- private --\uff1e", "\uff1c!-- /private --\uff1e"),
    "dashes of a phone": ("<!\u2014 private \u2014>", "<!\u2013\u2013 /private \u2013\u2013>"),
    "quotation marks of French": ("\u00abprivate\u00bb", "\u00ab/private\u00bb"),
    "two letters swapped": ("<!-- pirvate -->", "<!-- /pirvate -->"),
    "letters apart": ("<!-- p r i v a t e -->", "<!-- /p r i v a t e -->"),
    "a slash behind": ("<!-- private -->", "<!-- private/ -->"),
    "a slash apart": ("<!-- private -->", "<!-- / private -->"),
    "a backslash": ("<!-- private -->", "<!-- \\private -->"),
    "one comment around it all": ("<!-- private\n", "\n/private -->"),
    "a line in between": ("<!--\nprivat\n-->", "<!--\n/privat\n-->"),
    "in a quotation": ("> <!--\n> private\n> -->", "> <!-- /privat -->"),
    "start and stop": ("<!-- start private -->", "<!-- stop private -->"),
    "on and off": ("<!-- PRIVATE: on -->", "<!-- PRIVATE: off -->"),
    "a reason": ("<!-- private: what Ann said about the job in May -->", "<!-- end of private -->"),
    "a reason in brackets": ("<!-- private (what Ann said about the job in May) -->", "<!-- end -->"),
    "another word with it": ("<!-- private notes -->", "<!-- public notes -->"),
    "negated": ("<!-- private -->", "<!-- not private -->"),
    "in bold": ("<!-- **private** -->", "<!-- **/private** -->"),
    "German": ("<!-- Privat -->", "<!-- /Privat -->"),
    "French": ("<!-- priv\u00e9 -->", "<!-- /priv\u00e9 -->"),
    "Spanish": ("<!-- privado -->", "<!-- /privado -->"),
    "Dutch": ("<!-- priv\u00e9 -->", "<!-- einde priv\u00e9 -->"),
    "a comment of Markdown": ("[//]: # (private)", "[//]: # (/private)"),
    "a named comment of Markdown": ('[comment]: <> "private"', '[comment]: <> "/private"'),
    "a comment of Obsidian": ("%% private %%", "%% /private %%"),
    "a tag of a template": ("{% private %}", "{% endprivate %}"),
    "a comment of a template": ("{# private #}", "{# /private #}"),
    "a shortcode": ("{{< private >}}", "{{< /private >}}"),
    "in braces": ("{private}", "{/private}"),
    "in brackets with marks around a letter": ("[p\u20ddrivate]", "[/p\u20ddrivate]"),
    "abbreviated": ("<!-- pvt -->", "<!-- /pvt -->"),
    "far behind the sign of a comment": (f"<!--{' ' * 100}privat -->", ""),
    "C in several lines": ("/*\n\n\nprivat\n\n\n*/", "/*\n\n\n/privat\n\n\n*/"),
    "in round brackets": ("(private)\n", "\n(/private)"),
    "in brackets": ("[private]", "[/private]"),
    "an alert": ("> [!PRIVATE]\n>", ""),
    "a directive": ("::: private\n", "\n:::"),
    "an admonition": ("!!! private\n   ", ""),
    "a code block": ("```private\n", "\n```"),
    "a line of dashes": ("--- private ---\n", "\n--- /private ---"),
    "TeX": ("\\begin{private}", "\\end{private}"),
    "C": ("/* private */", "/* /private */"),
    "an end without a beginning": ("", "<!-- /private -->"),
    "an end before its beginning": ("<!-- /private -->", "<!-- private -->"),
    "a beginning without an end": ("<!-- private -->", ""),
    "a passage in a passage": ("<!-- private --><!-- private -->", "<!-- /private -->"),
}

COMMENTS = {
    "a comment of Obsidian without an end": ("%%", ""),
    "a comment of Obsidian without a beginning": ("", "%%"),
    "a comment that ends within code": ("%% `a", "%%`"),
    "a comment that ends in a code block": ("%%\n```\n", "\n%%\n```"),
    "a comment that begins in a private passage": ("<!-- private -->%%", "<!-- /private --> %%"),
    "a comment above a private passage without an end": ("%%", "%% <!-- private -->"),
    "a comment behind two backslashes": ("\\\\%%", ""),
    "one percent sign": ("%", "%%"),
    "three percent signs": ("%%%", "%%%"),
    "percent signs apart": ("% %", "% %"),
    "one percent sign in a line": ("%\n", "\n%"),
    "percent signs in full width": ("\uff05\uff05", "\uff05\uff05"),
    "percent signs of Arabic": ("\u066a\u066a", "\u066a\u066a"),
    "percent signs as entities": ("&#37;&#37;", "&percnt;%"),
    "an invisible character between percent signs": ("%\u200b%", "%\u200b%"),
    "percent signs in several lines of backticks": ("a ` b\n%%", "\n` c"),
}
"""The same for comments of Obsidian, which are in entries and docs pages only."""


def marked(start: str, end: str) -> str:
    return f"---\ntitle: Open\n---\n\nBefore.\n\n{start} {SECRET} {end}\n\nAfter.\n"


@for_each(PAIRS | COMMENTS)
def test_a_misspelt_marker_is_an_error_in_its_line(name: str, tmp_path: Path) -> None:
    """`check` names the line of what is near to a marker; in an entry, a docs page and a text in the plan."""
    start, end = (PAIRS | COMMENTS)[name]
    inside = "".join(f"  {line}\n" for line in f"{start} {SECRET} {end}".split("\n"))
    files = {
        "entries/2026-01-12.md": marked(start, end),
        "docs/about.md": marked(start, end),
    }
    if name in PAIRS:
        files["curriculum.yaml"] = f"title: Tides\nparts:\n- id: a\n  title: A\n  goal: |\n{'    '.join(['', inside])}"
    checked = run(write(tmp_path, PROJECT | files), "check")
    assert checked.status == 1
    lines = {tuple(line.split(":")[:2]) for line in checked.out.splitlines() if ": error: " in line}
    passage = range(7, 11)
    for path in ("entries/2026-01-12.md", "docs/about.md"):
        assert {int(number) for name, number in lines if name == path} & {*passage}, path
    assert SECRET not in checked.out
    assert SECRET not in repr(load(tmp_path).journal)


INNOCENT = {
    "a word": "A private matter, in `private` prose; **private** and (private).",
    "a heading": "# Private\n\n## The private keyword",
    "a class": "```cpp\nclass A : private B {\n private:\n  int x;\n  // private\n};\n```",
    "comments in code": "```\n/* private members */\n-- private helpers\n/// private functions\n```",
    "an include": "```cpp\n#include <private/x.h>\n```",
    "a type": "`std::private<int>`, `unique_ptr<Private> d;` and vector<int>",
    "a template": "`template <class T> private: T x;`",
    "a comparison": "`a < b && private > c` and `x <private_count && y>`",
    "an arrow": "`d->private->x`, `x <- private` and A --> B",
    "a pragma": "`#pragma omp parallel private(i)`",
    "links": "[private repos](https://example.org/private/) and ![private](https://example.org/private.png)",
    "an address": "<https://example.org/private> and <private@example.org>, git@github.com:private/repo.git",
    "a footnote": "Text.[^private]\n\n[^private]: A note.",
    "other attributes": "<a href='/private' title='private'>x</a> <img alt='private' src='x.png'>",
    "tasks": "- [ ] private key\n- [-] Private repository\n- [x] private",
    "percentages": "100 % of 50% and 5 %, `%d %s`, `%%time`, \\%, \\%% and https://example.org/%E6%B5%B7",
    "percent signs in code": "```mermaid\n%% a comment\n```\n\n- ~~~\n  %%\n  ~~~\n\n`100 %%` and ``a `%% b``",
    "a remark in a comment": "%% this is a private remark of mine %% and %%prime%%",
    "a longer word": "<!-- the privateer came in, privately -->",
    "a sentence": "<!-- the private key is in the vault of the company -->",
    "another comment": "<!-- note: prime numbers -->\n\n<!-- more -->",
    "the marker explained": "<pre>&lt;!-- &#112;rivate --&gt;</pre>",
}


@for_each(INNOCENT)
def test_other_words_and_comments_are_no_markers(name: str, tmp_path: Path) -> None:
    """What only has the word, in code, links and sentences, is no problem."""
    body = f"---\ntitle: Open\n---\n\n{INNOCENT[name]}\n"
    root = write(tmp_path, {**PROJECT, "entries/2026-01-12.md": body, "docs/about.md": body})
    assert "marker" not in run(root, "check").out


LETTERS = st.sampled_from([*"abcdefghijklmnopqrstuvwxyz !-<>/\\:%#", "\u200b", "\u0430"])


@st.composite
def misspelt(draw: st.DrawFn, marker: str) -> str:
    """Return a marker with a character inserted, deleted, replaced or swapped with the next."""
    at = draw(st.integers(0, len(marker) - 2))
    edited = {
        "insert": f"{marker[:at]}{draw(LETTERS)}{marker[at:]}",
        "delete": marker[:at] + marker[at + 1 :],
        "replace": f"{marker[:at]}{draw(LETTERS)}{marker[at + 1 :]}",
        "swap": f"{marker[:at]}{marker[at + 1]}{marker[at]}{marker[at + 2 :]}",
    }
    return edited[draw(st.sampled_from(sorted(edited)))]


PLACES = st.sampled_from(
    ["Before {} {} {} after.", "Text.\n\n{}\n{}\n{}\n\nMore.", "a{}{}{}b", "- {}{}{}", "{}{}{}", "```\n{}\n{}\n{}\n```"]
)


@given(
    st.one_of(st.just("<!-- private -->"), misspelt("<!-- private -->")),
    st.one_of(st.just("<!-- /private -->"), misspelt("<!-- /private -->")),
    PLACES,
)
def test_no_slip_of_the_pen_publishes_a_passage(start: str, end: str, place: str) -> None:
    """With a wrong character in one marker or in both, the passage is hidden, or there is an error and it is hidden."""
    read = loaded({ENTRY: f"---\ntags: [a]\n---\n\n{place.format(start, SECRET, end)}\n".encode()})
    assert SECRET not in repr(read.journal)
    assert SECRET not in "".join(map(str, read.problems))


FILES = {
    "misspelt": b"a,b\n<!-- pivate -->\nheronmorse,1\n<!-- /pivate -->\n",
    "without an end": b"a,b\n<!-- private -->\nheronmorse,1\n",
    "UTF-16": "a,b\n<!-- private -->\nheronmorse,1\n<!-- /private -->\n".encode("utf-16"),
    "UTF-16 without a mark": "a,b\n<!-- private -->\nheronmorse,1\n<!-- /private -->\n".encode("utf-16-be"),
    "UTF-32": "a,b\n<!-- privat -->\nheronmorse,1\n<!-- /privat -->\n".encode("utf-32"),
    "Latin-1": b"a,\xe9\n<!-- privat -->\nheronmorse,1\n<!-- /privat -->\n",
}


@pytest.mark.site
def test_a_wrong_marker_in_a_file_of_another_kind_is_an_error(tmp_path: Path) -> None:
    """`check` and a build report it in a file beside an entry and in one in `docs/`; nothing is published."""
    stems = {name: f"{name.replace(' ', '-').lower()}.csv" for name in FILES}
    links = "\n".join(f"[table]({stem})" for stem in stems.values())
    files: dict[str, str | bytes] = {"entries/2026-01-12.md": f"---\ntitle: Open\n---\n\n{links}\n"}
    for name, stem in stems.items():
        files |= {f"entries/{stem}": FILES[name], f"docs/{stem}": FILES[name]}
    root = make(tmp_path, files)
    checked, built = run(root, "check"), build(root, strict=False)
    for output in (checked.out, built.output):
        for path in (f"{folder}/{stem}" for folder in ("entries", "docs") for stem in stems.values()):
            assert re.search(rf"{path}:2:[1-8]: error: ", output), path
        assert SECRET not in output
    assert (checked.status, built.status) == (1, 1)
    assert not (built.site.folder / "entries").exists()


def test_the_markers_of_a_text_that_is_too_wrong_are_not_all_reported() -> None:
    """A thousand wrong markers give a hundred errors."""
    problems = loaded({ENTRY: ("<!-- privat -->\n" * 1000).encode()}).problems
    assert len([problem for problem in problems if problem.severity is Severity.ERROR]) == 100
