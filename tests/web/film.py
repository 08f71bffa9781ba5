"""An animated WebP of screenshots: the browser compresses each, here they are put into one file.

The container is described at https://developers.google.com/speed/webp/docs/riff_container.
"""

from __future__ import annotations

import base64
import struct

from playwright.sync_api import Page

#: width and height in pixels
FILM = (960, 540)
ANIMATED = 0x02  # the flag of a file with frames
SHRINK = """async ([png, wide, high]) => {
  const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [wide, high];
  const ink = canvas.getContext("2d", { alpha: false });
  ink.imageSmoothingQuality = "high";
  ink.drawImage(image, 0, 0, wide, high);
  return canvas.toDataURL("image/webp", 0.72).split(",")[1];
}"""


def frame(blank: Page, png: bytes) -> bytes:
    """A screenshot as a still WebP of the film's size; `blank` is an empty page to work in."""
    wide, high = FILM
    return base64.b64decode(blank.evaluate(SHRINK, [base64.b64encode(png).decode(), wide, high]))


def chunk(name: bytes, data: bytes) -> bytes:
    return name + struct.pack("<I", len(data)) + data + b"\0" * (len(data) % 2)


def three(number: int) -> bytes:
    return struct.pack("<I", number)[:3]


def image_of(still: bytes) -> bytes:
    """The compressed image of a still, without profiles and the header of its own file."""
    at = 12
    while still[at : at + 4] not in (b"VP8 ", b"VP8L"):
        (long,) = struct.unpack("<I", still[at + 4 : at + 8])
        at += 8 + long + long % 2
    (long,) = struct.unpack("<I", still[at + 4 : at + 8])
    return still[at : at + 8 + long + long % 2]


def animated(frames: list[tuple[bytes, int]], size: tuple[int, int]) -> bytes:
    """Stills one after another, each for so many milliseconds, over and over."""
    whole = three(size[0] - 1) + three(size[1] - 1)
    parts = [chunk(b"VP8X", struct.pack("<I", ANIMATED) + whole), chunk(b"ANIM", b"\0\0\0\0" + struct.pack("<H", 0))]
    for still, milliseconds in frames:
        picture = image_of(still)
        parts.append(chunk(b"ANMF", three(0) + three(0) + whole + three(milliseconds) + b"\x02" + picture))
    data = b"WEBP" + b"".join(parts)
    return b"RIFF" + struct.pack("<I", len(data)) + data
