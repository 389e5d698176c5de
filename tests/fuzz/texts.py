"""Random entries, pages and documents of nasty pieces, as Hypothesis strategies."""

from hypothesis import strategies as st

from tests.fuzz.promises import SECRET
from tests.source.texts import PIECES

ADDRESSES = st.sampled_from(
    [
        "https://example.org/a",
        "http://[x]/",
        "http://[::1]:99999/",
        "http://example.org:port/",
        "https://example.org/%zz%00",
        "https://exa\u2100mple.org/",
        "https://example\u3002org/",
        "///example.org/x.png",
        "////example.org/x.png",
        "\\\\example.org\\x.png",
        "/\\example.org/x.png",
        "//example.org/x.png",
        "javascript:alert(1)",
        "JaVaScRiPt&colon;alert(1)",
        "data:text/html,<script>alert(1)</script>",
        "vbscript:x",
        "file:///etc/passwd",
        "../../outside/note.md",
        "../../../etc/passwd",
        "2026-01-05.md",
        "2026-01-06.md",
        "missing.png",
        "picture.png",
        "leak.png",
        "a b.md",
        "#",
        "?",
        "",
        ".",
        "..",
        "//[",
        "https://",
        "https://example.org/\x01",
        "mailto:",
        "%2e%2e%2f",
        "C:\\x.png",
    ]
)
"""Addresses that are odd, foreign, dangerous, or of a file that must not be shown."""

_LINKS = st.builds(
    str.replace,
    st.sampled_from(
        [
            "[a](URL)",
            "![a](URL)",
            "<URL>",
            "URL",
            "[a]: URL\n\n[a]",
            '<img src="URL">',
            '<a href="URL">b</a>',
            '<img srcset="URL 2x">',
            '<video poster="URL" src="URL">',
            "[![a](URL)](URL)",
            '[a](URL "title")',
            "<!-- ![a](URL) -->",
            "`URL`",
            "[^1]\n\n[^1]: URL",
        ]
    ),
    st.just("URL"),
    ADDRESSES,
)
_PAYLOADS = st.sampled_from(
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "<svg onload=alert(1)>",
        "<iframe src=https://example.org>",
        "<style>@import 'https://example.org/x.css';</style>",
        '<td style="background:url(https://example.org/x)">',
        "<base href=https://example.org>",
        "<meta http-equiv=refresh content=0;url=https://example.org>",
        "<form action=https://example.org><button>b",
        "<math><mtext><style><img src=x onerror=alert(1)>",
        "<details open ontoggle=alert(1)>",
        "</article></body></html>",
        '<a id="__search" class="md-overlay">x</a>',
        "<!--",
        "-->",
        "<![CDATA[ x ]]>",
        "<?php x ?>",
        "<!DOCTYPE x>",
        "{{ 7919*6007 }}",
        "{% raw %}",
        "{% include 'mkdocs.yml' %}",
        "{# remark",
        "{{ config }}",
        "${{ secrets.TOKEN }}",
        "--8<-- 'mkdocs.yml'",
        "[TOC]",
        "::: daytrail",
        "{: onclick=alert(1) }",
        "*[HTML]: x\n\nHTML",
        "$x$",
        "$$\n\\frac{a}{b}\n$$",
        "$\\href{javascript:alert(1)}{x}$",
        "$`" + "{" * 60 + "`$",
        "| a | b |\n|---|---|\n| `c` | \\| |",
        "- [ ] open\n- [x] done\n- [-] dropped",
        "> [!NOTE]\n> x",
        "```python\nprint(1)\n```",
        "~~~\nno end",
        "```math\n\\x\n```",
        "# Heading {#id .x}",
        "Title\n=====",
        "<!-- more -->",
        "---\ntitle: x\n---",
        "<<<<<<< ours",
        "\x00",
        "\x01",
        "\x1b[31m",
        "\ufeff",
        "\u202e",
        "\u2028",
        "\ud7ff\ue000",
        "line\rline\r\nline",
        "&#0;&#x110000;&nbsp;&lt;script&gt;",
        "9" * 400,
        "https://example.org/" + "a" * 300,
    ]
)
"""Pieces that would run, load or break something if they were taken for more than text."""

_DIAGRAMS = st.sampled_from(
    [
        "flowchart TD\n  a --> b",
        "%%{init: {'theme': 'base', 'themeCSS': 'a{background:url(https://example.org/x)}'}}%%\nflowchart TD\n a",
        "---\nconfig:\n  securityLevel: loose\n---\nflowchart TD\n  a[<img src=x onerror=alert(1)>]",
        "flowchart TD\n  a@{ img: 'https://example.org/x.png' }",
        "flowchart TD\n  click a href 'javascript:alert(1)'",
        'flowchart TD\n  a["<script>alert(1)</script>"]',
    ]
).map(lambda source: f"```mermaid\n{source}\n```")

_NESTABLE = [
    "<div>",
    "<details>",
    "<ruby>",
    "*",
    "_",
    "**",
    "[",
    "![",
    "> ",
    "- ",
    "(",
    "`",
    "~",
    "<b>",
    "$",
    "[^",
    "\\",
]
_DEEP = st.builds(
    lambda piece, times, after: piece * times + after,
    st.sampled_from(_NESTABLE),
    st.sampled_from([1, 2, 7, 40, 120]),
    st.sampled_from(["", "x", "\n", "]" * 40]),
)

BLOCKS = st.one_of(
    _PAYLOADS, _LINKS, _DIAGRAMS, _DEEP, st.lists(PIECES, max_size=12).map("".join), st.text(max_size=40)
)
BODIES = st.builds(str.join, st.sampled_from(["\n\n", "\n", " ", ""]), st.lists(BLOCKS, max_size=8))
"""Bodies of entries and pages."""

