"""When two links mean one page: see `cases/urls.yml`."""

from pathlib import Path
from urllib.parse import quote

import yaml
from hypothesis import assume, given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from daytrail.model.base import Url
from daytrail.model.urls import normalise
from tests.for_each import for_each

CASES = yaml.safe_load((Path(__file__).parents[1] / "cases/urls.yml").read_text(encoding="utf-8"))
SAME = [pair for case in CASES.values() for pair in case["same"]]
OTHER = [pair for case in CASES.values() for pair in case["different"]]

_ACCEPTED: TypeAdapter[str] = TypeAdapter(Url)


@for_each(SAME, " = ".join)
def test_urls_of_one_page_have_one_key(pair: tuple[str, str]) -> None:
    one, two = pair
    assert normalise(one) == normalise(two)


@for_each(OTHER, " | ".join)
def test_urls_of_two_pages_have_two_keys(pair: tuple[str, str]) -> None:
    one, two = pair
    assert normalise(one) != normalise(two)


def test_a_key_is_readable() -> None:
    assert normalise("https://www.example.org:443/Read/?b=2&utm_id=x&a=1#top") == "example.org/Read?a=1&b=2"


_HOSTS = (
    "example.org www.www.example.org arxiv.org doi.org youtu.be m.youtube.com [::1] bücher.example a.b. x:8080 u:p@x"
)
_PIECES = (
    "abs pdf html 2101.03961v2 math.GT/0309136 .pdf / // . .. % %2F %2f %41 %25 %2541 %FF é ß + = & ; , : @ ! ' ( ) ~ "
    "index.html index.htm watch ? ?v=zy8ChVd_oTM ?id= utm_id=1 &si=2 # #a 10.1000 embed zy8ChVd_oTM A a B b İ ﬁ"
)
_LINKS = st.builds(
    lambda scheme, host, pieces: f"{scheme}://{host}/{''.join(pieces)}",
    st.sampled_from(["https", "http", "HTTP"]),
    st.sampled_from(_HOSTS.split()),
    st.lists(st.one_of(st.sampled_from(_PIECES.split()), st.text(max_size=2)), max_size=8),
)


def accepted(url: str) -> bool:
    try:
        _ACCEPTED.validate_python(url)
    except ValidationError:
        return False
    return True


@given(_LINKS)
def test_the_key_of_a_key_is_itself(url: str) -> None:
    """A key as a URL has the same key, for every link that the model accepts."""
    assume(accepted(url))
    key = normalise(url)
    assert normalise(f"https://{key}") == key


@given(st.one_of(st.text(), st.text(st.characters()), _LINKS, _LINKS.map(lambda url: url.replace("/", "[", 3))))
def test_every_text_has_a_key(text: str) -> None:
    """It is the same with and without space around the text."""
    assert normalise(f" {text}\n") == normalise(text)


_NAMES = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=4).filter(
    lambda name: name not in (".", "..", "index.html", "index.htm")
)


@given(st.lists(_NAMES, max_size=4), st.lists(_NAMES, max_size=4))
def test_two_paths_have_two_keys(one: list[str], two: list[str]) -> None:
    assume(one != two)
    keys = {normalise("https://example.org/" + "/".join(quote(part, safe="") for part in path)) for path in (one, two)}
    assert len(keys) == 2
