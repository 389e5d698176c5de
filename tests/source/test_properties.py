"""Reading holds for any text: it never raises, and every problem has its place."""

import re
import tempfile
import unicodedata
from collections.abc import Iterable
from pathlib import Path
from typing import Any, TypeAlias

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from daytrail.model.base import segment, slug
from daytrail.model.entry import FrontMatter
from daytrail.problems import Problem
from daytrail.source.front_matter import split_front_matter
from daytrail.source.load import Loaded, load
from daytrail.source.yaml.parser import parse

settings.register_profile("source", max_examples=100, deadline=None)
often = settings(settings.get_profile("source"))

ENTRY = "entries/2025-01-06.md"
PLAN = "curriculum.yaml"

# What means something to YAML, Markdown or Daytrail, so that texts of it go wrong in many ways.
PIECES = st.sampled_from(
    [
        *"\n\n\n\t  --::[]{},#&*!|>'\"%@`?\\~<$^_=.0123ax\r\0\x1b\x85\ufeff\u2028é🦀",
        *(
            "---\n",
            "...\n",
            ": ",
            "- ",
            "  - ",
            "\n  ",
            '"',
            "{{",
            "}}",
            "{%",
            "&a ",
            "*a",
            "!!",
            "\\u12",
            "\\0",
            "null",
            "~",
        ),
        *("date: ", "day: ", "tags: ", "links: ", "hours: ", "draft: ", "series: ", "done: ", "touched: ", "title: "),
        *(
            "parts:",
            "weeks:",
            "week: ",
            "concepts:",
            "id: ",
            "text: ",
            "needs: ",
            "topics:",
            "start: ",
            "pauses:",
            "from: ",
        ),
        *(
            "2025-02-30",
            "2025-01-06",
            "010",
            "5-3",
            "true",
            "yes",
            "w01/x",
            "https://a.org",
            "javascript:x",
            "//[x",
            "file: curriculum/x.yaml",
            "../..",
        ),
        *(
            "<!-- private -->",
            "<!-- /private -->",
            "- [ ] ",
            "- [x] ",
            "[a](",
            ")",
            "![",
            "$$",
            "[^a]",
            "[^a]: ",
            "|-|-|\n",
            "```\n",
        ),
    ]
)
TEXT = st.one_of(st.text(max_size=200), st.lists(PIECES, max_size=60).map("".join))
FRONT = TEXT.map(lambda text: f"---\n{text}\n---\n\nText.\n")
BYTES = st.one_of(
    st.binary(max_size=200),
    st.tuples(TEXT, st.binary(max_size=8), TEXT).map(lambda parts: parts[0].encode() + parts[1] + parts[2].encode()),
    TEXT.map(lambda text: text.encode("utf-16")),
)


def loaded(files: dict[str, bytes]) -> Loaded:
    with tempfile.TemporaryDirectory() as folder:
        for name, content in files.items():
            path = Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        return load(Path(folder))


def assert_placed(problems: Iterable[Problem], files: dict[str, bytes]) -> None:
    """Each problem stands in one of the files, or right behind its end, and says something on one line."""
    for problem in problems:
        text = files[problem.location.path].decode("utf-8", "replace")
        lines = re.split("\r\n|\r|\n", text)
        assert 1 <= problem.location.line <= len(lines)
        assert 1 <= problem.location.column <= len(lines[problem.location.line - 1]) + 1
        assert problem.message
        assert "\n" not in problem.message + problem.hint


@often
@given(st.one_of(TEXT, FRONT))
def test_any_text_may_be_an_entry(text: str) -> None:
    """No text of an entry raises, and each problem has a place in it."""
    files = {ENTRY: text.encode()}
    assert_placed(loaded(files).problems, files)


@often
@given(TEXT)
def test_any_text_may_be_a_plan(text: str) -> None:
    """No text of a plan raises, and each problem has a place in it."""
    files = {PLAN: text.encode(), ENTRY: b"---\ndone: [w01/x]\ntouched: [a]\n---\n"}
    assert_placed(loaded(files).problems, files)


@often
@given(BYTES, BYTES)
def test_any_bytes_may_be_files(entry: bytes, plan: bytes) -> None:
    """No bytes raise, and each problem has a place in its file."""
    files = {ENTRY: entry, PLAN: plan}
    assert_placed(loaded(files).problems, files)


