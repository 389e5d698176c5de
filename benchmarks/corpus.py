"""Logs of any length with days as people write them, around the repository's own pages and plan."""

import random
import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from itertools import accumulate, cycle
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parent.parent
LAST = date(2026, 5, 31)
TODAY = LAST + timedelta(days=1)
"""The day of the builds, which is the day of a new entry as well."""

_FREQUENT = """
the of to a in is it that and for with on as by at from but not so when because until while after before than then here
there again once more less memory bandwidth kernel attention gradient batch token cache page tile warp thread matrix
tensor shard pipeline stage loss router expert quantile scale profile trace stall latency throughput register shared
global vector scalar loop fusion graph node edge lower upper bound estimate measure compare halve double explain sketch
derive rewrite forget remember expect doubt check repeat slow fast wide narrow small large first second last other same
whole half early late clear odd plain
"""
_WORDS = 30_000
"""Words in all, most of them invented: as many as people use within some years."""
_STARTS = (
    "b",
    "c",
    "d",
    "f",
    "g",
    "k",
    "l",
    "m",
    "n",
    "p",
    "r",
    "s",
    "t",
    "v",
    "br",
    "ch",
    "gr",
    "pl",
    "sh",
    "st",
    "th",
)
_ENDS = ("", "", "d", "k", "l", "m", "n", "r", "s", "t", "x", "nd", "ng", "nt", "st")
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


_PART = re.compile(r"^  - file: (curriculum/.*\.yaml)\n", re.MULTILINE)
_RATES = {
    "table": 0.04,
    "code": 0.11,
    "formula": 0.15,
    "tasks": 0.24,
    "list": 0.4,
    "link": 0.12,
    "link of the plan": 0.08,
}
"""The share of entries, or of paragraphs for links, that have these, as in the demo."""
_TABLE = "| {} | {} | {} |\n|---|---:|---:|\n" + "| {} | {} | {} |\n" * 3
_FORMULAS = (
    r"$O(n^2 d)$",
    r"$\frac{a}{b + c}$",
    "$$\n\\sum_{i=1}^{n} x_i^2 \\le \\lVert x \\rVert_1^2\n$$",
    r"$p(x \mid y)$",
)


@cache
def _vocabulary() -> tuple[list[str], list[float]]:
    """Return words and the sums of their frequencies: those of Zipf's law in the form of Mandelbrot."""
    chance = random.Random(1)
    words = dict.fromkeys(_FREQUENT.split())
    while len(words) < _WORDS:
        syllables = range(chance.choices((1, 2, 3, 4), (2, 5, 3, 1))[0])
        word = "".join(chance.choice(_STARTS) + chance.choice("aeiou") for _ in syllables) + chance.choice(_ENDS)
        words.setdefault(f"{word}-{chance.randint(1, 9)}" if chance.random() < 0.02 else word)
    return list(words), [*accumulate((rank + 2.7) ** -1.2 for rank in range(len(words)))]


def write(root: Path, size: int, weeks: int = 52) -> Path:
    """Write a project with so many entries, the last one on the day before TODAY, and return its folder.

    Args:
        root: The new folder.
        size: How many entries.
        weeks: How many weeks the plan has at least. Behind its own 52 they are the same again.
    """
    root.mkdir(parents=True)
    for name in ("mkdocs.yml", "macros.py", "curriculum.yaml", "reading.yaml"):
        shutil.copy(ROOT / name, root)
    for name in ("docs", "curriculum"):
        shutil.copytree(ROOT / name, root / name)
    _lengthen(root, weeks)
    (root / ".gitignore").write_text("/site/\n/.cache/\n", encoding="utf-8")
    items = list(_items(root))
    urls = [url for _, url in items if url]
    for number in range(size):
        day = LAST - timedelta(days=size - 1 - number)
        done = items.pop(0)[0] if items and number % 3 == 0 else None
        path = root / where(day)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(entry(day, done=done, urls=urls), encoding="utf-8")
    return root


def where(day: date) -> str:
    """The path of a day's entry in a project."""
    return f"entries/{day.year}/{day}.md"


