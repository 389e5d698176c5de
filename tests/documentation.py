"""Examples of README and manual: the blocks of code on a page, and how the ones with commands are run.

Comments directly above a block say what a reader does not need to see:

    <!-- after: COMMAND -->        run this first
    <!-- output of: COMMAND -->    the block is what this prints
    <!-- file: PATH -->            later examples of the page find the block in this file
    <!-- recipe: KIND -->          the block is a recipe of `daytrail import KIND`
    <!-- before: COMMAND -->       as `after`, in a session

A page that begins with `<!-- one session -->` is a session: its blocks are run one after the other, in an empty folder.
A line `…` in an output stands for any lines.
"""

import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from markdown_it import MarkdownIt

from tests.processes import PATIENCE, SHEBANG, start

ROOT = Path(__file__).resolve().parent.parent
PAGES = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "ARCHITECTURE.md", "CHANGELOG.md")),
    ROOT / "benchmarks/RESULTS.md",
    ROOT / "requirements/COMPATIBILITY.md",
    *sorted((ROOT / "docs").rglob("*.md")),
]
DATE_OF_EXAMPLES = "2026-02-16"
LEFT_OUT = "…"
_DIRECTIVE = re.compile(r"<!-- (after|before|output of|file|recipe): (.*?) -->", re.DOTALL)
_NEXT = "=== next command ==="


@dataclass(frozen=True)
class Block:
    """A fenced block of code."""

    page: Path
    first_line: int
    """Line of the opening fence, counted from 0."""
    language: str
    text: str
    comments: str
    """The comments directly above the block."""

    @cached_property
    def directives(self) -> dict[str, str]:
        """Return the directives in the comments by their names."""
        return dict(_DIRECTIVE.findall(self.comments))

    @property
    def name(self) -> str:
        return f"{self.page.relative_to(ROOT).as_posix()}:{self.first_line + 1}"

    @cached_property
    def commands(self) -> list[tuple[str, str]]:
        """Return the commands of the block, each with its output."""
        if command := self.directives.get("output of"):
            return [(command, self.text)]
        _, *parts = re.split(r"^\$ (.*)\n", self.text, flags=re.MULTILINE)
        return list(zip(parts[::2], parts[1::2], strict=True))


def blocks(page: Path) -> list[Block]:
    """Return the blocks of a page in their order."""
    found, comments = [], ""
    for token in MarkdownIt("commonmark").parse(page.read_text(encoding="utf-8")):
        if token.type == "fence" and token.map:
            found.append(Block(page, token.map[0], token.info.strip(), token.content, comments))
        comments = comments + token.content if token.type == "html_block" else ""
    return found


SESSIONS = [page for page in PAGES if page.read_text(encoding="utf-8").startswith("<!-- one session -->")]
BLOCKS = [block for page in PAGES if page not in SESSIONS for block in blocks(page)]


def copy_of_the_demo(folder: Path) -> Path:
    """Copy the files of the repository's own site."""
    for name in ("docs", "entries", "curriculum", "schemas", "requirements"):
        shutil.copytree(ROOT / name, folder / name)
    for name in ("mkdocs.yml", "macros.py", "curriculum.yaml", "reading.yaml", "Makefile", "pyproject.toml"):
        shutil.copy(ROOT / name, folder)
    return folder


def prepare(block: Block, project: Path, env: dict[str, str]) -> None:
    """Write the files that blocks above on the page contain, and run what comes first."""
    for earlier in blocks(block.page):
        if (name := earlier.directives.get("file")) and earlier.first_line < block.first_line:
            (project / name).parent.mkdir(parents=True, exist_ok=True)
            (project / name).write_text(earlier.text, encoding="utf-8")
    if "daytrail init my-log" in block.text:  # a journal is started outside of any other
        (project / "mkdocs.yml").unlink(missing_ok=True)
    if command := block.directives.get("after"):
        subprocess.run(["bash", "-ec", command], cwd=project, env=env, check=True, capture_output=True)


LYCHEE = """\
#!/bin/sh
# Stands in for lychee, which finds no broken link.
grep -q '^https://' "$1"
"""
JQ = f"""\
{SHEBANG}
# Stands in for `jq -r .KEY[].KEY`.
import json, re, signal, sys
signal.signal(signal.SIGPIPE, signal.SIG_DFL)
outer, inner = re.fullmatch(r"[.](\\w+)\\[\\][.](\\w+)", sys.argv[2]).groups()
print(*(item[inner] for item in json.load(sys.stdin)[outer]), sep="\\n")
"""
BROWSER = """\
#!/bin/sh
# Stands in for a browser: stops the server when it opens the site.
kill -INT "$PPID"
"""
VENV = """\
#!/bin/sh
# Stands in for `python3 -m venv FOLDER`: makes a folder that is activated without an effect.
mkdir -p "$3/bin" && : > "$3/bin/activate"
"""
PIP = """\
#!/bin/sh
# Stands in for `pip install -r FILE`: the environment of the tests has all of it.
test -s "$3"
"""
UVX = """\
#!/bin/sh
# Stands in for `uvx --from SOURCE COMMAND`: runs the command of this environment.
shift 2 && exec "$@"
"""
RSYNC = """\
#!/bin/sh
# Stands in for rsync to another machine: copies the folder to a folder of that name in HOME.
for there; do :; done
mkdir -p "$HOME/${there%%:*}${there#*:}" && cp -R site/. "$HOME/${there%%:*}${there#*:}"
"""


