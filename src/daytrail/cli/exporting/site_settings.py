"""The `mkdocs.yml` of a Markdown copy of the site: what the owner set, without plugins and extensions."""

import re
from html import unescape
from typing import Any
from urllib.parse import unquote

import yaml

from daytrail.cli.exporting.site_page import source_path
from daytrail.project.config_file import Config
from daytrail.source.yaml.nodes import Node
from daytrail.views.links import ASSET_FOLDER
from daytrail.views.style_sheets import OVERVIEW_STYLES, STYLE

_KEPT = ("site_name", "site_description", "site_author", "site_url", "copyright", "repo_url", "repo_name")
_THEME = ("palette", "features", "language", "direction", "icon", "logo", "favicon", "font")
_EXTRA = ("alternate", "analytics", "consent", "generator", "homepage", "social")
_HEADER = "# Written by `daytrail pages`, as is all below docs/ and overrides/.\n"
TEMPLATE = """\
{% extends "base.html" %}
{% block htmltitle %}
  {% if page and page.meta and page.meta.home %}<title>{{ config.site_name }}</title>{% else %}{{ super() }}{% endif %}
{% endblock %}
{% block extrahead %}
  {{ super() }}
  {% if page and page.meta and page.meta.head %}{{ page.meta.head | safe }}{% endif %}
{% endblock %}
"""
"""Text of `overrides/main.html`, which puts previews and feeds into the heads of pages.

The title of the home page is in it since Zensical knows no home page in a site below `/repo/`."""
_NAVIGATION = re.compile(
    r'<a href="(?P<url>[^"]*)" class="md-nav__link|<span class="md-ellipsis">(?P<title>.*?)</span>'
    r'|(?P<list><nav class="md-nav(?P<headings> md-nav--secondary)?)|(?P<end></nav>)',
    re.DOTALL,
)


def site_settings(config: Config, home: str) -> str:
    """Return the text of mkdocs.yml. The navigation is that of the built site's home page, empty if there is none."""
    settings: dict[str, Any] = {name: _value(node) for name in _KEPT if (node := config.node(name))}
    theme = {name: _value(node) for name in _THEME if (node := config.node("theme", name))}
    # Buttons for editing would lead to the copy.
    theme["features"] = [name for name in theme.get("features") or () if not name.startswith("content.action.")]
    theme.setdefault("favicon", f"{ASSET_FOLDER}favicon.svg")
    if not config.flag("use_directory_urls", default=True):
        settings["use_directory_urls"] = False
    if nav := navigation(home):
        settings |= {"nav": nav, "not_in_nav": "/**"}
    settings["theme"] = {"name": "material", "custom_dir": "overrides", **theme}
    styles, scripts = (_list(config, f"extra_{name}") for name in ("css", "javascript"))
    settings["extra_css"] = [STYLE, *OVERVIEW_STYLES, *styles]
    settings["extra_javascript"] = [*scripts, f"{ASSET_FOLDER}daytrail.js"]
    if extra := {name: _value(node) for name in _EXTRA if (node := config.node("extra", name))}:
        settings["extra"] = extra
    # Without a list, Zensical would use extensions of its own.
    settings |= {"plugins": ["search"], "markdown_extensions": ["attr_list"]}
    return _HEADER + yaml.safe_dump(settings, allow_unicode=True, sort_keys=False, width=120)


def _list(config: Config, name: str) -> list[Any]:
    node = config.node(name)
    return list(_value(node)) if node and node.kind == "list" else []


def _value(node: Node) -> Any:
    """Return the value of a node of mkdocs.yml, of which nothing is executed."""
    if node.kind == "mapping":
        return {str(name): _value(child) for name, child in node.children.items()}
    if node.kind == "list":
        return [_value(child) for child in node.children.values()]
    return None if node.text is None else node.text if node.style else _plain(node.text)


def _plain(text: str) -> bool | int | float | str:
    """Return what YAML reads a text without quotes as, if that is no text."""
    try:
        value = yaml.safe_load(text)
    except yaml.YAMLError:
        return text
    return value if isinstance(value, bool | int | float) else text


def navigation(home: str) -> list[Any]:
    """Return the navigation that the theme shows on the home page, as for `nav`."""
    _, start, rest = home.partition('<nav class="md-nav md-nav--primary')
    nav: list[Any] = []
    lists, path = [nav], ""
    for match in _NAVIGATION.finditer(rest) if start else ():
        if match["url"] is not None:
            path = _target(unescape(match["url"]))
        elif match["title"] is not None:
            title = " ".join(unescape(re.sub(r"<[^>]*>", " ", match["title"])).split())
            lists[-1].append({title: path})
            path = ""
        elif match["list"]:
            children: list[Any] = []
            if lists[-1] and not match["headings"]:
                # A section has a title without a link before its list, or a page of its own.
                ((title, page),) = lists[-1].pop().items()
                children += [page] if page else []
                lists[-1].append({title: children})
            lists.append(children)
        elif len(lists) == 1:
            break
        else:
            lists.pop()
    return _without_empty(nav)


def _without_empty(nav: list[Any]) -> list[Any]:
    """Return a navigation without titles that lead nowhere, such as the one that opens the headings of a page."""
    kept: list[Any] = []
    for item in nav:
        if isinstance(item, str):
            kept.append(item)
            continue
        ((title, target),) = item.items()
        if target:
            kept.append({title: _without_empty(target) if isinstance(target, list) else target})
    return kept


def _target(url: str) -> str:
    return url if re.match(r"\w+:|/", url) else source_path(unquote(url).removeprefix("./").lstrip("."))
