"""Photos as they are published: without what cameras write into them, and not larger than a page can show."""

import re
import warnings
from collections.abc import Callable
from io import BytesIO
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # most commands look at no photo
    from PIL import Image

_SUFFIXES = (".avif", ".heic", ".heif", ".jpeg", ".jpg", ".png", ".tif", ".tiff", ".webp")
LONGEST_SIDE = 2560
"""Pixels of a published photo."""
MOST_PIXELS = 120_000_000
"""Pixels of the largest photo that is read: more than those of phones, and half a gigabyte of memory."""
_SMALL = (".jpeg", ".jpg", ".png", ".webp")
"""Formats that every Pillow reads, and that have no moving pictures."""
SMALL_SIDE, MOST_BYTES = 384, 20_000
"""Pixels of the longest side of a thumbnail, and its bytes."""
_DATA = re.compile(rb"Exif|EXIF|eXIf|XMP |xmpmeta|http://ns\.adobe\.com/|Photoshop 3|MPF\x00|tEXt|iTXt|zTXt|tIME")
"""What begins data about a photo, smaller pictures of it, or a text, in any of the formats."""
_FACTS = frozenset(("comment", "exif", "xmp"))
_HEIC = re.compile(rb".{4}ftyp(?:hei[cmsx]|hevc|mif1|msf1)(?!.{0,40}avi[fs])", re.DOTALL)
_QUALITY = 85
_SHOWN = ("icc_profile", "transparency", "gamma", "duration", "loop")
"""Facts about a picture that change how it looks."""


class PhotoError(ValueError):
    """A photo that cannot be published, with a message and a hint for the writer."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.hint = hint


def is_photo(path: str) -> bool:
    """Return whether a file may be a photo, by its name."""
    return PurePath(path).suffix.casefold() in _SUFFIXES


def has_thumbnail(path: str) -> bool:
    """Return whether there is a small version of a picture, by its name."""
    return PurePath(path).suffix.casefold() in _SMALL


def thumbnail(content: bytes) -> bytes:
    """Return a small version of a picture as WebP, with nothing but its pixels; a blank one if it cannot be read."""
    from PIL import Image, ImageOps

    try:
        with _opened(content) as image:
            image.draft("RGB", (2 * SMALL_SIDE, 2 * SMALL_SIDE))  # a quarter of the work for a large JPEG
            has_alpha = "A" in image.mode or "transparency" in image.info
            small = ImageOps.exif_transpose(image).convert("RGBA" if has_alpha else "RGB")
            small.thumbnail((SMALL_SIDE, SMALL_SIDE))
            small.info = {}
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        small = Image.new("RGB", (1, 1), "gray")
    made = b""
    for quality in (75, 50, 25, 0):  # what is transparent takes as many bytes with each
        made = _webp(small, quality)
        if len(made) < MOST_BYTES:
            break
    return made


def _webp(image: "Image.Image", quality: int) -> bytes:
    out = BytesIO()
    image.save(out, "WEBP", quality=quality)
    return out.getvalue()


def published_size(size: tuple[int, int]) -> tuple[int, int]:
    """Return the width and height that a photo is published with."""
    factor = min(1, LONGEST_SIDE / max(size))
    return max(1, round(size[0] * factor)), max(1, round(size[1] * factor))


def check_photo(content: bytes) -> None:
    """Raise a PhotoError for a photo that `published_photo` refuses. Colours are not computed, so it is quicker."""
    _published(content, _decoded)


def published_photo(content: bytes) -> bytes:
    """Return the bytes of a photo to publish: the same if it has no data about itself and is not too large.

    It is turned as the camera noted. Colours are as before; JPEG is written again with the quality that it has.

    Raises:
        PhotoError: It has a format that browsers do not show, or cannot be read.
    """
    return _published(content, _saved)


def _published(content: bytes, written: "Callable[[Image.Image, bytes], bytes]") -> bytes:
    from PIL import Image, UnidentifiedImageError

    if _HEIC.match(content):
        raise PhotoError("browsers do not show photos of the format HEIC", "save it as JPEG")
    hint = "save it as JPEG or PNG, or write `keep_photo_data: true` below `daytrail` in mkdocs.yml"
    try:
        with _opened(content) as image:
            has_data = _DATA.search(content) or _FACTS & image.info.keys() or image.format == "TIFF"
            if not has_data and max(image.size) <= LONGEST_SIDE:
                return content
            return written(image, content)
    except UnidentifiedImageError:
        if not _DATA.search(content):  # no picture, or one of a format without such data
            return content
        raise PhotoError("what a camera wrote into this file cannot be taken out", hint) from None
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError) as error:
        raise PhotoError(f"this photo cannot be read: {error}", hint) from None


def _opened(content: bytes) -> "Image.Image":
    """Return a picture, or raise an OSError for one that would fill the memory, however small its file is."""
    from PIL import Image

    with warnings.catch_warnings(action="ignore", category=Image.DecompressionBombWarning):  # its limit is lower
        image = Image.open(BytesIO(content))
    if image.width * image.height > MOST_PIXELS:
        raise OSError(f"it has more than {MOST_PIXELS // 1_000_000} million pixels")
    return image


def _decoded(image: "Image.Image", content: bytes) -> bytes:
    image.draft("L", (1, 1))
    image.load()
    return content


def _saved(image: "Image.Image", content: bytes) -> bytes:
    """Return the bytes of a picture with nothing but its pixels, in the same format."""
    from PIL import ImageOps

    name, out = "JPEG" if image.format == "MPO" else str(image.format), BytesIO()
    options: dict[str, Any] = {"quality": _QUALITY}
    if getattr(image, "n_frames", 1) > 1 and name in ("AVIF", "PNG", "WEBP"):
        clean, *frames = _frames(image)
        durations = [frame.info.get("duration", 0) for frame in (clean, *frames)]
        options |= {"save_all": True, "append_images": frames, "duration": durations}
    else:
        clean = ImageOps.exif_transpose(image)
        if max(clean.size) > LONGEST_SIDE:
            colours = clean.convert("RGBA") if clean.mode in ("1", "P") else clean
            clean = colours.resize(published_size(clean.size), reducing_gap=3)
        elif name == "JPEG":
            options = _options_of_jpeg(image)
        _drop_facts(clean)
    options |= {"lossless": True} if b"VP8L" in content[:64] else {}
    clean.save(out, name, icc_profile=clean.info.get("icc_profile"), **options)
    return out.getvalue()


def _frames(animation: "Image.Image") -> "list[Image.Image]":
    from PIL import ImageSequence

    frames = [frame.copy() for frame in ImageSequence.Iterator(animation)]
    for frame in frames:
        _drop_facts(frame)
    return frames


def _drop_facts(image: "Image.Image") -> None:
    image.info = {key: image.info[key] for key in _SHOWN if key in image.info}


def _options_of_jpeg(image: "Image.Image") -> dict[str, Any]:
    """Return the options by which a picture is saved with the quality that it has."""
    from PIL import JpegImagePlugin

    return {"qtables": getattr(image, "quantization", None), "subsampling": JpegImagePlugin.get_sampling(image)}
