"""Rules about the rooms of the source, and a manual that agrees with the code."""

import ast
import inspect
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import click
from pydantic import BaseModel

from daytrail.cli import daytrail as command
from daytrail.model.curriculum import (
    Author,
    AuthorLink,
    Curriculum,
    Guide,
    HoursDefault,
    Item,
    Milestone,
    Paper,
    Part,
    Pause,
    References,
    Series,
    TagAlias,
    Topic,
    Week,
)
from daytrail.model.entry import FrontMatter, Link
from daytrail.model.reading import Category, Listing, Note, ReadingList, Subcategory
from daytrail.views.macros import MACROS
from tests.for_each import for_each

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src/daytrail"
MANUAL = ROOT / "docs/manual"
CONTEXT = click.Context(command)
MODULES = sorted(SOURCE.rglob("*.py"))
CLOCK = re.compile(r"\b(?:date|datetime)\.(?:today|now|utcnow)\b|\btime\.(?:time|localtime|gmtime)\b")


def name(path: Path) -> str:
    return path.relative_to(SOURCE).as_posix()


def test_import_contracts_are_kept() -> None:
    """Import-linter reports no broken contract of `[tool.importlinter]`."""
    # In a process of its own, since it disables the loggers of this one.
    program = shutil.which("lint-imports", path=str(Path(sys.executable).parent))
    assert program, "import-linter is missing from this environment: make test"
    result = subprocess.run([program, "--no-cache"], cwd=ROOT, capture_output=True, encoding="utf-8", check=False)
    assert result.returncode == 0, result.stdout


@for_each([path for path in MODULES if name(path).split("/")[0] not in ("project", "site", "cli")], name)
def test_only_outer_rooms_read_the_clock(path: Path) -> None:
    """No module below `project` contains a call that returns the current date or time."""
    assert CLOCK.findall(path.read_text(encoding="utf-8")) == []


BUDGETS = {
    "problems.py gfm.py union_find.py": 470,
    "model": 1_380,
    "source": 4_450,
    "facts": 2_450,
    "views": 9_400,
    "cli": 6_450,
    "site": 3_110,
}
"""The most lines of Python in a room. A commit that raises one says for which users."""


@for_each([*BUDGETS])
def test_a_room_keeps_its_budget_of_lines(room: str) -> None:
    files = [path for path in MODULES if name(path).split("/")[0] in room.split()]
    assert files
    assert sum(len(path.read_text(encoding="utf-8").splitlines()) for path in files) <= BUDGETS[room]


def test_imports_keep_their_budget_of_lines() -> None:
    """Readers, proposals and commands together; 4,500 lines are the aim."""
    files = [path for path in MODULES if name(path).startswith(("importers/", "cli/importing/"))]
    assert files
    assert sum(len(path.read_text(encoding="utf-8").splitlines()) for path in files) <= 5_850


def public(body: list[ast.stmt], prefix: str = "") -> Iterator[tuple[str, str | None]]:
    """Yield the public functions, classes and methods of a module with their docstrings."""
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_"):
            yield prefix + node.name, ast.get_docstring(node)
            if isinstance(node, ast.ClassDef):
                yield from public(node.body, f"{node.name}.")


@for_each(MODULES, name)
def test_public_names_have_docstrings(path: Path) -> None:
    """Each module and each public class, function and method in it has a docstring."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    assert ast.get_docstring(tree)
    assert [found for found, docstring in public(tree.body) if not docstring] == []


# -- the manual --


@cache
def sections(page: str) -> dict[str, str]:
    """Return the sections of a page of the manual, by heading."""
    text = (MANUAL / page).read_text(encoding="utf-8")
    parts = re.split(r"^## (.+)$", text, flags=re.MULTILINE)
    return {heading.strip().replace("`", ""): body for heading, body in zip(parts[1::2], parts[2::2], strict=True)}


@for_each(MACROS)
def test_the_manual_describes_each_macros_parameters(macro: str) -> None:
    """The manual shows each macro's parameters with their defaults, and a list item for each."""
    section = sections("macros.md")[macro]
    shown = re.search(rf"\{{\{{ {macro}\((.*?)\) \}}\}}", section)
    assert shown, "no line with its signature"
    assert signature(shown[1]) == signature_of(MACROS[macro])
    for parameter in signature(shown[1]):
        assert f"* `{parameter}`:" in section, f"nothing is said of {parameter}"


def signature(arguments: str) -> dict[str, object]:
    """Return the parameters of a call as written, with their defaults; `...` if there is none."""
    [function] = ast.parse(f"def f({arguments}): ...").body
    assert isinstance(function, ast.FunctionDef)
    names = [argument.arg for argument in (*function.args.args, *function.args.kwonlyargs)]
    given = [ast.literal_eval(default) for default in function.args.defaults]
    return dict(zip(names, [...] * (len(names) - len(given)) + given, strict=True))


