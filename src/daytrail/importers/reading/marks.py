"""Marks before and behind the text of an item: status, favourite, rating, kind, language, day, tags.

A mark becomes a field, or a note if it is none of these.
"""

import re
from collections.abc import Mapping

from daytrail.importers.reading.draft import DraftItem
from daytrail.importers.reading.media import EMOJI, KIND_SIGNS, medium
from daytrail.importers.reading.names import LITTLE_WORD_AT_END, VENUE_AND_YEAR, is_month
from daytrail.importers.reading.status import STATUS_SIGNS, STATUSES, status_of, status_of_heading
from daytrail.importers.text.language import language_of
from daytrail.importers.text.vocabulary import LANGUAGES, any_of

_DATE = (
    r"(?:\d{4}[-/.]\d\d(?:[-/.]\d\d)?|\d{1,2}[./]\d{1,2}[./]\d{2,4}"
    r"|(?:\d{1,2}\.? )?[^\W\d_]{3,9}\.?,? (?:\d{1,2}(?:st|nd|rd|th)?,? )?(?:19|20)\d\d)"
)
_FLAG = r"[\U0001F1E6-\U0001F1FF]{2}"
_FAVOURITE_SIGNS = "⭐🌟✨❤♥💖💛🔥★"
_STATUS = "|".join(any_of(f"statuses.{status}") for status in STATUSES)
_AROUND, _FAVOURITE, _KEYWORD = any_of("around_status"), any_of("favourite"), any_of("status_keywords")
_PRAISE = re.compile(rf"\b(?:{any_of('favourite', 'list_columns.favourite')})\b", re.IGNORECASE)
_DONE = rf"(?:{any_of('done')}):?\s+(?:{any_of('done_on')})?\s*:?\s*"
_MOST_MARKS = 9
"""So many marks before a title are read."""
_LONGEST_MARK = 80
"""Characters at the end of a text in which a mark may begin."""
_SIGNS = {
    "flag": _FLAG,
    "note": rf"[✅📅⏳🛫]\ufe0f?\s*{_DATE}|(?:ISBN(?:-1[03])?:? ?)?97[89][- ]?\d[-\d ]{{8,12}}\d\b"
    r"|[(\[]?(?:[★☆⭐🌟✩✮]\ufe0f?(?:\s?[★☆⭐🌟✩✮]\ufe0f?)+\s*(?:[½+]|\.5)?|[★⭐]\ufe0f?½"
    r"|\b(?:10|\d)(?:[.,]\d)?\s?[★⭐]\ufe0f?"
    r"|\b\d{1,2}(?:[.,]\d+)?\s?/\s?(?:5|10|20|100)(?:\s?(?:stars?|⭐\ufe0f?|★))?)[)\]]?",
    "favourite": rf":(?:star2?|heart|fire|sparkles):|(?<!\S)(?:__|`)?\\?\*(?:__|`)?(?!\S)|\((?:{_FAVOURITE})\)",
    "sign": rf"{EMOJI}|:[a-z][a-z_]+:",
}
"""Patterns of the marks at both ends of a text, by their names."""
_BEFORE = {
    **_SIGNS,
    "status": rf"(?-i:{_KEYWORD})(?=[: ]+\S)[:]?|\[[/>]\]|[xX](?=\s+\W*(?:https?:|\[))|(?:{_STATUS})(?=\s*:\s)\s*:",
    "remark": (
        r"\[[^\[\]()]{2,30}\](?=\s+[^\s\[][^\[\]]*\[)"
        r"|(?:\[[^\[\]()]{1,30}\](?![(\[])|[*_]{0,3}\([^()\[\]]{1,30}\)[*_]{0,3}|`[^`]{1,30}`(?:\s-(?=\s))?)"
        r"(?=\s*(?:(?:`[^`]{1,30}`|\([^()\[\]]{1,30}\))\s*)?\W*\[)"
        rf"|`(?:{any_of('media')})`(?=\s*\w)"
        r"|(?P<around>[*_`]{0,3})[\[(][^\[\]()]{0,25}(?:(?:19|20)\d\d|['’]\d\d)[^\[\]()\w]{0,3}[\])](?P=around)(?=\s)"
        rf"|(?P<style>\*\*|`){VENUE_AND_YEAR}(?P=style)(?=\s)"
        rf"|[(\[]{_DATE}[)\]](?:\s*[:|–—-])?(?=\s)|{_DATE}(?:\s*[:|–—-](?=\s)|(?=\s\s))|\d{{4}}-\d\d-\d\d(?=\s)"
    ),
}
_BEHIND = {
    **_SIGNS,
    "sign": rf"(?<!\s\d )(?<!\s\d)(?:{_SIGNS['sign']})",
    "favourite": rf"{_SIGNS['favourite']}|(?<!\S)(?:\\?\*){{2}}(?!\S)"
    rf"|(?:[–—-]\s+(?:(?:{_AROUND})\s+)*)?(?P<style>[*_`]{{1,3}}|\[)\(?(?:(?:{_AROUND})\s+)*"
    rf"(?:{_FAVOURITE})[!)]*(?:(?P=style)|\])",
    "status": rf"[*_(\[]{{1,4}}(?:{_STATUS})[*_)\]]{{1,4}}(?:, \w+)?|[(\[](?:{any_of('being_read')})[)\]]"
    rf"|(?-i:{_KEYWORD})",
    "remark": (
        rf"(?:[.,|]|(?<=[?!]))\s+{VENUE_AND_YEAR}|(?<=\w{{3}})\.\s+(?:[^.()\s][^.()]{{1,40}}[^.()\s])?\((?:19|20)\d\d\)|\*(?:10|\d)\b"
        r"|(?-i:(?<=[.!?]\s)(?P<emphasis>[*_])(?=[a-z])[^*_]{2,40}(?P=emphasis))"
        rf"|(?<!\S)\#[^\W\d][\w/-]*|`[@#\[][^`]{{1,60}}`|(?<![.,]\s)\[(?![\d\sxX]+\])[^\[\]()/]{{1,40}}\]"
        rf"|[*_]{{1,3}}\([^()]{{1,12}}\)[*_]{{1,3}}|\*\([^()]{{1,40}}\)\*|\((?:{any_of('re_read')})\)"
        rf"|(?:[–—-]\s*)?{_DONE}{_DATE}|[(\[](?:{_DONE})?{_DATE}[)\]]|\d{{4}}-\d\d-\d\d"
        r"|[^\W\d_]{3,9}\.? \d{1,2}, (?:19|20)\d\d"
    ),
}


