"""What one line of a plan or a list says: title, author, link, section, hours and the day on which it was done."""

import re
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from daytrail.importers.text.draft import usable
from daytrail.importers.text.inline import linked, plain


@dataclass
class Said:
    """The fields of an item, and the words that became something else than text."""

    fields: dict[str, Any] = field(default_factory=dict)
    structure: list[str] = field(default_factory=list)
    """As in `(1.5 hrs)`, which is a number now."""
    done: date | None = None
    guessed: bool = False
    """Whether somebody may have meant something else by what stands behind a dash."""


_UNIT = r"(?P<unit>h|hrs?\.?|hours?|std\.?|stunden?|heures?|horas?|ore|ora|m|mins?\.?|minut(?:es?|en|os|i)?)"
_AMOUNT = rf"[~≈]?\s*(?P<low>\d{{1,4}}(?:[.,]\d{{1,2}})?)(?:\s*[-–]\s*(?P<high>\d{{1,4}}(?:[.,]\d{{1,2}})?))?\s*{_UNIT}"
_CLOCK = re.compile(
    r"\s*[(\[](?P<more>[^()\[\]\d]*)(?P<hours>\d{1,3})\s*h(?:rs?|ours?)?\s*(?P<minutes>[0-5]?\d)\s*m?(?:in|ins|inutes)?\s*[)\]]\s*$",
    re.IGNORECASE,
)
_HOURS = (
    re.compile(rf"\s*[(\[](?P<more>[^()\[\]]*?)[,;:]?\s*{_AMOUNT}\s*[)\]]\.?\s*$", re.IGNORECASE),
    re.compile(rf"\s+[-–—~·|⏱](?P<more>)\s*{_AMOUNT}\s*$", re.IGNORECASE),
)
_DONE = re.compile(
    r"\s*(?:[(\[]?\s*(?:✅|✔|done|finished|completed|erledigt|fait|hecho|feito|fatto)\s*:?\s*(?:on\s+|am\s+)?"
    r"|@done\()(?P<date>\d{4}-\d\d-\d\d)\s*[)\]]?\s*$",
    re.IGNORECASE,
)
_FLAG = re.compile(r"\s*[(\[](?P<flag>optional|re-?read|reread)[)\]]\s*", re.IGNORECASE)
_SECTION = re.compile(
    r"[\s,(]+(?P<section>(?:§+|Ch(?:apters?|\.)?|Chap\.|Sec(?:tions?|\.)?|pp?\.|Weeks?)\s*\d[\d.]*"
    r"(?:\s*[-–,&]\s*\d[\d.]*)*)\)?$"
)
_BEHIND = re.compile(r"^(?P<title>.*\S)\s+(?P<sign>[—–]|--?|by)\s+(?P<author>\S.*)$")
_SMALL = {
    "et",
    "al",
    "al.",
    "and",
    "&",
    "of",
    "the",
    "via",
    "von",
    "van",
    "der",
    "den",
    "de",
    "di",
    "la",
    "le",
    "y",
    "e",
}
_NAME = re.compile(r"[^\W\d_](?:[^\W\d]|[.'’&/-])*,?|\(?(?:19|20)\d\d\)?|&")
_BARE = re.compile(r"\s*[-–—:(<]*\s*https?://\S+\s*")
_LED = re.compile(r"\s*\[(?:[^\[\]]|\[[^\[\]]*\])*\]\([^()\s]*(?:\([^()]*\)[^()\s]*)*(?:\s+\"[^\"]*\")?\)")
_MOST = 6
"""Words of an author; more are a remark."""


def item(text: str, *, reading: bool) -> Said:
    """Read a line.

    Args:
        text: Its Markdown.
        reading: Whether it names something to read, which has a title and perhaps an author; anything else is a text.
    """
    said = Said()
    text = _taken(said, text)
    links = linked(text)
    if links:
        _linked(said, text, links, reading=reading)
    elif reading:
        said.fields |= titled(said, plain(text) or text)
    else:
        said.fields["text"] = text
    if not any(said.fields.get(key) for key in ("title", "text")):
        said.fields["title"] = text or "…"
    return said


