"""Journals of hostile words: HTML, Jinja, Markdown, Mermaid, names that file systems refuse, and other hosts."""

import json
from collections.abc import Mapping
from pathlib import Path

WORDS: Mapping[str, str] = {
    "script": "<script>alert(1)</script>",
    "closing": "</title></h1></a><img src=x onerror=alert(2)>",
    "comment": "<!-- gone? --> --> <![CDATA[ x ]]>",
    "quotes": 'a "b" \'c\' " onfocus=alert(3) autofocus x="',
    "link": "a](x) [b](javascript:alert(4)) ![c](d) <https://example.org>",
    "table": "| a | b |--| `c` ``d`` \\| e",
    "markdown": "# *a* **b** _c_ ~~d~~ - [ ] e {.f} 1. g",
    "entity": "&lt;b&gt; &amp;amp; &#60;i&#62; &copy",
    "jinja": "{{ 7919*6007 }} {% raw %} {# gone #} {{ page.title }}",
    "secret": "${{ secrets.TOKEN }} {{ git_revision_date_localized }} {%",
    "braces": "{{0}} \\frac{{a}}{b} {a{b}} }}",
    "mermaid": 'end ]:::done --> x["y"] "; click t0 callback "z" %% subgraph',
    "entities": "#quot; #35; #lt;b#gt; t0 o--o x",
    "rtl": "مرحبا بالعالم שלום",
    "emoji": "🦀 👩‍💻 🇪🇺 #️⃣",
    "long": " ".join(["longword"] * 32) + " " + "unbroken" * 20,
    "path": "../../../../tmp/escaped",
    "absolute": "/etc/passwd",
    "windows": "..\\..\\con.md",
    "dots": "..",
    "address": "?a=b&c#d%2e%2e/",
    "image": "<img src='//evil.example/image.png' onerror='canary(6)'> ![a](///evil.example/b.png)",
    "directive": "%%{init: {'themeCSS': '*{background:url(//evil.example/c.png)}'}}%%",
    "shape": 'x"]@{ img: "https://evil.example/d.png" } style t0 fill:url(//evil.example/e.svg)',
}
"""Texts that must be shown as written, in any field; in a field that holds Markdown, as Markdown."""

BODY = (
    "{{ 7919*6007 }}",
    "{% raw %}",
    '{% include "mkdocs.yml" %}',
    "{# a remark #}",
    "${{ secrets.TOKEN }}",
    "a stray {% here",
    "{{ git_revision_date_localized }}",
    "{{ macros_info() }}",
    "int grid[2][2] = {{0}};",
    "a set {{x}} of sets",
    "<script>alert(5)</script>",
    "x < y && z > w",
)
"""Paragraphs of the bodies."""

EXECUTED = str(7919 * 6007)
"""The text on the site if a template were executed."""

STEMS = ("2026-02-01-C#", "2026-02-01-c", "2026-02-01-100% (x)", "2026-02-01-🦀", "2026-02-01-дом", "2026-02-01-..")
"""File names that must get different URLs."""


def journal() -> dict[str, str | bytes]:
    """Return the files: each hostile text is in an entry, as a tag, an item, a topic and more."""
    files: dict[str, str | bytes] = {"curriculum.yaml": json.dumps(_plan(), ensure_ascii=False, indent=1)}
    for number, (name, words) in enumerate(WORDS.items(), start=1):
        front = {
            "day": str(number),
            "series": name if name in ("script", "closing", "jinja") else "plain",
            "title": words,
            "description": words,
            "tags": [words, "plain"],
            "links": [
                {"url": f"https://example.org/{name}", "title": words, "note": words},
                f"https://example.org/read/{name}",
            ],
            "done": [f"w01/{name}"],
            "touched": [f"w01/again-{name}", "w02", f"topic-{name}"],
        }
        files[f"entries/2026/2026-01-{number:02d}.md"] = _entry(front, "\n\n".join(BODY))
    files["entries/2026/2026-01-30.md"] = "Note: this line is text\ntemplate: so is this\n\nAnd the rest.\n"
    files["entries/2026/2026-01-31.md"] = _entry(
        {"tags": ["plain"]}, "---\ntemplate: nothing.html\ntitle: no metadata\n---\n\nThe rest."
    )
    files["reading.yaml"] = json.dumps(_list(), ensure_ascii=False, indent=1)
    files |= {f"entries/{stem}.md": f"Text of {stem}\n" for stem in STEMS}
    return files


def _entry(front: Mapping[str, object], body: str) -> str:
    lines = [f"{key}: {json.dumps(value, ensure_ascii=False)}" for key, value in front.items()]
    return "---\n{}\n---\n\n{}\n".format("\n".join(lines), body)


