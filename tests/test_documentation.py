"""Examples of README, manual and CONTRIBUTING: each is tried as a reader would, and its output is what the page shows.

`UPDATE_CASES=1 make test WORKERS=0 TESTS="-k documentation"` writes the outputs into the pages.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from daytrail.cli.importing.sources import read_recipe
from daytrail.importers.patterns import HOLES
from daytrail.importers.recipe import ListRecipe, LogRecipe, PlanRecipe, Recipe
from daytrail.model.curriculum import Curriculum
from daytrail.model.reading import ReadingList
from daytrail.source.load import load
from daytrail.source.yaml.parser import LOADER
from tests.command import run, write
from tests.documentation import (
    BLOCKS,
    LEFT_OUT,
    PAGES,
    ROOT,
    SESSIONS,
    Block,
    copy_of_the_demo,
    environment,
    is_output,
    outputs,
    prepare,
    session,
    shell,
    write_outputs,
)
from tests.for_each import for_each
from tests.website import build

pytestmark = pytest.mark.site
if sys.platform == "win32":
    pytest.skip("the examples are for bash", allow_module_level=True)

FEW_ENTRIES = "2026-02-1*.md"
MISTAKE = "---\ndate: 2026-02-16\ntitel: x\n---\n"


@pytest.fixture(scope="module")
def copied_demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Copy the repository's own site, at a path whose entries are read only once."""
    return copy_of_the_demo(tmp_path_factory.mktemp("demo") / "daytrail")


@pytest.fixture
def demo(copied_demo: Path) -> Iterator[Path]:
    """Yield the copy, and copy it again if an example has changed it."""
    before = _state(copied_demo)
    yield copied_demo
    if _state(copied_demo) != before:
        shutil.rmtree(copied_demo)
        copy_of_the_demo(copied_demo)


def _state(folder: Path) -> dict[Path, tuple[int, int]]:
    """Return size and time of each file."""
    return {path: (path.stat().st_size, path.stat().st_mtime_ns) for path in folder.rglob("*") if path.is_file()}


@pytest.fixture
def log_without_plan(tmp_path: Path, command_folder: Path) -> Path:
    """Copy the repository's own site with one entry and no plan, which is built fast."""
    demo = copy_of_the_demo(tmp_path / "daytrail")
    for name in ("entries", "curriculum"):
        shutil.rmtree(demo / name)
    (demo / "curriculum.yaml").unlink()
    (demo / ".venv").mkdir()
    (demo / ".venv/bin").symlink_to(command_folder)
    return write(demo, {"entries/2026/2026-02-15.md": "An entry.\n"})


@pytest.fixture
def env(tmp_path: Path, command_folder: Path) -> dict[str, str]:
    return environment(tmp_path / "home", command_folder)


# kinds of examples


def loaded(block: Block) -> Any:
    return yaml.load(block.text, Loader=LOADER)  # noqa: S506 - a safe one


def keys(block: Block) -> set[str]:
    """Return the top-level keys of a YAML block."""
    data = loaded(block) if block.language == "yaml" else None
    return set(data) if isinstance(data, dict) else set()


def has_output(block: Block) -> bool:
    return block.language == "console" or "output of" in block.directives


def is_a_hook(block: Block) -> bool:
    return block.text.startswith("#!")


def is_a_file(block: Block) -> bool:
    return "file" in block.directives


def is_a_script(block: Block) -> bool:
    return block.language == "sh" and not is_a_hook(block)


def is_a_plan(block: Block) -> bool:
    known = {field.alias or name for name, field in Curriculum.model_fields.items()}
    is_yaml = block.language == "yaml" and not is_a_file(block)
    return is_yaml and keys(block) <= known and isinstance(loaded(block), dict | None)


def is_a_reading_list(block: Block) -> bool:
    return bool(keys(block)) and keys(block) <= set(ReadingList.model_fields)


def is_in_mkdocs_yml(block: Block) -> bool:
    return "plugins" in keys(block) or (block.language == "yaml" and isinstance(loaded(block), list))


def is_a_recipe(block: Block) -> bool:
    return "recipe" in block.directives


def is_a_case(block: Block) -> bool:
    return block.language == "yaml" and block.text.startswith("# tests/cases/")


def is_written(block: Block) -> bool:
    return block.language == "markdown" and not has_output(block) and not is_a_file(block)