def signature_of(macro: Callable[..., str]) -> dict[str, object]:
    """Return the parameters of a macro with their defaults, without the page context."""
    _, *parameters = inspect.signature(macro).parameters.values()
    return {one.name: ... if one.default is one.empty else one.default for one in parameters}


def shows(macro: Callable[..., str]) -> str:
    """Return what a macro shows, by the first line of its docstring, which begins with `Show`."""
    line = (macro.__doc__ or "").splitlines()[0]
    assert line.startswith("Show "), line
    return f"{line[5].upper()}{line[6:]}"


def test_the_manual_describes_no_unknown_macro() -> None:
    """Each heading of the manual that looks like a macro's name is one."""
    assert {heading for heading in sections("macros.md") if re.fullmatch(r"[a-z_]+", heading)} == set(MACROS)


def test_the_table_of_macros_is_up_to_date() -> None:
    """The table lists each macro with its parameters and docstring; `UPDATE_CASES=1` writes it."""
    rows = [
        f"| [`{name}({', '.join(signature_of(macro))})`](#{name}) | {shows(macro)} |" for name, macro in MACROS.items()
    ]
    table = "\n".join(["| Macro | Shows |", "|---|---|", *rows])
    page = MANUAL / "macros.md"
    text = page.read_text(encoding="utf-8")
    before, old, after = re.split(r"(?<=<!-- macros -->\n\n)(.*?)(?=\n\n<!-- end of macros -->)", text, flags=re.DOTALL)
    if os.environ.get("UPDATE_CASES"):
        page.write_text(before + table + after, encoding="utf-8")
        old = table
    assert old == table


@for_each(command.list_commands(CONTEXT))
def test_the_manual_describes_each_command(one: str) -> None:
    """Each command has a section that names all its options that are not hidden."""
    section = sections("command.md")[f"daytrail {one}"]
    found = command.get_command(CONTEXT, one)
    assert found
    for parameter in found.params:
        if isinstance(parameter, click.Option) and not parameter.hidden and parameter.name != "help":
            assert any(option in section for option in parameter.opts), parameter.opts


def test_the_manual_describes_no_unknown_command() -> None:
    """Each heading of the manual that looks like a command is one."""
    headings = sections("command.md")
    assert {name for heading in headings for name in re.findall(r"^daytrail (\S+)", heading)} == set(
        command.list_commands(CONTEXT)
    )


@cache
def tables(page: str) -> list[list[str]]:
    """Return the names in backticks in the first column of each table of a page."""
    found: list[list[str]] = [[]]
    for line in (MANUAL / page).read_text(encoding="utf-8").splitlines():
        if row := re.match(r"\| *`(\w+)`", line):
            found[-1].append(row[1])
        elif not line.startswith("|") and found[-1]:
            found.append([])
    return [sorted(table) for table in found]


_RECORDS = [
    *((record, "writing.md") for record in (FrontMatter, Link)),
    *(
        (record, "plan.md")
        for record in (
            Curriculum,
            HoursDefault,
            Author,
            AuthorLink,
            Part,
            Week,
            Item,
            Milestone,
            Topic,
            Series,
            Pause,
            TagAlias,
            References,
            Paper,
            Guide,
        )
    ),
    *((record, "reading.md") for record in (ReadingList, Category, Subcategory, Listing, Note)),
]


@for_each(_RECORDS, lambda described: described[0].__name__)
def test_the_manual_has_a_table_of_each_records_keys(described: tuple[type[BaseModel], str]) -> None:
    """The table has exactly the keys that a writer may use."""
    record, page = described
    keys = sorted(field.alias or name for name, field in record.model_fields.items())
    assert keys in tables(page)


def test_style_sheets_name_only_classes_that_pages_have() -> None:
    """Each class of ours in a style sheet occurs in a template, script or module, whole or up to a value."""
    used = "".join(
        path.read_text(encoding="utf-8")
        for path in SOURCE.rglob("*")
        if path.suffix in (".py", ".html", ".svg", ".js") and path.is_file()
    )
    styled = {
        found
        for path in SOURCE.rglob("*.css")
        for found in re.findall(r"\.(dt-[\w-]+)", path.read_text(encoding="utf-8"))
    }
    composed = set(re.findall(r"\b(dt-[\w-]*?[-_])\{", used))
    written = set(re.findall(r"\bdt-[\w-]+", used))
    assert {one for one in styled - written if not one.startswith(tuple(composed))} == set()
