"""The client: typed views, refusals as exceptions, lines that break, and commands that take effect once."""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
import urllib.request
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from starfray.client import AsyncClient, AsyncSeat, Client, Lost, Refused, Seat
from tests.coroutines import finished
from tests.room.servers import Server
from tests.room.table import FIGHT

ROLL = {"dice": "2d6", "note": "luck"}


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with Server(tmp_path_factory.mktemp("client") / "rooms.db") as server:
        yield server.base


@pytest.fixture
def gm(base: str) -> Seat:
    seat = Client(base, patience=20).new_room(text=FIGHT)
    seat.do("go")
    return seat


def throws(seat: Seat) -> int:
    return sum("luck" in row.text for row in seat.view().log)


def test_a_seat_sees_acts_and_is_refused(gm: Seat) -> None:
    view = gm.view()
    (who,) = view.turn.actors
    assert view.cards[who].status.state == "up"
    form = next(form for form in gm.forms(who).forms if form.refused is None and not form.fields)
    assert gm.preview(f"{form.kind} {who}").legal
    assert gm.play(f"{form.kind} {who}").ok
    with pytest.raises(Refused) as refused:
        gm.play("shot nobody anybody")
    assert refused.value.reason
    with pytest.raises(Refused, match="no seat"):
        Client(gm.client.base).join("ABCDEFGHJK")


def test_a_player_joins_by_a_code_and_hears_of_changes(base: str, gm: Seat) -> None:
    code = gm.do("seat", do="link", seat="ana").code
    ana = Client(base).join(code, "Ana")
    changes = ana.changes()
    assert next(changes).you.name == "Ana"
    gm.do("roll", **ROLL)
    heard = next(view for view in changes if any("luck" in row.text for row in view.log))
    assert heard.you.name == "Ana"


def test_a_command_whose_answer_was_lost_is_sent_again_and_takes_effect_once(gm: Seat, monkeypatch: pytest.MonkeyPatch) -> None:
    real, lost = urllib.request.urlopen, list[str]()

    def losing(request: urllib.request.Request, timeout: float) -> Any:
        answer = real(request, timeout=timeout)
        if request.full_url.endswith("/roll") and len(lost) < 2:
            answer.close()
            lost.append(request.full_url)
            raise ConnectionResetError("the line broke")
        return answer

    monkeypatch.setattr(urllib.request, "urlopen", losing)
    assert gm.do("roll", **ROLL).ok
    assert len(lost) == 2
    assert throws(gm) == 1


def test_a_server_that_is_not_there_is_given_up_in_the_end() -> None:
    with pytest.raises(Lost, match="cannot be reached"):
        Client("http://127.0.0.1:9", patience=0.0).join("CODE")


def test_the_program_of_the_docs_plays_a_fight_to_its_end(base: str) -> None:
    words = (Path(__file__).parents[2] / "docs" / "client.md").read_text(encoding="utf-8")
    (program,) = [block for block in re.findall(r"```py\n(.*?)```", words, re.DOTALL) if "sys.argv" in block]
    ran = subprocess.run([sys.executable, "-c", program, base], capture_output=True, text=True, timeout=240, check=False)
    assert ran.returncode == 0, ran.stderr
    *acts, last = ran.stdout.splitlines()
    assert any(act.startswith("attack ") for act in acts)
    assert last in ("The fight is over: crew", "The fight is over: boarders")


# --- awaiting --------------------------------------------------------------------------------------------------


def played(base: str, gm: Seat, play: Callable[[AsyncSeat], Awaitable[None]]) -> None:
    async def run() -> None:
        async with AsyncClient(base, patience=20).seat(gm.room, gm.token) as seat:
            await asyncio.wait_for(play(seat), 60)

    finished(run())


def test_an_awaiting_seat_sees_acts_and_is_refused(base: str, gm: Seat) -> None:
    async def play(seat: AsyncSeat) -> None:
        view = await seat.view()
        (who,) = view.turn.actors
        form = next(form for form in (await seat.forms(who)).forms if form.refused is None and not form.fields)
        assert (await seat.preview(f"{form.kind} {who}")).legal
        assert (await seat.play(f"{form.kind} {who}")).ok
        with pytest.raises(Refused):
            await seat.play("shot nobody anybody")
        with pytest.raises(Refused):
            await seat.forms("nobody")

    played(base, gm, play)


def test_a_line_that_breaks_after_a_command_is_opened_again_and_the_command_counts_once(base: str, gm: Seat) -> None:
    async def play(seat: AsyncSeat) -> None:
        for _ in range(3):
            rolling = asyncio.create_task(seat.do("roll", **ROLL))
            await asyncio.sleep(0)  # it is on its way
            assert seat._line is not None
            seat._line.transport.abort()
            assert (await rolling).ok

    played(base, gm, play)
    assert throws(gm) == 3


def test_changes_are_told_until_the_seat_is_closed(base: str, gm: Seat) -> None:
    code = gm.do("seat", do="new", kind="spectator", name="Eve").code
    eve = Client(base).join(code)
    closed = eve.view().you.seat

    told: list[str] = []

    async def listen(seat: AsyncSeat) -> None:
        async for view in seat.changes():
            told.append(view.room.status)
            if len(told) == 1:
                await asyncio.to_thread(lambda: gm.do("roll", **ROLL))
            else:
                await asyncio.to_thread(lambda: gm.do("seat", do="close", seat=closed))

    with pytest.raises(Lost):
        played(base, eve, listen)
    assert len(told) >= 2
