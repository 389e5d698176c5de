"""Marks before and behind the text of an item: status, favourite, rating, kind, language, day, tags.

A mark becomes a field, or a note if it is none of these.
"""

import re
from collections.abc import Callable, Mapping

from daytrail.importers.reading.conventions import Conventions
from daytrail.importers.reading.draft import DraftItem
from daytrail.importers.reading.media import EMOJI, KIND_SIGNS, medium
from daytrail.importers.reading.names import VENUE_AND_YEAR
from daytrail.importers.reading.status import STATUS_SIGNS, status_of
from daytrail.importers.text.dates import match_month
from daytrail.importers.text.language import language_of
from daytrail.importers.text.vocabulary import LANGUAGES, any_of

_DATE = (
    r"(?:\d{4}[-/.]\d\d(?:[-/.]\d\d)?|\d{1,2}[./]\d{1,2}[./]\d{2,4}"
    r"|(?:\d{1,2}\.? )?[^\W\d_]{3,9}\.?,? (?:\d{1,2}(?:st|nd|rd|th)?,? )?(?:19|20)\d\d)"
)
_DAY_OF_YEAR = r"[^\W\d_]{3,9}\.? \d{1,2}, (?:19|20)\d\d"
_FLAG = r"[\U0001F1E6-\U0001F1FF]{2}"
_FAVOURITE_SIGNS = "⭐🌟✨❤♥💖💛🔥★"
_STATUS_WORDS = "|".join(any_of(f"statuses.{status}") for status in ("to-read", "reading", "read", "dropped"))
_AROUND_WORDS = any_of("around_status")
_LONGEST_MARK = 80
"""Characters at the end of a text in which a mark may begin."""

_AROUND = {
    "flag": _FLAG,
    "dated": rf"[✅📅⏳🛫]\ufe0f?\s*{_DATE}",
    "rating": (
        r"[(\[]?(?:[★☆⭐🌟✩✮]\ufe0f?(?:\s?[★☆⭐🌟✩✮]\ufe0f?)+\s*(?:[½+]|\.5)?|[★⭐]\ufe0f?½"
        r"|\b\d{1,2}(?:[.,]\d+)?\s?/\s?(?:5|10|20|100)(?:\s?(?:stars?|⭐\ufe0f?|★))?)[)\]]?"
    ),
    "favourite": rf":(?:star2?|heart|fire|sparkles):"
    rf"|(?<!\S)(?:__|`)?\\?\*(?:__|`)?(?!\S)|\((?:{any_of('favourite')})\)",
    "isbn": r"(?:ISBN(?:-1[03])?:? ?)?97[89][- ]?\d[-\d ]{8,12}\d\b",
    "sign": rf"{EMOJI}|:[a-z][a-z_]+:",
}
"""Patterns of the marks at both ends of a text, by their names."""
_BEFORE = {
    **_AROUND,
    "keyword": rf"(?-i:{any_of('status_keywords')})(?=[: ]+\S)[:]?",
    "box": r"\[[/>]\]|[xX](?=\s+\W*(?:https?:|\[))",
    "state": rf"(?:{_STATUS_WORDS})(?=\s*:\s)\s*:",
    "remark": (
        r"(?:\[[^\[\]()]{1,30}\](?![(\[])|[*_]{0,3}\([^()\[\]]{1,30}\)[*_]{0,3}|`[^`]{1,30}`)(?=\s*\W*\[)"
        r"|(?P<around>[*_`]{0,3})[\[(][^\[\]()]{0,25}(?:(?:19|20)\d\d|['’]\d\d)[^\[\]()\w]{0,3}[\])](?P=around)(?=\s)"
        rf"|(?P<style>\*\*|`){VENUE_AND_YEAR}(?P=style)(?=\s)"
        rf"|(?:[(\[]{_DATE}[)\]]|{_DATE})(?:\s*[:|–—-](?=\s)|(?=\s\s))|\d{{4}}-\d\d-\d\d(?=\s)"
    ),
}
_BEHIND = {
    **_AROUND,
    "rating": rf"{_AROUND['rating']}|\*(?:10|\d)\b",
    "favourite": rf"{_AROUND['favourite']}|(?<!\S)(?:\\?\*){{2}}(?!\S)"
    rf"|(?:[–—-]\s+(?:(?:{_AROUND_WORDS})\s+)*)?(?P<style>[*_`]{{1,3}}|\[)\(?(?:(?:{_AROUND_WORDS})\s+)*"
    rf"(?:{any_of('favourite')})[!)]*(?:(?P=style)|\])",
    "state": (rf"[*_(\[]{{1,4}}(?:{_STATUS_WORDS})[*_)\]]{{1,4}}(?:, \w+)?|[(\[](?:{any_of('being_read')})[)\]]"),
    "keyword": rf"(?-i:{any_of('status_keywords')})",
    "remark": (
        rf"(?:[.,|]|(?<=[?!]))\s+{VENUE_AND_YEAR}|"
        r"(?-i:(?<=[.!?]\s)(?P<emphasis>[*_])(?=[a-z])[^*_]{2,40}(?P=emphasis))|"
        rf"(?<!\S)\#[^\W\d][\w/-]*|`[@#][^`]{{1,60}}`|(?<![.,]\s)\[(?![\d\sxX]+\])[^\[\]()/]{{1,40}}\]|[*_]{{1,3}}\([^()]{{1,12}}\)[*_]{{1,3}}|\*\([^()]{{1,40}}\)\*|\((?:{any_of('re_read')})\)"
        rf"|(?:[–—-]\s*)?(?:{any_of('done')}):?\s+(?:{any_of('done_on')})?\s*:?\s*{_DATE}|[(\[](?:(?:{any_of('done')}):?\s+(?:{any_of('done_on')})?\s*)?{_DATE}[)\]]|\d{{4}}-\d\d-\d\d|{_DAY_OF_YEAR}"
    ),
}