def environment(home: Path, commands: Path) -> dict[str, str]:
    """Return the environment of a reader who follows the examples, with stand-ins for some programs."""
    home.mkdir()
    scripts = {"lychee": LYCHEE, "browser": BROWSER, "rsync": RSYNC, "uvx": UVX}
    if not shutil.which("jq"):
        scripts["jq"] = JQ
    for name, script in scripts.items():
        (home / name).write_text(script, encoding="utf-8")
        (home / name).chmod(0o755)
    fixed = {
        "BROWSER": str(home / "browser"),
        "DAYTRAIL_TODAY": DATE_OF_EXAMPLES,
        "GIT_AUTHOR_EMAIL": "reader@example.org",
        "GIT_AUTHOR_NAME": "Reader",
        "GIT_COMMITTER_EMAIL": "reader@example.org",
        "GIT_COMMITTER_NAME": "Reader",
        "GIT_CEILING_DIRECTORIES": str(home.resolve().parent),
        "HOME": str(home),
        "MAKEFLAGS": "n",  # `make` only prints what it would do
        "NO_COLOR": "1",
        "NO_MKDOCS_2_WARNING": "1",
        "PATH": os.pathsep.join(map(str, (home, commands, Path(sys.executable).parent, os.environ["PATH"]))),
        "PYTHONUTF8": "1",
        "PYTHONUNBUFFERED": "1",  # both output streams in the order of a terminal
    }
    return {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "SITE_URL")} | fixed


def shell(script: str, project: Path, env: dict[str, str]) -> tuple[int, str]:
    """Run a script with bash, and return its status and all of its output."""
    running = start(["bash", "-c", script], cwd=project, env=env)
    output, _ = running.communicate(timeout=PATIENCE)
    return running.returncode, output


def session(page: Path, folder: Path, env: dict[str, str]) -> list[tuple[str, str, str]]:
    """Follow a page in an empty folder, and return each command with its output on the page and the actual one.

    The file of a block is written into the folder in which the session is by then.
    """
    steps: list[tuple[str, str]] = []
    script: list[str] = []
    for block in blocks(page):
        script += filter(None, [block.directives.get("before")])
        if name := block.directives.get("file"):
            script.append(f"cat > {name} <<'END OF FILE'\n{block.text}END OF FILE")
            continue
        commands = block.commands or [(line, LEFT_OUT) for line in block.text.splitlines()]
        for command, expected in commands:
            script += [command if "check" in command else f"{command} || exit 1", f"echo '{_NEXT}'"]
            steps.append((command, expected))
    bin_folder = Path(env["HOME"])
    for program, text in (("python3", VENV), ("pip", PIP)):
        (bin_folder / program).write_text(text, encoding="utf-8")
        (bin_folder / program).chmod(0o755)
    remote = folder.parent / "remote.git"
    subprocess.run(["git", "init", "--quiet", "--bare", remote], check=True)
    redirected = {
        "GIT_CONFIG_COUNT": "1",
        "GIT_CONFIG_KEY_0": f"url.{remote}.insteadOf",
        "GIT_CONFIG_VALUE_0": "https://github.com/YOU/my-log.git",
    }
    _, output = shell("\n".join(script), folder, env | redirected)
    actual = output.split(f"{_NEXT}\n")
    assert len(actual) == len(steps) + 1, output
    return [(command, expected, found) for (command, expected), found in zip(steps, actual, strict=False)]


def outputs(block: Block, project: Path, env: dict[str, str]) -> list[str]:
    """Run the commands of a block, one after the other in one shell, and return the output of each."""
    prepare(block, project, env)
    script = f"\necho '{_NEXT}'\n".join(command for command, _ in block.commands)
    return shell(script, project, env)[1].split(f"{_NEXT}\n")


def is_output(expected: str, actual: str) -> bool:
    """Return whether an output is as written."""
    lines = [
        "(?:.*\n)*?" if line.strip() == LEFT_OUT else f"{re.escape(line)}\n"
        for line in expected.rstrip("\n").split("\n")
    ]
    return bool(re.fullmatch("".join(lines), f"{actual.rstrip()}\n"))


def write_outputs(block: Block, actual: list[str]) -> None:
    """Replace the outputs in a block that are others by the actual ones; whoever commits them leaves lines out."""
    assert "PYTEST_XDIST_WORKER" not in os.environ, "update the examples in one process: WORKERS=0"
    text = block.page.read_text(encoding="utf-8")
    new = [
        ("" if "output of" in block.directives else f"$ {command}\n")
        + (expected if is_output(expected, output) else f"{output.rstrip()}\n" if output.strip() else "")
        for (command, expected), output in zip(block.commands, actual, strict=True)
    ]
    assert text.count(block.text) == 1, f"two blocks are the same as {block.name}"
    block.page.write_text(text.replace(block.text, "".join(new)), encoding="utf-8")
