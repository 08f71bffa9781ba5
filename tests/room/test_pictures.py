"""Portraits: what comes in is looked at by its content and written anew; what goes out can do nothing but be looked at."""

from __future__ import annotations

import io
import struct
import threading
import zlib
from typing import Any

import pytest
from PIL import Image, PngImagePlugin
from starlette.testclient import TestClient

from starfray.engine.errors import BadInput
from starfray.room import campaign_pictures
from starfray.room.database import Database
from starfray.room.pictures import clean_picture
from starfray.room.store import Store
from tests.room.test_campaigns import MIRA, Book
from tests.room.test_coming_home import Evening

SECRET = b"the secret harbour at 52.1 N"


@pytest.fixture
def book(client: TestClient) -> Book:
    return Book(client)


def picture(form: str = "PNG", size: tuple[int, int] = (40, 20), **more: Any) -> bytes:
    made = Image.new("RGB", size, (200, 30, 30))
    made.paste((10, 200, 10), (0, 0, size[0] // 2, size[1] // 2))  # top left is green
    held = io.BytesIO()
    made.save(held, form, **more)
    return held.getvalue()


def bomb(width: int, height: int) -> bytes:
    """A PNG of a few hundred bytes that says it is huge."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(bytes(1000))) + chunk(b"IEND", b"")


def upload(book: Book, data: bytes, use: str = "portrait") -> Any:
    return book.call("POST", f"/pictures?use={use}", content=data)


def shown(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data))


@pytest.mark.parametrize("form", ["PNG", "JPEG", "WEBP"])
def test_what_is_served_is_a_new_picture_with_headers_that_keep_it_one(book: Book, client: TestClient, form: str) -> None:
    kept = upload(book, picture(form, (1600, 800))).json()
    assert (kept["width"], kept["height"]) == (512, 512)
    answer = client.get(f"/pictures/{kept['picture']}.webp")
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/webp")
    assert answer.headers["content-security-policy"] == "default-src 'none'; sandbox"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert answer.headers["cross-origin-resource-policy"] == "same-origin"
    made = shown(answer.content)
    assert (made.format, made.size) == ("WEBP", (512, 512))


def test_metadata_is_dropped_after_the_picture_is_turned_as_it_says() -> None:
    exif = Image.Exif()
    exif[0x0112] = 6  # to be turned by a quarter
    exif[0x010E] = SECRET.decode()
    data = picture("JPEG", (40, 20), exif=exif, comment=SECRET, icc_profile=SECRET)
    assert SECRET in data
    clean, width, height = clean_picture(data, "map")
    assert (width, height) == (20, 40)
    assert SECRET not in clean
    made = shown(clean)
    assert not made.getexif()
    assert set(made.info) <= {"loop", "background", "timestamp", "duration"}
    red, green, _ = made.convert("RGB").getpixel((15, 4))  # type: ignore[misc]
    assert green > red  # what was at the top left is at the top right


def test_words_in_a_png_and_what_hangs_behind_it_are_dropped() -> None:
    words = PngImagePlugin.PngInfo()
    words.add_text("Comment", SECRET.decode())
    data = picture("PNG", pnginfo=words) + b"<script>alert(1)</script>PK\x03\x04" + SECRET
    clean, *_ = clean_picture(data, "portrait")
    assert SECRET not in clean
    assert b"script" not in clean
    assert b"PK\x03\x04" not in clean


def test_of_a_moving_picture_the_first_is_taken_and_what_can_be_seen_through_stays_so() -> None:
    frames = [Image.new("RGBA", (8, 8), colour) for colour in ((255, 0, 0, 0), (0, 0, 255, 255))]
    held = io.BytesIO()
    frames[0].save(held, "WEBP", save_all=True, append_images=frames[1:], lossless=True)
    made = shown(clean_picture(held.getvalue(), "portrait")[0])
    assert (getattr(made, "n_frames", 1), made.mode, made.getpixel((4, 4))[3]) == (1, "RGBA", 0)  # type: ignore[index]


GIF = b"GIF89a\x01\x00\x01\x00\x00\x00\x00,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;"


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        (b"", "no picture of a known kind"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>", "no picture of a known kind"),
        (GIF, "no picture of a known kind"),
        (b"%PDF-1.7\n" + picture(), "no picture of a known kind"),
        (b"<!doctype html>" + picture("JPEG"), "no picture of a known kind"),
        (b"RIFF\x10\x00\x00\x00WAVEfmt ", "cannot be read"),
        (picture("PNG", (300, 300))[:300], "cannot be read"),
        (picture("JPEG", (300, 300))[:400], "cannot be read"),
        (picture("WEBP", (300, 300))[:60], "cannot be read"),
        (b"\x89PNG\r\n\x1a\n", "cannot be read"),
        (b"\xff\xd8\xff" + bytes(500), "cannot be read"),
        (bomb(30_000, 30_000), "too many pixels"),
        (bomb(2**31 - 1, 2**31 - 1), "too many pixels"),
        (bomb(7_000, 6_500), "too many pixels"),
        (picture() + bytes(12_000_000), "bytes"),
    ],
)
def test_what_is_no_picture_or_too_big_is_refused_in_words(data: bytes, fault: str) -> None:
    with pytest.raises(BadInput) as caught:
        clean_picture(data, "portrait")
    assert fault in caught.value.message
    assert caught.value.field == "picture"


def test_altered_pictures_are_read_or_refused_and_nothing_else() -> None:
    read = refused = 0
    for form in ("PNG", "JPEG", "WEBP"):
        whole = picture(form, (64, 64))
        for place in range(0, len(whole), max(1, len(whole) // 150)):
            data = bytearray(whole)
            data[place] ^= 0xFF
            try:
                clean_picture(bytes(data), "portrait")
                read += 1
            except BadInput:
                refused += 1
    assert read
    assert refused


def test_a_refusal_comes_over_the_api_and_nothing_is_kept(book: Book) -> None:
    answer = upload(book, bomb(30_000, 30_000))
    assert (answer.status_code, "pixels" in answer.json()["reason"]) == (400, True)
    assert upload(book, picture(), "wallpaper").status_code == 422
    assert upload(Book(book.client, "bado"), picture()).status_code == 404


@pytest.mark.parametrize("name", ["x" * 40, "../../etc/passwd", "0" * 40, "0" * 39])
def test_only_names_of_pictures_are_looked_for(client: TestClient, name: str) -> None:
    answer = client.get(f"/pictures/{name}.webp")
    assert answer.status_code in (404, 422)
    assert "immutable" not in answer.headers["cache-control"]


def test_the_portrait_of_a_character_comes_to_the_table_and_home_again(book: Book) -> None:
    evening = Evening(book)
    kept = upload(book, picture()).json()["picture"]
    data = {**evening.data(evening.mira["id"]), "portrait": kept}
    assert book.save(evening.mira, data=data).json()["fault"]["fault"] == ""
    evening.open(evening.fight)
    headers = {"Authorization": f"Bearer {evening.token}"}
    view = book.client.get(f"/api/rooms/{evening.room}/state", headers=headers).json()["messages"][0]["view"]
    assert {who: card["portrait"] for who, card in view["cards"].items()} == {"mira": kept, "jarl": "", "extra": ""}
    evening.gm("set mira.hp 2")
    evening.write(*evening.homes()[:1])
    assert evening.data(evening.mira["id"])["portrait"] == kept


def test_pictures_go_with_the_archive_and_are_looked_at_again_on_the_way_in(book: Book, client: TestClient) -> None:
    kept = upload(book, picture()).json()["picture"]
    book.add({**MIRA, "data": {**MIRA["data"], "portrait": kept}})  # type: ignore[dict-item]
    other = Book(client)
    assert other.call("POST", "/archive", content=book.call("GET", "/archive").content).json()["added"] == 1
    entry = other.call("GET", "/entries").json()[0]["id"]
    brought = other.call("GET", f"/entries/{entry}").json()["data"]["portrait"]
    book.call("DELETE")
    assert client.get(f"/pictures/{kept}.webp").status_code == (200 if brought == kept else 404)
    answer = client.get(f"/pictures/{brought}.webp")
    assert (answer.status_code, shown(answer.content).size) == (200, (20, 20))


def test_what_nobody_shows_any_more_makes_room(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(campaign_pictures, "MOST_PICTURES", 2)
    names = [upload(book, picture(size=(side, side))).json()["picture"] for side in (20, 21)]
    book.add({**MIRA, "data": {"portrait": names[0]}})
    third = upload(book, picture(size=(22, 22)))
    assert third.status_code == 200
    found = [book.client.get(f"/pictures/{name}.webp").status_code for name in names]
    assert found == [200, 404]


def test_what_nobody_shows_is_looked_for_beside_the_writer(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    """All rooms wait for the writer; a campaign that is full of text and pictures took it a minute."""
    monkeypatch.setattr(campaign_pictures, "MOST_PICTURES", 1)
    upload(book, picture(size=(20, 20)))
    threads, unused = [], campaign_pictures.unused_pictures

    def looked_for(db: Database, campaign: str) -> tuple[float, list[str]]:
        threads.append(threading.current_thread().name)
        return unused(db, campaign)

    monkeypatch.setattr(campaign_pictures, "unused_pictures", looked_for)
    assert upload(book, picture(size=(21, 21))).status_code == 200
    store: Store = book.client.app.state.store  # type: ignore[attr-defined]
    writer = store.submit(lambda _: threading.current_thread().name).result()
    assert len(threads) == 1
    assert threads[0] != writer


def test_nothing_is_dropped_if_the_campaign_changed_meanwhile(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(campaign_pictures, "MOST_PICTURES", 1)
    name = upload(book, picture(size=(20, 20))).json()["picture"]
    unused = campaign_pictures.unused_pictures

    def too_early(db: Database, campaign: str) -> tuple[float, list[str]]:
        changed, names = unused(db, campaign)
        return changed - 1, names

    monkeypatch.setattr(campaign_pictures, "unused_pictures", too_early)
    assert upload(book, picture(size=(21, 21))).status_code != 200
    assert book.client.get(f"/pictures/{name}.webp").status_code == 200
