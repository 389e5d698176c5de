"""Names of people, as reading lists write them behind and before titles."""

import re

from daytrail.importers.text.dates import match_month
from daytrail.importers.text.markdown import plain_text, prose
from daytrail.importers.text.vocabulary import any_of

STYLED = re.compile(
    r"(?P<mark>\*\*\*|\*\*|__|\*|_)(?P<title>(?=\S)(?:(?!(?P=mark)).)+?)(?<=\S)(?P=mark)(?!\w)"
    r"|[“„«「\"](?P<quoted>[^”“»」\"]+?),?[”“»」\"]"
)
"""Words in emphasis or in quotation marks."""
VENUE = re.compile(r"(?=\S*[A-Z]{2})\S{3,}(?:\s+\d{4})?")
"""Place of publication, as in `TIDE 2019`, which is no author; it is longer than initials."""
VENUE_AND_YEAR = r"(?-i:(?=\w+[A-Z])[^\W\d_][\w&/-]+)(?:[\s,]+|['’(]|\s\()(?:(?:19|20)\d\d|(?<=['’])\d\d)\)?"
"""Place and year of publication, as in `TIDE 2019`, `Tide(2019)` and `TIDE'19`; a name has no capital within it."""
LITTLE_WORD_AT_END = re.compile(rf"\s(?:{any_of('little_words')})$")
"""The end of words that go on."""
_BOUNDARY = re.compile(
    r"\s*\\?[,;:|(\[«★☆⭐✅]|\s[*_]+\(|\s[–—-]+\s|\s{2,}|\.(?=\s|$)|$|\s*_{4}|\s[\u2190-\u2BFF\U0001F000-\U0001FAFF]"
)
"""Matches text that may follow a name."""
_SEPARATOR = re.compile(rf",\s*(?:(?:{any_of('and')})\s+|&\s*)?|\s+(?:&|{any_of('and')}|with)\s+(?!al\b)|\s*[;/]\s*")
_SURE_NAME = re.compile(r"\bet\.? al\b|\b[^\W\d_]\.(?:[\s,]|$|[^\W\d_]\.)")
_DEGREE = re.compile(r",?\s+(?:et\.? al\.?|Ph\.? ?D\.?|M\.D\.|[JS]r\.?|aka \S+|\((?:19|20)\d\d[-–/]\d*\))$")
_NAME_BEFORE_INITIALS = re.compile(
    rf"(?<=[^\W\d_]{{2}}),\s+(?=(?:(?:[^\W\d_]\.[ -]?)+|[A-Z]{{1,2}})\s*(?:,|&|$|(?:{any_of('and')})\b))"
)
_SHORT_AT_END = re.compile(r"\b(?:[^\W\d_]|al|[JS]r|Ph\.? ?D)$")
"""The end of names to which a full stop belongs."""
_BEHIND_ET_AL = re.compile(r"\bet\.? al\b[\s.,;]*\w")
PUBLISHER = re.compile(rf"\b(?:{any_of('publisher')})\b", re.IGNORECASE)
_END_OF_SENTENCE = re.compile(r"(?<!\bProf)(?<=[^\W\d_]{4})\.\s")
NO_NAME = re.compile(rf"(?:{any_of('no_name')})", re.IGNORECASE)
_NO_FIRST_WORD = re.compile(
    rf"(?:{any_of('little_words')})\b(?!\.)|(?:{any_of('kinds.practice', 'kinds.reading')})\s", re.IGNORECASE
)
"""The first word of a title, or of what is to be done, as in `Read Chapter Two`."""
_PARTICLE = re.compile(rf"&|{any_of('name_particle')}")
_WORD = re.compile(r"(?:\(?(?:[dl]['’])?)?[^\W\d_](?:[^\W\d]|[.'’&/-])*,?|\(?(?:19|20)\d\d\)?|&")
_MOST_BOUNDARIES = 12
_MOST_WORDS = 4


def are_names(text: str) -> bool:
    """Tell whether words look like the names of one or several people."""
    text = _DEGREE.sub("", re.sub(r",\s+(?:…|\.\.\.),?\s+(?=\w)", ", ", text.strip()))
    if not text or _END_OF_SENTENCE.search(text):
        return False
    return all(map(_is_name, _SEPARATOR.split(_NAME_BEFORE_INITIALS.sub(" ", text))))  # `Lee, A.` is one name


def _is_name(text: str) -> bool:
    words = [word for word in text.split() if not _PARTICLE.fullmatch(word.casefold().strip(","))]
    return (
        0 < len(text.split()) <= _MOST_WORDS
        and bool(words)
        and not re.search(r"\w{3}\.$", text)
        and not _NO_FIRST_WORD.match(text)
        and re.search(r"[^\W\d_]{2}(?!\.)", text) is not None
        and all(_WORD.fullmatch(word) for word in words)
        and all(re.sub(r"^\(?(?:[dl]['’])?", "", word)[:1].isupper() or word.strip("()").isdigit() for word in words)
        and not words[0].strip("()").isdigit()
    )


def is_surely_name(text: str) -> bool:
    """Tell whether words that look like a name have an initial or `et al.`."""
    return _SURE_NAME.search(text) is not None


def are_several(names: str) -> bool:
    """Tell whether words are full names of several people, which need no other evidence."""
    people = _SEPARATOR.split(names)
    return len(people) > 1 and all(" " in person for person in people) and are_names(names)


def is_full_name(names: str) -> bool:
    """Tell whether the first of some names has several words, or there are more than two of them."""
    people = _SEPARATOR.split(_NAME_BEFORE_INITIALS.sub(" ", names))
    return " " in people[0].strip() or len(people) > 2


def split_names(text: str) -> tuple[str, str]:
    """Return the longest beginning of a text that looks like names, and what is behind it."""
    styled = STYLED.match(text)
    if styled and are_names(name := plain_text(styled["title"] or "").rstrip(".")):
        return name, text[styled.end() :]
    ends = [match.start() for match in _BOUNDARY.finditer(prose(text))]
    for end in reversed(ends[:_MOST_BOUNDARIES]):
        dot = text[end : end + 1] == "." and _SHORT_AT_END.search(text[:end]) is not None
        names = plain_text(text[: end + dot])
        if are_names(names) and not _BEHIND_ET_AL.search(names) and not _has_place(names):
            return names, text[end + dot :]
    return "", text


def _has_place(names: str) -> bool:
    """Tell whether a publisher, a venue, a topic or a month is behind the first name, as in `Lee, Tide Press, May`."""
    no_names = (PUBLISHER.search, VENUE.fullmatch, is_month, NO_NAME.match)
    return any(is_none(part) for part in _SEPARATOR.split(names)[1:] for is_none in no_names)


def is_month(text: str) -> bool:
    """Tell whether words are a month, perhaps with numbers."""
    month = match_month(text)
    return month is not None and not re.search(r"[^\W\d_]", text[month[1] :])
