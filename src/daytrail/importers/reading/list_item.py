"""Fields in one item of a reading list, be it a line, a heading or a cell.

An item is read in steps: marks at both ends, links that are only addresses, the title, who wrote it and when, and
last a remark, which says why it is worth the time.
"""

import re
from bisect import bisect
from collections.abc import Sequence, Set
from itertools import islice, zip_longest

from daytrail.importers.reading.conventions import (
    ANY_BY,
    CITED,
    CITED_BOOK,
    MONTH,
    NUMBER,
    YEAR,
    Author,
    Conventions,
    Split,
    author_behind,
    behind_year,
    place_of_sign,
    split_author,
    split_separator,
)
from daytrail.importers.reading.draft import DraftItem
from daytrail.importers.reading.marks import read_marks
from daytrail.importers.reading.media import LINK, Link, is_sentence, links_in, medium, without_links
from daytrail.importers.reading.names import (
    LITTLE_WORD_AT_END,
    STYLED,
    VENUE,
    are_names,
    are_several,
    is_month,
    is_surely_name,
    split_names,
)
from daytrail.importers.text.markdown import plain_text, prose
from daytrail.importers.text.vocabulary import any_of

WIKI_LINK = re.compile(r"!?\[\[(?:(?P<page>[^\[\]|]*)\||(?P<folder>(?:[\w-]+/)*))(?P<name>[^\[\]|]+)\]\](?!\()")
_STRUCK = re.compile(r"\s*~~(?P<struck>.+?)~~")
_PICTURE = re.compile(r"!\[[^\[\]]*\]\([^()\s]*\)")
_SEPARATOR = re.compile(r"\s+(?:[-–—~]|--|<-+|\|)\s+|:\s+(?=\S)")
_AROUND_LINKS = re.compile(rf"[\s,;:|/·&+()\[\]–—.-]|\b(?:{any_of('and')}|or|(?:19|20)\d\d)\b")
_VERB = re.compile(
    rf"([*_]{{0,2}})(?i:{any_of('kinds.reading')})\1\s+"
    rf"(?=\[[A-Z\d\"“][^\[\]]*\]\(https?:[^()\s]*\)\s*(?:[(,;:–—-]|$|(?:{any_of('by')})\s))"
)
"""The verb of an item such as `Watch [Tides](…) - twice`."""
_LABEL = re.compile(r"(?:(\w+):\s+(?=[\"“„«*_])|\*\*(\w+)(?: \d+)?(?::\*\*|\*\*:)\s*(?=\S))")
"""Matches a label before a title, as in `Book: "Tides"` or `**Recommended:** Tides`."""
_EMPTY_BRACKETS = re.compile(r"\s*[(\[<]\s*[,|/·]?\s*[\])>]")
_EDITION = re.compile(rf"\W*(?:[^\W\d_]+\s+){{0,3}}{YEAR}\W*")
"""The words of a link to what was published, or taught, in a year."""
_BY_AT_END = re.compile(rf"[\s,–—-]+(?:{any_of('by', 'before_author')})\s*$")
_AND_AT_END = re.compile(rf"(?<=\S),?\s+(?:{any_of('and', 'see')}|&|or)\s*$", re.IGNORECASE)
_NUMBER_OR_SIGN = re.compile(r"^\W*\d+[.)]|:[a-z_]+:")
_LONG_NAME = re.compile(r"\w{3}.*(?:\w{3}|\bal)")
_NEAR = 100
"""Characters before a link that tell what it is."""
_SHORT = 9
"""Characters behind a link that tell whether its sentence goes on."""
_LONGEST_AND = 40
"""Characters before a link in which a word such as `and` joins it."""
_LONG_SENTENCE = 12
"""Words of a sentence that is too long for a title."""
_LONGEST_LABEL = 5
"""Words before a link that say what it is; more are a title."""
_LONGEST_PLACE = 3
"""Words behind an author that say where it was published; more are a remark."""


