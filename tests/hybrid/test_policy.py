"""What the book's own policy does, and why."""

from __future__ import annotations

import pytest

import starfray
from starfray import Fight
from starfray.engine.actions import Action
from starfray.engine.generator import Generator
from starfray.rulebooks.hybrid import BOOK
from starfray.sim.montecarlo import simulate
from tests.hybrid.build import duel

FAR = "initiative = 150\nwait-until = 0"
THIRD = '[[combatant]]\nid = "c"\nside = "blue"\nat = [11, 0]\ninitiative = 300'


def acts(fight: Fight, who: str = "a") -> str:
    action: Action | None = BOOK.policy().act(BOOK, fight.view("all"), who, Generator(0))
    assert action is not None
    fields = [str(getattr(action, name)) for name in ("how", "target", "weapon", "until") if hasattr(action, name)]
    return f"{action.KIND} {' '.join(fields)}"


def test_it_presses_in_and_goes_all_out_only_where_nobody_can_strike_back_in_time() -> None:
    assert acts(duel()) == "stance advance b"
    assert acts(duel(b=FAR)) == "stance all-out b"
    assert acts(duel(a='stance = ["advance"]\nstance-since = 100')) == "blow  b short-sword"
    assert acts(duel(b='weapons = ["katana"]')).startswith("close")


def test_whoever_parries_well_lets_a_foe_come_who_is_about_to_strike() -> None:
    fencer = "skills = { short-sword = 8, parry-short-sword = 3 }"  # 75 + 6
    assert acts(duel(a=fencer, b="initiative = 103\nwait-until = 0")) == "wait 111"
    assert acts(duel(a=fencer, b="initiative = 104\nwait-until = 0")) == "stance advance b"  # that is too long
    assert acts(duel(a=fencer)) == "stance advance b"  # and b waits himself


def test_a_blow_in_the_air_keeps_it_from_pressing_in() -> None:
    air = 'under-way = [{ actor = "b", kind = "blow", lands = 104, target = "a", weapon = "short-sword" }]'
    assert acts(duel(now="begun = true\ncount = 100\n" + air)).startswith("blow")


def test_it_weaves_when_half_its_fatigue_is_gone() -> None:
    assert acts(duel(a="pft = 19")) == "evade "
    assert acts(duel(a="pft = 20")) == "stance advance b"


def test_it_closes_its_mind_to_a_mentalist() -> None:
    fight = duel(b='weapons = ["mind-lash"]\nskills = { mind-lash = 8 }')
    assert acts(fight) == "evade "
    assert acts(duel(a="mind-evading = true", b='weapons = ["mind-lash"]')).startswith("stance advance")


def test_it_feints_at_a_foe_who_weaves_and_then_strikes_the_one_taken_in() -> None:
    assert acts(duel(b="evading = true")).startswith("feint")
    assert acts(duel(a='fooled = ["b"]', b="evading = true")) == "stance advance b"
    assert acts(duel(a="skills = { short-sword = 1 }", b="evading = true")) == "stance advance b"  # it would convince nobody


def test_it_throws_a_grenade_where_two_foes_stand_together_and_no_friend() -> None:
    thrower = 'weapons = ["fragmentation-grenade", "short-sword"]\nskills = { grenade = 5 }\nat = [0, 0]'
    assert acts(duel(a=thrower, b="at = [10, 0]", more=THIRD)) == "shoot  c fragmentation-grenade"
    friend = '\n[[combatant]]\nid = "d"\nside = "red"\nat = [9, 0]\ninitiative = 300'
    assert not acts(duel(a=thrower, b="at = [10, 0]", more=THIRD + friend)).startswith("shoot")


def test_the_nimble_dodge_what_they_cannot_ward_when_little_is_left() -> None:
    nimble = "skills = { dodge = 5 }\nweapons = []\npft = 3\ninitiative = 101\nwait-until = 110"
    fight = duel(b=nimble)
    fight.play("blow a b", dice=[])
    fight.auto(acts=1)
    assert any(entry.action.KIND == "land" for entry in fight.journal.entries)
    assert any(event.rule == "hybrid.defence.dodge.phases" for event in fight.events)


UNARMED = {
    "bare hands": ("", ""),
    "grips alone": ("skills = { hth-grapple = 5 }", "skills = { hth-grapple = 5 }"),
    "shields": ('weapons = ["buckler"]', 'weapons = ["large-shield"]'),
    "a knife each to throw": ('weapons = ["throwing-knife"]', 'weapons = ["throwing-knife"]'),
    "a scream at one": ('weapons = ["psychic-scream"]\nskills = { psychic-scream = 9 }', ""),
    "tired minds": ('archetype = "sister-quill"\nmft = 0\nmex = 0', 'archetype = "sister-quill"\nmft = 0\nmex = 0'),
}


@pytest.mark.parametrize("case", list(UNARMED))
@pytest.mark.parametrize("places", [("", ""), ("at = [5, 5]", "at = [20, 20]")], ids=["anywhere", "on a map"])
def test_who_has_nothing_to_strike_with_comes_to_grips_and_the_fight_ends(case: str, places: tuple[str, str]) -> None:
    red, blue = UNARMED[case]
    fight = starfray.loads(f"""
rulebook = "hybrid"
seed = 1
[[combatant]]
id = "a"
side = "red"
{red}
{places[0]}
[[combatant]]
id = "b"
side = "blue"
{blue}
{places[1]}
""")
    result = simulate(fight, 2, seed=3, workers=1)
    assert result.unfinished == 0


def test_with_nobody_left_to_fight_it_treats_its_own() -> None:
    friend = '[[combatant]]\nid = "c"\nside = "red"\nbleeding = [115]\ninitiative = 900'
    assert acts(duel(b="pbd = 0", more=friend)) == "aid c"
