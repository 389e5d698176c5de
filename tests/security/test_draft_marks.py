"""`draft: true` hides an entry in whatever way it is written, or is an error with its location."""

from pathlib import Path

from daytrail.source.docs_pages import read_docs_text
from daytrail.source.load import load
from tests.command import run, write
from tests.for_each import for_each

SECRET = "heronmorse"
PROJECT = {"mkdocs.yml": "site_name: x\n", "curriculum.yaml": "title: Tides\n"}

HIDDEN = {
    "another value": "---\ndraft: yes\n---\n\n",
    "a capital": "---\nDraft: true\n---\n\n",
    "capitals": "---\ndraft: TRUE\n---\n\n",
    "a space before the colon": "---\ndraft : true\n---\n\n",
    "quotes": '---\ndraft: "true"\n---\n\n',
    "a comment behind it": "---\ndraft: true # until May\n---\n\n",
    "a tab": "---\ndraft:\ttrue\n---\n\n",
    "no value": "---\ndraft:\n---\n\n",
    "no space": "---\ndraft:true\n---\n\n",
    "an equals sign": "---\ndraft = true\n---\n\n",
    "a letter too few": "---\ndraf: true\n---\n\n",
    "a Cyrillic letter": "---\ndr\u0430ft: true\n---\n\n",
    "a zero-width space in the key": "---\ndraft\u200b: true\n---\n\n",
    "a zero-width space in the value": "---\ndraft: true\u200b\n---\n\n",
    "private": "---\nprivate: true\n---\n\n",
    "inside of another key": "---\nmeta:\n  draft: true\n---\n\n",
    "inside of a text": "---\ntitle: |\n  x\n  draft: true\n---\n\n",
    "in brackets": "---\n{draft: true}\n---\n\n",
    "in a list": "---\n- draft: true\n---\n\n",
    "dots at the end": "---\ndraft: true\n...\n\n",
    "no end": "---\ndraft: true\n\n",
    "four dashes at the end": "---\ndraft: true\n----\n\n",
    "indented": "  ---\n  draft: true\n  ---\n\n",
    "indented with tabs": "---\n\tdraft: true\n---\n\n",
    "a fixed space above": "\u00a0---\ndraft: true\n---\n\n",
    "four dashes": "----\ndraft: true\n----\n\n",
    "two dashes": "--\ndraft: true\n--\n\n",
    "a long dash": "\u2014-\ndraft: true\n\u2014-\n\n",
    "private in long dashes": "\u2014-\nprivate: true\n\u2014-\n\n",
    "a long dash below a title": "\u2014-\ntitle: x\ndraft: true\n\u2014\n\n",
    "a long dash at the end": "---\ndraft: true\n\u2014-\n\n",
    "dashes apart": "- - -\ndraft: true\n- - -\n\n",
    "a zero-width space above": "\u200b---\ndraft: true\n---\n\n",
    "a byte order mark": "\ufeff---\ndraft: true\n---\n\n",
    "a byte order mark in the second line": "\n\ufeff---\ndraft: true\n---\n\n",
    "a comment behind the dashes": "--- # mine\ndraft: true\n---\n\n",
    "the name of the language": "---yaml\ndraft: true\n---\n\n",
    "text above": "A line.\n---\ndraft: true\n---\n\n",
    "a comment above": "<!-- mine -->\n---\ndraft: true\n---\n\n",
    "a heading above": "# Today\n\n---\ndraft: true\n---\n\n",
    "another front matter above": "---\ntitle: x\n---\n\n---\ndraft: true\n---\n\n",
    "below the front matter": "---\ntitle: x\n---\ndraft: true\n\n",
    "at the end": "---\ntitle: x\n---\n\nText.\n\ndraft: true\n\n",
    "no opening": "draft: true\n---\n\n",
    "no dashes": "draft: true\n\n",
    "on two lines": "draft:\n  true\n---\n\n",
    "misspelt without dashes": "drfat: true\n\n",
    "TOML": "+++\ndate = 2026-01-12\ndraft = true\n+++\n\n",
    "JSON": '{\n  "title": "x",\n  "draft": true\n}\n\n',
    "JSON in a line": '{"title": "x", "draft": true}\n\n',
    "JSON of Hugo": ';;;\n{"draft": true}\n;;;\n\n',
    "a list": "- draft: true\n\n",
    "a quotation": "> ---\n> draft: true\n> ---\n\n",
    "bold": "**Draft:** true\n\n",
    "a comment": "<!-- draft: true -->\n\n",
    "a comment of one word": "<!-- draft -->\n\n",
    "a comment of several keys": "<!-- title: x, draft: true -->\n\n",
    "a comment of several lines": "<!--\ndraft: true\n-->\n\n",
    "a comment of Markdown": "[//]: # (draft: true)\n\n",
    "a comment of Obsidian": "%% draft: true %%\n\n",
    "a code block at the top": "```yaml\n---\ndraft: true\n---\n```\n\n",
    "a code block that is indented": "    ---\n    draft: true\n    ---\n\n",
    "line ends of Windows": "----\r\ndraft: true\r\n----\r\n\r\n",
}