def is_for_an_editor(block: Block) -> bool:
    return block.language == "json" and not has_output(block) and "tasks" in json.loads(block.text)


KINDS: tuple[Callable[[Block], bool], ...] = (
    *(has_output, is_a_file, is_a_script, is_a_hook, is_a_plan, is_a_reading_list, is_in_mkdocs_yml, is_a_recipe),
    *(is_a_case, is_written, is_for_an_editor),
    lambda block: keys(block) in ({"schedule"}, {"pages"}),
    lambda block: block.language in ("toml", "jinja", "python"),
    lambda block: block.language == "" and block.page.name == "ARCHITECTURE.md",  # a drawing
)


def name(block: Block) -> str:
    return block.name


def of_kind(kind: Callable[[Block], bool]) -> list[Block]:
    return [block for block in BLOCKS if kind(block)]


def examples(kind: Callable[[Block], bool]) -> pytest.MarkDecorator:
    """Run a test for each example of a kind, with processes or a project of its own."""
    return pytest.mark.parametrize("block", of_kind(kind), ids=name)


@for_each(BLOCKS, name)
def test_every_example_is_of_one_kind_that_is_tested(block: Block) -> None:
    """A new kind of example needs a test here."""
    kinds = [kind for kind in KINDS if kind(block)]
    assert len(kinds) == 1, kinds


# commands


@examples(has_output)
def test_the_output_of_an_example_is_as_shown(block: Block, demo: Path, env: dict[str, str]) -> None:
    """On the demo as of the date of the examples. A line `…` stands for any lines."""
    actual = outputs(block, demo, env)
    if os.environ.get("UPDATE_CASES"):
        write_outputs(block, actual)
        return
    for (command, expected), output in zip(block.commands, actual, strict=True):
        assert expected.strip() != LEFT_OUT
        assert is_output(expected, output), f"$ {command}\n{output}"


@examples(is_a_script)
def test_each_command_of_an_example_succeeds(block: Block, log_without_plan: Path, env: dict[str, str]) -> None:
    """Commands for another shell than bash are run up to their output."""
    lines = [re.sub(r'^eval "\$\((.*)\)" +# in ~/\.zshrc$', r"\1", line) for line in block.text.splitlines()]
    prepare(block, log_without_plan, env)
    script = "".join(f"{{ {line}\n}} || exit 1\n" for line in lines)
    status, output = shell(script, log_without_plan, env)
    assert status == 0, output


def commit(project: Path, env: dict[str, str], *paths: str) -> subprocess.CompletedProcess[str]:
    """Commit files with the hooks of the repository."""
    subprocess.run(["git", "add", *paths], cwd=project, env=env, check=True)
    command = ["git", "commit", "--message", "x"]
    return subprocess.run(command, cwd=project, env=env, capture_output=True, encoding="utf-8", check=False)


@examples(is_a_hook)
def test_a_git_hook_rejects_a_commit_with_errors(block: Block, log_without_plan: Path, env: dict[str, str]) -> None:
    """An entry can be committed only once it has no error."""
    project, entry = log_without_plan, "entries/2026/2026-02-18.md"
    subprocess.run(["git", "init", "--quiet"], cwd=project, env=env, check=True)
    write(project, {".git/hooks/pre-commit": block.text, "mkdocs.yml": "site_name: x\nplugins: [daytrail]\n"})
    (project / ".git/hooks/pre-commit").chmod(0o755)
    write(project, {entry: MISTAKE})
    result = commit(project, env, entry, "mkdocs.yml")
    assert result.returncode == 1
    assert "unknown key `titel`" in result.stdout + result.stderr
    write(project, {entry: "Text.\n"})
    assert commit(project, env, entry).returncode == 0


RECIPES: dict[str, type[Recipe]] = {"log": LogRecipe, "plan": PlanRecipe, "reading": ListRecipe}
"""The record of the recipes of each kind of import."""


@examples(is_a_recipe)
def test_a_recipe_of_the_manual_has_no_mistake(block: Block, tmp_path: Path) -> None:
    write(tmp_path, {"recipe.yaml": block.text})
    assert read_recipe(tmp_path / "recipe.yaml", "recipe.yaml", RECIPES[block.directives["recipe"]]).questions == []


