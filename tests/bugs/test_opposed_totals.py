"""In opposed rolls events and log say what both sides came to, as each book counts it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import starfray
from starfray import Fight
from starfray.words import log
from tests.compound_x.helpers import fight as post
from tests.compound_x.test_melee import duel as brawl
from tests.coriolis.build import duel as clinch
from tests.gurps.fights import duel as fence
from tests.hybrid.build import duel as bout
from tests.hybrid.build import landed
from tests.icar.scenes import POOL
from tests.icar.street import street
from tests.socs.test_maneuvers import flown

HELD, HOLDS = 'grappled-by = "b"', 'grapples = "a"'


def feint() -> Fight:
    fight = bout()
    landed(fight, "feint a", [50, 41])  # 70 - 50 against perception 60 - 41
    return fight


@pytest.mark.parametrize(
    ("play", "who", "whom", "words"),
    [
        pytest.param(lambda: street().play("hit a b", dice=[5, 5]), "b", "a", "8 against 9", id="icar"),
        pytest.param(lambda: street().play("hit a b", dice=[6, 7, 5, 5]), "b", "a", "10 against 10", id="icar, a tie first"),
        pytest.param(
            lambda: street('seat = "ana"', head=POOL).play("hit a b", dice=[3, 2, 9], answers=["yes"]),
            "b", "a", "12 against 9", id="icar, a pool",
        ),
        pytest.param(
            lambda: brawl("skills = { athletics = 10 }").play("grapple ana tor", dice=[40, 50], answers=["athletics"]),
            "tor", "ana", "50 against 50", id="compound-x",
        ),
        pytest.param(
            lambda: fence().play("feint ann bob", dice=[3, 3, 3, 5, 5, 5]), "ann", "bob", "margin 3 against -3", id="gurps"
        ),
        pytest.param(
            lambda: clinch(a=HELD, b=HOLDS, gap=1).play("break-free a", dice=[6, 6, 1, 1, 1, 1, 6, 1, 1, 1]),
            "a", "b", "sixes 2 against 1", id="coriolis",
        ),
        pytest.param(
            lambda: post('cover = "full"\nstance = "crouched"\nskills = { stealth = 20 }').play("hide ana", dice=[50, 59]),
            "tor", "ana", "59 against 70", id="compound-x, hiding",
        ),
        pytest.param(feint, "b", "a", "SN 19 against 20", id="hybrid"),
        pytest.param(lambda: flown("reversal:black", "offensive:red", 7, 16), "red", "black", "margin 2 against 6", id="socs"),
    ],
)  # fmt: skip
def test_both_totals_are_told(play: Callable[[], Fight], who: str, whom: str, words: str) -> None:
    fight = play()
    event = next(event for event in fight.events if event.against is not None)
    assert (event.who, event.against.whom, str(event.against)) == (who, whom, words)  # type: ignore[union-attr]
    assert any(line.endswith(f"({words})") for line in log(fight))


def test_a_save_keeps_them() -> None:
    fight = street().play("hit a b", dice=[5, 5])
    again = starfray.restore(fight.to_json())
    assert [event.plain() for event in again.events] == [event.plain() for event in fight.events]
    assert any("against" in event.plain() for event in again.events)


def test_the_total_of_a_foe_with_secret_figures_is_not_told() -> None:
    fight = fence({"secret": '["skills"]'}).play("feint ann bob", dice=[3, 3, 3, 5, 5, 5])
    told = [event for event in fight.seen_events("side:b") if event.rule == "gurps.order.contest"]
    assert [event.against for event in told] == [None]


def test_who_hides_is_not_named_by_the_total_that_was_not_enough() -> None:
    fight = post('cover = "full"\nstance = "crouched"\nskills = { stealth = 20 }').play("hide ana", dice=[50, 59])
    assert fight.get("ana.hidden") is True
    assert not [event for event in fight.seen_events("side:dock") if event.against is not None]