@often
@given(TEXT, st.booleans())
def test_both_parsers_read_any_text(text: str, allow_tags: bool) -> None:
    """Neither of PyYAML's parsers raises, and what both can read comes out the same."""
    documents = []
    for name in ("CSafeLoader", "SafeLoader"):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("daytrail.source.yaml.parser.LOADER", getattr(yaml, name))
            document, problems = parse(text, PLAN, allow_tags=allow_tags)
        assert_placed(problems, {PLAN: text.encode("utf-8", "replace")})
        documents.append([document.data] if not problems else None)
    # libyaml passes over a byte order mark at the start of any line.
    if None not in documents and "\ufeff" not in text:
        assert documents[0] == documents[1]


WORDS = st.text(st.sampled_from("abc: #-'\"[]{},&*!|>%@`\\?\té🦀"), max_size=12)
Written: TypeAlias = Any


@often
@given(
    st.dictionaries(
        WORDS,
        st.recursive(
            WORDS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3), max_leaves=12
        ),
        max_size=4,
    ),
    st.sampled_from([True, False, None]),
    st.booleans(),
)
def test_what_was_written_as_yaml_is_read_as_written(data: Written, flow: bool | None, wide: bool) -> None:
    """Maps, lists and texts come back equal from YAML in any style, each value and key with its place."""
    text = yaml.safe_dump(data, default_flow_style=flow, allow_unicode=wide, width=40)
    document, problems = parse(text, PLAN)
    assert problems == []
    assert document.data == data
    assert document.complete
    for key_path in _paths(data):
        node = document.find(key_path)
        assert node
        assert bool(node.key) == isinstance(key_path[-1], str)


def _paths(data: Written, above: tuple[str | int, ...] = ()) -> Iterable[tuple[str | int, ...]]:
    inner = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in inner:
        yield (*above, key)
        yield from _paths(value, (*above, key))


@often
@given(
    st.sampled_from(
        ["", "yes", "1", "0x1f", "1_000", "12:30", "2025-13-40", "2025-01-06", ".inf", "=", "1e3", "on", "017"]
    )
)
def test_a_value_is_never_guessed(value: str) -> None:
    """What YAML 1.1 takes for numbers, dates and flags stays the text that was written."""
    assert parse(f"key: {value}", PLAN)[0].data == ({"key": value} if value else {})


KEYS = sorted(set(FrontMatter.model_fields) - {"date"})


@often
@given(
    st.lists(st.sampled_from(KEYS), unique=True, max_size=8),
    st.data(),
    st.integers(0, 3),
    st.sampled_from(["\n", "\r\n", "\r"]),
)
def test_a_key_is_found_in_the_line_where_it_was_put(
    keys: list[str], data: st.DataObject, above: int, end: str
) -> None:
    """An unknown key among known ones is reported in its line, and a marker in the body in its own."""
    lines = [
        line
        for key in keys
        for line in data.draw(st.sampled_from([[f"{key}:"], ["# note", f"{key}:"], ["", f"{key}:"]]))
    ]
    at = data.draw(st.integers(0, len(lines)))
    lines.insert(at, "zzz: 1")
    body = ["Text."] * data.draw(st.integers(0, 4))
    whole = [*[""] * above, "---", *lines, "---", *body, "a <!-- private -->"]
    problems = loaded({ENTRY: end.join(whole).encode()}).problems
    assert [(str(problem.location), problem.message) for problem in problems] == [
        (f"{ENTRY}:{above + at + 2}:1", "unknown key `zzz`"),
        (f"{ENTRY}:{len(whole)}:3", "the private passage that opens here has no end"),
    ]


@often
@given(TEXT)
def test_a_split_loses_no_line(text: str) -> None:
    """The body of a file starts in the line that the split names, and nothing of it is lost."""
    text = re.sub("\r\n?", "\n", text)
    parts, problems = split_front_matter(text, ENTRY)
    if not problems:
        assert text.endswith(parts.body)
        assert text[: len(text) - len(parts.body)].count("\n") == parts.first_line - 1
        assert parts.front_matter.count("\n") < parts.first_line


SECRET = "s3cr3t"
AROUND = st.lists(
    st.one_of(
        PIECES,
        st.text(st.sampled_from("ab <!->/privte\n"), max_size=8),
        st.sampled_from(
            [
                "<!-- private",
                "private -->",
                "<!--",
                "-->",
                "<!-- PRIVATE-->",
                "<!--/private -->",
                "```\n",
                "`",
                "<div>\n",
                "    ",
            ]
        ),
    ),
    max_size=12,
).map("".join)
MARKERS = st.sampled_from(
    [
        ("<!-- private -->", "<!-- /private -->"),
        ("<!--private-->", "<!--/private-->"),
        ("<!--\n Private\n-->", "<!-- /PRIVATE -->"),
    ]
)
KINDS = st.sampled_from(
    [
        SECRET,
        f"\n{SECRET}\n",
        f"[{SECRET}](https://{SECRET}.org)",
        f"\n- [ ] {SECRET}\n",
        f"![{SECRET}]({SECRET}.png)",
        f"# {SECRET}",
    ]
)


