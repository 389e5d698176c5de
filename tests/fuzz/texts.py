"""Random entries and pages, as Hypothesis strategies: what other tests try alone, in any order and number."""

from hypothesis import strategies as st

from tests import hostile
from tests.fuzz.promises import SECRET
from tests.security.test_draft_marks import HIDDEN
from tests.security.test_private_markers import PAIRS
from tests.source.texts import PIECES

_PATHS = "2026-01-05.md 2026-01-06.md picture.png leak.png kept/entry.md ../../outside/note.md ../../../etc/passwd"
ADDRESSES = st.sampled_from(
    [*hostile.URLS, *_PATHS.split(), "%2e%2e%2f", "C:\\x.png", "#", "?", "", "..", "//[", "https://"]
)
"""Addresses that are odd, foreign, dangerous, or of a file that must not be shown."""

_LINKS = st.builds(
    str.replace,
    st.sampled_from(
        ["[a](URL)", "![a](URL)", "<URL>", "URL", "[a]: URL\n\n[a]", '<img src="URL">', "`URL`", "[^1]: URL"]
    ),
    st.just("URL"),
    ADDRESSES,
)
_DEEP = st.builds(
    lambda piece, times, after: piece * times + after,
    st.sampled_from(["<div>", "<details>", "<ruby>", "*", "_", "[", "![", "> ", "- ", "(", "`", "~", "$", "[^", "\\"]),
    st.sampled_from([1, 2, 7, 40, 120]),
    st.sampled_from(["", "x", "\n", "]" * 40]),
)
BLOCKS = st.one_of(
    st.sampled_from([*hostile.MARKUP, *hostile.DIAGRAMS, *hostile.WORDS.values(), *hostile.BODY]),
    _LINKS,
    _DEEP,
    st.lists(PIECES, max_size=12).map("".join),
    st.text(max_size=40),
)
BODIES = st.builds(str.join, st.sampled_from(["\n\n", "\n", " ", ""]), st.lists(BLOCKS, max_size=8))
"""Bodies of entries and pages."""

_SECRETS = st.sampled_from(
    ["{}", "\n\n{}\n\n", "# {}\n", "![{}](picture.png)", "\n- [ ] {}\n", "```\n{}\n```", "<!-- {} -->"]
)
_AROUND = st.sampled_from(["", "Text. ", "Text.\n\n", "- item\n", "\n\nEnd."])
BODIES_WITH_SECRETS = st.builds(
    lambda before, markers, secret, after: f"{before}{markers[0]}{secret.format(SECRET)}{markers[1]}{after}",
    _AROUND,
    st.sampled_from([("<!-- private -->", "<!-- /private -->"), *PAIRS.values()]),
    _SECRETS,
    _AROUND,
)
"""Private passages whose markers are right or misspelt; with the secret in them."""

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
ENTRIES = st.one_of(
    st.tuples(FRONT_MATTER, BODIES).map("".join),
    BODIES,
    st.sampled_from([*HIDDEN.values()]).map(lambda front: front + SECRET),
    st.tuples(st.sampled_from(["", "---\nday: 3\n---\n\n"]), BODIES_WITH_SECRETS).map("".join),
)
