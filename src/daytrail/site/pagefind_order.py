"""Order of Pagefind's filters and of their values, which it writes in another one each time.

A file of Pagefind is a word, then CBOR (https://www.rfc-editor.org/rfc/rfc8949), compressed. That of a filter is a list
of its name and its values, each a list of the value and the numbers of pages. It is named after its content, and so is
the file of metadata, whose fourth item lists the filters; `pagefind-entry.json` names that file.
"""

import gzip
from hashlib import blake2b
from itertools import pairwise
from pathlib import PurePosixPath

ENTRY = "pagefind-entry.json"
"""The first file of a bundle that a browser loads."""
_SIGNATURE = b"pagefind_dcd"
_VALUES, _FILTERS = 1, 3
"""How many items are before the list of values in a filter, and before that of filters in metadata."""
_SYSTEM = 9
"""Offset of the byte by which gzip names the operating system; 255 stands for an unknown one."""
_ARRAY = 4
_STRINGS = (2, 3)


def order_filters(files: dict[str, bytes]) -> dict[str, bytes]:
    """Return the files of a bundle, by path, with sorted filters, so that the same pages give the same files."""
    ordered = dict(files)
    [path] = (path for path in files if path.endswith(".pf_meta"))
    metadata = _unpacked(ordered.pop(path))
    for filter_ in sorted(path for path in files if path.startswith("filter/")):
        old = PurePosixPath(filter_).stem
        values = _with_sorted_list(_unpacked(ordered.pop(filter_)), _VALUES)
        name = _renamed(old, values)
        metadata = metadata.replace(old.encode(), name.encode())
        ordered[filter_.replace(old, name)] = _packed(values)
    metadata = _with_sorted_list(metadata, _FILTERS)
    old = path.split(".")[1]
    name = _renamed(old, metadata)
    ordered[path.replace(old, name)] = _packed(metadata)
    ordered[ENTRY] = files[ENTRY].replace(old.encode(), name.encode())
    return ordered


def _unpacked(content: bytes) -> bytes:
    return gzip.decompress(content).removeprefix(_SIGNATURE)


def _packed(content: bytes) -> bytes:
    packed = gzip.compress(_SIGNATURE + content, mtime=0)
    return packed[:_SYSTEM] + b"\xff" + packed[_SYSTEM + 1 :]


def _renamed(name: str, content: bytes) -> str:
    """Return a name such as `en_1c11c47`, as long as it was, with a hash of the content."""
    language, _, old = name.rpartition("_")
    return f"{language}_{blake2b(content).hexdigest()[: len(old)]}"


def _with_sorted_list(content: bytes, before: int) -> bytes:
    """Return a list whose item with this number is a list, with the items of that one in order."""
    _, _, start = _head(content, 0)
    for _item in range(before):
        start = _end(content, start)
    _, number, first = _head(content, start)
    ends = [first]
    for _item in range(number):
        ends.append(_end(content, ends[-1]))
    return content[:first] + b"".join(sorted(content[one:end] for one, end in pairwise(ends))) + content[ends[-1] :]


def _end(content: bytes, at: int) -> int:
    """Return where the item ends that begins at an offset: a number, a string, or a list of items."""
    kind, number, at = _head(content, at)
    if kind in _STRINGS:
        return at + number
    for _item in range(number if kind == _ARRAY else 0):
        at = _end(content, at)
    return at


def _head(content: bytes, at: int) -> tuple[int, int, int]:
    """Return the kind of an item, its number or length, and where what follows begins."""
    kind, number, at = content[at] >> 5, content[at] & 31, at + 1
    if number < 24:
        return kind, number, at
    length = 1 << (number - 24)
    return kind, int.from_bytes(content[at : at + length], "big"), at + length
