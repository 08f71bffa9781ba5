"""The small print: what a rule says beside its main sentence, each with the case that tells it from its neighbours."""

from __future__ import annotations

import pytest

import starfray
from starfray.engine.errors import Refused
from starfray.fight import Fight
from starfray.rulebooks.gurps.vitals import vitals
from tests.gurps.fights import combatant, duel, said, total_of

TEN = [3, 3, 4]


def shown(fight: Fight, who: str) -> set[str]:
    """The conditions on somebody's card."""
    return {each.name for each in vitals(fight.state, fight.state.roster[who]).conditions}


@pytest.mark.rule("gurps.ruling.crit-scope", "gurps.failure.critical.seventeen")
def test_a_procedure_tells_its_criticals_too() -> None:
    told = [event.rule for event in starfray.do("gurps", "success-roll 12", dice=[6, 6, 6]).events]
    assert "gurps.failure.critical.seventeen" in told
    plain = [event.rule for event in starfray.do("gurps", "success-roll 12", dice=[5, 5, 5]).events]
    assert not any("critical" in rule for rule in plain)


@pytest.mark.rule("gurps.ruling.concentrate-events", "gurps.ruling.aim-loss")
def test_whoever_is_dazed_by_the_blow_loses_the_thought_without_a_roll() -> None:
    fight = duel(bob={"thought": '{ task = "x" }', "hp": "10", "max-hp": "60"})
    # a critical hit on the face, row 8: half damage, and he must do nothing; 1 of damage, knockdown HT 10 is made
    fight.play("attack ann bob location=face", dice=[1, 1, 1, 2, 3, 3, 1, *TEN])
    assert fight.get("bob.dazed") is True
    assert fight.get("bob.thought") is None


@pytest.mark.rule("gurps.injury.stunned", "gurps.maneuver.all-out-attack.no-defense")
def test_a_card_shows_what_holds_and_nothing_else() -> None:
    fight = duel()
    assert shown(fight, "ann") == set()
    fight.play("all-out-attack ann bob strong", dice=[6, 6, 4], steps=True)
    assert shown(fight, "ann") == {"no defence"}
    fight.play("attack bob ann", dice=[3, 3, 3, 1])  # nobody is asked; 1d+1 cutting: 2, that is 3
    fight.gm("stun ann").gm("set ann.guard-down 1").gm("set ann.off-balance 1")
    assert shown(fight, "ann") == {"no defence", "bleeding", "shock", "stunned", "guard down", "off balance"}
    fight.gm("set ann.bleeding 1")
    assert "bleeding" in shown(fight, "ann")


@pytest.mark.rule("gurps.magic.core-skill")
def test_who_has_a_core_skill_may_try_any_spell_others_those_they_learned() -> None:
    def tasks(skills: str) -> list[str]:
        form = duel({"skills": skills}).form("ann", "concentrate")
        return [option.key for field in form.fields if field.name == "task" for option in field.options]

    assert {"built", "fire-ball", "gust"} <= set(tasks("{ ritual-magic = 12 }"))
    assert tasks("{ fire-ball = 12 }") == ["fire-ball"]
    assert tasks("{ broadsword = 12 }") == []
    learned = duel({"skills": "{ dizzy-touch = 15 }", "thought": "{ seconds = 1 }"})
    learned.play("cast ann dizzy-touch bob", dice=[5, 6, 6])
    assert total_of(learned, "gurps.magic.core-skill") == 16


@pytest.mark.rule("gurps.option.riposte.matching")
@pytest.mark.parametrize(
    ("blow", "matching"), [("kick", "dodge"), ("punch path=0.4,0", "parry"), ("whip", "parry"), ("teeth path=0.4,0", "dodge")]
)
def test_a_riposte_is_paid_for_by_the_kind_of_thing_that_was_parried(blow: str, matching: str) -> None:
    arms = """[{ key = "whip", name = "Whip", parries = false, hand = "right", skill = "broadsword" },
        { key = "teeth", name = "Teeth", natural = true, parries = false, reach = [0] }]""".replace("\n", " ")
    fight = duel({"skills": "{ broadsword = 16 }", "speed": "4"}, {"weapons": arms})
    fight.play(f"attack bob ann {blow}", dice=[2, 2, 3, 3, 3, 3], answers=["riposte", "parry-broadsword", "2"])
    assert fight.get("ann.riposte.matching") == matching


