"""What a camera wrote into a photo is in no byte of the site, unless `keep_photo_data: true` is set."""

from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

import pytest
from PIL import Image, PngImagePlugin

from daytrail.source.photos import LONGEST_SIDE, MOST_PIXELS, PhotoError, check_photo, published_photo, thumbnail
from tests.command import run
from tests.for_each import for_each
from tests.website import build, make, settings

ORIENTATION, MAKER, SERIAL, COMMENT, PLACE, LATITUDE = 0x0112, 0x010F, 0xA431, 0x9286, 0x8825, 2
SECRET = "heronsecret"
XMP = f'<x:xmpmeta xmlns:x="adobe:ns:meta/"><place>{SECRET}</place></x:xmpmeta>'.encode()


def picture(size: tuple[int, int] = (60, 40), mode: str = "RGB") -> Image.Image:
    """Return a picture whose upper left corner is red."""
    image = Image.new(mode, size, "white")
    image.paste(Image.new(mode, (size[0] // 2, size[1] // 2), "red"), (0, 0))
    return image


def exif(orientation: int = 1) -> bytes:
    """Return data with a maker, a serial number, a place, a comment and a smaller picture."""
    data = Image.Exif()
    data[ORIENTATION], data[MAKER] = orientation, f"{SECRET} maker"
    data.get_ifd(0x8769)[SERIAL] = f"{SECRET} serial"
    data.get_ifd(0x8769)[COMMENT] = b"ASCII\0\0\0" + SECRET.encode()
    data.get_ifd(PLACE)[LATITUDE] = (1.0, 2.0, 3.0)
    thumbnail = BytesIO()
    picture((8, 8)).save(thumbnail, "JPEG", comment=f"{SECRET} thumbnail")
    return data.tobytes() + thumbnail.getvalue()


def photo(kind: str, orientation: int = 1, size: tuple[int, int] = (60, 40), **options: Any) -> bytes:
    """Return a photo in a format with all data that the format can have."""
    out = BytesIO()
    more: dict[str, Any] = {"exif": exif(orientation), "xmp": XMP} if kind != "TIFF" else {"exif": exif(orientation)}
    if kind == "PNG":
        texts = PngImagePlugin.PngInfo()
        texts.add_text("Comment", SECRET)
        texts.add_itxt("XML:com.adobe.xmp", XMP.decode())
        more = {"exif": exif(orientation), "pnginfo": texts}
    if kind == "JPEG":
        more |= {"comment": SECRET, "quality": 90}
    picture(size).save(out, kind, **more, **options)
    return out.getvalue()


KINDS = ("JPEG", "PNG", "WEBP", "TIFF", "AVIF")


@for_each(KINDS)
def test_nothing_but_the_picture_is_published(kind: str) -> None:
    """The picture has the same format and size, and is turned as the camera noted."""
    written = photo(kind, orientation=6)  # to be turned by 90 degrees clockwise; AVIF says so where its pixels are
    assert written.count(SECRET.encode()) > 1
    public = published_photo(written)
    assert SECRET.encode() not in public
    assert b"Exif" not in public
    with Image.open(BytesIO(public)) as image:
        assert (image.format, image.size) == (kind, (40, 60))
        assert not {*image.getexif()} & {ORIENTATION, MAKER, PLACE, 0x8769}
        assert "xmp" not in image.info
        red, white = (image.convert("RGB").getpixel(place) for place in ((35, 5), (5, 5)))
    assert isinstance(red, tuple)
    assert isinstance(white, tuple)
    assert red[0] > 200 > 100 > red[1]
    assert min(white) > 200
    assert published_photo(public) == public or kind == "TIFF"


@for_each(["JPEG", "PNG", "WEBP", "AVIF"])
def test_a_picture_without_such_data_stays_as_it_is(kind: str) -> None:
    """It is not written again, which would change it a little."""
    out = BytesIO()
    picture().save(out, kind)
    assert published_photo(out.getvalue()) == out.getvalue()


@for_each(["WEBP", "AVIF"])
def test_data_without_its_usual_beginning_is_dropped(kind: str) -> None:
    """A format tells where such data is, whatever it begins with."""
    out = BytesIO()
    picture().save(out, kind, xmp=f"<r:RDF xmlns:r='urn:x'>{SECRET}</r:RDF>".encode())
    assert SECRET.encode() in out.getvalue()
    assert SECRET.encode() not in published_photo(out.getvalue())


@for_each(KINDS)
def test_a_large_photo_is_made_smaller(kind: str) -> None:
    """Its sides keep their proportion."""
    with Image.open(BytesIO(published_photo(photo(kind, size=(4000, 1000))))) as image:
        assert image.size == (LONGEST_SIDE, LONGEST_SIDE // 4)


@for_each(["PNG", "WEBP", "AVIF"])
def test_an_animation_keeps_its_frames(kind: str) -> None:
    """Its data goes too."""
    written = photo(kind, save_all=True, append_images=[Image.new("RGB", (60, 40), "blue")], duration=[200, 300])
    public = published_photo(written)
    assert SECRET.encode() in written
    assert SECRET.encode() not in public
    with Image.open(BytesIO(public)) as image:
        assert getattr(image, "n_frames", 1) == 2
        image.load()
        assert image.info["duration"] == 200


def test_a_picture_that_is_never_small_has_a_thumbnail() -> None:
    """Such as one whose transparency is noise, which WebP keeps in full."""
    noise, out = Random(1).randbytes(600 * 600 * 4), BytesIO()
    Image.frombytes("RGBA", (600, 600), noise).save(out, "PNG")
    with Image.open(BytesIO(thumbnail(out.getvalue()))) as small:
        assert small.format == "WEBP"


def test_colours_and_transparency_stay() -> None:
    """A palette with a transparent colour, and a profile of colours, are part of how a picture looks."""
    out, image = BytesIO(), picture().quantize(4)
    image.save(out, "PNG", transparency=0, icc_profile=b"profile", exif=exif())
    with Image.open(BytesIO(published_photo(out.getvalue()))) as public:
        assert (public.mode, public.info["transparency"], public.info["icc_profile"]) == ("P", 0, b"profile")


HEIC = b"\0\0\0\x18ftypheic\0\0\0\0mif1heic" + b"\0" * 40
REFUSED = {
    "browsers do not show": HEIC,
    "cannot be read": photo("JPEG", size=(600, 400))[:-3000],
    "cannot be taken out": b"II*junk" + b"Exif\0\0" + SECRET.encode(),
}


@for_each(REFUSED)
def test_a_photo_whose_data_cannot_be_dropped_is_refused(reason: str) -> None:
    """The message says why."""
    for function in (published_photo, check_photo):
        with pytest.raises(PhotoError, match=reason):
            function(REFUSED[reason])


FILES: dict[str, str | bytes] = {
    "entries/2026-02-15.md": "".join(f"![a](a.{kind.lower()})\n" for kind in (*KINDS, "jpg")),
    **{f"entries/a.{kind.lower()}": photo(kind) for kind in KINDS},
    "entries/a.jpg": photo("JPEG", size=(4000, 1000)),
    "docs/me.jpg": photo("JPEG"),
    "docs/about.md": "# About\n\n![me](me.jpg)\n",
}


@pytest.mark.site
def test_the_site_has_no_byte_of_such_data(tmp_path: Path) -> None:
    """Neither of photos beside entries nor of those in the docs folder, nor in a build that keeps them."""
    project = make(tmp_path, FILES)
    built = build(project)
    assert built.status == 0, built.output
    files = built.site.bytes()
    assert [path for path, content in files.items() if SECRET.encode() in content] == []
    assert {f"entries/a.{kind.lower()}" for kind in KINDS} | {"me.jpg"} <= files.keys()
    assert f'width="{LONGEST_SIDE}" height="{LONGEST_SIDE // 4}"' in built.site.page("log/2026/02/15/").source
    assert any(path.startswith("assets/daytrail/thumbnails/") for path in files)
    assert build(project).site.bytes() == files
    config = settings().replace("  - daytrail:\n", "  - daytrail:\n      keep_photo_data: true\n")
    (project / "mkdocs.yml").write_text(config, encoding="utf-8")
    built = build(project)
    assert "Photos are published with all data in them" in built.output
    files = built.site.bytes()
    assert files["me.jpg"] == FILES["docs/me.jpg"]
    assert SECRET.encode() not in files["assets/daytrail/thumbnails/entries/a.jpeg.webp"]


@pytest.mark.site
def test_a_photo_that_is_refused_ends_the_build(tmp_path: Path) -> None:
    """The message names it, with what to do; `check` has the same, for those in the docs folder too."""
    photos = {"entries/a.heic": HEIC, "docs/b.jpg": REFUSED["cannot be read"]}
    project = make(tmp_path, {"entries/2026-02-15.md": "![a](a.heic)\n", **photos})
    built, checked = build(project), run(project, "check")
    assert (built.status, checked.status) == (1, 1)
    for message in (
        "docs/b.jpg:1:1: error: this photo cannot be read: ",
        "entries/a.heic:1:1: error: browsers do not show photos of the format HEIC\n  hint: save it as JPEG\n",
    ):
        assert message in built.output
        assert message in checked.out
    config = settings().replace("  - daytrail:\n", "  - daytrail:\n      keep_photo_data: true\n")
    (project / "mkdocs.yml").write_text(config, encoding="utf-8")
    assert run(project, "check").out == ""


def test_a_small_file_with_very_many_pixels_is_not_decoded() -> None:
    """It would fill the memory."""
    out = BytesIO()
    Image.new("1", (20_000, MOST_PIXELS // 20_000 + 1)).save(out, "PNG")
    for read in (check_photo, published_photo):
        with pytest.raises(PhotoError, match="more than 120 million pixels"):
            read(out.getvalue())
    with Image.open(BytesIO(thumbnail(out.getvalue()))) as small:
        assert small.size == (1, 1)