def _alternatives(patterns: Mapping[str, str]) -> str:
    return "|".join(f"(?P<{name}>{pattern})" for name, pattern in patterns.items())


_LEADING = re.compile(rf"\s*(?:{_alternatives(_BEFORE)})\s*", re.IGNORECASE)
_TRAILING = re.compile(
    rf"(?:^|(?<=[\s)\]*_~>\ufe0f])|(?=[^\w\s(\[*_:]))(?:{_alternatives(_BEHIND)})[\s.,]*$", re.IGNORECASE
)
_NAME_AND_YEAR = re.compile(rf"\W*(?!(?:{any_of('done', 'done_on')})\b)([^\W\d_]\w*)\W+(?:19|20)\d\d", re.IGNORECASE)


def read_marks(item: DraftItem, text: str, legend: Mapping[str, str]) -> str:
    """Read the marks at both ends of a text into an item; return what is between them.

    `legend` is the meaning of signs in the document.
    """
    notes: list[str] = []
    while len(notes) < _MOST_MARKS and (mark := _LEADING.match(text)) and medium(text[mark.end() :]) is None:
        if _is_author(mark[0]) and not re.search(r"[\])`*_]\s*$", mark[0]):
            break
        notes.append(_read_mark(item, mark, legend))
        text = text[mark.end() :]
    behind: list[str] = []
    while mark := _TRAILING.search(text, max(0, len(text) - _LONGEST_MARK)):
        before = text[: mark.start()]
        goes_on = mark.lastgroup == "remark" and LITTLE_WORD_AT_END.search(before.rstrip())
        goes_on = goes_on or (
            re.match(r"\d+ ?[⭐★]", mark[0]) and re.search(r"\b(?:an?|the) (?:[a-z]+ )?$", before, re.IGNORECASE)
        )
        if (
            not re.search(r"\w", before)
            or goes_on
            or _is_author(mark[0])
            or (mark[0].strip() == "**" and "**" in before)
        ):
            break
        behind.insert(0, _read_mark(item, mark, legend))
        text = before.rstrip(" ,;-–—|")
    for note in filter(None, (*notes, " ".join(filter(None, behind)))):
        item.add_note(note)
    return text