@for_each(HIDDEN)
def test_a_draft_is_hidden_however_it_is_marked(name: str, tmp_path: Path) -> None:
    """Nothing of the entry is in the journal; if the mark is not understood, `check` locates an error in the file."""
    root = write(tmp_path, PROJECT)
    path = root / "entries/2026-01-12.md"
    path.parent.mkdir()
    path.write_bytes(f"{HIDDEN[name]}{SECRET}\n".encode())
    assert SECRET not in repr(load(root).journal)
    checked = run(root, "check")
    assert checked.status == 0 or "entries/2026-01-12.md:" in checked.out
    assert "Traceback" not in checked.out + checked.err


@for_each(["later.MD", "later.md~", "#later.md#", "later.md.bak", "later.txt"])
def test_a_draft_with_another_name_is_an_error(name: str, tmp_path: Path) -> None:
    """MkDocs would publish the file as it is, since it takes it for no page."""
    for mark in ("---\ndraft: true\n---", "\u2014-\nprivate: true\n\u2014-"):
        checked = run(write(tmp_path, {**PROJECT, f"docs/{name}": f"{mark}\n\n{SECRET}\n"}), "check")
        assert f"docs/{name}:1:1: error: this file is a draft" in checked.out
        assert checked.status == 1


@for_each(["draft: *x", "x: &x {draft: true}\n<<: *x", '"\\u0064raft": true', "draft", "draft: false\ndraft: true"])
def test_a_docs_page_is_hidden_by_any_yaml_that_says_draft(front: str, tmp_path: Path) -> None:
    """A docs page with an alias, an escape or no value is a draft; it answers no milestone."""
    page = f"---\nmilestone: roof\n{front}\n---\n\n# {SECRET}\n"
    root = write(tmp_path, {**PROJECT, "docs/later.md": page})
    assert SECRET not in repr(load(root).journal)
    assert read_docs_text(page, "docs/later.md").draft


FRONT = {
    "TOML": ("+++\ntitle = 'x'\n+++\n", 1),
    "four dashes": ("----\ntitle: x\n----\n", 1),
    "a code block": ("```yaml\ntitle: x\n```\n", 1),
    "JSON": ('\n{\n"title": "x"\n}\n', 2),
    "a comment": ("<!--\ntags: [a]\n-->\n", 1),
    "a second one": ("---\nday: 1\n---\n\n---\ntitle: x\n---\n", 5),
}


@for_each(FRONT)
def test_what_looks_like_front_matter_is_an_error(name: str, tmp_path: Path) -> None:
    """Front matter of another kind at the top of the text is an error, since its keys have no effect."""
    text, line = FRONT[name]
    root = write(tmp_path, {**PROJECT, "entries/2026-01-12.md": f"{text}\nText.\n"})
    checked = run(root, "check")
    assert f"entries/2026-01-12.md:{line}:1: error: this looks like front matter" in checked.out
    assert checked.status == 1


PUBLISHED = {
    "a line above the text": "---\nday: 1\n---\n\n---\n\nNote: it rained.\n",
    "stars above the text": "***\nDone: all of it.\n",
    "an example": "Text.\n\n```yaml\n---\ndraft: true\n---\n```\n",
    "an example at the top": "---\nday: 1\n---\n\n```yaml\ndraft: true\n```\n",
    "a sentence": "Draft: yes, I wrote one.\n",
    "a table": "| `draft` | `true` |\n|---|---|\n",
    "a task": "- [ ] set draft: true in the settings\n",
    "code": "```cpp\nconst bool draft = true;\n```\n",
    "a variable": "    x = true\n",
    "not a draft": "---\ndraft: false\n---\n\nText.\n",
    "a comment in front matter": "---\n# draft: true\ntitle: x\n---\n\nText.\n",
}


@for_each(PUBLISHED)
def test_other_texts_are_published(name: str, tmp_path: Path) -> None:
    """An example in a code block, a sentence and a line above the text are no mark of a draft."""
    root = write(tmp_path, {**PROJECT, "entries/2026-01-12.md": PUBLISHED[name]})
    assert run(root, "check").out == ""
    assert len(load(root).journal.entries) == 1
