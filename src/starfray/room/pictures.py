"""Pictures people bring: portraits, and what lies under a map.

Whatever comes in is read in a process with limits, by its content and not by its name, turned as the camera says, scaled down
and written anew, so that nothing of the file is kept but what can be seen.
"""

from __future__ import annotations

import hashlib
import io
import warnings
from typing import Literal

from PIL import Image, ImageOps, UnidentifiedImageError

from starfray.engine.errors import BadInput
from starfray.room.limits import MAX_PICTURE, MAX_PIXELS

Use = Literal["portrait", "map"]
FORMATS = ("PNG", "JPEG", "WEBP")
SIDES: dict[Use, int] = {"portrait": 512, "map": 2048}  # pixels of the longer side
A_PICTURE = "a picture as PNG, JPEG or WebP"
MARKS = (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"RIFF")
Image.MAX_IMAGE_PIXELS = MAX_PIXELS


def clean_picture(data: bytes, use: Use) -> tuple[bytes, int, int]:
    """The picture as WebP, with its width and height. Sizes are looked at before anything is unpacked."""
    if len(data) > MAX_PICTURE:
        raise BadInput(f"{len(data):,} bytes", field="picture", expected=f"at most {MAX_PICTURE:,}")
    if not data.startswith(MARKS):
        raise BadInput("no picture of a known kind", field="picture", expected=A_PICTURE)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(io.BytesIO(data), formats=FORMATS) as opened:
                if opened.width * opened.height > MAX_PIXELS:
                    raise Image.DecompressionBombError
                return written(opened, use)
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        raise BadInput("the picture has too many pixels", field="picture", expected=f"at most {MAX_PIXELS:,}") from None
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError, EOFError, ArithmeticError, LookupError) as error:
        raise BadInput(f"the picture cannot be read ({error})", field="picture", expected=A_PICTURE) from None


def written(opened: Image.Image, use: Use) -> tuple[bytes, int, int]:
    """Turned, scaled down, a portrait cut square from its middle, and written anew from its pixels alone."""
    side = SIDES[use]
    if opened.format == "JPEG":
        opened.draft("RGB", (2 * side, 2 * side))  # unpacks little more of it than is kept
    turned = ImageOps.exif_transpose(opened)
    plain = turned.convert("RGBA" if turned.has_transparency_data else "RGB")
    if use == "portrait":
        edge = min(side, *plain.size)
        plain = ImageOps.fit(plain, (edge, edge), Image.Resampling.LANCZOS)
    plain.thumbnail((side, side), Image.Resampling.LANCZOS)
    bare = Image.frombytes(plain.mode, plain.size, plain.tobytes())  # without whatever else came along
    held = io.BytesIO()
    bare.save(held, "WEBP", quality=82, method=4)
    return held.getvalue(), bare.width, bare.height


def name_of(data: bytes) -> str:
    """Pictures are called by their content: the same name is always the same picture."""
    return hashlib.sha256(data).hexdigest()[:40]
