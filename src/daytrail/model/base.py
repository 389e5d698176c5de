"""Base class of all records, and the types of single values.

The YAML parser gives text, lists and dicts only, so each type here reads its value from text,
and refuses it in words that a writer knows.
"""

import hashlib
import re
import unicodedata
from calendar import monthrange
from collections.abc import Callable
from datetime import date
from functools import lru_cache
from typing import Annotated, Any, ClassVar, TypeVar

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    GetJsonSchemaHandler,
    WithJsonSchema,
    model_validator,
)
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, PydanticCustomError

from daytrail.model.urls import split_url
from daytrail.problems import quoted


class Record(BaseModel):
    """A frozen record that refuses unknown keys."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Brief(Record):
    """A record that may be written as a plain text, which is then the value of its `brief` field."""

    brief: ClassVar[str]

    @model_validator(mode="before")
    @classmethod
    def _from_text(cls, written: Any) -> Any:
        return {cls.brief: written} if isinstance(written, str) else written

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        long = handler.resolve_ref_schema(handler(schema))
        return {"anyOf": [long["properties"][cls.brief], {**long}]}


def refuse(message: str, hint: str = "") -> PydanticCustomError:
    """Return the error that a type raises, with a message for the writer and perhaps a hint."""
    return PydanticCustomError("daytrail", "{message}", {"message": message, "hint": hint})


T = TypeVar("T")


def _of_text(read: Callable[[str], T]) -> BeforeValidator:
    """Return a validator that reads a value from its text; anything but text is left for pydantic to refuse."""

    def before(value: Any) -> Any:
        return read(value.strip()) if isinstance(value, str) else value

    return BeforeValidator(before)


def _line(text: str) -> str:
    return " ".join(_prose(text).split())


def _prose(text: str) -> str:
    if not text:
        raise refuse("there is no text here", "write one, or remove the line")
    return text


def _whole(text: str) -> int:
    if not re.fullmatch(r"0|[1-9][0-9]{0,8}", text):
        zeros = re.fullmatch(r"0+([1-9][0-9]{0,8})", text)
        hint = f"write `{zeros[1]}`" if zeros else "write one such as `12`"
        raise refuse(f"{quoted(text)} is not a whole number", hint)
    return int(text)


def _hours(text: str) -> float:
    if not re.fullmatch(r"[0-9]{1,5}([.][0-9]{1,4})?", text):
        number = re.fullmatch(r"([0-9]{1,5})(?:[.,]([0-9]{1,4}))?\s*(?:h|hrs?|hours?)?", text)
        clock = re.fullmatch(r"([0-9]{1,2}):([0-5][0-9])", text)
        fixed = f"{number[1]}.{number[2]}" if number and number[2] else number[1] if number else "1.5"
        fixed = f"{int(clock[1]) + int(clock[2]) / 60:.4g}" if clock else fixed
        hint = f"write `{fixed}`" if number or clock else f"write a number such as `{fixed}`"
        raise refuse(f"{quoted(text)} is not a number of hours", hint)
    return float(text)


def _flag(text: str) -> bool:
    if text not in ("true", "false"):
        lower = text.casefold()
        likely = "true" if lower in ("true", "yes", "on", "y", "1") else "false"
        sure = likely == "true" or lower in ("false", "no", "off", "n", "0")
        hint = f"write `{likely}`" if sure else "write one of them, or remove the line"
        raise refuse(f"{quoted(text)} is neither `true` nor `false`", hint)
    return text == "true"


def _day(text: str) -> date:
    parts = re.fullmatch(r"([0-9]{4})[-/.]([0-9]{1,2})[-/.]([0-9]{1,2})(?:[T ].*)?", text, re.DOTALL)
    if not parts:
        raise refuse(f"{quoted(text)} is not a date", "write year-month-day, as in `2026-02-15`")
    year, month, day = (int(part) for part in parts.groups())
    if not (year and 1 <= month <= 12 and 1 <= day <= monthrange(year, month)[1]):
        last = monthrange(year, month)[1] if year and 1 <= month <= 12 else 0
        hint = f"that month has {last} days" if last else "write year-month-day, as in `2026-02-15`"
        raise refuse(f"{quoted(text)} is not a day of the calendar", hint)
    value = date(year, month, day)
    if text != value.isoformat():
        raise refuse(f"{quoted(text)} is not a date", f"write `{value}`")
    return value


def _url(text: str) -> str:
    whole = "write the whole address of a page, as in `https://example.org/page`"
    parts = split_url(text)
    if parts is None:
        raise refuse(f"{quoted(text)} is not a link", whole)
    if parts.scheme not in ("http", "https"):
        hint = f"write `https://{text}`" if re.match(r"[\w-]+(\.[\w-]+)+(/|$)", text) else whole
        raise refuse(f"{quoted(text)} is not a link that starts with `https://` or `http://`", hint)
    if not parts.hostname:
        raise refuse(f"{quoted(text)} is not a link: it names no host", whole)
    if match := re.search(r"[\s<>\"\\^`{|}\x00-\x20]", text):
        written = "".join(f"%{byte:02X}" for byte in match[0].encode())
        what = "a space" if match[0].isspace() else "a backtick" if match[0] == "`" else f"`{match[0]}`"
        raise refuse(f"{quoted(text)} is not a link: it holds {what}", f"write `{written}` in its place")
    return text


def _ends(weeks: tuple[int, ...]) -> tuple[int, ...]:
    if len(weeks) != 2:
        raise refuse("a range is two weeks, the first and the last", "write them as in `[21, 29]`")
    if weeks[1] < weeks[0]:
        raise refuse(f"the range runs backwards, from week {weeks[0]} to week {weeks[1]}", "swap the two")
    return weeks


_LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|\d{3}))?(-([a-z\d]{5,8}|\d[a-z\d]{3}))*", re.ASCII)
"""Tag of a language without extensions, in the case of https://www.rfc-editor.org/rfc/rfc5646#section-2.1.1."""


