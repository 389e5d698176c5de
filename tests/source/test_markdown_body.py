"""Bodies: private passages and excerpts; see `cases/excerpts.yml`."""

import re

import yaml
from hypothesis import given
from hypothesis import strategies as st

from daytrail.source.markdown_body import cut_title, read_body
from daytrail.source.private_text import cut_private
from tests.command import ROOT
from tests.for_each import for_each
from tests.source.texts import ENTRY, PIECES, loaded

EXCERPTS = yaml.safe_load((ROOT / "tests/cases/excerpts.yml").read_text(encoding="utf-8"))
SECRET = "s3cr3t"
NEARLY_MARKERS = ["<!-- private", "private -->", "<!--", "-->", "<!-- PRIVATE-->", "<!--/private -->"]
AROUND = st.lists(
    st.one_of(
        PIECES,
        st.text(st.sampled_from("ab <!->/privte\n"), max_size=8),
        st.sampled_from([*NEARLY_MARKERS, "```\n", "`", "<div>\n", "    "]),
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
    ["*", "\n*\n", "[*](https://*.org)", "\n- [ ] *\n", "![*](*.png)", "# *"],
).map(lambda text: text.replace("*", SECRET))


@given(AROUND, KINDS, AROUND, MARKERS, st.sampled_from(["", "---\nday: 1\n---\n"]))
def test_no_private_passage_survives(
    before: str, secret: str, after: str, markers: tuple[str, str], front: str
) -> None:
    text = f"{front}{before}{markers[0]}{secret}{markers[1]}{after}"
    read = loaded({ENTRY: text.encode()})
    assert SECRET not in repr(read.journal)
    assert SECRET not in "".join(map(str, read.problems))


@given(KINDS, st.sampled_from(["title: ", "links: [{url: https://a.org, note: ", "", "# "]), st.booleans())
def test_no_private_passage_survives_in_front_matter(secret: str, key: str, closed: bool) -> None:
    end = "<!-- /private -->" if closed else ""
    read = loaded({ENTRY: f"---\ntags: [a]\n{key}<!-- private -->{secret}{end}\n---\n\nText.\n".encode()})
    assert SECRET not in repr(read.journal)
    assert SECRET not in "".join(map(str, read.problems))


@given(AROUND, st.lists(st.sampled_from(["one\n", "two ", "\n"]), max_size=4).map("".join))
def test_text_around_a_private_passage_stays(private: str, public: str) -> None:
    private = re.sub("private|pr?vt|<", "", private, flags=re.IGNORECASE)  # no second marker, nor one with a mistake
    read = loaded({ENTRY: f"a {public}<!-- private -->{private}<!-- /private -->b {public}".encode()})
    if not read.problems:  # else a character was refused, or a word such as `pvt` was taken for a mistyped marker
        assert read.journal.entries[0].body in (
            f"a {public}b {public}",
            f"a {public}b {public}".replace("\n\nb", "\nb"),
        )


def test_a_line_that_is_all_private_leaves_no_empty_line() -> None:
    assert cut_private("- a\n<!-- private -->\n- b\n<!-- /private -->\n- c\n", ENTRY, 1) == ("- a\n- c\n", [])


@for_each(
    [
        f"{SECRET} <!-- /private -->",
        f"{SECRET}\n\n{SECRET}\n<!-- /private -->\nEnd.",
        f"<!-- private -->a<!-- /private -->{SECRET} <!-- /private -->",
        f"{SECRET}<!-- private -->a<!-- /private --> <!-- /private -->",
        f"{SECRET} <!-- /private -->b<!-- private -->c<!-- /private -->",
    ]
)
def test_an_end_without_a_beginning_hides_all_text_above_it(text: str) -> None:
    """It is an error, and nothing above it is shown, since nobody knows where the passage began."""
    public, problems = cut_private(text, ENTRY, 1)
    assert SECRET not in public
    assert len(problems) == 1


def test_a_sentence_is_cut_a_thousand_characters_before_and_after_a_link() -> None:
    """A text without any full stop does not become the evidence for a link."""
    [mention] = read_body(f"{'a ' * 3000}[here](https://example.org){' b' * 3000}").text_links
    assert mention.sentence == f"{'a ' * 500}here{' b' * 500}"


@for_each([*EXCERPTS["formulas"], ("x" * 301, "…")], str)
def test_an_excerpt_has_no_commands_of_tex(case: tuple[str, str]) -> None:
    """A description of a page shows no formula."""
    formula, words = case
    assert read_body(f"Say ${formula}$ aloud.").excerpt == f"Say {words} aloud."
    assert read_body(f"Say ${formula}$ aloud.\n\n<!-- more -->\n\nMore.").excerpt == f"Say {words} aloud."


LONG = [
    (f"{'a' * 300}:\n\nb:\n\nc", f"{'a' * 300}…"),
    (f"Many:\n\n- {'a' * 200}\n- {'b' * 200}\n- c", f"Many: {'a' * 200}; {'b' * 200}"),
]


@for_each([*EXCERPTS["ends at more"], *EXCERPTS["never ends in a colon"], *LONG], str)
def test_an_excerpt_ends_at_more_and_never_in_a_colon(case: tuple[str, str]) -> None:
    """It goes on with the text below the paragraph, up to code; without a paragraph it is the first list."""
    body, excerpt = case
    assert read_body(body).excerpt == excerpt


def test_a_heading_with_a_link_by_a_name_is_no_title() -> None:
    """It stays in the text, which would lose the link otherwise; marked words are plain text."""
    text = "# After [[2026-01-05]]\n\nText.\n"
    assert cut_title(text) == ("", text)
    assert cut_title("# A ==new== title\n\nText.\n") == ("A new title", "\n\nText.\n")