@often
@given(AROUND, KINDS, AROUND, MARKERS, st.sampled_from(["", "---\nday: 1\n---\n"]))
def test_no_private_passage_survives(
    before: str, secret: str, after: str, markers: tuple[str, str], front: str
) -> None:
    """What stands between the markers is in nothing of an entry, whatever stands around them."""
    text = f"{front}{before}{markers[0]}{secret}{markers[1]}{after}"
    read = loaded({ENTRY: text.encode()})
    assert SECRET not in repr(read.journal)
    assert SECRET not in "".join(map(str, read.problems))


@often
@given(KINDS, st.sampled_from(["title: ", "links: [{url: https://a.org, note: ", "", "# "]), st.booleans())
def test_no_private_passage_survives_in_front_matter(secret: str, key: str, closed: bool) -> None:
    """What stands between the markers in front matter is in nothing of an entry, also where the end is missing."""
    end = "<!-- /private -->" if closed else ""
    read = loaded({ENTRY: f"---\ntags: [a]\n{key}<!-- private -->{secret}{end}\n---\n\nText.\n".encode()})
    assert SECRET not in repr(read.journal)
    assert SECRET not in "".join(map(str, read.problems))


@often
@given(AROUND, st.lists(st.sampled_from(["one\n", "two ", "\n"]), max_size=4).map("".join))
def test_what_is_not_private_stays(private: str, public: str) -> None:
    """Text before and after a passage is kept to the letter."""
    private = re.sub("private", "", private, flags=re.IGNORECASE)
    read = loaded({ENTRY: f"a {public}<!-- private -->{private}<!-- /private -->b {public}".encode()})
    if read.journal.entries:  # and no character in it was refused
        assert read.journal.entries[0].body in (
            f"a {public}b {public}",
            f"a {public}b {public}".replace("\n\nb", "\nb"),
        )


NAMES = st.one_of(
    st.text(max_size=60),
    st.text(st.sampled_from("aB .-_/\\~%#?:é\u0301İßǰ\u0345ﬁ²छत\u200d🦀"), max_size=20),
    st.text(min_size=1, max_size=3).map(lambda text: text * 100),
    st.sampled_from(["..", ".", "con", "NUL.txt", "-", "_", "a..b", "a/../b", " a ", "C#", "C++", "…"]),
)


@often
@given(NAMES)
def test_a_segment_is_safe_in_a_path(text: str) -> None:
    """A segment is no way up or down, of bounded size, and not empty but for spaces and dashes."""
    made = segment(text)
    assert not re.search(r"[/\\:*?\"<>|%#\s\x00-\x1f]", made)
    assert ".." not in made
    assert not made.startswith((".", "-"))
    assert not made.endswith((".", "-"))
    assert len(made.encode()) <= 200
    if re.sub(r"[\s_-]", "", unicodedata.normalize("NFKC", text)):
        assert made


@often
@given(NAMES)
def test_a_segment_is_its_own_segment(text: str) -> None:
    """Segments do not change when they are made again, nor with the normal form of the text."""
    made = segment(text)
    assert segment(made) == made
    for form in ("NFC", "NFD"):
        assert segment(unicodedata.normalize(form, text)) == made


@often
@given(NAMES, NAMES)
def test_two_texts_have_two_segments(one: str, two: str) -> None:
    """Texts share a segment only where they differ in no more than case, form, spaces, dashes and underscores."""

    def alike(text: str) -> str:
        folded = unicodedata.normalize("NFKD", unicodedata.normalize("NFD", text).casefold()).casefold()
        return re.sub(r"[\s_-]+", "-", unicodedata.normalize("NFKC", folded)).strip("-")

    assert (segment(one) == segment(two)) == (alike(one) == alike(two))


@often
@given(NAMES)
def test_a_slug_is_its_own_slug(text: str) -> None:
    """A slug is its own slug, and holds nothing but words with single dashes between them."""
    made = slug(text)
    assert slug(made) == made
    assert all(made.split("-")) or not made
    assert not re.search(r"[/\\.\s_]", made)


def test_no_segment_is_the_page_of_its_folder() -> None:
    """A tag that is called `index` has an address of its own beside the list of tags."""
    assert segment("index") != "index"
    assert segment("Index") == segment("index")