# Private passages


def _misspelt(word: str) -> st.SearchStrategy[str]:
    """Return a word with a mistake: a letter that is missing, doubled, exchanged, invisible or of another script."""
    alike = {"p": "\u0440", "i": "\u0456", "a": "\u0430", "e": "\u0435"}  # Cyrillic
    mistakes = [word[:n] + word[n + 1 :] for n in range(len(word))]
    mistakes += [word[: n + 1] + word[n:] for n in range(len(word))]
    mistakes += [word[:n] + word[n + 1] + word[n] + word[n + 2 :] for n in range(len(word) - 1)]
    mistakes += [word[:n] + mark + word[n:] for n in range(len(word) + 1) for mark in "\u200b\u00ad\u2060"]
    mistakes += [word.replace(letter, other) for letter, other in alike.items()]
    mistakes += [f"{word}:", f"{word}%", f"{word}.", f"{word}!", word.upper(), word.title(), f"{word}  "]
    mistakes += [f"begin {word}", f"start {word}", f"{word} begin", f"{word} from here"]
    return st.sampled_from(mistakes)


_FORMS = st.sampled_from(
    [
        "<!-- {} -->",
        "<!--{}-->",
        "<!- {} -->",
        "<!- {} ->",
        "<!--- {} --->",
        "<! -- {} -->",
        "&lt;!-- {} --&gt;",
        "<!\u2013 {} \u2013>",
        "<!\u2014 {} \u2014>",
        "<!--\n{}\n-->",
        "<!--\t{}\u00a0-->",
        "<{}>",
    ]
)
_WORDS = st.just("private") | _misspelt("private")
_BEGINNINGS = st.builds(str.format, _FORMS, _WORDS)
_ENDS = st.sampled_from(
    ["", "<!-- /private -->", "<!-- private -->", "<!-- end private -->", "</private>", "<!--/privat-->"]
)
_SECRETS = st.sampled_from(
    [
        SECRET,
        f"\n\n{SECRET}\n\n",
        f"# {SECRET}\n",
        f"[{SECRET}](https://{SECRET}.example/)",
        f"![{SECRET}](picture.png)",
        f"\n- [ ] {SECRET}\n",
        f"```\n{SECRET}\n```",
        f"$\\text{{{SECRET}}}$",
        f"<!-- {SECRET} -->",
        f"{SECRET.upper()}",
    ]
)
PASSAGES = st.tuples(_BEGINNINGS, _SECRETS, _ENDS).map("".join)
"""Private passages whose markers are right or misspelt; with the secret in them."""

_AROUND = st.sampled_from(["", "Text. ", "Text.\n\n", "- item\n", "\n\nEnd."])
BODIES_WITH_SECRETS = st.tuples(_AROUND, PASSAGES, _AROUND).map("".join)

# Front matter

_KEYS = st.fixed_dictionaries(
    {},
    optional={
        "title": st.sampled_from(
            ["x", "'<script>alert(1)</script>'", "'{{ 7 }}'", '"a\\u202eb"', "W" * 300, "[x]", "~"]
        ),
        "date": st.sampled_from(["2026-01-07", "2026-02-30", "9999-12-31", "0001-01-01", "2106-02-08", "x"]),
        "day": st.sampled_from(["3", "0", "-1", "3-5", "1e9", "999999999", "010"]),
        "tags": st.sampled_from(["[moe]", "[C++, c++]", "['../..']", "['<b>']", "[]", "#rust", "[a, A]", "['']"]),
        "series": st.sampled_from(["tides", "exam", "nope", "[tides]"]),
        "hours": st.sampled_from(["1", "0", "-1", ".inf", "1e400", "'1h'"]),
        "links": ADDRESSES.map(lambda url: f"[{{url: {url!a}, status: read}}]"),
        "done": st.sampled_from(["[w01/moon]", "[w99/x]", "w01/moon"]),
        "touched": st.sampled_from(["[w01, pull]", "[..]"]),
        "milestone": st.sampled_from(["spring", "nope"]),
        "description": st.sampled_from(["'\"><script>alert(1)</script>'", "x"]),
        "render_macros": st.just("true"),
        "template": st.just("../../outside/note.md"),
    },
)
FRONT_MATTER = _KEYS.map(
    lambda keys: "---\n{}\n---\n\n".format("\n".join(f"{key}: {value}" for key, value in keys.items()))
)

DRAFTS = st.builds(
    str.format,
    st.sampled_from(
        [
            "---\n{}\n---\n\n{}",
            "---\r\n{}\r\n---\r\n\r\n{}",
            "\n\n---\n{}\n---\n{}",
            " ---\n {}\n ---\n{}",
            "----\n{}\n----\n{}",
            "\ufeff---\n{}\n---\n{}",
            "\u200b---\n{}\n---\n{}",
            "<!-- a comment -->\n---\n{}\n---\n{}",
            "Text.\n\n---\n{}\n---\n{}",
            "+++\n{}\n+++\n{}",
            "--- \n{}\n--- \n{}",
            "---\ntitle: x\n{}\n---\n{}",
        ]
    ),
    st.sampled_from(["draft: true", "draft = true", "Draft: true", "draft: yes", "draft:  true # yet", "draft:true"]),
    st.just(SECRET),
)
"""Entries that their writer believes to be drafts, with the secret in their text."""

ENTRIES = st.one_of(
    st.tuples(FRONT_MATTER, BODIES).map("".join),
    BODIES,
    DRAFTS,
    st.tuples(st.sampled_from(["", "---\nday: 3\n---\n\n"]), BODIES_WITH_SECRETS).map("".join),
)
