"""Logs of any length with days as people write them, around the repository's own pages and plan."""

import random
import shutil
import subprocess
from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parent.parent
LAST = date(2026, 5, 31)
TODAY = LAST + timedelta(days=1)
"""The day of the builds, which is the day of a new entry as well."""

_WORDS = (
    "memory",
    "bandwidth",
    "kernel",
    "attention",
    "gradient",
    "batch",
    "token",
    "cache",
    "page",
    "tile",
    "warp",
    "thread",
    "matrix",
    "tensor",
    "shard",
    "pipeline",
    "stage",
    "loss",
    "router",
    "expert",
    "quantile",
    "scale",
    "profile",
    "trace",
    "stall",
    "latency",
    "throughput",
    "register",
    "shared",
    "global",
    "vector",
    "scalar",
    "loop",
    "fusion",
    "graph",
    "node",
    "edge",
    "lower",
    "upper",
    "bound",
    "estimate",
    "measure",
    "compare",
    "halve",
    "double",
    "explain",
    "sketch",
    "derive",
    "rewrite",
    "forget",
    "remember",
    "expect",
    "doubt",
    "check",
    "repeat",
    "slow",
    "fast",
    "wide",
    "narrow",
    "small",
    "large",
    "first",
    "second",
    "last",
    "other",
    "same",
    "whole",
    "half",
    "early",
    "late",
    "clear",
    "odd",
    "plain",
    "the",
    "a",
    "of",
    "to",
    "in",
    "that",
    "it",
    "for",
    "with",
    "on",
    "as",
    "by",
    "at",
    "from",
    "but",
    "not",
    "so",
    "when",
    "because",
    "until",
    "while",
    "after",
    "before",
    "than",
    "then",
    "here",
    "there",
    "again",
    "once",
    "more",
    "less",
)
_TAGS = [f"topic-{number}" for number in range(40)]
_CODE = {
    "python": (
        "def step(state, batch):",
        "    loss = model(batch, state.params)",
        "    return loss.mean()  # over tokens",
        "for epoch in range(8):",
        "    state = step(state, load(epoch))",
        "    print(f'{epoch:3d} {state.loss:.4f}')",
    ),
    "bash": (
        "nsys profile -o run1 python train.py",
        "nsys stats run1.nsys-rep | head -20",
        "for n in 1 2 4 8; do ./bench --gpus $n; done",
    ),
    "cuda": (
        "__global__ void add(float *x, int n) {",
        "  int i = blockIdx.x * blockDim.x + threadIdx.x;",
        "  if (i < n) x[i] += 1.0f;",
        "}",
    ),
}


def write(root: Path, size: int) -> Path:
    """Write a project with so many entries, the last one on the day before TODAY, and return its folder."""
    root.mkdir(parents=True)
    for name in ("mkdocs.yml", "macros.py", "curriculum.yaml", "reading.yaml"):
        shutil.copy(ROOT / name, root)
    for name in ("docs", "curriculum"):
        shutil.copytree(ROOT / name, root / name)
    (root / ".gitignore").write_text("/site/\n/.cache/\n", encoding="utf-8")
    items = list(_items(root))
    for number in range(size):
        day = LAST - timedelta(days=size - 1 - number)
        done = items.pop(0) if items and number % 3 == 0 else None
        path = root / where(day)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(entry(day, done=done), encoding="utf-8")
    return root


def where(day: date) -> str:
    """The path of a day's entry in a project."""
    return f"entries/{day.year}/{day}.md"


def entry(day: date, *, done: str | None = None, salt: str = "") -> str:
    """A day's text: 150 to 400 words below headings, with lists, tasks, code and links; the same each time."""
    chance = random.Random(f"{day}{salt}")
    front = [f"title: {_words(chance, 5).capitalize()}", f"tags: [{', '.join(chance.sample(_TAGS, 2))}]"]
    front.append(f"hours: {chance.choice((0.5, 1, 1.5, 2, 3))}")
    if done:
        front.append(f"done: [{done}]")
    front += ["links:", f"  - {{url: 'https://example.org/{day}/a', title: {_words(chance, 4).capitalize()}}}"]
    body = [_paragraph(chance, day)]
    for heading in ("What I read", "What I built", "What is open")[: chance.randint(1, 3)]:
        body += [f"## {heading}", _paragraph(chance, day), _listed(chance, "- "), _paragraph(chance, day)]
    body.append(_listed(chance, "- [ ] ") + "\n" + _listed(chance, "- [x] "))
    language = chance.choice(sorted(_CODE))
    code = _CODE[language]
    body.append("\n".join((f"```{language}", *code[: chance.randint(3, len(code))], "```")))
    return "---\n{}\n---\n\n{}\n".format("\n".join(front), "\n\n".join(body))


def commit(root: Path, folder: str = "entries") -> None:
    """Make a repository of a project: one commit of its pages, then one for each day, as a log comes to be.

    Args:
        root: The project.
        folder: Where its entries are.
    """

    def run(*arguments: str, given: bytes | None = None) -> None:
        subprocess.run(["git", "-C", str(root), *arguments], input=given, check=True, stdout=subprocess.DEVNULL)

    def stream() -> Iterator[bytes]:
        others = [path for path in sorted(root.rglob("*")) if path.is_file() and ".git" not in path.parts]
        entries = [path for path in others if path.is_relative_to(root / folder)]
        steps = [(LAST - timedelta(days=len(entries)), [path for path in others if path not in set(entries)])]
        steps += [(date.fromisoformat(path.stem[:10]), [path]) for path in entries]
        for day, paths in steps:
            seconds = int(datetime.combine(day, time(20), UTC).timestamp())
            yield f"commit refs/heads/main\ncommitter Learner <learner@example.org> {seconds} +0000\n".encode()
            yield b"data 4\nNote\n"
            for path in paths:
                content = path.read_bytes()
                yield f"M 644 inline {path.relative_to(root).as_posix()}\ndata {len(content)}\n".encode()
                yield content + b"\n"

    run("init", "--quiet", "--initial-branch=main")
    run("fast-import", "--quiet", given=b"".join(stream()))
    run("reset", "--quiet", "--mixed")


def _items(root: Path) -> Iterator[str]:
    """Yield the addresses of the plan's items."""
    for file in sorted((root / "curriculum").glob("*.yaml")):
        for week in yaml.safe_load(file.read_text(encoding="utf-8"))["weeks"]:
            for item in [*week.get("reading", ()), *week.get("practice", ())]:
                yield f"w{week['week']:02d}/{item['id']}"


def _words(chance: random.Random, count: int) -> str:
    return " ".join(chance.choices(_WORDS, k=count))


def _paragraph(chance: random.Random, day: date) -> str:
    first = _words(chance, chance.randint(6, 14)).capitalize()
    link = f"[{_words(chance, 3)}](https://example.org/{day}/{chance.randint(1, 99)})"
    rest = f"{_words(chance, chance.randint(4, 12))}, `{_words(chance, 1)}`."
    return f"{first}. {_words(chance, 5).capitalize()} {link if chance.random() < 0.4 else 'it'} {rest}"


def _listed(chance: random.Random, mark: str) -> str:
    return "\n".join(f"{mark}{_words(chance, chance.randint(4, 9))}" for _ in range(chance.randint(2, 4)))