def entry(day: date, *, done: str | None = None, urls: Sequence[str] = (), salt: str = "") -> str:
    """Return a day's text, of 260 words on average, with what the demo's entries have, as often as they have it.

    Args:
        day: The date, which decides on the words.
        done: The address of an item of the plan that the entry ticks.
        urls: URLs of the plan's readings, which some links lead to.
        salt: Makes another text for the same day.
    """
    chance = random.Random(f"{day}{salt}")
    front = [f"title: {_words(chance, 5).capitalize()}", f"tags: [{', '.join(chance.sample(_TAGS, 2))}]"]
    front.append(f"hours: {chance.choice((0.5, 1, 1.5, 2, 3))}")
    if done:
        front.append(f"done: [{done}]")
    body = [_paragraph(chance, day, urls)]
    for heading in ("What I read", "What I built", "What is open")[: chance.randint(1, 3)]:
        body += [f"## {heading}", _paragraph(chance, day, urls), _paragraph(chance, day, urls)]
        body += [_listed(chance, "- ")] if _occurs(chance, "list") else []
    if _occurs(chance, "formula"):
        body.append(f"{_sentence(chance)}\n{chance.choice(_FORMULAS)}")
    if _occurs(chance, "table"):
        body.append(_TABLE.format(*(_words(chance, 1) for _ in range(12))))
    if _occurs(chance, "tasks"):
        body.append(_listed(chance, "- [ ] ") + "\n" + _listed(chance, "- [x] "))
    if _occurs(chance, "code"):
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


def _lengthen(root: Path, weeks: int) -> None:
    """Add parts to the plan of a project until it has so many weeks; each repeats one of the first."""
    path = root / "curriculum.yaml"
    text = path.read_text(encoding="utf-8")
    parts = [yaml.safe_load((root / name).read_text(encoding="utf-8")) for name in _PART.findall(text)]
    last, added = sum(len(part["weeks"]) for part in parts), []
    for number, part in enumerate(cycle(parts)):
        if last >= weeks:
            break
        again = [{**week, "week": last + place} for place, week in enumerate(part["weeks"], start=1)]
        last += len(again)
        added.append(name := f"curriculum/part-{number}.yaml")
        more = {"id": f"part-{number}", "title": f"{part['title']} {number}", "weeks": again}
        (root / name).write_text(yaml.safe_dump(more, allow_unicode=True, sort_keys=False), encoding="utf-8")
    *_, end = _PART.finditer(text)
    rows = "".join(f"  - file: {name}\n" for name in added)
    path.write_text(text[: end.end()] + rows + text[end.end() :], encoding="utf-8")


def _items(root: Path) -> Iterator[tuple[str, str | None]]:
    """Yield the addresses of the plan's items, with their URLs."""
    for file in sorted((root / "curriculum").glob("*.yaml")):
        for week in yaml.safe_load(file.read_text(encoding="utf-8"))["weeks"]:
            for item in [*week.get("reading", ()), *week.get("practice", ())]:
                yield f"w{week['week']:02d}/{item['id']}", item.get("url")


def _occurs(chance: random.Random, what: str) -> bool:
    return chance.random() < _RATES[what]


def _words(chance: random.Random, count: int) -> str:
    words, sums = _vocabulary()
    return " ".join(chance.choices(words, cum_weights=sums, k=count))


def _sentence(chance: random.Random) -> str:
    """Return a sentence of 3 to 45 words, whose lengths are spread as those of prose are."""
    return f"{_words(chance, min(45, max(3, round(chance.lognormvariate(2.7, 0.5))))).capitalize()}."


def _paragraph(chance: random.Random, day: date, urls: Sequence[str]) -> str:
    sentences = [_sentence(chance) for _ in range(chance.randint(1, 4))]
    if _occurs(chance, "link"):
        sentences.append(f"See [{_words(chance, 3)}](https://example.org/{day}/{chance.randint(1, 99)}).")
    if urls and _occurs(chance, "link of the plan"):
        sentences.append(f"More in {chance.choice(urls)} and `{_words(chance, 1)}`.")
    return " ".join(sentences)


def _listed(chance: random.Random, mark: str) -> str:
    return "\n".join(f"{mark}{_words(chance, chance.randint(4, 9))}" for _ in range(chance.randint(2, 4)))
