"""The case and the other case: deadly ground, helpers, thrown strength, Reactions by the turn, bursts from hiding."""

from __future__ import annotations

import pytest

import starfray
from tests.compound_x.helpers import BO, fight, rules

KAI = 'id = "kai"\nside = "dock"\nat = [30, 9]'
MEDIC = "skills = { medicine = 50 }\nat = [29, 0]"


@pytest.mark.rule("cx.ruling.instant-death", "cx.death.instant", "cx.down.trigger")
def test_deadly_ground_kills_at_nought_and_not_before() -> None:
    pit = '[[zone]]\nname = "pit"\nkind = "deadly"\nat = [30, 0]\nradius = 2'
    one = fight("", "", KAI, scene=pit)
    one.gm("hurt tor 60 direct=yes", dice=[])
    assert (one.get("tor.health"), one.get("tor.dead")) == (40, False)
    one.gm("hurt tor 40 direct=yes", dice=[])
    assert (one.get("tor.health"), one.get("tor.dead")) == (0, True)
    beside = fight("", "", KAI)
    beside.gm("hurt tor 100 direct=yes", dice=[])
    assert beside.get("tor.dead") is False


@pytest.mark.rule("cx.ruling.stabilize-assist", "cx.stabilize.assist", "cx.reaction.limit")
def test_alone_one_die_and_nobodys_reaction_with_help_two_and_one() -> None:
    tor, bo = 'side = "crew"\nhealth = 0', BO.replace("at = [0, 10]", "at = [30, 1]")
    alone = fight(MEDIC, tor, bo, KAI)
    alone.play("stabilise ana tor", dice=[30])
    assert (alone.get("tor.health"), alone.get("bo.reactions"), alone.get("ana.reactions")) == (0, 3, 3)
    helped = fight(MEDIC, tor, bo, KAI)
    helped.play("stabilise ana tor assistant=bo", dice=[30, 31])
    assert (helped.get("tor.health"), helped.get("bo.reactions"), helped.get("ana.reactions")) == (1, 2, 3)


@pytest.mark.rule("cx.presumed.stat-mod", "cx.thrown.bypass", "cx.thrown.unarmed-feats")
def test_a_throw_adds_the_stats_its_entry_names() -> None:
    for entry, lost in (("", 20), (", strength = 1", 28), (", dexterity = 2", 28), (", strength = 1, dexterity = 1", 32)):
        arms = f'weapons = []\nthrown = [{{ key = "axe", base = 20{entry}, in-hand = true }}]'
        one = fight(f"{arms}\nstats = {{ strength = 7, dexterity = 6 }}", "at = [5, 0]\nweapons = []", KAI)
        one.play("throw ana tor", dice=[9])  # three over: all of it
        assert 100 - one.get("tor.health") == lost, entry
    feat = 'abilities = [{ key = "unarmed-combat-training" }]'
    trained = fight(
        f'weapons = []\nthrown = [{{ key = "axe", base = 20, in-hand = true }}]\n{feat}', "at = [5, 0]\nweapons = []", KAI
    )
    trained.play("throw ana tor", dice=[9])
    assert 100 - trained.get("tor.health") == 30


@pytest.mark.rule("cx.ruling.reactions-reset")
def test_by_the_turn_the_top_of_the_round_brings_no_reactions() -> None:
    one = fight("reactions = 0", "reactions = 0", head='[rulings]\nreactions-reset = "turn"')
    one.play("end-turn ana", dice=[]).step(dice=[])
    assert (one.get("ana.reactions"), one.get("tor.reactions")) == (0, 3)
    one.play("end-turn tor", dice=[])
    assert (one.get("round"), one.get("ana.reactions")) == (2, 0)
    one.step(dice=[])
    assert one.get("ana.reactions") == 3


@pytest.mark.rule("cx.mag.primary", "cx.mag.secondary")
@pytest.mark.parametrize(("secondary", "needed"), [(1, 1), (2, 2), (3, 2), (4, 3), (5, 4), (6, 4)])
def test_three_secondary_magazines_fill_two_spaces_and_odd_ones_one_each(secondary: int, needed: int) -> None:
    places = 2  # a medium chest has as many for secondary magazines alone
    found = starfray.do("compound-x", f"loadout rigs=medium-chest primary=1 secondary={places + secondary}", dice=[]).result
    assert (found["secondary-places"], found["mag-space-needed"]) == (places, 1 + needed)


@pytest.mark.rule("cx.ruling.multi-shot-rolls", "cx.stealth.ranged-damage", "cx.firerate.burst")
def test_from_hiding_every_hit_of_a_burst_does_more_or_by_the_ruling_the_first() -> None:
    """Three hits in a less vital spot, each halved with what is added to it."""
    for ruling, bonus in (("all", (20, 20, 20)), ("first", (20, 0, 0))):
        gun = 'weapons = [{ key = "g-w-xk20" }]\nhidden = true\naim = "tor"'
        one = fight(gun, 'cover = "partial"\nstats = { fortitude = 15 }', KAI, head=f'[rulings]\nstealth-per-shot = "{ruling}"')
        damage = one.get("ana.weapons.0.damage")
        one.play("fire ana tor mode=burst", dice=[10, 60] * 3)
        assert 200 - one.get("tor.health") == sum((damage + each) // 2 for each in bonus)


@pytest.mark.rule("cx.ranged.cover-add", "cx.ruling.suppress-trigger")
def test_cover_counts_against_a_shot_and_not_against_fire_one_runs_into() -> None:
    zone = 'zones = [{ by = "bo", target = "tor", weapon = "ecsc-mk249", level = "light", radius = 1.0, at = [30, 0] }]'
    found = []
    for cover in ("", 'cover = "full"'):
        one = fight("", f"actions = 4\n{cover}".strip(), BO, up="tor", now=zone)
        one.play("run tor 33,0", dice=[2])
        found.append(next(event.tally.total for event in one.events if event.rule == "cx.ranged.attack-roll" and event.tally))
    assert found[0] == found[1]
    shot = [fight("", cover).preview("fire ana tor").tally for cover in ("", 'cover = "full"')]
    assert [each.total for each in shot if each is not None] == [7, 11]


@pytest.mark.rule("cx.stance.hunker", "cx.aim.cease.hunker", "cx.actions.hunker")
def test_whoever_is_felled_in_hunkering_down_does_not() -> None:
    held = 'held = { actions = 1, trigger = "acts", plan = ["semi"] }\nactions = 0'
    felled = fight(held, "actions = 4\nhealth = 5", KAI, up="tor")
    felled.play("hunker tor", dice=[9, 60], answers=["semi"])
    assert (felled.get("tor.hunkered"), felled.get("tor.health")) == (False, 0)
    missed = fight(held, "actions = 4\nhealth = 5", KAI, up="tor")
    missed.play("hunker tor", dice=[2], answers=["semi", "here"])
    assert (missed.get("tor.hunkered"), "cx.stance.hunker" in rules(missed)) == (True, True)