def _is_author(mark: str) -> bool:
    """Tell whether a mark has a name with a year, as in `Lee 2009:`, which is no date."""
    word = _NAME_AND_YEAR.match(mark)
    return word is not None and not is_month(word[1]) and not re.search(r"\w[A-Z]", word[1])


def _read_mark(item: DraftItem, mark: re.Match[str], legend: Mapping[str, str]) -> str:
    """Read a mark into the fields of an item; return the text that becomes a note."""
    text = mark[str(mark.lastgroup)].strip()
    match mark.lastgroup:
        case "status":
            return _read_status(item, text)
        case "favourite":
            item.fields["favourite"] = True
            item.structure.append(text)
            if text.startswith("\\"):
                item.doubts.append(("guessed-favourite", f"`{text}` is taken as the sign of a favourite"))
            return ""
        case "flag":
            language = language_of(text)
            is_one = language and len(re.findall(_FLAG, mark.string)) == 1
            return "" if is_one and item.fields.setdefault("language", language) == language else text
        case "sign":
            return _read_sign(item, text, legend)
        case "remark":
            return _read_remark(item, text)
    return re.sub(r"^\((.*)\)$", r"\1", text.strip(" :|–—-.,"))


def _read_remark(item: DraftItem, text: str) -> str:
    """Read words in brackets before or behind a title: its kind, its language, or a note."""
    words = text.strip("*_()[]")
    is_language = re.fullmatch(rf"\[(?i:{'|'.join(LANGUAGES)})\]|[*_]*[(\[][^\W\d_]{{4,}}[)\]][*_]*", text)
    language = language_of(words) if is_language else None
    text = text.removesuffix(" -")
    kind = medium(text.strip("`")) if text.strip("*_")[:1] in ("(", "[", "`") else None
    if language or kind:
        item.fields.setdefault(*("language", language) if language else ("kind", kind))
        item.structure.append(text)
        return ""
    if re.match(rf"[(\[](?:{any_of('done')})\b", text, re.IGNORECASE):
        item.fields.setdefault("status", "read")
    text = re.sub(r"^([*_])([^*_]+)\1$", r"\2", text)
    return re.sub(r"^[*_]{0,3}[(\[]([^()]*)[)\]][*_]{0,3}$", r"\1", text.strip(" :|–—-.,"))


def _read_status(item: DraftItem, text: str) -> str:
    words, _, behind = text.rpartition(",") if "," in text else (text, "", "")
    status = status_of(words) or "read"
    if item.fields.get("status", status) != status:
        item.doubts.append(("guessed-status", f"`{text}` is taken as the status `{status}`, and not the checkbox"))
    item.fields["status"] = status
    item.structure.append(words)
    return behind.strip()


def _read_sign(item: DraftItem, text: str, legend: Mapping[str, str]) -> str:
    """Read a sign as the legend of the document says, or else as it is usually meant."""
    if legend.get(text[0]) == "":
        return text  # a rating
    meaning = legend.get(text[0], "")
    kind = medium(meaning) if meaning else KIND_SIGNS.get(text[0])
    status = status_of(meaning) or status_of_heading(meaning)[0] if meaning else STATUS_SIGNS.get(text[0])
    if _PRAISE.search(meaning) or (not meaning and text[0] in _FAVOURITE_SIGNS):
        item.fields["favourite"] = True
    elif kind:
        item.fields.setdefault("kind", kind)
    elif status:
        if item.fields.get("status") in (None, "to-read"):  # an open box
            item.fields["status"] = status
        if status == "dropped" and not meaning:  # some mean that it was bad
            item.doubts.append(("guessed-status", f"`{text}` is taken as the status `dropped`"))
    elif kind is None or meaning:
        return f"{text} {meaning}".strip()
    return ""