def has_words(text: str) -> bool:
    """Tell whether a text has words besides its links and a number before them."""
    return re.search(r"\w", _NUMBER_OR_SIGN.sub("", without_links(text))) is not None


def without_wiki_links(text: str) -> str:
    """Return a text with the words of wiki links; those of one at its beginning are in bold, as a title."""
    return WIKI_LINK.sub(lambda link: link["name"] if link.start() else f"**{link['name']}**", text)


def read_item(item: DraftItem, text: str, conventions: Conventions) -> None:
    """Read the text of an item into its fields."""
    text = read_marks(item, _without_clutter(item, text, conventions), conventions.legend)
    for pattern in (NUMBER, _VERB):
        if match := pattern.match(text):
            item.structure.append(match[0])
            text = text[match.end() :]
    if conventions.months_are_first and (month := MONTH.match(text)) and (month[1].isdigit() or is_month(month[1])):
        item.add_note(month[1])
        text = text[month.end() :]
    text, tail, addresses = _cut_addresses(item, text, conventions)
    text = read_marks(item, text, conventions.legend) if addresses else text
    bare = next((link for link in links_in(text) if not link.words), None)
    if bare:
        addresses.insert(0, bare)
        remark = text[bare.end :].lstrip(")>")
        text = re.sub(r"(?<![\s(\[{<>→,;:|/·=–—-])[\s(\[{<>→,;:|/·=–—-]+$", "", text[: bare.start])
        text += ")" * (text.count("(") - text.count(")"))
        if re.search(r"\w", text):
            _read_tail(item, remark, conventions)
        else:
            text = split_separator(remark)[1]
            if note := re.fullmatch(r"\(([^()]*)\)", text):
                item.add_note(note[1])
                text = ""
            elif is_sentence(text) or text[:1].islower():
                item.fields["why"], text = text, ""  # `https://… - what it is about`
    if re.search(r"\w", text):
        _read_title(item, text, conventions, is_citation=any(link.kind == "paper" for link in addresses))
    if tail:
        _read_tail(item, tail, conventions)
    add_links(item, addresses, conventions.media)


def _without_clutter(item: DraftItem, text: str, conventions: Conventions) -> str:
    """Return a text without a line through it, pictures, line breaks in HTML and brackets of wiki links."""
    if struck := _STRUCK.match(text):
        item.fields["status"] = "read" if item.fields.get("status") == "read" else conventions.struck_status
        text = f"{struck['struck']}  {text[struck.end() :]}"
    if not re.search(r"\w", _PICTURE.sub("", text)):
        text = text.replace("![", "[", 1)  # its words are all that names the item
    item.structure += _PICTURE.findall(text) + re.findall(r"\[(https?://[^\[\]]+)\]\(\1\)", text)
    text = re.sub(rf"([*_]{{1,2}})\(?((?:{any_of('by')})\s[^*_()]+)\)?\1(?=\W*$)", r"\2", text)  # `Tides _by Ada Lee_`
    text = re.sub(r"(?<![\s–—-])[\s–—-]+$", "", re.sub(r" ?<br ?/?> ?", " ", _PICTURE.sub("", text)))
    words = without_wiki_links(text)
    item.add_structure(text, words)
    return words


# Links


