"""What a page contains: metadata and text of generated pages, and what is added to pages of `docs/`."""

import re
from dataclasses import replace
from html import escape, unescape

from markupsafe import Markup
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page as MkDocsPage
from mkdocs.structure.toc import AnchorLink, TableOfContents
from mkdocs.utils.templates import TemplateContext

from daytrail.site.build import Build
from daytrail.site.macros import (
    MACRO_HTML,
    address_of_url,
    insert_macro_html,
    is_template,
    metadata_of_overview,
)
from daytrail.site.mkdocs_files import parent_in_navigation
from daytrail.site.public_files import refuse_markers
from daytrail.site.static_files import FORMULA_FONT
from daytrail.views import words
from daytrail.views.body import with_players, with_sizes
from daytrail.views.footer import footer
from daytrail.views.links import Links, anchors_in
from daytrail.views.metadata import head, preload
from daytrail.views.not_found import not_found
from daytrail.views.page import Page
from daytrail.views.render import TITLE_ANCHOR
from daytrail.views.titles import plain_title
from daytrail.views.translation import gettext as _
from daytrail.views.translation import marked


def set_metadata(build: Build, markdown: str, page: MkDocsPage, config: MkDocsConfig, nav: Navigation) -> None:
    """Give a page its metadata before any plugin looks at it."""
    if (author := build.publication.author) and not config.site_author:
        page.meta.setdefault("author", escape(author.name))  # Material does not escape it
    uri = page.file.src_uri
    if generated := build.page(uri):
        _describe(build, generated, page, config)
    elif is_template(page.meta, markdown):
        page.meta["render_macros"] = True
        for key, value in metadata_of_overview(markdown).items():
            page.meta.setdefault(key, value)
        if config.nav is None and not re.search(r"^#\s", markdown, re.MULTILINE) and uri in words.main_titles():
            page.meta.setdefault("title", words.main_titles()[uri])  # else MkDocs has the name of the file
    crumbs = generated.crumbs if generated else build.review_crumbs(uri) if uri in build.reviews else ()
    # The theme shows its tab as active.
    page.parent = page.parent or parent_in_navigation(crumbs, page.url, nav)


def _describe(build: Build, generated: Page, page: MkDocsPage, config: MkDocsConfig) -> None:
    # Material does not escape them, and takes the name of the site for the title of the home page.
    if generated.address:
        page.meta["title"] = escape(plain_title(generated.title))
    elif "title" not in vars(page):  # which the navigation gives it
        page.title = escape(plain_title(generated.title))
    text = generated.description if generated.address else config.site_description or ""
    page.meta["description"] = escape(plain_title(_description(build, generated.title, text)))
    page.meta["render_macros"] = False
    if generated.written and page.edit_url:
        page.edit_url += f"#L{generated.written.line}"
    if generated.is_wide:
        page.meta["hide"] = ["navigation", "toc"]
    if generated.is_list:
        page.meta["search"] = {"exclude": True}


def restored_text(build: Build, markdown: str, page: MkDocsPage) -> str:
    """Undo what plugins made of an entry's text: it is data, and `{{ … }}` in it means itself."""
    uri = page.file.src_uri
    is_drawn = uri in build.subjects or uri in build.reviews or MACRO_HTML in page.meta
    if is_drawn or not page.meta.get("git_revision_date_localized_hash"):
        # What these pages show changes without their files. Without a commit the plugin gives the build's time.
        for key in [key for key in page.meta if key.startswith("git_")]:
            del page.meta[key]
    return content.markdown if (content := build.content(uri)) else markdown


def complete_content(build: Build, html: str, page: MkDocsPage, config: MkDocsConfig) -> str:
    """Return the HTML of a page with what is around its text, and with what macros returned."""
    uri = page.file.src_uri
    if content := build.content(uri):
        ids = anchors_in(content.above) | anchors_in(content.below)
        # The theme's skip link leads to the first heading of the table of contents.
        title = AnchorLink(str(page.title), TITLE_ANCHOR, level=1)
        title.children = list(page.toc)
        page.toc = TableOfContents([title])
        html = with_sizes(with_players(html), page.url, build.image_sizes(uri))
        html = str(marked(f"{content.above}\n{html}\n{content.below}".strip()))
    else:
        refuse_markers(html, uri)
        if frame := build.review_frame(uri):
            html = f"{frame.above}{html}{frame.below}"
            for title in page.toc:  # one, as in all reviews
                title.children += [AnchorLink(name, anchor, level=2) for name, anchor in frame.headings]
        if not page.meta.get("description"):
            page.meta["description"] = escape(_docs_description(build, page, html, config))
        html, ids = insert_macro_html(html, page.meta.pop(MACRO_HTML, ()))
    page.present_anchor_ids = (page.present_anchor_ids or set()) | ids
    return html


def _description(build: Build, title: str, *texts: str) -> str:
    """Return the beginning of the first text that is not empty, as the description of a page."""
    name = _("%(title)s, a page of %(site)s", title=title, site=build.publication.title)
    return words.beginning(next(filter(None, texts), name), words.DESCRIPTION)


def _docs_description(build: Build, page: MkDocsPage, html: str, config: MkDocsConfig) -> str:
    """Return the description of a docs page that has none: its first paragraph, else one by its title."""
    if not address_of_url(page.url) and config.site_description:
        return str(config.site_description)
    # A paragraph that is only links leads elsewhere.
    found = re.findall(r"<p>(?!(?:<a\b[^<]*</a>[\s·|]*)+</p>)(.*?)</p>", html, re.DOTALL)
    texts = map(Markup.striptags, map(Markup, found))
    paragraphs = (re.sub(r"\s*[:\uff1a]$", "…", text) for text in texts)
    return _description(build, str(page.title), *paragraphs)


def add_footer(build: Build, context: TemplateContext, links: Links) -> None:
    """Give a template the footer of a page."""
    context["daytrail_footer"] = footer(build.footer_of(links.here), links)  # type: ignore[typeddict-unknown-key]  # ours


def add_not_found(build: Build, context: TemplateContext, config: MkDocsConfig, *, has_search: bool) -> None:
    """Give the template for wrong addresses what it shows."""
    root, addresses = f"{context['base_url'].rstrip('/')}/", build.publication.addresses
    links = Links("", not config.use_directory_urls, root, addresses)
    add_footer(build, context, links)
    shown = not_found(replace(build.context, links=links), has_search=has_search)
    here = replace(links, here="404.html")
    tags = head(None, shown.title, shown.description, here, build.publication, build.head_links(""))
    context.update({"daytrail_not_found": shown, "daytrail_head": tags})  # type: ignore[misc]  # as above


def page_links(generated: Page | None, page: MkDocsPage, config: MkDocsConfig) -> Links:
    """Return what makes links on a page."""
    return Links(generated.address if generated else address_of_url(page.url), not config.use_directory_urls)


def finished_page(build: Build, output: str, page: MkDocsPage, config: MkDocsConfig) -> str:
    """Return a page that is described in its head for programs."""
    generated = build.page(page.file.src_uri)
    links = page_links(generated, page, config)
    title = plain_title(generated.title) if generated else str(page.title or config.site_name)
    description = unescape(str(page.meta.get("description") or ""))
    tags = head(generated, title, description, links, build.publication, build.head_links(links.here))
    if "<math" in output:
        tags += preload(links.file(FORMULA_FONT))
    return output.replace("</head>", f"{tags}</head>", 1)
