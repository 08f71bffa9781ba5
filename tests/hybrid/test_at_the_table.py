"""At the table: who comes late, who hides, what the GM does by the rules, what refusals and dice questions say."""

from __future__ import annotations

import pytest

import starfray
from tests.hybrid.build import EQUAL, chance, duel, heard, landed

LATER = "initiative = 900\nwait-until = 0"
THIRD = '[[combatant]]\nid = "c"\nside = "blue"\ninitiative = 900'


# --- coming late -----------------------------------------------------------------------------------------------
@pytest.mark.rule("hybrid.initiative.trigger")
@pytest.mark.parametrize(("die", "aware", "initiative"), [(60, True, 100 + 7 + 8 - 2), (61, False, 100 + 7 + 8 - 2 + 5)])
def test_whoever_comes_late_rolls_perception_and_initiative_from_then_on(die: int, aware: bool, initiative: int) -> None:
    fight = duel()
    fight.gm(f"add \"id = 'c', side = 'blue', {EQUAL}\"")
    fight.step(dice=[die, 3, 4])
    assert (fight.get("c.aware"), fight.get("c.initiative"), fight.actors) == (aware, initiative, ["a"])


def test_an_initiative_that_was_given_stands() -> None:
    fight = duel()
    fight.gm("add \"id = 'c', side = 'blue', initiative = 107\"")
    fight.step(dice=[])
    assert fight.get("c.initiative") == 107


# --- hiding ----------------------------------------------------------------------------------------------------
@pytest.mark.rule("hybrid.perception.when", "hybrid.ruling.aware")
def test_whoever_strikes_out_of_hiding_is_seen_and_once_only_meets_no_defence() -> None:
    fight = duel(a="hidden = true\nconcealed = 20", b=LATER)
    landed(fight, "blow a b", [100])
    assert (fight.get("a.hidden"), chance(fight)) == (False, 78)


@pytest.mark.rule("hybrid.ruling.aware")
def test_whoever_is_unaware_notices_on_their_count() -> None:
    fight = duel(b="aware = false\ninitiative = 104\nwait-until = 0", a="initiative = 102")
    fight.play("wait a 120", dice=[])
    assert fight.get("b.aware") is False
    fight.step(dice=[])
    assert (fight.get("count"), fight.get("b.aware")) == (104, True)


# --- the GM by the rules ---------------------------------------------------------------------------------------
@pytest.mark.rule("hybrid.damage.order", "hybrid.ruling.armour")
def test_the_gm_hurts_somebody_through_the_armour_or_past_it() -> None:
    fight = duel(b='armour = ["leather"]', more=THIRD)
    stops = 10 - (39 - fight.gm("hurt b 10 cut torso").get("b.pft"))
    assert stops > 0
    before = fight.get("b.pft")
    fight.gm("hurt b 10 cut torso direct=yes")
    assert before - fight.get("b.pft") == 10


@pytest.mark.rule("hybrid.bleeding.trigger", "hybrid.shock.trigger")
def test_what_follows_from_a_wound_follows_from_the_gms_too() -> None:
    fight = duel(b="pft = 0", more=THIRD)
    fight.gm("hurt b 5 piercing chest", dice=[100, 1])  # bleeding, shock
    assert (fight.get("b.pbd"), len(fight.get("b.bleeding"))) == (22, 1)


@pytest.mark.rule("hybrid.location.roll")
def test_where_nobody_says_where_it_is_rolled() -> None:
    fight = duel()
    fight.gm("hurt b 3", dice=[20])
    assert heard(fight, "hybrid.location.table") == ["chest"]


@pytest.mark.rule("hybrid.energy.roles", "hybrid.energy.exhaustion.per-ten")
def test_the_gm_tires_body_and_mind() -> None:
    fight = duel()
    fight.gm("tire b 12").gm("tire b 3 mind=yes")
    assert (fight.get("b.pft"), fight.get("b.pex"), fight.get("b.mft")) == (27, 62, 33)


@pytest.mark.rule("hybrid.ruling.restore")
def test_the_gm_heals_up_to_the_maximum() -> None:
    fight = duel(b="pbd = 20\npft = 30")
    fight.gm("heal b 3").gm("heal b 90 pft")
    assert (fight.get("b.pbd"), fight.get("b.pft")) == (23, 39)


@pytest.mark.rule("hybrid.shock.table", "hybrid.ruling.shock-duration")
def test_the_gm_stuns_and_knocks_out() -> None:
    fight = duel(more=THIRD)
    fight.gm("stun b", dice=[3, 3])
    assert (fight.get("b.shock.level"), fight.get("b.shock.rolls")) == (2, 151)
    fight.gm("down b", dice=[1, 1])
    assert (fight.get("b.shock.level"), fight.get("b.prone")) == (4, True)