def _cut_addresses(item: DraftItem, text: str, conventions: Conventions) -> tuple[str, str, list[Link]]:
    """Cut the links that only say what or where something is; a sentence keeps those that it is about.

    Return the text before them, which may go on behind them, what a comma separates from it, and the links.
    """
    addresses: list[Link] = []
    source, links = text, links_in(text)
    only = _only_addresses(source, links, conventions)
    if only[:1] == [True] and _begins_with_title(text, links[0], conventions):
        only[0] = False
    for index in reversed(range(len(links))):
        link, before, behind = links[index], text[: links[index].start], text[links[index].end :]
        if not only[index]:
            continue
        addresses.insert(0, link)
        if (end := _AND_AT_END.search(before[-_LONGEST_AND:])) and not re.match(r"\s*\w", behind):
            item.structure.append(end[0])
            before = before[: len(before) - len(end[0])]
        at = max(0, len(before) - _SHORT)
        around = _EMPTY_BRACKETS.sub(" ", f"{before[at:]}{behind[:_SHORT]}")
        text = f"{before[:at]}{around}{behind[_SHORT:]}" if behind.strip(" .") else f"{before.rstrip()}{behind}"
    behind = source[links[-1].end :] if len(addresses) == len(links) > 0 else ""
    tail = ""
    if has_words(source[: links[0].start] if links else "") and re.match(r"[\])}\s]*[,;(]\s*\w", behind):
        text, tail = source[: links[0].start].rstrip(" [({"), behind.lstrip("])} ")
        tail = re.sub(r"\)(?=[^()]*$)", "", tail) if tail.count(")") > tail.count("(") else tail
    if addresses:
        text = text[: len(re.sub(r"(?<![\s,;:|/·=(\[–<>→—-])[\s,;:|/·=(\[–<>→—-]+[.)\]]*$", "", prose(text)))]
        text = re.sub(r"(?<!\.)\.(?:\s*\.)+$|\.(?:\s+\.)+", ".", re.sub(r"^[\s,;:|–—-]+", "", text))
    return text, tail, addresses


def _only_addresses(text: str, links: Sequence[Link], conventions: Conventions) -> list[bool]:
    """Return for each link whether it is only an address: its words are a medium or a site, and no title."""
    words = [match.start() for match in re.finditer(r"\w+", _NUMBER_OR_SIGN.sub(_blank, LINK.sub(_blank, text)))]
    result: list[bool] = []
    depth = group = end = 0
    for link in links:
        gap, before, behind = text[end : link.start], text[max(0, link.start - _NEAR) : link.start], text[link.end :]
        depth, group = depth + gap.count("(") - gap.count(")"), end + gap.rfind("(") if "(" in gap else group
        end = link.end
        has_before, has_behind = words[:1] < [link.start] and bool(words), words[-1:] >= [link.end]
        is_author = re.search(rf"\s[–—-]\s*$|{_BY_AT_END.pattern}", before) and are_names(link.words)
        is_site = link.names_site and has_before and not (is_author or LITTLE_WORD_AT_END.search(before.rstrip()))
        is_site = is_site and medium(text[: links[0].start].strip(" :*_–—-")) is None
        is_alone = link.words and len(links) == 1 and not (has_before or has_behind)
        goes_on = re.match(rf"[\s,]+(?!(?:{any_of('and')}) \[)[^\W\dA-Z_]", behind)
        is_in_sentence = goes_on and ((link is links[0] and behind[:1] != ",") or re.search(r"[a-z]\s+$", before))
        is_in_parentheses = depth > 0 and bisect(words, link.start) > bisect(words, group)
        is_beside = result[:1] == [True] and result[-1] and has_before and words[0] < links[0].start and not goes_on
        is_recurring = has_before and words[0] < link.start and link.words in conventions.media
        is_address = link.is_address or is_site or is_recurring or (is_beside and not _AROUND_LINKS.sub("", gap))
        is_elsewhere = is_alone or is_in_sentence or is_in_parentheses or (not link.words and has_behind)
        result.append(bool(is_address and not is_elsewhere))
    return result


def _begins_with_title(text: str, link: Link, conventions: Conventions) -> bool:
    """Tell whether an author is behind the link at the beginning of a text, as in `[Essays](…) by Ada Lee`."""
    sign, rest = split_separator(text[link.end :])
    author = author_behind(rest)
    is_usual = sign not in ("", ":") and place_of_sign(sign) in conventions.authors
    return bool(author.names and ((author.by and not author.is_of) or is_usual)) and not has_words(text[: link.start])


def _blank(match: re.Match[str]) -> str:
    return " " * len(match[0])


