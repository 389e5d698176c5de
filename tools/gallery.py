"""Pictures of the gallery in the manual: the home pages of the journals in tests/gallery/.

    python -m tools.gallery

That of the demo is made from the picture of the README. Each file there describes a made-up journal: its plan, its
reading list and its days, by date and each as title, tags, hours, items done and text. Playwright draws with the
browser of the tests.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from io import BytesIO
from pathlib import Path
from typing import Any

import yaml
from PIL import Image
from playwright.sync_api import sync_playwright

from tools import browser

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "tests/gallery"
PICTURES = ROOT / "docs/images/gallery"
WIDTH, HEIGHT = 1280, 900
SHOWN = (800, 562)
"""Pixels of the picture of a window of that size."""
MOST_BYTES = 40_000


def write(source: dict[str, Any], folder: Path) -> Path:
    """Write the files of a journal into a folder, and return it."""
    site = {
        "site_name": source["site"],
        "site_description": source["about"],
        "site_url": "https://learner.example/",
        "theme": "material",
        "plugins": [{"daytrail": {"accent": source["accent"]}}],
    }
    files = {
        "mkdocs.yml": _yaml(site),
        "docs/.keep": "",
        **{f"{name}.yaml": _yaml(source[name]) for name in ("curriculum", "reading") if name in source},
    }
    for day, (title, tags, hours, done, text) in source["days"].items():
        metadata = {"title": title, "tags": tags, "hours": hours, **({"done": done} if done else {})}
        files[f"entries/{day:%Y}/{day}.md"] = f"---\n{_yaml(metadata)}---\n\n{text}\n"
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def _yaml(value: object) -> str:
    return yaml.safe_dump(value, allow_unicode=True, sort_keys=False)


def small(picture: bytes) -> bytes:
    """Return a picture of a window as WebP that is small enough for the manual."""
    shown = Image.open(BytesIO(picture)).convert("RGB").crop((0, 0, WIDTH, HEIGHT)).resize(SHOWN)
    for quality in (80, 60, 40, 20):
        out = BytesIO()
        shown.save(out, "WEBP", quality=quality, method=6)
        if out.tell() < MOST_BYTES:
            return out.getvalue()
    raise ValueError("a picture is too large")


def main() -> int:
    """Build all journals and draw their home pages; return 1 if no browser is there."""
    program = browser.find()
    if program is None:
        print(browser.ADVICE, file=sys.stderr)
        return 1
    PICTURES.mkdir(exist_ok=True)
    command = shutil.which("daytrail", path=str(Path(sys.executable).parent))
    with tempfile.TemporaryDirectory(prefix="daytrail-") as temporary, sync_playwright() as play:
        window = play.chromium.launch(executable_path=program).new_page(viewport={"width": WIDTH, "height": HEIGHT})
        for path in sorted(SOURCES.glob("*.yml")):
            source = yaml.safe_load(path.read_text(encoding="utf-8"))
            folder = write(source, Path(temporary, path.stem))
            environment = os.environ | {"DAYTRAIL_TODAY": str(source["today"])}
            subprocess.run([str(command), "build", "--strict"], cwd=folder, env=environment, check=True)
            window.goto((folder / "site/index.html").as_uri())
            window.wait_for_timeout(500)
            window.reload()  # now it has the font
            window.wait_for_timeout(500)
            (PICTURES / f"{path.stem}.webp").write_bytes(small(window.screenshot()))
    demo = ROOT / "docs/images/home.png"
    (PICTURES / "demo.webp").write_bytes(small(demo.read_bytes()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