@pytest.mark.parametrize(
    "words", ["hurt b 5 tickle", "hurt b 5 cut nose", "hurt b 0", "heal b 3 luck", "stun b silly", "tire b -2", "hurt x 5"]
)
def test_the_gms_nonsense_is_refused(words: str) -> None:
    with pytest.raises((starfray.Refused, starfray.BadInput)):
        duel().gm(words)


@pytest.mark.rule("hybrid.ruling.bleeding")
def test_after_the_last_enemy_the_wounded_can_be_treated() -> None:
    friend = '[[combatant]]\nid = "c"\nside = "red"\nbleeding = [115]\ninitiative = 900'
    fight = duel(b="pbd = 0", more=friend)
    assert fight.over is not None
    fight.gm("go-on")
    fight.play("aid a c", dice=[])
    fight.step(dice=[1])
    assert (fight.get("c.bleeding"), fight.get("count")) == ([], 400)
    assert fight.get("c.pft") == 36 - 15  # from 115 on, every 20 counts


@pytest.mark.rule("hybrid.energy.activity.physical", "hybrid.ruling.restore")
def test_what_marching_and_resting_do_is_written_on_the_sheet() -> None:
    fight = duel(more=THIRD)
    fight.gm('call "activity walking 1200 fatigue=39 exhaustion=63" who=b')
    assert (fight.get("b.pft"), fight.get("b.pex"), fight.get("b.fatigue-used")) == (19, 61, 20)
    fight.gm('call "restore sitting 5 fatigue-lost=20 exhaustion-lost=2" who=b')
    assert fight.get("b.pft") == 24


@pytest.mark.rule("hybrid.skill.training.teacher", "hybrid.skill.cost.raise")
def test_what_was_learned_is_written_on_the_sheet_and_paid_for() -> None:
    fight = duel(more=THIRD)
    fight.gm('call "training teacher=130" who=b', answers=["0"])
    assert fight.get("b.eep") == 13
    fight.gm('call "raise-cost base=3 rank=8 to=9 skill=short-sword" who=b')  # 3 x 4
    assert (fight.get("b.skills.short-sword"), fight.get("b.eep")) == (9, 1)
    for words in ("base=3 rank=9 to=10 skill=short-sword", "base=3 rank=9 to=10", "base=2 rank=9 to=10 skill=short-sword"):
        with pytest.raises(starfray.BadInput):
            fight.gm(f'call "raise-cost {words}" who=b')


def test_figures_that_follow_from_the_sheet_can_be_read() -> None:
    fight = duel()
    figures = [fight.get(f"a.{name}") for name in ("pse", "mse", "reaction", "walk", "jog", "run", "pmv")]
    assert figures == [3, 2.5, 2, 0.75, 1.5, 3, 6]


# --- refusals and prompts --------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("b", "rule"),
    [
        ("initiative = 104\nwait-until = 0", "hybrid.action.begin"),
        ("shock = { level = 4, rolls = 300 }", "hybrid.shock.table"),
        ("pbd = 0", "hybrid.ruling.death"),
        ("initiative = 100\nwait-until = 0", "hybrid.ruling.initiative-ties"),
    ],
)
def test_a_refusal_names_the_rule_of_the_book(b: str, rule: str) -> None:
    fight = duel(b=b, more=THIRD)
    with pytest.raises(starfray.Refused) as refused:
        fight.play("blow b a", dice=[])
    assert refused.value.rule == rule


@pytest.mark.parametrize(
    "words",
    [
        "stance a all-out nobody", "stance a retreat nobody", "stance a retreat fend-with=fork", "blow a b how=twirl",
        "blow a b at=nose", "blow a b skill=cooking", "preset a attack blow 200 of=nobody", "preset a sneeze blow 200",
        "preset a attack blow 200 fast=yes", "work a force-door skill=cooking", "move a gallop", "draw a fork",
        "pick-up a fork", "feint a fork", "disarm a b fork", "florentine a b fork knife", "aid a nobody", "familiarise a fork",
    ],
)  # fmt: skip
def test_nonsense_is_refused(words: str) -> None:
    with pytest.raises((starfray.Refused, starfray.BadInput)):
        duel().play(words, dice=[])


def test_a_shot_is_at_somebody_or_at_a_point() -> None:
    fight = duel(a='weapons = ["fragmentation-grenade"]\nat = [0, 0]', b="at = [5, 0]")
    with pytest.raises(starfray.Refused, match="either somebody or a point"):
        fight.play("shoot a nobody to=5,0", dice=[])


def test_the_one_who_rolls_is_told_what_to_hope_for() -> None:
    fight = duel(head="", b=LATER + '\norders = { "hybrid.ruling.defence-declare" = "never" }')
    fight.seats.hand.add("a")
    fight.play("blow a b")
    fight.advance()
    assert fight.asks[0].prompt == "63 or less"


def test_unknown_skills_are_refused() -> None:
    with pytest.raises(starfray.BadInput, match="no skill 'sabre'"):
        duel(a="skills = { sabre = 3 }")