def add_links(item: DraftItem, links: Sequence[Link], media: Set[str] = frozenset()) -> None:
    """Add links: the best is the address, unless the item has one; words of their own, or in `media`, are notes."""
    titled = next((link for link in links if link.words == item.fields.get("title")), None)
    best = titled or min(links, key=lambda link: link.rank, default=None)
    if best and best.kind != "discussion" and "url" not in item.fields:
        item.fields["url"] = best.url
        item.add_note(best.words) if best.words in media and best.kind is None else item.structure.append(best.words)
        links = [link for link in links if link is not best]
    named = [link.markdown for link in links if not link.is_address and link.words != item.fields.get("title")]
    for link in links:
        if link.markdown not in named:
            item.add_alias(link.url)
            item.structure.append(link.words)
    if named:
        item.add_note(", ".join(named))


def _are_only_links(text: str) -> bool:
    return not _AROUND_LINKS.sub("", without_links(text))


# The title


def _read_title(item: DraftItem, text: str, conventions: Conventions, *, is_citation: bool = False) -> None:
    """Read a title in a link, in emphasis or in quotation marks, with what is before it, or a text without one."""
    label = _LABEL.match(text)
    word = (label[1] or label[2]) if label else ""
    if label and ((kind := medium(word)) or re.fullmatch(any_of("list_columns.favourite"), word, re.IGNORECASE)):
        item.fields.setdefault(*("kind", kind) if kind else ("favourite", True))
        item.structure.append(label[0])
        text = text[label.end() :]
    links = links_in(text)
    is_alone = bool(links) and (not has_words(text) or _begins_with_title(text, links[0], conventions))
    link = next((link for link in links if link.kind is None), links[0] if is_alone else None)
    styled = STYLED.search(text)
    is_labelled = link and (
        re.search(r":[\s*_\"“]*$", text[: link.start]) or (styled and medium(styled["title"] or "") is not None)
    )
    if link and not (not styled or is_labelled or link.start <= styled.start() + 4):
        link = None
    title = _title_behind_author(text, link, links, conventions) if link else None
    if title and _read_before(item, text[: title.start], text[title.start :], conventions):
        _read_link(item, text, title, conventions)
    elif link and not has_words(text[: link.start]):
        _read_link(item, text, link, conventions)
        add_links(item, links_in(text[: link.start]))
    elif not (styled and not link and _read_styled(item, text, styled, conventions)):
        _read_plain(item, text, links, conventions, is_citation=is_citation)


def _title_behind_author(text: str, link: Link, links: Sequence[Link], conventions: Conventions) -> Link | None:
    """Return the link of a title that has words before it, such as the link of its author if most items have that."""
    if has_words(text[: link.start]):
        return link
    behind = next((other for other in links if other.start > link.end), None)
    is_pair = behind and re.fullmatch(r"[*_\"]*\s*[–—:-]+\s+[*_\"]*", text[link.end : behind.start])
    return behind if is_pair and "before dashes" in conventions.authors and are_names(link.words) else None


def _set_title(item: DraftItem, title: str, conventions: Conventions) -> None:
    """Set a title; marks at its ends are read as those at the ends of the item."""
    words = plain_text(read_marks(item, title, conventions.legend)).strip(" ,;").rstrip(" :")
    item.fields["title"] = re.sub(r"^\[([^\[\]]*)\]$", r"\1", words) or plain_text(title)