def test_the_log_of_the_manual_becomes_a_journal_in_one_step(tmp_path: Path) -> None:
    (log,) = (block.text for block in BLOCKS if block.directives.get("file") == "progress.md")
    result = run(write(tmp_path, {"progress.md": log}), "init", "my-log", "--from", str(tmp_path / "progress.md"))
    assert result.status == 0, result.err
    entries = {path.name: path.read_text(encoding="utf-8") for path in (tmp_path / "my-log").glob("entries/*/*.md")}
    assert [*sorted(entries)] == ["2026-02-02.md", "2026-02-03.md"]
    assert "day: 12" in entries["2026-02-02.md"]
    assert "Lifetimes in structs." in entries["2026-02-03.md"]


def table_below(heading: str, page: str = "docs/manual/importing.md") -> str:
    """Return the first column of the table below a heading."""
    text = (ROOT / page).read_text(encoding="utf-8").partition(f"## {heading}\n")[2].partition("\n## ")[0]
    return "\n".join(line.split("|")[1] for line in text.splitlines() if line.startswith("| `"))


def test_the_manual_lists_each_hole_and_each_key_of_a_recipe() -> None:
    assert set(re.findall(r"`\{(\w+)\}`", table_below("Patterns"))) == set(HOLES)
    for name, record in (("log", LogRecipe), ("plan", PlanRecipe), ("reading list", ListRecipe)):
        assert set(re.findall(r"`(\w+)`", table_below(f"Keys of a {name}"))) == set(record.model_fields)


@examples(is_for_an_editor)
def test_the_editor_finds_the_problems_in_the_output(block: Block, log_without_plan: Path, env: dict[str, str]) -> None:
    """The pattern of the task matches each problem that its command prints."""
    (task,) = json.loads(block.text)["tasks"]
    pattern = task["problemMatcher"]["pattern"]
    write(log_without_plan, {"entries/2026/2026-02-16.md": MISTAKE})
    _, output = shell(task["command"], log_without_plan, env)
    found = [match for line in output.splitlines() if (match := re.match(pattern["regexp"], line))]
    assert [[match[pattern[key]] for key in ("file", "line", "column", "severity", "message")] for match in found] == [
        ["entries/2026/2026-02-16.md", "3", "1", "error", "unknown key `titel`"]
    ]


# sessions


@pytest.mark.parametrize("page", SESSIONS, ids=lambda page: page.name)
def test_a_session_works_line_by_line(page: Path, tmp_path: Path, env: dict[str, str]) -> None:
    """Each command does what the page says, from an empty folder to a site whose source is pushed."""
    folder = tmp_path / "work"
    folder.mkdir()
    steps = session(page, folder, env)
    for command, expected, actual in steps:
        assert is_output(expected, actual), f"$ {command}\n{actual}"
    (journal,) = folder.iterdir()
    assert "Two tides a day" in (journal / "site/log/2026/02/16/index.html").read_text(encoding="utf-8")
    pushed = subprocess.run(
        ["git", "--git-dir", tmp_path / "remote.git", "ls-tree", "-r", "--name-only", "main"],
        capture_output=True,
        check=True,
        encoding="utf-8",
    )
    assert "entries/2026/2026-02-16.md" in pushed.stdout.splitlines()


def test_each_page_of_the_manual_is_in_its_contents() -> None:
    """And each page leads back to them."""
    folder = ROOT / "docs/manual"
    contents = (folder / "index.md").read_text(encoding="utf-8")
    for page in folder.glob("*.md"):
        if page.name != "index.md":
            assert f"]({page.name})" in contents, page
            # The search would show the link as the page's first words.
            link = "<div data-search-exclude markdown>\n\n[Manual of Daytrail](index.md)"
            assert link in page.read_text(encoding="utf-8"), page


# sentences


def read(name: str) -> str:
    """Return the text of a file of the repository as one line for each paragraph and row."""
    return re.sub(r"(?<!\n)\n(?![\n|])", " ", (ROOT / name).read_text(encoding="utf-8"))


def test_readme_counts_the_entries_series_and_weeks_of_the_demo() -> None:
    journal = load(ROOT).journal
    weeks = [week for part in journal.curriculum.parts for week in part.weeks]
    sentence = f"{len(journal.entries)} entries in three series, and a plan of {len(weeks)} weeks"
    assert sentence in (ROOT / "README.md").read_text(encoding="utf-8")
    assert len(journal.curriculum.series) == 3


