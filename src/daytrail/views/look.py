"""The owner's choice of colours and fonts, as a rule of a style sheet."""


def chosen_look(accent: str | None, paper: str | None, font: str | None) -> str:
    """Return the choice as rules of custom properties, from which `look.css` derives the rest."""
    own = ""
    if accent:  # the dark palette has a light shade of it
        body, dark = "body[data-md-color-scheme][data-md-color-primary]", f"color-mix(in srgb,{accent} 45%,#fff)"
        own += f"\n{body}{{--md-typeset-a-color:{accent}}}"
        own += f"\n@media screen{{{body}[data-md-color-scheme=slate]{{--md-typeset-a-color:{dark}}}}}"
    if paper:
        own += f"\n:root{{--dt-own-paper:{paper}}}"
    if font:
        own += f"\n:root{{--dt-text-font:{font},system-ui,sans-serif;--dt-heading-font:var(--dt-text-font)}}"
    return own
