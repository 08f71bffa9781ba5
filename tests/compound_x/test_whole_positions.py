"""Positions from files, parties and the GM's hand are whole or refused: no figure is bent in silence."""

from __future__ import annotations

from pathlib import Path

import pytest

import starfray
from starfray import BadInput
from tests.compound_x.helpers import fight

CREW = 'rulebook = "compound-x"\n[[member]]\nid = "ana"\n[[member]]\nid = "bo"\n'
FIGHT = (
    'rulebook = "compound-x"\nparty = "crew.toml"\n[[combatant]]\nparty = "ana"\nside = "crew"\nat = [0, 0]\n'
    '[[combatant]]\nparty = "bo"\nside = "crew"\nat = [5, 0]\n[[combatant]]\nid = "tor"\nside = "dock"\nat = [20, 0]\n'
)


@pytest.mark.parametrize(
    ("line", "place"),
    [
        ("kits = { medkit = -1 }", "kits.medkit"),
        ("skills = { athletics = -5 }", "skills.athletics"),
        ("stunned = -1", "stunned"),
        ("revivals = -2", "revivals"),
        ("dst-failures = -1", "dst-failures"),
        ('grenades = [{ key = "frag", count = -1 }]', "grenades.0.count"),
        ('weapons = [{ key = "ecsc-mk16", magazines = -1 }]', "weapons.0.magazines"),
        ('weapons = [{ key = "ecsc-mk16", rounds = -1 }]', "weapons.0.rounds"),
        ('conditions = [{ kind = "bleeding", stacks = 0 }]', "conditions.0.stacks"),
        ('held = { actions = 3, trigger = "moves", plan = ["semi"] }', "held.actions"),
        ('held = { actions = 1, trigger = "moves", plan = ["dance"] }', "held.plan.0"),
        ('held = { actions = 1, trigger = "moves", plan = ["aim", "semi"] }', "held.plan"),
        ('shield = { key = "a-class", strength = 121 }', "shield.strength"),
        ('profession = "doctor"\nnanites = 51', "nanites"),
        ('cloaked = "invisible"', "cloaked"),
        ('cloaked = "a-class"', "cloaked"),
        ('aim = "ana"', "aim"),
        ('engaged = ["ana"]', "engaged"),
        ('unseen-by = ["ana"]', "unseen-by"),
    ],
)
def test_figures_that_cannot_be_are_refused_with_their_place(line: str, place: str) -> None:
    with pytest.raises(BadInput) as refused:
        fight(line)
    assert refused.value.field.endswith(place)


def test_whoever_holds_actions_for_nobodys_doings_is_refused() -> None:
    with pytest.raises(BadInput, match="nobody is called 'kai'"):
        fight('held = { actions = 1, trigger = "moves", foe = "kai" }')


@pytest.mark.rule("cx.down.negative", "cx.ruling.negative-health")
def test_a_health_of_minus_one_is_written_and_read_as_it_is() -> None:
    one = fight("", "health = 0")
    one.gm("hurt tor 1 direct=yes")
    assert one.get("tor.health") == -1
    assert starfray.loads(one.to_text()).get("tor.health") == -1
    assert starfray.restore(one.to_json()).get("tor.health") == -1
    assert fight("", "health = -1").get("tor.health") == -1


def test_an_aim_in_a_file_is_at_where_its_target_is() -> None:
    assert fight('aim = "tor"').get("ana.aim-at") == [30, 0]
    assert fight('aim = "tor"', 'cover = "concealed"').get("ana.aim-at") is None


@pytest.mark.rule("cx.ruling.grapple-end")
def test_death_by_the_gms_hand_ends_a_grapple_and_undoing_it_brings_it_back() -> None:
    held = 'grapples = [{ first = "ana", second = "tor", control = "ana" }]'
    one = fight("actions = 1", "at = [1, 0]", 'id = "kai"\nside = "dock"\nat = [30, 20]', now=held)
    one.gm("set tor.dead true")
    assert one.get("grapples") == []
    one.undo()
    assert len(one.get("grapples")) == 1


@pytest.mark.rule("cx.ruling.dst-allowance", "cx.dst.second", "cx.down.trigger", "cx.presumed.health")
def test_a_party_keeps_the_failed_saving_throws_of_whoever_still_bleeds(tmp_path: Path) -> None:
    party = tmp_path / "crew.toml"
    party.write_text(CREW, encoding="utf-8")
    one = starfray.loads(FIGHT, folder=tmp_path)
    one.begin(dice=[90, 80, 70])
    one.gm("down bo")
    one.play("end-turn ana", dice=[]).step(dice=[50])  # a failed saving throw
    one.gm("down tor")
    starfray.write_back(one, party)
    later = starfray.loads(FIGHT, folder=tmp_path)
    assert (later.get("bo.health"), later.get("bo.dst-failures"), later.get("bo.dst-allowance")) == (0, 1, 3)
    later.begin(dice=[90, 80, 70])
    later.gm("heal bo 30")
    assert (later.get("bo.dst-failures"), later.get("bo.dst-allowance")) == (0, 2)
