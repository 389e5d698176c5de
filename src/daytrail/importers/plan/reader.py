"""Importer for a plan in Markdown, or in text that was Markdown, as a curriculum."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from daytrail.importers.plan.columns import is_break
from daytrail.importers.plan.contradictions import report_contradictions, report_implausible
from daytrail.importers.plan.detection import detect_structure
from daytrail.importers.plan.draft import PlanDraft, WeekDraft
from daytrail.importers.plan.figures import add_figures
from daytrail.importers.plan.heading_marks import URL_BEHIND, title_text
from daytrail.importers.plan.items import (
    Place,
    lines_as_items,
    with_state,
    with_urls,
    without_decoration,
)
from daytrail.importers.plan.mermaid import take_flowcharts
from daytrail.importers.plan.references import read_references
from daytrail.importers.plan.section_reader import SectionReader
from daytrail.importers.plan.sections import build_tree
from daytrail.importers.plan.structure import DocumentStructure
from daytrail.importers.plan.topics import add_topics
from daytrail.importers.text.coverage import lost_lines
from daytrail.importers.text.diagnostics import by_line, replaced_words
from daytrail.importers.text.front_matter import split_front_matter
from daytrail.importers.text.html_lists import with_markdown_lists
from daytrail.importers.text.html_tables import take_html_tables
from daytrail.importers.text.markdown import ATTRIBUTES
from daytrail.importers.text.outline import Block, BlockType, read_outline, without_control_characters
from daytrail.problems import Problem

_NOTION_ID = re.compile(r"\s[0-9a-f]{32}$")
"""Added by Notion to the titles that it exports."""


@dataclass(frozen=True, slots=True)
class ImportedPlan:
    """The result of reading a plan."""

    data: dict[str, Any]
    """As in curriculum.yaml; empty if the source has no item."""
    diagnostics: tuple[Problem, ...]
    """In the order of the file: guesses, contradictions, and lines that are in no field."""
    structure: tuple[str, ...]
    """Words of the source that became numbers, keys and positions."""
    week_form: str
    """Notation of a week in the source, as in `one heading per week`."""
    edges: int
    """How many edges the map of topics has."""


def read_plan(
    text: str, name: str, done: date, source_url: str | None = None, *, is_whole: bool = True
) -> ImportedPlan:
    """Read a plan; it is called `name` if it has no title, and `done` is the day of items ticked without a date.

    Relative links are counted from `source_url`. A document that is not the whole plan may have weeks without items.
    """
    text = without_control_characters(text)
    plan = PlanDraft(name, done, source_url)
    without_tables, html_rows = take_html_tables(text)
    outline = read_outline(re.sub(ATTRIBUTES, "", with_markdown_lists(without_tables)))
    for line, words in replaced_words(without_tables, "\n".join(outline.lines)):
        plan.ledger.add_structure([line], words)
    blocks: Sequence[Block]
    blocks, charts = take_flowcharts(sorted([*outline.blocks, *html_rows], key=lambda block: block.line))
    blocks = with_urls(lines_as_items(list(without_decoration(blocks, outline.lines)), outline.lines))
    structure = detect_structure([with_state(block) for block in blocks])
    for block, read in zip(blocks, structure.blocks, strict=True):
        if block is not read:  # the word of a state, or the number of a row
            words = block.cells[0] if block.cells else block.text.removesuffix(read.text)
            plan.add_structure(block, words)
    _read_title(plan, text, structure)
    reader = SectionReader(plan, structure)
    reader.read_below(build_tree(structure), Place())
    weeks = list(plan.weeks)
    is_empty = not any(week.items for week in weeks) and sum(week.has_title for week in weeks) < 2
    if is_whole:
        _add_titles(weeks, structure)
    if structure.guess and plan.parts:
        plan.report(structure.blocks[min(structure.weeks)].line, "guessed-weeks", structure.guess)
    add_topics(plan, charts)
    read_references(plan, reader.unread_rows)
    add_figures(plan, structure)
    report_contradictions(plan)
    unparsed_lines = plan.ledger.unparsed_lines(text, nothing_imported=is_empty)
    report_implausible(plan)
    plan.report_doubts()
    data = {} if is_empty else plan.data()
    diagnostics = [*plan.diagnostics, *unparsed_lines]
    lost = lost_lines(text, data, diagnostics, plan.ledger.structure) if data else ()
    return ImportedPlan(
        data,
        tuple(by_line((*diagnostics, *lost))),
        tuple(plan.ledger.structure),
        structure.week_form,
        sum(len(topic.get("needs", ())) for topic in plan.topics),
    )


def _read_title(plan: PlanDraft, text: str, structure: DocumentStructure) -> None:
    """Take the title of the document, or that of its front matter."""
    in_front_matter = split_front_matter(text)[0].get("title")
    name = in_front_matter.strip() if isinstance(in_front_matter, str) else ""
    block = structure.blocks[structure.title] if structure.title is not None else None
    if block and not (name and (block.type is BlockType.TEXT or block.level > 1)):
        title = title_text(URL_BEHIND.sub("", block.text))
        plan.title = _NOTION_ID.sub("", title) or plan.title
        plan.add_text(block, plan.title)
        plan.add_structure(block, *_NOTION_ID.findall(title), *re.findall("<[^<>]+>", block.text))
    elif name:
        plan.title = name
        plan.ledger.add_text(range(1, text.count("\n") + 1), "title", plan.title)


def _add_titles(weeks: Sequence[WeekDraft], structure: DocumentStructure) -> None:
    """Make the titles of weeks their items, if hardly any week has one, or those of lines with nothing below them."""
    types = (BlockType.TEXT, BlockType.ITEM)
    of_lines = {block.line for index in structure.weeks if (block := structure.blocks[index]).type in types}
    are_empty = 4 * sum(bool(week.items) for week in weeks) < len(weeks)  # nearly all are
    titles = {week.line: week.title for week in weeks if week.items}
    for week in weeks:
        is_title = week.has_title and (are_empty or week.line in of_lines)
        if is_title and week.line not in titles and not is_break(week.title):
            title, _, text = week.title.partition(" — ")  # of `Week 1: Knots — bowline and reef knot`
            week.add_item("concept", {"text": text or title})
            week.title = title
        elif not week.items and week.title.startswith(f"{titles.get(week.line)} — "):  # of `Weeks 1-2`
            week.title = titles[week.line]
        titles.setdefault(week.line, week.title)
