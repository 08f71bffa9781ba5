"""What stands between people, what lies about after a throw, and what a thrower is told to hope for."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from starfray import Refused
from starfray.rulebooks import compound_x
from tests.compound_x.helpers import fight

BARRIER = '[[relation]]\nkind = "barrier"\nbetween = ["tor", "ana"]\nvalue = 1'
SWORDS = 'at = [1, 0]\nmelee = ["gs101-sword"]'
KNIFE = 'thrown = [{ key = "throwing-knife", count = 2, in-hand = true }]\nweapons = []'


@pytest.mark.rule("cx.suppression.barrier")
@pytest.mark.parametrize("action", ["strike ana tor", "shove ana tor", "kick ana tor", "trip ana tor", "grapple ana tor"])
def test_nobody_strikes_or_grabs_through_a_barrier(action: str) -> None:
    fight("", "at = [1, 0]").play("strike ana tor", dice=[1, 10])
    with pytest.raises(Refused) as refused:
        fight("", "at = [1, 0]", scene=BARRIER).play(action)
    assert refused.value.rule == "cx.suppression.barrier"


@pytest.mark.rule("cx.melee.adjacent", "cx.suppression.barrier")
def test_who_walks_off_behind_a_barrier_is_not_struck() -> None:
    ana, tor = 'melee = ["gs101-sword"]\nweapons = []\nengaged = ["tor"]', f'{SWORDS}\nactions = 4\nengaged = ["ana"]'
    open_ground = fight(ana, tor, up="tor")
    open_ground.play("run tor 5,0", dice=[1, 10], answers=["gs101-sword"])
    behind = fight(ana, tor, up="tor", scene=BARRIER)
    behind.play("run tor 5,0", dice=[])
    assert (open_ground.get("ana.reactions"), behind.get("ana.reactions")) == (2, 3)


@pytest.mark.rule("cx.suppression.barrier", "cx.order.special")
def test_lightning_does_not_leap_through_a_barrier() -> None:
    gun = 'stats = { strength = 6, intelligence = 6 }\nweapons = ["partix-lx-lightning-gun"]\naim = "tor"'
    beside = 'id = "kit"\nside = "dock"\nat = [10, 2]'
    wall = '[[relation]]\nkind = "barrier"\nbetween = ["tor", "kit"]\nvalue = 1'
    leaps = fight(gun, 'at = [10, 0]\nstance = "prone"', beside)
    leaps.play("fire ana tor", dice=[9, 90, 50, 90, 99, 99])
    assert leaps.get("kit.health") == 100 - 70 // 2
    stays = fight(gun, 'at = [10, 0]\nstance = "prone"', beside, scene=wall)
    stays.play("fire ana tor", dice=[9, 90, 99])
    assert stays.get("kit.health") == 100


@pytest.mark.rule("cx.ruling.take", "cx.actions.draw", "cx.order.thrown", "cx.thrown.accuracy")
@pytest.mark.parametrize(("dice", "turn"), [([6, 60], [1]), ([2], [])])
def test_a_thrown_knife_lies_where_it_was_thrown_and_anybody_may_take_it(dice: list[int], turn: list[int]) -> None:
    one = fight(f"{KNIFE}\nstats = {{ dexterity = 6 }}", 'at = [4, 0]\nstance = "prone"\nstats = { dexterity = 6 }')
    one.play("throw ana tor", dice=dice)
    assert (one.get("ana.thrown.0.count"), one.get("tor.thrown.0.lies")) == (1, [4, 0])
    one.play("end-turn ana", dice=[]).step(dice=turn).play("draw tor throwing-knife", dice=[])
    assert (one.get("tor.thrown.0.in-hand"), one.get("tor.thrown.0.dropped")) == (True, False)
    one.play("throw tor ana", dice=[1])
    assert one.get("tor.thrown.0.count") == 0


@pytest.mark.rule("cx.ruling.take", "cx.actions.draw")
def test_the_thrower_walks_over_to_the_knife_that_missed() -> None:
    one = fight(f"{KNIFE.replace('2', '1')}\nstats = {{ dexterity = 8 }}", 'at = [6, 0]\nstance = "prone"')
    one.play("throw ana tor", dice=[1])
    with pytest.raises(Refused):
        one.play("draw ana throwing-knife")
    one.play("run ana 5,0", dice=[]).play("draw ana throwing-knife", dice=[])
    assert one.get("ana.thrown.1.in-hand") is True
    assert one.get("tor.thrown") == []


def test_every_die_says_what_to_hope_for() -> None:
    """All shapes come from the book's own `dice`, where each is given a goal."""
    folder = Path(compound_x.__file__).parent
    bare = {"total", "bands", "Total", "Bands", "Fixed"}
    for path in folder.glob("*.py"):
        if path.stem.startswith(("dice", "policy")):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module in ("starfray.engine.rules", "starfray.engine.dice"):
                assert not bare & {each.name for each in node.names} or path.stem == "grenades", path.name


def test_the_one_who_throws_is_told() -> None:
    one = fight('aim = "tor"', 'stance = "prone"')
    one.seats.hand.add("ana")
    one.play("fire ana tor")
    assert [ask.prompt for ask in one.asks] == ["7 or more"]
    blow = fight('melee = ["gs101-sword"]', 'at = [1, 0]\nstance = "prone"')
    blow.seats.hand.add("ana")
    blow.play("strike ana tor")
    assert [ask.prompt for ask in blow.asks] == ["the more the better"]
    knife = fight(KNIFE, "at = [4, 0]")
    knife.seats.hand.add("ana")
    knife.play("throw ana tor")
    assert [ask.prompt for ask in knife.asks] == ["6 or more"]
