"""Fetches the one file that the browser needs of an npm package, held against package-lock.json.

    python tools/vendor.py mermaid axe-core

`npm install` of the same packages would bring a hundred others; `npm pack` brings a package's tarball
alone. What it brings is used only where its SHA-512 is the one that package-lock.json records.
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
STAMP = "integrity"
"""The file beside a vendored one that holds the hash of the tarball it came from."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What to take out of a package, and what is lost without it."""

    file: str
    without: str


WANTED = {
    "mermaid": Wanted("dist/mermaid.min.js", "the map falls back to the copy that Material names"),
    "axe-core": Wanted("axe.min.js", "the accessibility of the pages cannot be tested"),
}


class TamperedError(Exception):
    """A tarball is not the one that package-lock.json records, or lacks what it must hold."""


class UnreachableError(Exception):
    """Nobody here can bring the package: no npm, or npm without a registry."""


def locked(name: str, root: Path) -> tuple[str, str]:
    """The version and the integrity, `sha512-…`, that package-lock.json records for a package."""
    lock = json.loads((root / "package-lock.json").read_text(encoding="utf-8"))
    package = lock["packages"][f"node_modules/{name}"]
    return package["version"], package["integrity"]


def pack(name: str, version: str, folder: Path) -> Path:
    """The tarball of a package, brought by npm into an empty folder.

    Raises:
        UnreachableError: npm is missing or could not bring it.
    """
    npm = shutil.which("npm")
    if npm is None:
        raise UnreachableError("npm is missing")
    command = [npm, "pack", f"{name}@{version}", "--loglevel=error", "--ignore-scripts"]
    result = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    tarballs = list(folder.glob("*.tgz"))
    if result.returncode or len(tarballs) != 1:
        said = result.stderr.strip().splitlines()
        raise UnreachableError(f"npm could not bring {name}@{version}" + (f": {said[0]}" if said else ""))
    return tarballs[0]


def verify(tarball: Path, integrity: str) -> None:
    """Raises TamperedError unless the tarball has the recorded SHA-512."""
    digest = hashlib.sha512(tarball.read_bytes()).digest()
    found = f"sha512-{base64.b64encode(digest).decode()}"
    if found != integrity:
        raise TamperedError(f"{tarball.name} has the hash\n  {found}\nand package-lock.json records\n  {integrity}")


def read(tarball: Path, file: str) -> bytes:
    """One regular file of a package, read in place: nothing is unpacked, so no path can lead astray."""
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
    """Puts a file in place in one step: a reader sees the old one or the new one, never a half."""
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
    """Brings the wanted file and the licence of a package into build/vendor/NAME/, if they are not there.

    Raises:
        TamperedError: what npm brought is not what package-lock.json records.
        UnreachableError: npm is missing or could not bring it.
    """
    version, integrity = locked(name, root)
    folder = root / "build" / "vendor" / name
    stamp = folder / STAMP
    if stamp.is_file() and stamp.read_text(encoding="utf-8") == integrity:
        return
    file = WANTED[name].file
    with tempfile.TemporaryDirectory(prefix="daytrail-") as temporary:
        tarball = pack(name, version, Path(temporary))
        verify(tarball, integrity)
        contents = {Path(file).name: read(tarball, file), "LICENSE": read(tarball, "LICENSE")}
    for target, content in contents.items():
        write(folder / target, content)
    write(stamp, integrity.encode())


def main(arguments: list[str] | None = None) -> int:
    """0 also where a package cannot be had, unless it is required; 1 where it is not what was recorded."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("names", nargs="+", choices=sorted(WANTED), metavar="NAME", help=", ".join(WANTED))
    parser.add_argument("--required", action="store_true", help="fail where a package cannot be had")
    parser.add_argument("--root", type=Path, default=ROOT, help="the folder of package-lock.json")
    options = parser.parse_args(arguments)
    status = 0
    for name in options.names:
        try:
            vendor(name, options.root)
        except UnreachableError as error:
            print(f"{name}: {error}; {WANTED[name].without}.", file=sys.stderr)
            status = max(status, int(options.required))
        except TamperedError as error:
            print(f"{name}: refused. {error}", file=sys.stderr)
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