@for_each(PAGES, lambda page: page.relative_to(ROOT).as_posix())
def test_files_that_a_page_names_exist(page: Path) -> None:
    """Links to files, and paths of the repository between backticks."""
    text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    links = [page.parent / link for link in re.findall(r"\]\((?!<?https?:)([^)#]+)(?:#[^)]*)?\)", text)]
    named = [name for name in re.findall(r"`([\w./-]+)`", text) if "NAME" not in name]
    paths = [ROOT / name for name in named if name.startswith(("src/", "tests/", "tools/", "benchmarks/", ".github/"))]
    assert [path for path in (*links, *paths) if not path.exists()] == []


def test_each_sentence_that_no_test_tries_still_stands_in_its_page() -> None:
    rows = re.findall(r"^\| (\S+\.md) \| (.+?) \| .+ \|$", read("tests/untested_sentences.md"), re.MULTILINE)
    assert rows
    assert [row for row in rows if row[1] not in read(row[0])] == []


# files


def has_no_problems(project: Path) -> None:
    result = run(project, "check", DAYTRAIL_TODAY="2026-02-16")
    assert (result.status, result.out) == (0, ""), result.out


@for_each(of_kind(is_a_plan), name)
def test_a_plan_has_no_problems(block: Block, tmp_path: Path) -> None:
    """A part of a plan is tried in the place of the same keys of the demo."""
    shutil.copytree(ROOT / "curriculum", tmp_path / "curriculum")
    plan = block.text
    if "title" not in keys(block):
        whole = yaml.safe_load((ROOT / "curriculum.yaml").read_text(encoding="utf-8"))
        if "parts" in keys(block):  # the rest of the demo's plan names its weeks
            whole = {"title": whole["title"]}
        plan = yaml.safe_dump(whole | (loaded(block) or {}))
    write(tmp_path, {"mkdocs.yml": "site_name: x\n", "curriculum.yaml": plan})
    has_no_problems(tmp_path)


@for_each(of_kind(is_a_reading_list), name)
def test_a_reading_list_has_no_problems(block: Block, tmp_path: Path) -> None:
    write(tmp_path, {"mkdocs.yml": "site_name: x\n", "reading.yaml": block.text})
    has_no_problems(tmp_path)


@for_each(of_kind(is_in_mkdocs_yml), name)
def test_settings_for_mkdocs_yml_are_valid(block: Block, tmp_path: Path) -> None:
    """A project with these settings and the files that they name is built without a warning."""
    text = block.text if "plugins" in keys(block) else f"plugins:\n{block.text}"
    plugins = [plugin for plugin in yaml.safe_load(text)["plugins"] if isinstance(plugin, dict)]
    options = plugins[0]["daytrail"] if plugins else {}
    name = "" if "site_name" in keys(block) else "site_name: x\n"
    settings = f"{name}site_url: https://learner.example/\n{text}"
    write(
        tmp_path,
        {
            "mkdocs.yml": settings,
            "docs/index.md": "# Home\n",
            f"{options.get('entries', 'entries')}/2026-02-16.md": "An entry.\n",
            options.get("curriculum", "curriculum.yaml"): "title: The plan\n",
            options.get("reading", "reading.yaml"): "to_read: [A book]\n",
        },
    )
    has_no_problems(tmp_path)
    built = build(tmp_path)
    assert built.status == 0, built.output
    assert "log/2026/02/16/" in built.site.pages


@for_each(of_kind(lambda block: keys(block) == {"schedule"}), name)
def test_a_schedule_is_the_one_of_the_workflow(block: Block) -> None:
    workflow = (ROOT / ".github/workflows/pages.yml").read_text(encoding="utf-8")
    assert block.text in workflow


@pytest.fixture
def on_host(tmp_path: Path, env: dict[str, str]) -> Callable[..., list[str]]:
    """Return a function that runs a script with stand-ins that print what they would do, and returns their lines."""
    printed = '$0 $*" SITE_URL=$SITE_URL REPO_URL=$REPO_URL EDIT_URI=$EDIT_URI'
    for name in ("pip", "daytrail"):
        write(tmp_path / "home", {name: f'#!/bin/sh\necho "{printed.replace("$0", name)}\n'})
        (tmp_path / "home" / name).chmod(0o755)
    subprocess.run(["git", "init", "--quiet"], cwd=tmp_path, env=env, check=True)

    def run_script(script: str, **variables: str) -> list[str]:
        status, output = shell(script, tmp_path, env | variables)
        assert status == 0, output
        return output.splitlines()

    return run_script


