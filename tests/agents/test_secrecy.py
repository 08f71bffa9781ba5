"""What a client reads does not depend on what its seat may not know."""

from __future__ import annotations

from typing import Any

import pytest

from tests.agents.players import Player
from tests.agents.tables import clients_at, hall
from tests.coroutines import finished
from tests.room.table import FIGHT

#: the same dice fall for both: same archetype
GHOST = 'name = "Ghost"\narchetype = "station-guard"\nside = "syndicate"\nat = [20, 9]\n'
OTHER = 'name = "Somebody else"\narchetype = "station-guard"\nside = "syndicate"\nat = [27, 2]\nhp = 1\n'


def asked(name: str) -> list[tuple[str, dict[str, Any]]]:
    """What the client asks; `name` is what it calls somebody it does not see."""
    return [
        ("look", {}), ("look", {"page": 2}), ("look", {"about": "mira"}), ("look", {"about": "jarl"}), ("log", {}),
        ("forms", {}), ("forms", {"kind": "shot"}), ("odds", {"action": "go-prone mira"}), ("roll", {}), ("review", {}),
        ("look", {"about": name}), ("act", {"action": f"shot mira target={name}"}), ("act", {"action": f"end-turn {name}"}),
        ("log", {"about": name}), ("forms", {"who": name}), ("odds", {"action": f"shot mira target={name}"}),
    ]  # fmt: skip


async def read(text: str, name: str = "ghost") -> tuple[list[str], list[str]]:
    """All that the crew's client reads in a few turns, and what the other side's reads."""
    async with clients_at(hall(text), ["crew", "syndicate"]) as players:
        crew, others = players["crew"], players["syndicate"]
        for _ in range(3):
            await pass_on(others)
            for tool, args in asked(name):
                await crew.try_call(tool, **args)
            await pass_on(crew)
        return crew.read, others.read


async def pass_on(player: Player) -> None:
    """Everybody of a side ends the turn."""
    text = await player.call("wait", seconds=0)
    while "Your turn: " in text or "Question " in text:
        who = text.partition("Your turn: ")[2].split(".")[0].split(" ")[0]
        text = await player.call("act", action=f"end-turn {who}")


@pytest.mark.slow
def test_a_hidden_combatant_changes_no_answer_of_any_tool() -> None:
    one, seen = finished(read(FIGHT))
    other, _ = finished(read(FIGHT.replace(GHOST, OTHER)))
    assert FIGHT.replace(GHOST, OTHER) != FIGHT
    assert one == other
    assert "Ghost" in "".join(seen)


@pytest.mark.slow
def test_to_ask_for_a_hidden_combatant_is_to_ask_for_nobody() -> None:
    answers, _ = finished(read(FIGHT))
    nobodys, _ = finished(read(FIGHT, "wraith"))
    assert [answer.replace("ghost", "wraith") for answer in answers] == nobodys
    assert "Ghost" not in "".join(answers)


def test_the_gm_reveals_somebody_and_then_everybody_reads_it() -> None:
    async def play() -> None:
        async with clients_at(hall(), ["crew", "gm"]) as players:
            assert "Ghost" not in await players["crew"].call("look")
            assert "Ghost" in await players["gm"].call("look")
            await players["gm"].call("gm", command="reveal ghost")
            assert "Ghost" in await players["crew"].call("look")

    finished(play())
