"""What strangers hand over can cost them their answer, and nobody else anything."""

from __future__ import annotations

import asyncio

import pytest
from starlette.testclient import TestClient

from starfray.engine.errors import BadInput, Refused
from starfray.room.guard import CALLER
from starfray.room.intake import Intake
from starfray.room.limits import INTAKE_OF_ONE
from tests.room.loops import run
from tests.room.table import FIGHT, Table


def endless() -> None:
    while True:
        pass


def hungry() -> int:
    return len(bytearray(2**30))


def lost() -> None:
    import os

    os._exit(1)


def deep(levels: int) -> int:
    return deep(levels - 1) if levels else 0


def read(intake: Intake, work: object, *args: object) -> object:
    return run(intake.read(work, *args))  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def intake() -> Intake:
    return Intake(readers=1, memory=256 * 2**20, seconds=1.0)


@pytest.mark.parametrize(
    ("work", "args", "said"), [(endless, (), "too long"), (hungry, (), "memory"), (lost, (), "lost"), (deep, (10**6,), "deep")]
)
def test_a_reader_that_is_held_up_refuses_and_the_next_reading_goes_on(
    intake: Intake, work: object, args: tuple[object, ...], said: str
) -> None:
    with pytest.raises(BadInput, match=said):
        read(intake, work, *args)
    assert read(intake, len, "four") == 4


def test_one_address_does_not_take_all_the_places(intake: Intake) -> None:
    async def crowd() -> None:
        CALLER.set("one")
        first = [asyncio.create_task(intake.read(len, "four")) for _ in range(INTAKE_OF_ONE)]
        await asyncio.sleep(0)
        with pytest.raises(Refused, match="too much is being read"):
            await intake.read(len, "four")
        CALLER.set("another")
        assert await intake.read(len, "four") == 4
        assert await asyncio.gather(*first) == [4] * INTAKE_OF_ONE
        CALLER.set("one")
        assert await intake.read(len, "four") == 4

    run(crowd())


def test_a_stranger_cannot_hold_up_the_server_with_a_dotted_key(client: TestClient) -> None:
    table = Table.text(client)
    text = ".".join("a" * 10_000) + ' = 1\nrulebook = "coriolis"'
    for body in (
        {"from": "text", "text": text},
        {"from": "text", "text": 'party = "p.toml"\n' + FIGHT, "files": {"p.toml": text}},
        {"from": "text", "text": 'packs = ["p"]\n' + FIGHT, "files": {"p/pack.toml": text}},
    ):
        answer = client.post("/api/rooms", json=body)
        assert answer.status_code == 400
        assert "parts" in answer.json()["reason"]
    assert "parts" in table.gm.refused("gm", text='add "' + ".".join("a" * 1900) + ' = 1"')["reason"]


def test_a_line_of_a_fight_is_still_told_when_it_was_read_elsewhere(client: TestClient) -> None:
    answer = client.post("/api/rooms", json={"from": "text", "text": FIGHT.replace('"patrol-sergeant"', '"patrol-sargeant"')})
    assert answer.json()["reason"].endswith("(line 11)")
    assert "did you mean 'patrol-sergeant'?" in answer.json()["legal"][0]
