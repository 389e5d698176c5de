"""Fields in one item of a reading list.

An item is read in steps: marks at both ends, links that are only addresses, the title, who wrote it and when, and
last a remark, which says why it is worth the time.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from daytrail.importers.reading.conventions import AUTHOR_LINK, Conventions, split_author
from daytrail.importers.reading.document import WIKI_LINK, role_of, without_wiki_links
from daytrail.importers.reading.draft import DraftItem
from daytrail.importers.reading.marks import read_marks
from daytrail.importers.reading.media import Link, is_sentence, links_in, medium, without_links
from daytrail.importers.reading.names import (
    CITED,
    LITTLE_WORD_AT_END,
    STYLED,
    VENUE,
    are_names,
    are_several,
    is_surely_name,
    split_names,
)
from daytrail.importers.text.markdown import plain_text, prose
from daytrail.importers.text.vocabulary import any_of

_STRUCK = re.compile(r"\s*~~(?P<struck>.+?)~~")
_PICTURE = re.compile(r"!\[[^\[\]]*\]\([^()\s]*\)")
_NUMBER = re.compile(r"^\W*(\d{1,3})(?:[.)]\s+|(?<=\b0\d)[.)](?=[^\W\d])|\][*_]*\s+(?!\())")
_SEPARATOR = re.compile(r"\s+(?:[-–—]|--|<-+|\|)\s+|:\s+(?=\S)")
_LEADING_SEPARATOR = re.compile(r"[\s,;:\\|/·.…<>–—-]+")
_AROUND_LINKS = re.compile(rf"[\s,;:|/·&+()\[\]–—-]|\b(?:{any_of('and')}|or)\b")
_VERB_BEFORE_LINK = re.compile(
    rf"(?i:{any_of('kinds.reading')})\s+(?=\[[A-Z\d\"“][^\[\]]*\]\(https?:[^()\s]*\)\s*(?:[(,;:–—-]|$))"
)
"""The verb of an item such as `Watch [Tides](…) - twice`."""
_EMPTY_BRACKETS = re.compile(r"\s*[(\[<]\s*[,|/·]?\s*[\])>]")
_YEAR = re.compile(r"\(?((?:19|20)\d\d)\)?")
_QUOTED = re.compile(r'^["“„«]([^"“”„«»]*)["”“»]$')
_BY = re.compile(rf"[(*_]*(?:{any_of('by')})\s")
_BY_BEFORE = re.compile(rf"\s(?:{any_of('by')})\s")
_BY_AT_END = re.compile(rf"[\s,–—-]+(?:{any_of('by', 'before_author')})\s*$")
_AUTHOR_LINK = r"\[[^\[\]]+\]\(https?://[^()\s]+\)"
_LINKED_AUTHORS = re.compile(
    rf"(?P<by>[(*_]*(?:{any_of('by', 'before_author')})\s+)"
    rf"(?P<links>{_AUTHOR_LINK}(?:(?:,\s*|,?\s+(?:{any_of('and')}|&)\s+){_AUTHOR_LINK})*)"
)
_AUTHOR_IN_BOLD = re.compile(
    r"^(\*\*|__)(?P<author>(?:(?!\1).)+)\1(?=\s*(?:\((?:19|20)\d\d\)[.,:]?\s*[*_\"“„«]|[–—:-]\s+\*(?P<title>\w[^*]+)\*))"
)
_AND_AT_END = re.compile(rf"(?<=\S),?\s+(?:{any_of('and', 'see')}|&|or)\s*$", re.IGNORECASE)
_LONG_SENTENCE = 12
"""Words of a sentence that is too long for a title."""
_LONGEST_LABEL = 5
"""Words before a link that say what it is; more are a title."""
_LONGEST_END = 100
"""Characters before a link that say whether it is one of an author, or within a sentence."""
_LONGEST_PLACE = 3
"""Words behind an author that say where it was published; more are a remark."""


def has_words(text: str) -> bool:
    """Tell whether a text has words besides its links and a number before them."""
    return re.search(r"\w", re.sub(r"^\W*\d+[.)]|:[a-z_]+:", "", without_links(text))) is not None


def read_item(item: DraftItem, text: str, conventions: Conventions) -> None:
    """Read the text of an item into its fields."""
    if re.match(r"\*[^\s*]", text) and text.count("*") % 2:  # as people mark what is required
        item.add_note("*")
        text = text[1:]
    text = read_marks(item, _without_clutter(item, text, conventions), conventions)
    text = _read_author_link(item, text, conventions)
    text, addresses = _cut_addresses(item, _without_beginning(item, text))
    text = read_marks(item, text, conventions) if addresses else text
    links = links_in(text)
    before = text[: links[0].start] if links else ""
    named = next((link for link in links if link.kind is None), None)
    if not named and links and links[0].words and not has_words(text):
        named = links[0]
    if named and not has_words(text[: named.start]):
        _read_linked_title(item, text, named, conventions)
        _add_links(item, [link for link in links if link.start < named.start])
    elif not links:
        if addresses and not re.search(r"\w", text):
            _add_addresses(item, addresses)
            return
        _read_title(item, text, conventions, is_citation=bool(addresses))
        author = item.fields.get("author", "") if addresses and conventions.authors_are_rare else ""
        if author and not (is_surely_name(author) or STYLED.match(text)):
            item.doubts.append(("guessed-author", f"`{author}` is taken as the author"))
    elif links[0].is_address:
        _read_address_in_text(item, text, links, conventions)
    elif (by := _BY_AT_END.search(before)) and are_names(links[0].words):
        item.structure.append(by[0])
        _read_title_and_author_link(item, before[: by.start()], links[0], text, conventions)
    elif label := re.match(r"\W*\w[^:\[\]]*?\W*[:–—-]\W*$", before):
        _read_labelled_link(item, label[0], text, links, conventions)
    else:
        _read_text_with_links(item, text, links, conventions)
    _add_addresses(item, addresses)


def _without_beginning(item: DraftItem, text: str) -> str:
    """Return a text without its number and a verb before its link."""
    if number := _NUMBER.match(text):
        item.structure.append(number[1])
        text = text[number.end() :].replace("**", "", number[0].count("**") == 1)  # `**01.Tides**: …`
    if verb := _VERB_BEFORE_LINK.match(text):
        item.structure.append(verb[0])
        text = text[verb.end() :]
    return text


def _read_author_link(item: DraftItem, text: str, conventions: Conventions) -> str:
    """Read the link of an author before that of a title, if the document has several; return what is behind it."""
    pair = AUTHOR_LINK.match(text) if conventions.author_links else None
    if not pair or not are_names(name := plain_text(pair["author"])):
        return text
    item.fields["author"] = name
    item.add_note(pair["link"])
    return pair["rest"]


def _without_clutter(item: DraftItem, text: str, conventions: Conventions) -> str:
    """Return a text without a line through it, pictures, line breaks in HTML and brackets of wiki links."""
    if struck := _STRUCK.match(text):
        item.fields["status"] = "read" if item.fields.get("status") == "read" else conventions.struck_status
        text = f"{struck['struck']}  {text[struck.end() :]}"
    if not re.search(r"\w", _PICTURE.sub("", text)):
        text = text.replace("![", "[", 1)  # its words are all that names the item
    item.structure += _PICTURE.findall(text) + re.findall(r"\[(https?://[^\[\]]+)\]\(\1\)", text)
    text = re.sub(r"[\s–—-]+$", "", re.sub(r" ?<br ?/?> ?", " ", _PICTURE.sub("", text)))
    words = without_wiki_links(text)
    for link in WIKI_LINK.finditer(text):
        if link["name"] not in words:
            item.add_note(link[0])
    item.add_structure(text, words)
    return words


# Links


def _cut_addresses(item: DraftItem, text: str) -> tuple[str, list[Link]]:
    """Cut the links that only say what or where something is; a sentence keeps those that it is about."""
    addresses: list[Link] = []
    links = links_in(text)
    for index in reversed(range(len(links))):
        link, before, behind = links[index], text[: links[index].start], text[links[index].end :]
        has_title_before = any(other.kind is None for other in links[:index])
        last = before[-_LONGEST_END:]
        may_be_author = re.search(rf"\s[–—-]\s*$|{_BY_AT_END.pattern}", last) is not None and are_names(link.words)
        goes_on = LITTLE_WORD_AT_END.search(before.rstrip())  # as of `Solve knots on [LeetCode](…)`
        is_site = link.names_site and has_words(before) and not (may_be_author or goes_on)
        is_only_name = link.is_address or is_site
        is_first = link.words and not has_words(before) and re.match(r"\W*[^\W_a-z]", without_links(behind))
        if not is_only_name or (has_words(behind) and not (has_title_before or is_first)):
            continue
        if before.count("(") > before.count(")") and has_words(before.rpartition("(")[2]):
            continue  # `(the 3rd edition is free: https://…)`
        if link.kind and link.words[-1].isdigit() and not has_words(before) and len(links) == 1:
            continue  # `Book 2` alone is a title
        if re.search(r"\w\s+$", before) and re.match(r"\s+[^\W\dA-Z_]", behind):
            continue  # `an easier [post](…) to follow along`
        addresses.insert(0, link)
        if (end := _AND_AT_END.search(before)) and not re.match(r"\s*\w", behind):
            item.structure.append(end[0])
            before = before[: end.start()]
        text = _EMPTY_BRACKETS.sub(" ", f"{before.rstrip() if not behind.strip(' .') else before}{behind}")
    if addresses:
        text = text[: len(re.sub(r"[\s,;:|/·=(\[–—<>→-]+[.)\]]*$", "", prose(text)))]
        text = re.sub(r"\.(?:\s*\.)+$|\.(?:\s+\.)+", ".", text)
    return text, addresses


def _add_addresses(item: DraftItem, links: Sequence[Link]) -> None:
    """Take the best link as the address of an item, unless it has one, and the others as further ones."""
    best = min(links, key=lambda link: link.rank, default=None)
    if best and best.kind != "discussion" and "url" not in item.fields:
        item.fields["url"] = best.url
        item.structure.append(best.words)
        links = [link for link in links if link is not best]
    _add_links(item, links)


def _add_links(item: DraftItem, links: Iterable[Link]) -> None:
    """Add further links: those that only name a medium or a site are addresses, the others are a note."""
    named = []
    for link in links:
        if link.is_address or link.words == item.fields.get("title"):
            item.add_alias(link.url)
            item.structure.append(link.words)
        else:
            named.append(link.markdown)
    if named:
        item.add_note(", ".join(named))


def _are_only_links(text: str) -> bool:
    return not _AROUND_LINKS.sub("", without_links(text)).strip(" .")


def _read_linked_title(item: DraftItem, text: str, link: Link, conventions: Conventions) -> None:
    """Read an item that begins with the link of its title."""
    item.fields.setdefault("url", link.url)
    before, rest = text[: link.start], text[link.end :]
    if before.strip():
        rest = re.sub(r"^[*_\"”»)\]]+", "", rest)
    if rest.count("**") == 1:
        rest = rest.replace("**", "")  # all of the item is in bold
    title = _QUOTED.sub(r"\1", link.words)
    parts = split_author(title, conventions.authors_in_links, in_link=True)
    if parts and not (" " not in parts[1] and replace(link, words=parts[1]).names_site):  # `The Sea - Wikipedia`
        item.add_structure(title, *parts)
        title = parts[0]
        _set_author(item, *parts[1:], conventions)
    if not (is_surely_name(title) and _read_author_first(item, title, conventions)):
        _set_title(item, title, conventions)
    others = links_in(rest)
    named = [other for other in others if other.kind is None]
    joined = re.search(rf"(?:^,|\b(?:{any_of('and')}))\s+(?:{_YEAR.pattern}\s+)?[*_]*(?=\[)", rest)
    had_author = "author" in item.fields
    if others and _are_only_links(rest):
        _add_links(item, others)
    elif named and _are_only_links(_YEAR.sub("", rest)):
        item.add_note(rest.strip(" ,"))
    else:
        _read_behind_title(item, rest, conventions)
    if joined and any(link.start >= joined.end() for link in named) and (had_author or "author" not in item.fields):
        item.structure.append(joined[0])
        item.doubts.append(("several-links", f"the first of {1 + len(others)} links is taken as the address"))


def _read_labelled_link(
    item: DraftItem, label: str, text: str, links: Sequence[Link], conventions: Conventions
) -> None:
    """Read an item such as `Video: [Title](…)`, `Ada Lee: [Title](…)` or `Title: [part 1](…), [part 2](…)`."""
    first = links[0]
    words = plain_text(label).strip(" :–—-*_")
    kind = medium(words)
    if kind == "discussion" and not label.rstrip().endswith(":"):
        kind = None  # `Slack — [A cache](…)`
    is_author = is_surely_name(words) and are_names(words)
    is_title = len(words.split()) > _LONGEST_LABEL or (len(links) > 1 and _are_only_links(text[first.start :]))
    if kind is None and is_title and not is_author:
        _read_text_with_links(item, text, links, conventions)
        return
    if "behind dashes" in conventions.authors and re.search(r"\s[–—-]\s*$", label) and are_names(first.words):
        _read_title_and_author_link(item, words, first, text, conventions)
        return
    if kind is not None:
        item.structure.append(words)
        if kind:
            item.fields.setdefault("kind", kind)
    elif is_author or ("before dashes" in conventions.authors and are_names(words)):
        item.fields["author"] = words
    else:
        item.add_note(words)
    _read_linked_title(item, text, first, conventions)


def _read_title_and_author_link(item: DraftItem, title: str, link: Link, text: str, conventions: Conventions) -> None:
    """Read `Title by [Ada Lee](…)`: the link is no address of what there is to read."""
    item.fields["author"] = link.words
    _read_title(item, title, conventions)
    item.add_note(link.markdown)
    _read_behind_title(item, text[link.end :], conventions, is_remark=True)


def _read_address_in_text(item: DraftItem, text: str, links: Sequence[Link], conventions: Conventions) -> None:
    """Read an item with addresses in a row that are not at its end."""
    link, end = links[0], links[0].end
    before, behind = text[: link.start].rstrip(" \t([{<>→,;:|/·=–—-"), text[end:]
    if behind.startswith(")"):
        before, behind = before + ")" * (before.count("(") - before.count(")")), behind[1:]
    _add_addresses(item, [link])
    if re.search(r"\w", before):
        _read_title(item, before, conventions, is_citation=True)
    elif (named := re.match(r">?\s*[:–—-]+\s+([^\W_a-z][^.]*[^.\s])\s*$", behind)) and not is_sentence(named[1]):
        _read_title(item, named[1], conventions)
        return
    _read_behind_title(item, behind, conventions, is_remark=True)


def _read_text_with_links(item: DraftItem, text: str, links: Sequence[Link], conventions: Conventions) -> None:
    """Read `Title: [part 1](…) [part 2](…)`, or a sentence with links that have their own words."""
    named = [link for link in links if link.kind is None]
    first = (named or links)[0]
    head = text[: first.start].rstrip()
    if len(named) > 1:
        item.doubts.append(("several-links", f"the first of {len(named)} links is taken as the address"))
    if named and not head.endswith("("):
        item.fields.setdefault("url", first.url)
    is_last = _are_only_links(text[first.start :])
    is_within = first.kind is None and re.search(r"\w['’]?$", head) and not _BY_BEFORE.search(head)
    if is_last and len(links) == 1 and is_within:
        item.fields["title"] = plain_text(text).rstrip(".")  # the link is within the title
        return
    goes_on = LITTLE_WORD_AT_END.search(head) is not None
    if is_last and not goes_on and (len(named) < 2 or re.search(r"(?<!\.\w)[^\w\s]$", head)):
        _read_title(item, head.rstrip("([ |:–—-"), conventions)
        is_alone = len(links) == 1 and item.fields.get("url") == first.url
        item.add_note(first.words.strip("[]") if is_alone else text[first.start : links[-1].end])
        return
    item.fields["title"] = plain_text(text)
    for link in links:
        item.add_alias(link.url)


# The title


def _set_title(item: DraftItem, title: str, conventions: Conventions) -> None:
    """Set a title; marks at its ends are read as those at the ends of the item."""
    words = read_marks(item, title, conventions).rstrip(" :")
    item.fields["title"] = re.sub(r"^\[([^\[\]]*)\]$", r"\1", words)


def _read_title(item: DraftItem, text: str, conventions: Conventions, *, is_citation: bool = False) -> None:
    """Read a title without a link, and behind it an author or why it is worth the time."""
    text = _read_label(item, _NUMBER.sub("", text.strip()))
    if bold := _AUTHOR_IN_BOLD.match(text):  # `**Tides** - *Ada Lee*` is a title
        is_author = not (bold["title"] and are_names(bold["title"])) or are_several(bold["author"])
        text = bold["author"] + text[bold.end() :] if is_author and are_names(bold["author"]) else text
    if not (
        _read_usual_author(item, text, conventions)
        or _read_styled_title(item, text, conventions, is_citation=is_citation)
        or _read_author_first(item, text, conventions)
        or _read_title_and_remark(item, text, conventions)
    ):
        _read_plain_title(item, plain_text(text) or text, conventions)


def _read_label(item: DraftItem, text: str) -> str:
    """Read what is said before a title, as in `Book: "Tides"` or `**Recommended:** Tides`; return what is behind it."""
    label = re.match(r"(?:(\w+):\s+(?=[\"“„«*_])|\*\*(\w+)(?: \d+)?(?::\*\*|\*\*:)\s*(?=\S))", text)
    kind = medium(label[1] or label[2]) if label else ""
    if label and (kind or role_of(label[1] or label[2]) == "favourite"):
        item.fields.setdefault(*("kind", kind) if kind else ("favourite", True))
        item.structure.append(label[0])
        return text[label.end() :]
    return text


def _read_usual_author(item: DraftItem, text: str, conventions: Conventions) -> bool:
    """Read `Ada Lee - Tides` or `Tides | Ada Lee`, if usual; return whether it was one."""
    places = {"before dashes", "before full stops", "behind bars"} & {*conventions.authors}
    parts = split_author(text, places) if places and "author" not in item.fields else None
    if not parts:
        return False
    item.add_structure(text, *parts)
    _set_author(item, *parts[1:], conventions)
    _read_title(item, parts[0].rstrip(": "), conventions)
    return True


def _read_styled_title(item: DraftItem, text: str, conventions: Conventions, *, is_citation: bool) -> bool:
    """Read a title in emphasis or quotation marks at the beginning; return whether there is one."""
    styled = STYLED.match(text)
    if not styled:
        return False
    title, rest = plain_text(styled["title"] or styled["quoted"]).rstrip(" :"), text[styled.end() :]
    if styled["title"] and not re.search(r"\w", rest):  # all of it is in emphasis
        _read_title(item, title, conventions)
    elif re.match(r"[\s,;:.(–—-]|$", rest) or (title.endswith(".") and STYLED.match(rest)):
        title = _QUOTED.sub(r"\1", title)
        _set_title(item, title.rstrip(".,") if is_citation or styled["quoted"] else title, conventions)
        _read_behind_title(item, f", {rest}" if title.endswith(".") else rest, conventions, is_styled=True)
    else:
        return False
    return True


def _read_author_first(item: DraftItem, text: str, conventions: Conventions) -> bool:
    """Read `Ada Lee, *Title*, …` and `Lee, A. (2011). Title. …`; return whether it was one."""
    if "author" in item.fields:
        return False
    styled = STYLED.search(text)
    styled = None if styled and (styled["title"] or "").islower() else styled
    if styled and (end := re.search(r"\s*(?:[:.,)–—-]|(?<=\w)['’]s)\s*$", text[: styled.start()])):
        names = text[: end.start()].rstrip(" \t:.,–—-")
        names += "." * bool(re.match(r"\.", end[0]) and re.search(r"\b[A-Z]$", names))  # `Lee, A. *Tides*`
        item.add_structure(end[0])
        year = re.search(r"[\s,(]+((?:19|20)\d\d(?:[-–]\d*)?)\)?$", names)
        names = names[: year.start()] if year else names
        names = names if is_surely_name(f"{names} ") else names.rstrip(" .")
        is_usual = conventions.names_before_titles and end[0].strip() == ","
        if (is_usual or len(names.split()) > 1) and are_names(plain_text(names)):
            title = plain_text(styled["title"] or styled["quoted"]).rstrip(",.")
            _set_cited(item, names, year[1] if year else "", title, conventions)
            rest = _without_separator(text[styled.end() :])[1]
            if year and rest and not is_sentence(rest):
                item.add_note(rest)  # edition and publisher
            else:
                _read_behind_title(item, rest, conventions, is_remark=True)
            return True
    cited = CITED.fullmatch(text)
    names = cited["author"] if cited else ""
    is_common = bool(styled) or "before years" in conventions.authors
    if cited and (is_surely_name(names) or (is_common and are_names(names.rstrip(".")))):
        title, _, rest = re.sub(r"(?<=[?!]) (?=[*_])", ". ", cited["title"], count=1).partition(". ")
        _set_cited(item, names, cited["year"], plain_text(title).rstrip("."), conventions)
        if rest.strip():
            item.add_note(rest.strip())
        return True
    return False


def _set_cited(item: DraftItem, names: str, year: str, title: str, conventions: Conventions) -> None:
    author = plain_text(names if is_surely_name(f"{names} ") else names.rstrip("."))
    item.fields["author"] = re.sub(r"\bet\.? al$", "et al.", author)
    if year:
        item.add_note(year)
    _set_title(item, title, conventions)


def _read_title_and_remark(item: DraftItem, text: str, conventions: Conventions) -> bool:
    """Read a title, perhaps with an author, and a sentence behind a dash or a colon; return whether it was one."""
    words, behind = plain_text(text) or text, _SEPARATOR.search(prose(text))
    separator = _SEPARATOR.search(words)
    if not separator or not behind:
        return False
    rest, is_dash = words[separator.end() :], separator[0].strip() != ":"
    if is_dash and is_surely_name(rest) and re.match(r"\W*(?:19|20)?\d*\W*$", split_names(rest)[1]):
        return False  # `The Sea — Lee et al. 2019`
    is_remark = is_sentence(rest) and (is_dash or rest.endswith((".", "!", "?")) or len(rest.split()) >= _LONG_SENTENCE)
    if is_remark or (is_dash and (rest[:1].islower() or is_sentence(rest, min_words=3))):
        title, remark = read_marks(item, words[: separator.start()], conventions), text[behind.end() :].strip()
        parts = split_author(title, conventions.authors) if "author" not in item.fields else None
        if parts:
            item.add_structure(title, *parts)
            _set_title(item, parts[0], conventions)
            _set_author(item, parts[1], f"{parts[2]} {remark}".strip(), conventions)
        else:
            item.fields |= {"title": title, "why": remark}
        return True
    return False


def _read_plain_title(item: DraftItem, words: str, conventions: Conventions) -> None:
    """Read a title, and an author if there is one."""
    parts = None
    if "author" not in item.fields:
        parts = split_author(words, conventions.authors, may_be_short=conventions.authors_are_short)
    if parts:
        item.add_structure(words, *parts)
        _set_author(item, *parts[1:], conventions)
    _set_title(item, parts[0] if parts else words.strip(" ,;"), conventions)


# Who, when and why


def _set_author(item: DraftItem, author: str, rest: str, conventions: Conventions) -> None:
    """Set an author; years and words in parentheses behind it are a note, a sentence says why."""
    if year := re.search(r",?\s+\(?((?:19|20)\d\d)\)?$", author):
        author, rest = author[: year.start()], f"{year[1]} {rest}".strip()
    item.fields["author"] = re.sub(r"\bet\.? al\b\.?", "et al.", author)
    _, rest = _without_separator(read_marks(item, _without_separator(rest)[1], conventions))
    if in_parentheses := re.fullmatch(r"\(([^()]*)\)", rest):
        item.add_note(in_parentheses[1])
    elif re.search(r"\w", rest):
        rest = re.sub(r"^((?:19|20)\d\d)\s?\.$", r"\1", rest)
        if _is_place(rest) or (len(rest.split()) <= _LONGEST_PLACE and not links_in(rest)):
            item.add_note(rest)
        else:
            item.fields["why"] = rest


def _read_behind_title(
    item: DraftItem, text: str, conventions: Conventions, *, is_styled: bool = False, is_remark: bool = False
) -> None:
    """Read what is behind a title: an author, unless it is a remark, or why it is worth the time."""
    sign, rest = _without_separator(text)
    _, rest = _without_separator(read_marks(item, rest, conventions))
    if not re.search(r"\w", rest):
        return
    remark = None if is_remark else re.match(r"(\((?:[^()]|\]\([^()]*\))*\))\s+(?:([–—-])\s+)?(?=\S)", rest)
    behind = rest[remark.end() :] if remark else ""
    if remark and (_BY.match(behind) or _LINKED_AUTHORS.match(behind) or (remark[2] and split_names(behind)[0])):
        item.add_note(remark[1][1:-1])
        rest, sign = behind, remark[2] or sign
    is_remark = is_remark and not ("," in rest and STYLED.fullmatch(rest))  # `*Ada Lee, Ben Cole*`
    is_remark |= "author" in item.fields  # what is in emphasis behind the title is then a journal
    if (is_remark and not _BY.match(rest)) or not _read_author(item, sign, rest, conventions, is_styled=is_styled):
        if re.fullmatch(r"\([^()]*\)", rest) and (kind := medium(rest)) is not None:
            item.fields |= {"kind": kind} if kind and "kind" not in item.fields else {}
            item.structure.append(rest)
        elif item.fields.get("why") or _is_place(rest) or ("author" in item.fields and are_names(rest)):
            item.add_note(re.sub(r"^(\*?)\(([^()]*)\)\1$", r"\2", rest))
        else:
            item.fields["why"] = re.sub(r"^([*_]{0,2})\(([^()]*)\)\1\.?$", r"\2", rest)


def _is_place(text: str) -> bool:
    """Tell whether a text says where or when something was published rather than why to read it."""
    text = re.sub(r"(?<=\d)\.?\s+(?:\[[^\[\]]*\]|\([^()]*\))$", "", text)
    is_short = len(text.split()) <= _LONGEST_PLACE and re.search(r"\d.*[^.!?]$", text)
    is_dated = re.search(r"(?:[,.].*|\d [^\W\d_]{3,9}\.? )\b(?:19|20)\d\d\)?\.?$|\((?:19|20)\d\d\)", text)
    return not links_in(text) and bool(is_short or (is_dated and not is_sentence(text)))


def _without_separator(text: str) -> tuple[str, str]:
    """Return the separator at the beginning of a text, and what is behind it."""
    separator = _LEADING_SEPARATOR.match(text)
    return (separator[0].strip(), text[separator.end() :].strip()) if separator else ("", text.strip())


def _read_author(item: DraftItem, sign: str, text: str, conventions: Conventions, *, is_styled: bool) -> bool:
    """Read an author at the beginning of what is behind a title; return whether there is one."""
    if (linked := _LINKED_AUTHORS.match(text)) and all(are_names(link.words) for link in links_in(linked["links"])):
        item.structure.append(linked["by"])
        item.add_note(linked["links"])
        _set_author(item, plain_text(linked["links"]), text[linked.end() :].lstrip(")"), conventions)
        return True
    by = _match_by(sign, text, conventions, is_styled=is_styled)
    in_parentheses = re.match(r"\(([^()]*)\)", text)
    inner = in_parentheses[1] if in_parentheses else text
    if by:
        inner = inner[by.end() - by.start() - bool(by["paren"]) :]
        inner = inner.replace(by["style"], "", 1) if by["style"] else inner
    author, more = split_names(inner)
    if by and not author and (styled := STYLED.match(inner)):  # `by *ben cole*`
        author, more = plain_text(styled["title"] or ""), inner[styled.end() :]
    is_alone = bool(sign or in_parentheses) and not re.search(r"\w", more)
    is_venue = VENUE.fullmatch(author) is not None
    is_usual = conventions.authors_behind_titles and is_alone and not is_venue
    is_sure = bool(by) or is_surely_name(author) or is_usual
    if len(author.split()) > 1 and not is_venue:
        is_dash = sign in ("—", "–", "-", "--")
        is_sure |= bool(in_parentheses and (_YEAR.search(more) or is_styled))
        is_sure |= bool(in_parentheses or is_styled) and are_several(author)
        is_sure |= is_dash and "behind dashes" in conventions.authors
        is_sure |= bool(in_parentheses) and is_alone and "in parentheses" in conventions.authors
        is_sure |= sign in ("—", "–", "--") and "behind long dashes" in conventions.authors
        is_sure |= is_alone and sign in (",", ".", ":") and "behind commas" in conventions.authors
        is_sure |= "," in author and STYLED.fullmatch(text) is not None
        is_sure |= is_styled and (sign[:1] in ("—", "–", "/", ",") or sign == "--")
        is_sure |= is_styled and STYLED.match(text) is not None
        is_sure |= is_styled and conventions.bold_titles and not sign and not re.search(r"\w", more)
        is_sure |= bool(sign and re.search(r"\((?:19|20)\d\d\)$", author))
    if not author or not is_sure:
        return False
    if by:
        item.structure.append(by[0])
    behind = text[in_parentheses.end() :] if in_parentheses else ""
    _set_author(item, author, f"{more.strip(' ,')}{behind}", conventions)
    return True


def _match_by(sign: str, text: str, conventions: Conventions, *, is_styled: bool) -> re.Match[str] | None:
    """Match the word before an author; `de` is one only behind a title that is marked, or if most items have it."""
    words = any_of("by")
    if (
        "behind `de`" in conventions.authors
        or (is_styled and sign == ",")
        or (not sign and is_surely_name(split_names(text)[0]))
    ):
        words = any_of("by", "before_author")
    return re.match(rf"(?P<paren>\()?(?P<style>[*_]{{0,2}})(?:{words})\s+(?=\S)", text)


# Lines and cells beside an item


def add_cell_links(item: DraftItem, cell: str) -> None:
    """Add the links of a cell, and what else it says as a note."""
    _add_addresses(item, links_in(cell))
    rest = without_links(cell).strip(" ,;|/·*_")
    if re.search(r"\w", rest):
        item.add_note(rest)
