"""Ready: its step, adjusting the reach, what others let fall; the two ways to lie, and steps in every posture."""

from __future__ import annotations

import pytest

import starfray
from starfray.engine.errors import Refused
from tests.gurps.fights import combatant, duel, total_of

LONG = {"skills": "{ spear = 12 }", "weapons": '["long-spear"]'}
EMPTY = '[{ key = "broadsword", dropped = true }]'


@pytest.mark.rule("gurps.maneuver.ready")
def test_ready_has_its_step() -> None:
    fight = duel({"weapons": '["broadsword", "large-knife"]'}).play("ready ann large-knife path=0,1", dice=[])
    assert fight.get("ann.at") == [0.0, 1.0]
    with pytest.raises(Refused, match="further than 1"):
        duel({"weapons": '["broadsword", "large-knife"]'}).play("ready ann large-knife path=0,2", dice=[])


@pytest.mark.rule("gurps.maneuver.ready")
def test_a_step_towards_a_weapon_on_the_ground_and_it_is_in_hand() -> None:
    fight = duel({"weapons": '[{ key = "broadsword", dropped = true, lies = [-2, 0] }]'})
    with pytest.raises(Refused, match="too far"):
        fight.play("ready ann broadsword", dice=[])
    fight.play("ready ann broadsword path=-1,0", dice=[])
    assert fight.get("ann.weapons.broadsword.hand") == "right"


@pytest.mark.rule("gurps.maneuver.ready")
def test_the_reach_is_adjusted_by_ready() -> None:
    fight = duel(LONG, gap=2)
    with pytest.raises(Refused, match="reach is 3"):
        fight.play("attack ann bob", dice=[])
    fight.play("ready ann long-spear reach=2", dice=[]).play("do-nothing bob", dice=[]).step(dice=[])
    fight.play("attack ann bob", dice=[5, 5, 5])
    with pytest.raises(Refused, match="reach of 1"):
        duel(LONG, gap=2).play("ready ann long-spear reach=1", dice=[])


@pytest.mark.rule("gurps.maneuver.ready")
def test_anybody_takes_what_an_enemy_let_fall() -> None:
    fight = duel({"weapons": "[]"}, {"weapons": '[{ key = "broadsword", dropped = true, lies = [1, 0] }]'})
    fight.play("ready ann broadsword", dice=[])
    assert fight.get("ann.weapons.broadsword.hand") == "right"
    assert fight.get("bob.weapons") == []
    fight.play("do-nothing bob", dice=[]).step(dice=[])
    fight.play("attack ann bob broadsword", dice=[5, 5, 5])
    assert total_of(fight, "gurps.maneuver.attack") == 12


def test_a_fallen_comrades_weapon_beside_one_of_the_same_kind() -> None:
    eve = combatant("eve", "a", "[0, 1]", {"weapons": '[{ key = "broadsword", dropped = true, lies = [0, 1] }]'})
    fight = duel(more=eve).play("ready ann broadsword of=eve hand=left", dice=[])
    assert fight.get("ann.weapons.broadsword-taken.hand") == "left"


def test_off_the_map_only_what_lies_beside_one_can_be_taken() -> None:
    taken = duel({"weapons": "[]"}, {"weapons": EMPTY}, on_map=False).play("ready ann broadsword", dice=[])
    assert taken.get("ann.weapons.broadsword.hand") == "right"
    with pytest.raises(Refused, match="too far"):
        duel({"weapons": "[]"}, {"weapons": EMPTY}, gap=5, on_map=False).play("ready ann broadsword", dice=[])


@pytest.mark.rule("gurps.maneuver.change-posture", "gurps.posture.lying")
def test_prone_and_face_up_are_two_postures() -> None:
    fight = duel({"posture": '"lying"'}).play("change-posture ann face-up", dice=[])
    assert fight.get("ann.posture") == "face-up"
    fight.play("do-nothing bob", dice=[]).step(dice=[])
    fight.play("attack ann bob", dice=[6, 5, 5])
    assert total_of(fight, "gurps.maneuver.attack") == 12 - 4
    fight.play("do-nothing bob", dice=[]).step(dice=[])
    fight.play("change-posture ann prone", dice=[])
    assert fight.get("ann.posture") == "lying"


@pytest.mark.rule("gurps.maneuver.change-posture.two-turns")
def test_from_the_back_it_takes_two_turns_to_stand() -> None:
    fight = duel({"posture": '"face-up"'}).play("change-posture ann standing", dice=[])
    assert fight.get("ann.posture") == "kneeling"


@pytest.mark.parametrize("text", ["attack ann bob path=1,0", "feint ann bob path=1,0", "evaluate ann bob path=1,0",
                                  "committed-attack ann bob hit path=1,0", "concentrate ann path=1,0",
                                  "all-out-attack ann bob strong path=1,0"])  # fmt: skip
def test_who_sits_has_no_step(text: str) -> None:
    fight = duel({"posture": '"sitting"'}, gap=2)
    with pytest.raises(Refused, match="further than 0"):
        fight.play(text, dice=[])


def test_who_kneels_has_a_third_of_a_move_and_no_second_hex() -> None:
    fight = duel({"posture": '"kneeling"'}, gap=3)
    with pytest.raises(Refused, match="further than 1"):
        fight.play("committed-attack ann bob hit path=2,0", dice=[])


@pytest.mark.rule("gurps.maneuver.ready")
def test_off_the_map_what_was_thrown_lies_beside_whom_it_was_thrown_at() -> None:
    axe = {"weapons": '["throwing-axe"]', "skills": "{ thrown-weapon = 12 }"}
    fight = duel(axe, {"weapons": "[]"}, gap=6, on_map=False)
    fight.play("attack ann bob", dice=[5, 5, 5], steps=True)
    fight.play("do-nothing bob", dice=[], steps=True)
    fault = fight.refusal("ready ann throwing-axe")
    assert fault is not None
    assert fault.rule == "gurps.maneuver.ready"
    fight.play("move ann target=bob yards=1", dice=[], steps=True)
    again = starfray.loads(fight.to_text())
    again.play("ready bob throwing-axe of=ann", dice=[], steps=True)
    assert (again.get("bob.weapons.0.key"), again.get("bob.weapons.0.lies-by")) == ("throwing-axe", "")
    fight.play("do-nothing bob", dice=[], steps=True)
    assert fight.play("ready ann throwing-axe", dice=[]).get("ann.weapons.0.hand") == "right"


def test_somebody_to_go_to_is_named_with_the_distance_and_a_way_is_said_once() -> None:
    fight = duel(gap=3)
    for text in ("move ann path=0,1 target=bob", "all-out-defense ann dodge target=bob", "concentrate ann target=bob",
                 "move ann path=0,1 target=bob yards=2", "attack ann bob path=1,0 yards=1"):  # fmt: skip
        fault = fight.refusal(text)
        assert "how far" in str(fault) or "not both" in str(fault), text