def _plan() -> dict[str, object]:
    return {
        "title": WORDS["script"],
        "start": "2026-01-05",
        "series": [
            {"id": "plain", "title": "Plain"},
            *({"id": name, "title": WORDS[name], "was": [WORDS[name]]} for name in ("script", "jinja")),
            {"id": "closing", "title": WORDS["closing"], "counts_down_to": "2026-05-12"},
        ],
        "parts": [
            {
                "id": f"part-{name}",
                "title": words,
                "goal": words,
                "weeks": [{"week": str(number), "title": words, "goal": words, **(_items() if number == 1 else {})}],
            }
            for number, (name, words) in enumerate(WORDS.items(), start=1)
        ],
        "milestones": [{"id": name, "weeks": ["1"], "title": words, "text": words} for name, words in WORDS.items()],
        "topics": [
            {
                "id": f"topic-{name}",
                "title": words,
                "weeks": [str(number)],
                "needs": [f"topic-{before}"] if before else [],
            }
            for number, (before, (name, words)) in enumerate(zip([None, *WORDS], WORDS.items(), strict=False), start=1)
        ],
    }


def _list() -> dict[str, object]:
    return {
        "categories": [
            {
                "id": name,
                "title": words,
                "items": [
                    {
                        "title": words,
                        "url": f"https://example.org/{name}",
                        "author": words,
                        "why": words,
                        "notes": [{"text": words, "notes": [words]}],
                    }
                ],
            }
            for name, words in WORDS.items()
        ]
    }


def _items() -> dict[str, object]:
    return {
        "concepts": [{"id": name, "text": words, "note": words} for name, words in WORDS.items()],
        "reading": [
            {
                "id": f"again-{name}",
                "title": words,
                "text": words,
                "author": words,
                "section": words,
                "url": f"https://example.org/read/{name}",
            }
            for name, words in WORDS.items()
        ],
    }


_PAYLOADS = Path(__file__).parent / "payloads"
_URL = "https://evil.example/$N"
_IMAGE = f"<img src='{_URL}' onerror='canary($N)'>"
_PER_ENTRY = 20


def _blocks(name: str) -> list[str]:
    blocks = (_PAYLOADS / name).read_text(encoding="utf-8").removesuffix("\n").split("\n\n=====\n\n")
    return [block.replace("$IMAGE", _IMAGE).replace("$URL", _URL) for block in blocks]


URLS = (_PAYLOADS / "urls.txt").read_text(encoding="utf-8").splitlines()
"""URLs that would lead to another host, as in an attribute of HTML. `$N` is a number, here and below."""
_FORMS = ('<img src="{}" alt="">', "![a]({})", "![a](<{}>)", '<a href="{}">a</a>')
MARKUP = [form.replace("{}", url) for form in _FORMS for url in URLS] + _blocks("markup.txt")
DIAGRAMS = [f"```mermaid\n{source}\n```" for source in _blocks("diagrams.txt")]
"""Texts that would load something from another host, or run a script, if they came through."""


def attacks() -> dict[str, str | bytes]:
    """Return the files of a journal with all payloads, in entries and in texts of the plan and the reading list.

    The names of entries end with the kind of the payloads and a number.
    """
    files: dict[str, str | bytes] = {}
    for kind, payloads in (("markup", MARKUP), ("diagrams", DIAGRAMS)):
        for start in range(0, len(payloads), _PER_ENTRY):
            numbered = enumerate(payloads[start : start + _PER_ENTRY], start)
            body = "\n\n".join(payload.replace("$N", str(number)) for number, payload in numbered)
            files[f"entries/2026/2026-02-10-{kind}-{start}.md"] = f"{body}\n"
    numbered = enumerate(MARKUP + _blocks("diagrams.txt"))
    texts = [payload.replace("$N", str(number)) for number, payload in numbered]
    items = [{"id": f"attack-{number}", "title": "Attack", "text": text} for number, text in enumerate(texts)]
    attacked = {
        "title": texts[0],
        "about": texts[1],
        "to_read": [{"title": "Attacks", "url": "https://example.org/attacks", "why": texts[0], "notes": texts}],
    }
    files["entries/2026/2026-02-11.md"] = "Read https://example.org/attacks, which has a page of its own.\n"
    files["reading.yaml"] = json.dumps(_list() | attacked, ensure_ascii=False)
    plan = _plan()
    week = {"week": "90", "title": "Attacks", "practice": items}
    assert isinstance(plan["parts"], list)
    plan["parts"].append({"id": "attacks", "title": "Attacks", "weeks": [week]})
    files["curriculum.yaml"] = json.dumps(plan, ensure_ascii=False)
    return files