@pytest.mark.rule("gurps.ruling.until-next-turn", "gurps.ruling.shock")
def test_the_higher_limit_of_shock_lasts_for_one_turn() -> None:
    fight = duel({"max-hp": "40", "hp": "40"}).gm("hurt ann 4 cr groin")
    for shock, pain in ((8, "hurt ann 6 cr torso"), (4, "")):
        fight.play("do-nothing ann", dice=[], steps=True)
        fight.play("do-nothing bob", dice=[], steps=True)
        assert fight.get("ann.shock") == shock
        if pain:
            fight.gm(pain)


@pytest.mark.rule("gurps.ruling.option-combine", "gurps.option.deceptive-attack")
def test_the_refusal_names_the_weapon_that_shoots() -> None:
    both = '[{ key = "broadsword", hand = "right" }, { key = "auto-pistol", hand = "left" }]'
    with pytest.raises(Refused, match="Auto pistol"):
        duel({"weapons": both, "skills": "{ broadsword = 20, guns = 20 }"}).play("attack ann bob dual=yes deceptive=1", dice=[])


@pytest.mark.rule("gurps.ruling.grab")
def test_off_the_map_the_held_do_not_close_up_either() -> None:
    fight = duel({"grabbed": '"bob"'}, on_map=False)
    for yards in (0, 2):
        fault = fight.refusal(f"attack ann bob punch yards={yards}")
        assert fault is not None
        assert fault.rule == "gurps.ruling.grab"


@pytest.mark.rule("gurps.ruling.crit-scope", "gurps.core.success-roll")
@pytest.mark.parametrize(("dice", "critical"), [([5, 5, 6], False), ([6, 6, 5], True), ([6, 6, 6], True)])
def test_a_casting_that_fails_is_critical_by_the_same_thresholds(dice: list[int], critical: bool) -> None:
    fight = duel({"skills": "{ thaumatology = 12 }", "thought": "{ seconds = 1 }"})
    fight.play("cast ann burning-touch bob", dice=dice)
    assert said(fight, "gurps.failure.critical.seventeen") is critical


@pytest.mark.rule("gurps.fp.tired")
@pytest.mark.parametrize(("strength", "skill"), [(11, 8), (12, 8), (13, 9), (20, 12)])
def test_the_tired_have_half_their_st_rounded_up(strength: int, skill: int) -> None:
    ann = {"attributes": f"{{ st = {strength}, dx = 12, iq = 10, ht = 12 }}", "fp": "3"}  # 10 are needed for the sword
    fight = duel(ann)
    fight.play("attack ann bob", dice=[5, 5, 5])
    assert total_of(fight, "gurps.maneuver.attack") == skill


@pytest.mark.rule("gurps.location.weapon")
def test_a_wait_for_a_weapon_that_nobody_has_is_refused() -> None:
    fight = duel()
    with pytest.raises(Refused, match="nobody holds"):
        fight.play("wait ann attacks location=weapon strikes=axe", dice=[])
    fight.play("wait ann attacks location=weapon strikes=broadsword", dice=[])


@pytest.mark.rule("gurps.fp.heart-attack")
def test_a_heart_that_has_stopped_kills_when_its_seconds_are_over_and_not_before() -> None:
    eve = combatant("eve", "a", "[9, 9]", {"heart": "3"})
    fight = duel(more=eve)
    for left in (2, 1, 0):
        fight.play("do-nothing ann", dice=[], steps=True).play("do-nothing bob", dice=[], steps=True)
        assert (fight.get("eve.heart"), fight.get("eve.dead")) == (left, left == 0)


@pytest.mark.rule("gurps.stun-points.unconscious", "gurps.stun-points.loss")
def test_while_there_are_stun_points_left_a_blow_knocks_nobody_out() -> None:
    for points, out in ((49, False), (50, True)):
        fight = duel(bob={"max-hp": "200", "hp": "200", "max-sp": "50", "sp": "50"}, rulings='stun-points = "5"')
        fight.gm(f"hurt bob {points} cr")
        assert fight.get("bob.unconscious") is out


@pytest.mark.rule("gurps.group-roll.succeed", "gurps.group-roll.fail", "gurps.ruling.group-rounding")
@pytest.mark.parametrize(
    ("target", "one_in"),
    [(3, 200), (4, 50), (5, 20), (6, 10), (7, 6), (8, 4), (9, 3), (10, 2), (11, 3), (12, 4), (13, 6), (14, 10), (15, 20),
     (16, 50), (17, 100), (18, 200)],
)  # fmt: skip
def test_of_a_crowd_half_a_person_counts_as_one(target: int, one_in: int) -> None:
    half = -(-one_in // 2)
    for people, few in ((half, 1), (half - 1, 0)):
        found = starfray.do("gurps", f"group-roll {target} {people}").result
        assert found["succeed" if target <= 10 else "fail"] == few