def _read_link(item: DraftItem, text: str, link: Link, conventions: Conventions) -> None:
    """Read the link of a title, and what is behind it."""
    before, rest = text[: link.start], text[link.end :]
    item.fields.setdefault("url", link.url)
    rest = re.sub(r"^[*_\"”»)\]]+", "", rest) if before.strip() else rest
    rest = rest.replace("**", "") if rest.count("**") == 1 else rest  # all of the item is in bold
    title = re.sub(r'^["“„«]([^"“”„«»]*)["”»]$', r"\1", link.words)
    label, _, words = title.partition(": ")
    is_label = words[:1].isupper() and not (
        label.isupper() or re.fullmatch(any_of("kinds.practice"), label, re.IGNORECASE)
    )
    if is_label and (kind := medium(label)):  # `[Paper: Tides](…)`, and not `[Code: …](…)`
        item.fields.setdefault("kind", kind)
        item.structure.append(label)
        title = words
    is_open = "author" not in item.fields and not re.search(rf"\b(?:{any_of('by')})\s", rest)
    split = split_author(title, conventions, in_link=True) if is_open else None
    if is_surely_name(title) and _read_cited(item, title, conventions):
        split = None
    elif split and (split.author.by or " " in split.author.names or not Link(split.author.names, link.url).names_site):
        _set_split(item, title, split, conventions)
    else:  # `The Sea - Wikipedia` has no author
        item.fields["title"] = read_marks(item, title, conventions.legend).rstrip(" :") or title
    others = links_in(rest)
    named = [other for other in others if other.kind is None]
    if others and _are_only_links(rest):
        add_links(item, others) if not re.search(YEAR, without_links(rest)) else item.add_note(rest.strip(" ,"))
    else:
        _read_tail(item, rest, conventions)
    is_joined = (
        re.match(rf"\W*(?:{any_of('and')})\s+\W*\[|\s*[,|/·•][\s\d()]*\[", rest) and len(named) == len(others) > 0
    )
    if is_joined and not (item.fields.get("author") and named[0].words in item.fields["author"]):
        item.structure.append(without_links(rest))
        item.doubts.append(("several-links", f"the first of {1 + len(others)} links is taken as the address"))


def _set_split(item: DraftItem, text: str, split: Split, conventions: Conventions) -> None:
    item.add_structure(text, split.title, split.author.names, split.author.rest)
    _set_author(item, split.author, split.guess, conventions)
    year = re.search(rf"(?<=\S)\s+\(({YEAR})\)\s*$", split.title)
    _set_title(item, split.title[: year.start()] if year else split.title, conventions)
    if year:
        item.add_note(year[1])


def _read_before(item: DraftItem, before: str, behind: str, conventions: Conventions) -> bool:
    """Read a kind, an author or a label before the link of a title; return whether it was one."""
    words = plain_text(before).strip(' ,:–—-*_"“„«')
    if cited := re.fullmatch(rf"([^()\[\d]+)\s\(({YEAR})\)[.,:]\s*", before):  # `Lee, A. (2011). [Tides](…)`
        names = plain_text(cited[1]).strip(" ,")
        if is_surely_name(f"{names} ") or are_several(names):
            item.fields["author"] = names
            item.add_note(cited[2])
            return True
    sign = re.search(r"([,:–—-])[*_\"“„«\s]*$", before)
    is_cited = " " in words and (are_several(words) or "before titles" in conventions.authors)
    if not sign or ":" in words or (sign[1] == "," and not (is_surely_name(words) or is_cited)):
        return False
    kind, is_dash = medium(words), not before.rstrip(' *_"“„«').endswith(":")
    place = "before titles" if sign[1] == "," else "before dashes"
    is_author = are_names(words) and (is_surely_name(words) or place in conventions.authors or sign[1] == ",")
    is_behind = is_dash and "behind dashes" in conventions.authors and are_names(links_in(behind)[0].words)
    is_title = len(words.split()) > _LONGEST_LABEL or (len(links_in(behind)) > 1 and _are_only_links(behind))
    is_title = is_title or links_in(behind)[0].words[:1].islower()  # `Tides: [original](…)`
    if not is_author and (is_behind or (kind is None and is_title)):
        return False
    if is_author:
        item.fields["author"] = words
        item.guessed_author = "" if is_surely_name(words) or are_several(words) else place
        for link in links_in(before):
            item.add_note(link.markdown)
    elif kind is not None and (kind != "discussion" or not is_dash):
        item.structure.append(words)
        item.fields |= {"kind": kind} if kind and "kind" not in item.fields else {}
    else:
        item.add_note(words)
    return True