def _language(text: str) -> str:
    if not _LANGUAGE.fullmatch(text):
        raise refuse(f"{quoted(text)} is not the tag of a language", "write one such as `fr`, `pt-BR` or `zh-Hant`")
    return text


def _id(text: str) -> str:
    value = unicodedata.normalize("NFC", text)
    valid = slug(text)[:80].strip("-")
    if value != valid:
        raise refuse(
            f"{quoted(text)} is not an id: small letters, digits and single dashes, at most 80",
            f"write `{valid}`" if valid else "write one such as `ridge-point`",
        )
    return value


def _week_id(text: str) -> str:
    if not re.fullmatch(r"w(0[0-9]|[1-9][0-9]{1,8})", text):
        number = re.fullmatch(r"(?:w|week)?[\s-]*0*([0-9]{1,9})", text, re.IGNORECASE)
        hint = f"write `w{int(number[1]):02d}`" if number else "write one such as `w03`"
        raise refuse(f"{quoted(text)} is not the address of a week", hint)
    return text


def _item_address(text: str) -> str:
    week, slash, name = text.rpartition("/")
    if slash:
        _week_id(week)
    if not name or name != slug(name):
        hint = f"write `{week}{slash}{slug(name)}`" if slug(name) else "write one such as `w03/ridge-point`"
        raise refuse(f"{quoted(text)} is not the address of an item", hint)
    return text


_NO_ASCII_WORD = re.compile(r"[^a-z0-9]+")


def slug(text: str) -> str:
    """Return the words of a text in small letters with dashes between them, in any script.

    Empty where it has no word. The slug of a slug is the slug itself.
    """
    if text.isascii():  # most texts are, and have no characters to look up
        return _NO_ASCII_WORD.sub("-", text.lower()).strip("-")
    characters = (character if _in_word(character) else " " for character in _folded(text))
    return "-".join("".join(characters).split())


def _folded(text: str) -> str:
    """Return a text for Unicode's compatibility caseless matching, composed.

    https://www.unicode.org/versions/Unicode15.0.0/ch03.pdf, D146: twice, since each step may undo the other.
    """
    twice = unicodedata.normalize("NFKD", unicodedata.normalize("NFD", text).casefold()).casefold()
    return unicodedata.normalize("NFKC", twice)


def _in_word(character: str) -> bool:
    """Return whether a character is a letter, a digit, or a mark on one, which many scripts need."""
    return character.isalnum() or unicodedata.category(character) in ("Mn", "Mc")


_RESERVED = re.compile(r"index(\.html?)?|(con|prn|aux|nul|com[0-9]|lpt[0-9])(\..*)?", re.ASCII)
"""The page of a folder, and the names that Windows reserves for devices:
https://learn.microsoft.com/windows/win32/fileio/naming-a-file."""

MAX_SEGMENT_BYTES = 120
"""File systems allow 255, and something may be added."""


@lru_cache(maxsize=1 << 12)  # each entry asks for its tags, of which there are few
def segment(text: str) -> str:
    """Return a path segment for any text: readable, stable, and different for different texts.

    Case, and the choice between space, dash and underscore, make no difference. If more than that
    is lost (`C#`, an emoji, a long text), a digest of the text is added.
    """
    folded = re.sub(r"[\s_-]+", "-", _folded(text)).strip("-")
    name = "".join(character if character in ".+" or _in_word(character) else "-" for character in folded)
    name = re.sub(r"([-.])\1+", r"\1", name).strip("-.")
    if len(name.encode()) > MAX_SEGMENT_BYTES:
        name = name.encode()[: MAX_SEGMENT_BYTES - 9].decode(errors="ignore").strip("-.")
    if _RESERVED.fullmatch(name):
        name = name.replace(".", "-")
    elif name and name == folded:
        return name
    digest = hashlib.sha256(folded.encode()).hexdigest()[:8]
    return f"{name}-{digest}" if name else digest


Line = Annotated[str, _of_text(_line)]
"""Text on one line."""
Prose = Annotated[str, _of_text(_prose)]
"""Text of any length."""
Whole = Annotated[int, _of_text(_whole)]
"""A whole number from 0, without leading zeros."""
Hours = Annotated[float, _of_text(_hours)]
"""Hours of work."""
Flag = Annotated[bool, _of_text(_flag)]
Day = Annotated[date, _of_text(_day)]
"""A calendar date; it is never converted between time zones."""
Url = Annotated[str, _of_text(_url), WithJsonSchema({"type": "string", "pattern": "^https?://[^\\s]+$"})]
"""A link to a page: http or https, so that no link can run anything."""
Language = Annotated[
    str, _of_text(_language), WithJsonSchema({"type": "string", "pattern": "^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$"})
]
"""A language, as BCP 47 writes it: `fr`, `pt-BR`, `zh-Hant`."""
Id = Annotated[str, _of_text(_id), WithJsonSchema({"type": "string", "maxLength": 80})]
"""A name that other places may refer to."""
WeekId = Annotated[str, _of_text(_week_id), WithJsonSchema({"type": "string", "pattern": "^w[0-9]{2,}$"})]
"""The address of a week: its number with two digits at least, as in `w03`."""
ItemAddress = Annotated[str, _of_text(_item_address), WithJsonSchema({"type": "string"})]
"""The address of an item, as in `w03/ridge-point`, or only its name."""
WeekRange = Annotated[
    tuple[Whole, ...],
    AfterValidator(_ends),
    Field(json_schema_extra={"minItems": 2, "maxItems": 2}),
]
"""The numbers of two weeks: the first and the last."""
