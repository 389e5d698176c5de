"""Downloader for the one file of an npm package that browsers need, checked against package-lock.json.

    python tools/vendor.py mermaid axe-core

`npm install` would also install about a hundred dependencies; `npm pack` downloads only the package's tarball.
The tarball is used only if its SHA-512 is the one in package-lock.json.
"""

import argparse
import base64
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VERSION_FILE = "VERSION"
"""File next to a vendored one with the name, the version and the hash of the tarball that it came from."""


@dataclass(frozen=True, slots=True)
class Package:
    """A package to download."""

    file: str
    """The file that is needed, by its path in the package."""
    without: str
    """Feature that needs it."""
    folder: str = "build/vendor"
    """Folder for it, which has a folder with its name."""


PACKAGES = {
    "mermaid": Package("dist/mermaid.min.js", "diagrams are shown as text", "src/daytrail/assets"),
    "@fontsource/stix-two-math": Package(
        "files/stix-two-math-latin-400-normal.woff2", "tools/math_font.py cannot make the fonts for formulas"
    ),
    "axe-core": Package("axe.min.js", "the accessibility of the pages cannot be tested"),
    "vnu-jar": Package("build/dist/vnu.jar", "the HTML of the pages cannot be tested"),
}


class TamperedError(Exception):
    """A tarball is not the one in package-lock.json, or lacks a file."""


class UnreachableError(Exception):
    """The package cannot be downloaded: there is no npm, or npm cannot reach a registry."""


def locked(name: str, root: Path) -> tuple[str, str]:
    """Return the version and the integrity (`sha512-…`) of a package in package-lock.json."""
    lock = json.loads((root / "package-lock.json").read_text(encoding="utf-8"))
    package = lock["packages"][f"node_modules/{name}"]
    return package["version"], package["integrity"]


def pack(name: str, version: str, folder: Path) -> Path:
    """Download the tarball of a package with npm into an empty folder.

    Raises:
        UnreachableError: npm is missing or fails.
    """
    npm = shutil.which("npm")
    if npm is None:
        raise UnreachableError("npm is missing")
    # By its defaults npm would wait for more than a minute where there is no network.
    retries = ["--fetch-retries=2", "--fetch-retry-mintimeout=1000", "--fetch-retry-maxtimeout=3000"]
    command = [npm, "pack", f"{name}@{version}", "--loglevel=error", "--ignore-scripts", *retries]
    result = subprocess.run(command, cwd=folder, capture_output=True, encoding="utf-8", check=False)
    tarballs = list(folder.glob("*.tgz"))
    if result.returncode or len(tarballs) != 1:
        lines = result.stderr.strip().splitlines()
        raise UnreachableError(f"npm could not bring {name}@{version}" + (f": {lines[0]}" if lines else ""))
    return tarballs[0]


def verify(tarball: Path, integrity: str) -> None:
    """Raise TamperedError unless the tarball has the recorded SHA-512."""
    digest = hashlib.sha512(tarball.read_bytes()).digest()
    actual = f"sha512-{base64.b64encode(digest).decode()}"
    if actual != integrity:
        raise TamperedError(f"{tarball.name} has the hash\n  {actual}\nand package-lock.json records\n  {integrity}")


def read(tarball: Path, file: str) -> bytes:
    """Return one regular file of a package. Nothing is unpacked, so that no path can escape a folder."""
    with tarfile.open(tarball, "r:gz") as archive:
        try:
            member = archive.getmember(f"package/{file}")
        except KeyError:
            raise TamperedError(f"{tarball.name} holds no {file}") from None
        stream = archive.extractfile(member) if member.isreg() else None
        if stream is None:
            raise TamperedError(f"{file} in {tarball.name} is not a regular file")
        return stream.read()


def write(path: Path, content: bytes) -> None:
    """Write a file atomically."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(content)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    path.chmod(0o644)


def vendor(name: str, root: Path) -> None:
    """Download the needed file and the licence of a package, unless they are up to date.

    Raises:
        TamperedError: The tarball is not the one in package-lock.json.
        UnreachableError: npm is missing or fails.
    """
    version, integrity = locked(name, root)
    package = PACKAGES[name]
    folder = root / package.folder / name
    version_file, record = folder / VERSION_FILE, f"{name} {version}\n{integrity}\n"
    if version_file.is_file() and version_file.read_text(encoding="utf-8") == record:
        return
    with tempfile.TemporaryDirectory(prefix="daytrail-") as temporary:
        tarball = pack(name, version, Path(temporary))
        verify(tarball, integrity)
        contents = {Path(package.file).name: read(tarball, package.file), "LICENSE": read(tarball, "LICENSE")}
    for target, content in contents.items():
        write(folder / target, content)
    write(version_file, record.encode())


def main(arguments: list[str] | None = None) -> int:
    """Download packages. Return 1 if one is not as recorded, or with --required if one is not available; else 0."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("names", nargs="+", choices=sorted(PACKAGES), metavar="NAME", help=", ".join(PACKAGES))
    parser.add_argument("--required", action="store_true", help="fail where a package cannot be had")
    parser.add_argument("--root", type=Path, default=ROOT, help="the folder of package-lock.json")
    options = parser.parse_args(arguments)
    status = 0
    for name in options.names:
        try:
            vendor(name, options.root)
        except UnreachableError as error:
            print(f"{name}: {error}; {PACKAGES[name].without}.", file=sys.stderr)
            status = max(status, int(options.required))
        except TamperedError as error:
            print(f"{name}: refused. {error}", file=sys.stderr)
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