def _read_styled(item: DraftItem, text: str, styled: re.Match[str], conventions: Conventions) -> bool:
    """Read a title in emphasis or quotation marks; return whether it is one."""
    title, rest = plain_text(styled["title"] or styled["quoted"]).rstrip(" :"), text[styled.end() :]
    if has_words(text[: styled.start()]):
        return _read_cited(item, text, conventions)
    names = re.sub(rf"\s*\({YEAR}\)$", "", title)
    if are_names(names):  # `**Ada Lee** - *Tides*`
        is_dated = names != title or re.match(rf"\s*\({YEAR}\)[.,:]?\s*[*_\"“„«\w]", rest) is not None
        places = conventions.authors + conventions.authors_behind_styled
        is_author = is_dated or ("before dashes" in places and STYLED.match(split_separator(rest)[1]))
        if is_author and _read_cited(item, title + rest, conventions):
            item.guessed_author = "" if is_dated else "before dashes"
            return True
    if styled["title"] and not re.search(r"\w", rest):  # all of it is in emphasis
        _read_title(item, title, conventions)
        return True
    if not (re.match(r"[\s,;:.(–—-]|$", rest) or (title.endswith(".") and STYLED.match(rest))):
        return False
    words = title.strip('"“”„«»')
    _set_title(item, re.sub(r"(?<=\w)[.,]$", "", words), conventions)
    _read_tail(item, f", {rest}" if title.endswith(".") else rest, conventions, is_styled=True)
    return True


def _read_cited(item: DraftItem, text: str, conventions: Conventions) -> bool:
    """Read `Ada Lee, *Title*, …` and `Lee, A. (2011). Title. …`; return whether it was one."""
    styled, cited = STYLED.search(text), CITED.fullmatch(text)
    book = CITED_BOOK.match(text) if "before titles" in conventions.authors else None
    end = re.search(r"\s*(?:[:.,)–—-]|(?<=\w)['’]s)\s*$", text[: styled.start()]) if styled else None
    if cited and styled and len(cited["author"]) + 9 < styled.start():
        styled = end = None  # that is the journal
    if styled and end and not (styled["title"] or "").islower():
        names = re.sub(r"(?<![ .][A-Z])\.$", "", text[: end.start() + end[0].startswith(".")].rstrip(" \t:,–—-"))
        year, title, rest = re.search(rf"[\s,(]+({YEAR})\)?\.?$", names), styled[0], text[styled.end() :]
        names = names[: year.start()] if year else names
    elif cited:
        names, year = cited["author"], re.match(r"(.+)", cited["year"])
        title, _, rest = re.sub(r"(?<=[?!]) (?=[*_])", ". ", cited["title"], count=1).partition(". ")
    elif (
        (behind := (book["author"], text[book.end("author") :]) if book else split_names(text))[0]
        and re.match(r"[.:]?\s+[A-ZÀ-Þ\d]" if are_several(behind[0]) else r"\.?\s+[A-ZÀ-Þ\d]", behind[1])
        and (book or are_several(behind[0]) or (is_surely_name(behind[0]) and _LONG_NAME.search(behind[0])))
    ):
        names, year = behind[0], None
        title, _, rest = behind[1].lstrip(".: ").partition(". ")
    else:
        return False
    names = plain_text(names if is_surely_name(f"{names} ") else names.rstrip(" ."))
    is_sure = is_surely_name(f"{names} ") or bool(not cited and " " in names)
    is_common = bool(end and year) or {"before years", "before titles"} & {*conventions.authors}
    is_sure = is_sure and names.count("(") == names.count(")")  # not in `Knots (Lee et. al. 1998)`
    if "author" in item.fields or not are_names(names) or not (is_sure or is_common):
        return False
    item.structure.append(end[0] if end else "")
    item.guessed_author = "" if is_sure else "before titles" if styled else "before years"
    item.fields["author"] = re.sub(r"\bet\.? al$", "et al.", names)
    if year:
        item.add_note(year[1])
    _set_title(item, plain_text(title).strip('"“”„«»').rstrip(".,"), conventions)
    rest = split_separator(rest)[1] if styled else rest.strip()
    if year and rest and not is_sentence(rest):
        item.add_note(rest)  # edition and publisher
    else:
        _read_tail(item, rest, conventions)
    return True