def titled(said: Said, text: str, dashes: str = "—–-") -> dict[str, str]:
    """Part a title from its author and from the section that is meant.

    Args:
        said: What is told whether the author had to be guessed.
        text: The words.
        dashes: Those behind which an author may stand; `by` is as good as any.
    """
    behind = _BEHIND.match(text)
    if behind and behind["sign"] != "by" and behind["sign"][0] not in dashes:
        behind = None
    author = behind["author"] if behind and is_author(behind["author"]) else ""
    if behind and behind["sign"] == "by" and len(author.split()) == 1:  # `Learn by Doing`
        author = ""
    title = behind["title"] if behind and author else text
    found = {"title": title.rstrip(" ,;:") or title}
    if author:
        found["author"] = author
        said.guessed = bool(behind and behind["sign"] != "by")
        said.structure.append("by" if not said.guessed else "")
    if section := _SECTION.search(title):
        found |= {"title": title[: section.start()].strip(), "section": section["section"]}
    return found if found["title"] else {"title": text}


def is_author(text: str) -> bool:
    """Tell whether words look like a name: capital letters, `et al.`, a year."""
    words = text.split()
    if re.search(r"\w{3,}\.$", text):  # a sentence of one word; an initial and `al.` are short
        return False
    names = [word for word in words if word.casefold().strip(",") not in _SMALL]
    return (
        0 < len(names) <= _MOST
        and all(_NAME.fullmatch(word) for word in names)
        and all(word.strip("(,")[0].isupper() or word.strip("()").isdigit() for word in names)
        and not names[0].strip("()").isdigit()
    )


def _linked(said: Said, text: str, links: list[tuple[str, str]], *, reading: bool) -> None:
    words, address = links[0]
    lead = _LED.match(text)
    if words and lead:
        rest = text[lead.end() :].strip()
        others = linked(rest)
        whole = titled(said, f"{words} {plain(rest)}") if reading and not others else {}
        if whole.get("title") == words:
            said.fields |= whole
        else:
            said.fields |= titled(said, words) if reading else {"title": words}
            said.fields |= {"note": behind} if (behind := re.sub(r"^[-–—:,;|·.\s]+", "", rest)) else {}
    elif words:
        said.fields |= titled(said, plain(text)) if reading else {"title": plain(text)}
        if others := links[1:]:
            said.fields["note"] = ", ".join(f"[{words}]({url})" if words else url for words, url in others)
    else:
        name = plain(_BARE.sub(" ", text)).rstrip(":-–— (").strip()
        named = re.search(r"\w", name)
        said.fields |= (
            titled(said, name)
            if named and reading
            else {"title": name if named else re.sub(r"^https?://|/$", "", address)}
        )
        if others := links[1:]:
            said.fields["note"] = ", ".join(url for _, url in others)
    if usable(address):
        said.fields["url"] = address
    else:
        said.fields["note"] = " ".join(filter(None, (said.fields.get("note"), address)))


def _taken(said: Said, text: str) -> str:
    """Take hours, the day of its end and flags out of a line."""
    if found := _DONE.search(text):
        try:
            said.done = date.fromisoformat(found["date"])
        except ValueError:
            pass
        else:
            said.structure.append(found[0].strip())
            text = text[: found.start()]
    while found := _FLAG.search(text):
        flag = "optional" if found["flag"].casefold() == "optional" else "re_read"
        said.fields[flag] = True
        said.structure.append(found[0].strip())
        text = f"{text[: found.start()]} {text[found.end() :]}".strip()
    if found := _CLOCK.search(text):
        said.fields["hours"] = round(int(found["hours"]) + int(found["minutes"]) / 60, 2)
        said.structure.append(found[0].strip())
        return text[: found.start()].strip()
    for pattern in _HOURS:
        if found := pattern.search(text):
            low, high = (float(found[side].replace(",", ".")) if found[side] else 0.0 for side in ("low", "high"))
            hours = (low + high) / 2 if high > low else low
            hours /= 60 if found["unit"].casefold().startswith("m") else 1
            more = found["more"].strip(" ,;:")
            if 0 < hours < 10_000:
                said.fields["hours"] = round(hours, 2)
                said.structure.append(found[0].replace(more, "", 1).strip() if more else found[0].strip())
                if more:
                    said.fields["note"] = more
                    if re.match(r"re-?read", more, re.IGNORECASE):
                        said.fields["re_read"] = True
                text = text[: found.start()]
            break
    return text.strip()