def _alternatives(patterns: Mapping[str, str]) -> str:
    return "|".join(f"(?P<{name}>{pattern})" for name, pattern in patterns.items())


_LEADING_MARK = re.compile(rf"\s*(?:{_alternatives(_BEFORE)})\s*", re.IGNORECASE)
_TRAILING_MARK = re.compile(
    rf"(?:^|(?<=[\s)\]*_~>\ufe0f])|(?=[^\w\s(\[*_:]))(?:{_alternatives(_BEHIND)})[\s.,]*$", re.IGNORECASE
)


_DONE = re.compile(rf"[(\[](?:{any_of('done')})\b", re.IGNORECASE)


def read_marks(item: DraftItem, text: str, conventions: Conventions) -> str:
    """Read the marks at both ends of a text into an item; return what is between them."""
    notes: list[str] = []
    while (match := _LEADING_MARK.match(text)) and medium(text[match.end() :]) is None:
        if _names_author(match) and not re.search(r"[\])`*_]\s*$", match[0]):
            break
        notes.append(_read_mark(item, match, conventions))
        text = text[match.end() :]
    behind: list[str] = []
    while (match := _TRAILING_MARK.search(text, max(0, len(text) - _LONGEST_MARK))) and re.search(
        r"\w", text[: match.start()]
    ):
        if _names_author(match) or (match[0].strip() == "**" and "**" in text[: match.start()]):
            break  # the end of bold text
        behind.insert(0, _read_mark(item, match, conventions))
        text = text[: match.start()].rstrip(" ,;-–—|")
    for note in (*notes, " ".join(filter(None, behind))):
        if note:
            item.add_note(note)
    return text


def _names_author(mark: re.Match[str]) -> bool:
    """Tell whether a mark has a name with a year, as in `Lee 2009:`, which is no date."""
    word = re.match(rf"\W*(?!(?:{any_of('done', 'done_on')})\b)([^\W\d_]\w*)\W+(?:19|20)\d\d", mark[0], re.IGNORECASE)
    return word is not None and not match_month(word[1]) and not re.search(r"\w[A-Z]", word[1])


def _read_mark(item: DraftItem, match: re.Match[str], conventions: Conventions) -> str:
    """Read a mark into the fields of an item; return the text that becomes a note."""
    name = str(match.lastgroup)
    text = match[name].strip()
    if name == "flag" and len(re.findall(_FLAG, match.string)) > 1:
        return text  # of another link
    readers: Mapping[str, Callable[[DraftItem, str, Conventions], str]] = {
        "state": _read_status,
        "keyword": _read_status,
        "box": _read_status,
        "favourite": _read_favourite,
        "flag": _read_flag,
        "sign": _read_sign,
        "remark": _read_remark,
    }
    return readers[name](item, text, conventions) if name in readers else text.strip(" :|–—-.,")


def _read_remark(item: DraftItem, text: str, _conventions: Conventions) -> str:
    """Read words in brackets before or behind a title: its kind, or a note."""
    is_word = re.fullmatch(rf"\[(?i:{'|'.join(LANGUAGES)})\]|[*_]*[(\[][^\W\d_]{{4,}}[)\]][*_]*", text)
    if is_word and (language := language_of(text.strip("*_()[]"))):
        item.fields.setdefault("language", language)
        item.structure.append(text)
        return ""
    if kind := medium(text) if text.strip("*_")[0] in "([" else None:
        item.fields.setdefault("kind", kind)
        item.structure.append(text)
        return ""
    if _DONE.match(text):
        item.fields.setdefault("status", "read")
    text = re.sub(r"^([*_])([^*_]+)\1$", r"\2", text)
    return re.sub(r"^([*_]{0,3})[(\[]([^()]*)[)\]]\1$", r"\2", text.strip(" :|–—-.,"))


def _read_status(item: DraftItem, text: str, _conventions: Conventions) -> str:
    words, _, behind = text.rpartition(",") if "," in text else (text, "", "")
    status = status_of(words) or "read"
    if item.fields.get("status", status) != status:
        item.doubts.append(("guessed-status", f"`{text}` is taken as the status `{status}`, and not the checkbox"))
    item.fields["status"] = status
    item.structure.append(words)
    return behind.strip()


def _read_favourite(item: DraftItem, text: str, conventions: Conventions) -> str:
    if text[0] in conventions.rating_signs:
        return text
    item.fields["favourite"] = True
    item.structure.append(text)
    return ""


def _read_flag(item: DraftItem, text: str, _conventions: Conventions) -> str:
    language = language_of(text)
    return text if not language or item.fields.setdefault("language", language) != language else ""


def _read_sign(item: DraftItem, text: str, conventions: Conventions) -> str:
    """Read a sign as the legend of the document says, or else as it is usually meant."""
    meaning = conventions.legend.get(text[0], "")
    if re.fullmatch(any_of("favourite"), meaning, re.IGNORECASE) or (not meaning and text[0] in _FAVOURITE_SIGNS):
        return _read_favourite(item, text, conventions)
    kind = medium(meaning) if meaning else KIND_SIGNS.get(text[0])
    if kind:
        item.fields.setdefault("kind", kind)
    elif status := status_of(meaning) if meaning else STATUS_SIGNS.get(text[0]):
        if item.fields.get("status") in (None, "to-read"):  # an open box
            item.fields["status"] = status
        if status == "dropped" and not meaning:  # some mean that it was bad
            item.doubts.append(("guessed-status", f"`{text}` is taken as the status `dropped`"))
    elif kind is None or meaning:
        return f"{text} {meaning}".strip()
    return ""