def _read_plain(
    item: DraftItem, text: str, links: Sequence[Link], conventions: Conventions, *, is_citation: bool = False
) -> None:
    """Read a title without marks, and behind it an author or why it is worth the time; it may have links in it."""
    if not links and _read_cited(item, text, conventions):
        return
    split = split_author(text, conventions) if "author" not in item.fields else None
    remark = _remark_of(split.title, is_citation=is_citation) if split else None
    if remark and split and split.author.by:
        split = None  # `Tides - I liked how it was drawn by Ada Lee`
    if split and (not links or split.author.links):
        _set_split(item, text, split._replace(title=split.title[: remark.start()]) if remark else split, conventions)
        _add_remark(item, split.title[remark.end() :] if remark else "")
        if conventions.by_is_rare and not (item.guessed_author or is_surely_name(split.author.names)):
            item.guessed_author = "behind `by`"
    elif links:
        _read_text_with_links(item, text, links, conventions)
    elif remark := _remark_of(text, is_citation=is_citation):
        _add_remark(item, text[remark.end() :])
        _set_title(item, text[: remark.start()], conventions)
    else:
        _set_title(item, text, conventions)


def _read_text_with_links(item: DraftItem, text: str, links: Sequence[Link], conventions: Conventions) -> None:
    """Read `Title: [part 1](…) [part 2](…)`, or a sentence with links in it."""
    named = [link for link in links if link.kind is None]
    first = (named or links)[0]
    is_edition = _EDITION.fullmatch(first.words) is not None
    head = text[: first.start].rstrip()
    if len(named) > 1:
        item.doubts.append(("several-links", f"the first of {len(named)} links is taken as the address"))
    if named and (is_edition or not head.endswith("(")):
        item.fields.setdefault("url", first.url)
    is_last = _are_only_links(text[first.start :]) and not LITTLE_WORD_AT_END.search(head)
    is_within = len(links) == 1 and first.kind is None and re.search(r"\w['’]?$", head) and not is_edition
    if is_last and not is_within and (len(named) < 2 or is_edition or re.search(r"(?<!\.\w)[^\w\s]$", head)):
        _read_plain(item, head.rstrip("([ |:–—-"), [], conventions)
        is_alone = len(links) == 1 and item.fields.get("url") == first.url
        item.add_note(first.words.strip("[]()") if is_alone else text[first.start : links[-1].end])
        return
    item.fields["title"] = plain_text(text).rstrip("." if is_within else "")
    for link in links:
        item.add_alias(link.url)


def _remark_of(text: str, *, is_citation: bool) -> re.Match[str] | None:
    """Match the separator before a sentence behind a title; None if there is none.

    What has a link that says `paper` has a long subtitle rather than a remark.
    """
    separators = [*islice(_SEPARATOR.finditer(prose(text)), 4)]
    for separator, following in zip_longest(separators, separators[1:]):
        rest, is_dash = plain_text(text[separator.end() :]), separator[0].strip() != ":"
        is_near_dash = following and not is_dash and following[0].strip() != ":"
        if is_near_dash and not is_sentence(text[separator.end() : following.start()], min_words=4):
            continue  # `Tides: A Tale - I liked it.`
        is_long = rest.endswith((".", "!", "?")) or len(rest.split()) >= _LONG_SENTENCE
        words = rest[:1].lower() + rest[1:] if is_dash and rest.endswith((".", "!")) else rest
        is_remark = is_sentence(words, min_words=3 if is_dash else 5) and (is_dash or (is_long and not is_citation))
        is_dated = re.search(r"\((?:19|20)\d\d\+?\)$", text[: separator.start()]) is not None
        is_remark = is_remark or (is_dash and (is_dated or rest[:1].islower()))
        if STYLED.match(text, separator.end()) or is_dash or is_remark:
            return separator if is_remark and not STYLED.match(text, separator.end()) else None
    return None


# Who, when and why


