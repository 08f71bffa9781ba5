"""Join links: the address people reach us at, and its QR code."""

from __future__ import annotations

import asyncio
import io

import segno
from starlette.requests import HTTPConnection

from starfray.engine.codec import Plain

LOCAL = ("localhost", "127.0.0.1", "[::1]")


def base_of(connection: HTTPConnection) -> str:
    """The address at which a phone can reach us: that of this request, unless only this machine can reach it."""
    host = connection.headers.get("host", "")
    name = host.rpartition(":")[0] if ":" in host and not host.endswith("]") else host
    known = getattr(connection.app.state, "base", "")
    if known and name in LOCAL:
        return str(known)
    scheme = {"ws": "http", "wss": "https"}.get(connection.url.scheme, connection.url.scheme)
    return f"{scheme}://{host}"


def qr_image(url: str) -> str:
    """The QR code as the address of a picture."""
    return str(segno.make(url, error="m", micro=False).svg_data_uri(scale=5, border=2, dark="#000", light="#fff"))


def qr_text(url: str) -> str:
    out = io.StringIO()
    segno.make(url, error="l", micro=False).terminal(out=out, compact=True, border=1)
    return out.getvalue()


async def invitation(done: dict[str, Plain], base: str) -> dict[str, Plain]:
    """An acknowledgement with a join code gets its link and QR code, too."""
    if "code" not in done:
        return done
    url = f"{base}/join/{done['code']}"
    return {**done, "url": url, "qr": await asyncio.to_thread(qr_image, url)}