@examples(lambda block: keys(block) == {"pages"})
def test_gitlab_is_told_where_the_site_is_and_how_to_edit_it(
    block: Block, on_host: Callable[..., list[str]], tmp_path: Path
) -> None:
    """GitLab's schema accepts the file. It publishes the folder `public`, which is what is built."""
    write(tmp_path, {".gitlab-ci.yml": block.text})
    check = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.gitlab-ci", ".gitlab-ci.yml"]
    checked = subprocess.run(check, cwd=tmp_path, capture_output=True, encoding="utf-8", check=False)
    assert checked.returncode == 0, checked.stdout
    job = loaded(block)["pages"]
    given = {
        "CI_PAGES_URL": "https://ada.gitlab.example/log",
        "CI_PROJECT_URL": "https://gitlab.example/ada/log",
        "CI_DEFAULT_BRANCH": "main",
    }
    variables = {
        name: re.sub(r"\$(\w+)", lambda match: given[match[1]], str(value)) for name, value in job["variables"].items()
    }
    assert on_host("\n".join(job["script"]), **variables)[-1] == (
        "daytrail build --strict -- --site-dir public SITE_URL=https://ada.gitlab.example/log/"
        " REPO_URL=https://gitlab.example/ada/log EDIT_URI=-/edit/main/docs/"
    )
    assert job["artifacts"]["paths"] == ["public"]


@examples(lambda block: block.language == "toml")
def test_netlify_is_told_where_the_site_is_and_how_to_edit_it(block: Block, on_host: Callable[..., list[str]]) -> None:
    """No access token, which Netlify's own variable has, comes into the site."""
    settings = tomllib.loads(block.text)
    token = "https://x-access-token:secret@github.com/ada/log"
    given = {"URL": "https://ada.netlify.example", "BRANCH": "main", "REPOSITORY_URL": token}
    lines = on_host(settings["build"]["command"], **settings["build"]["environment"], **given)
    assert [line.partition(" SITE_URL=")[0] for line in lines] == [
        "pip install --requirement requirements.txt",
        "daytrail build --strict",
    ]
    assert lines[-1].partition(" SITE_URL=")[2] == (
        "https://ada.netlify.example/ REPO_URL=https://github.com/YOU/REPOSITORY EDIT_URI=edit/main/docs/"
    )
    assert settings["build"]["publish"] == "site"


@for_each(of_kind(is_a_case), name)
def test_a_case_file_is_in_the_tests(block: Block) -> None:
    name, _, text = block.text.partition("\n")
    assert text in (ROOT / name.removeprefix("# ")).read_text(encoding="utf-8")


OF_ONE_DAY = re.compile(r".*: warning: (?:.* has another entry in its series|day 58 is doubled).*\n  hint: .*\n")
"""What is only reported since all examples are about the same day."""


def place(block: Block) -> str:
    """Return the path at which a reader would write a Markdown file."""
    if re.search("^(milestone|render_macros):", block.text, re.MULTILINE):
        return f"docs/example-{block.first_line}.md"
    return f"entries/2026/2026-02-16-example-{block.first_line}.md"


def test_entries_pages_and_macros_have_no_problems_and_are_built(demo: Path, env: dict[str, str]) -> None:
    """A strict build of all examples of entries, pages, macro calls and macros of the owner has no warning."""
    few = {*demo.glob(f"entries/*/{FEW_ENTRIES}")}
    for path in demo.glob("entries/**/*.md"):
        if path not in few:
            path.unlink()
    for block in filter(is_written, BLOCKS):
        prepare(block, demo, env)
        write(demo, {place(block): block.text})
    reported = run(demo, "check", DAYTRAIL_TODAY="2026-02-16").out
    assert OF_ONE_DAY.sub("", reported) == ""
    calls = [block.text for block in BLOCKS if block.language == "jinja"]
    (macros,) = (block.text for block in BLOCKS if block.language == "python")
    write(demo, {"macros.py": macros})
    calls += ['See {{ paper("2101.03961") }}, {{ hours_logged() }} hours.']
    text = "\n".join(["---\nrender_macros: true\n---\n\n# All", *calls])
    write(demo, {"docs/example-all.md": text})
    built = build(demo)
    assert built.status == 0, built.output
    page = built.site.page("example-all/").source
    assert "{{" not in page
    assert '<a href="https://arxiv.org/abs/2101.03961">arXiv 2101.03961</a>' in page
    assert re.search(r", \d+(\.\d+)? hours\.", page)