def _set_author(item: DraftItem, author: Author, guess: str, conventions: Conventions) -> None:
    """Set an author; years and words in parentheses behind it are a note, a sentence says why."""
    names, rest, item.guessed_author = author.names, author.rest.strip(" ,"), guess
    item.structure.append(author.by)
    if author.links:
        item.add_note(author.links)
    if year := re.search(r",?\s+\(?((?:19|20)\d\d)\)?$", names):
        names = names[: year.start()]
        item.add_note(year[1])
    item.fields["author"] = re.sub(r"\bet\.? al\b\.?", "et al.", names)
    _add_remark(item, read_marks(item, split_separator(rest)[1], conventions.legend))


def _add_remark(item: DraftItem, text: str) -> None:
    """Add what is behind title and author: its kind, where or when it was published, or why it is worth the time."""
    text = re.sub(r"^((?:19|20)\d\d)\s?\.$", r"\1", split_separator(text)[1])
    bare = re.sub(r"^([*_]{0,2})\(([^()]*)\)\1\.?$", r"\2", text)
    kind = medium(text.strip("`")) if bare != text or re.fullmatch(r"`?\w+`?", text) else None
    if not re.search(r"\w", text):
        return
    if links_in(text) and _are_only_links(text):
        add_links(item, links_in(text))
    elif kind is not None and (not kind or item.fields.setdefault("kind", kind) == kind):
        item.structure.append(text)
    elif "why" in item.fields or _is_place(text) or ("author" in item.fields and (bare != text or _is_short(text))):
        item.add_note(bare)
    else:
        item.fields["why"] = bare


def _is_place(text: str) -> bool:
    """Tell whether a text says where or when something was published rather than why to read it."""
    is_dated = re.search(r"(?:[,.].*|\d .*)\b(?:19|20)\d\d\)?\W*$|\((?:19|20)\d\d\)", text) and not is_sentence(text)
    is_venue = re.match(r"[A-Z][^,.!?]*[,.] (?:19|20)\d\d\W*$|(?:[A-Z][a-z]+ )?(?:19|20)\d\d, [A-Z]", text)
    return not links_in(text) and bool(is_dated or is_venue or (_is_short(text) and re.search(r"\d.*[^.!?]$", text)))


def _is_short(text: str) -> bool:
    return len(text.split()) <= _LONGEST_PLACE and not links_in(text)


def _read_tail(item: DraftItem, text: str, conventions: Conventions, *, is_styled: bool = False) -> None:
    """Read what is behind a title that is marked: an author, or a remark."""
    year, text = behind_year(text)
    if year:
        item.add_note(year)
    sign, rest = split_separator(text)
    rest = split_separator(read_marks(item, rest, conventions.legend))[1]
    group = re.match(r"(\((?:[^()]|\]\([^()]*\))*\)|\[[^\[\]]*\](?!\())\s+(?:([–—-])\s+)?(?=\S)", rest)
    behind = rest[group.end() :] if group else ""
    if group and (ANY_BY.match(behind) or (group[2] and split_names(behind)[0])):
        item.add_note(group[1][1:-1])
        rest, sign = behind, group[2] or sign
    author = author_behind(rest, is_marked=True)
    places = conventions.authors + (conventions.authors_behind_styled if is_styled else ())
    is_of = author.is_of and bool(author.links or "behind `de`" in places or (is_styled and sign == ","))
    if author.is_of and not is_of and (sign or not is_surely_name(author.names)):
        author = Author("", rest)
    place = "behind `de`" if is_of else place_of_sign("(" if rest.startswith("(") else sign)
    if sign in ("–", "—", "--") and "behind long dashes" in places:
        place = "behind long dashes"
    is_alone = not re.search(r"\w", author.rest)
    is_sure = author.is_sure or (
        author.is_full and is_styled and (are_several(author.names) or STYLED.match(rest) is not None)
    )
    is_usual = (place in places or is_of) and (author.is_full or (is_alone and not VENUE.fullmatch(author.names)))
    if "author" not in item.fields and author.names and (is_sure or is_usual):
        _set_author(item, author, "" if is_sure else place, conventions)
    else:
        _add_remark(item, rest)
