"""What sets off a preset: whose act, of which kind, and what a feint can do about it."""

from __future__ import annotations

import pytest

import starfray
from tests.hybrid.build import duel

FRIEND = '[[combatant]]\nid = "c"\nside = "red"\nskills = { short-sword = 8 }\nweapons = ["short-sword"]\ninitiative = 101'


def held(trigger: str, more: str = "") -> str:
    return f'initiative = 90\nwait-until = 300\npreset = {{ trigger = "{trigger}", response = "blow", since = 95{more} }}'


@pytest.mark.rule("hybrid.initiative.preset.definition")
def test_a_friends_act_may_be_the_sign_to_strike_the_foe() -> None:
    fight = duel(more=FRIEND)
    fight.play("preset a attack blow 200 of=c target=b", dice=[])
    fight.step(dice=[])
    fight.play("blow c b", dice=[69, 1, 1])  # count 101: noticed at 65 + 4 DF; 2 + 8 - 2 x 2
    assert (fight.get("a.preset.fired"), fight.get("a.preset.target"), fight.get("a.initiative")) == (True, "b", 107)


@pytest.mark.rule("hybrid.initiative.preset.definition")
def test_nobody_is_set_off_by_a_friend_who_was_not_named() -> None:
    fight = duel(more=FRIEND)
    fight.play("preset a attack blow 200 target=b", dice=[])
    fight.step(dice=[])
    fight.play("blow c b", dice=[])
    assert fight.get("a.preset.fired") is False


@pytest.mark.rule("hybrid.initiative.preset.definition")
def test_a_sign_from_a_friend_needs_a_target_and_nobody_waits_for_oneself() -> None:
    fight = duel(more=FRIEND)
    with pytest.raises(starfray.Refused, match="name whom"):
        fight.play("preset a attack blow 200 of=c", dice=[])
    with pytest.raises(starfray.Refused, match="oneself"):
        fight.play("preset a attack blow 200 of=a target=b", dice=[])
    fight.play("preset a attack drop 200 of=c", dice=[])  # this one strikes nobody
    assert fight.get("a.preset.of") == "c"


@pytest.mark.rule("hybrid.attack.feint.purpose", "hybrid.ruling.feint")
@pytest.mark.parametrize(
    ("preset", "fires"),
    [
        (held("attack"), True),
        (held("attack", ', of = "a"'), True),
        (held("attack", ', of = "c"'), False),  # he waits for somebody else's blow
        (held("close"), True),  # a lunge looks like closing in
        (held("draw"), False),
        (held("move"), False),
    ],
)
def test_a_feint_looks_like_an_attack_and_sets_off_what_waits_for_one(preset: str, fires: bool) -> None:
    fight = duel(b=preset, more=FRIEND.replace("101", "300"))
    fight.play("feint a", dice=[])  # 7 - 4 counts
    fight.step(dice=[1, 100] + ([69, 1, 1] if fires else []), steps=2)
    assert (fight.get("a.fooled"), fight.get("b.preset.fired")) == (["b"], fires)


@pytest.mark.rule("hybrid.attack.feint.purpose", "hybrid.initiative.preset.definition")
def test_whether_a_feint_fits_a_trigger_in_words_is_the_gms_to_judge() -> None:
    fight = duel(b=held("gm", ', words = "when steel moves"'))
    fight.play("feint a", dice=[], answers=["no"])
    fight.step(dice=[1, 100, 69, 1, 1], answers=["yes"])
    assert fight.get("b.preset.fired") is True


@pytest.mark.rule("hybrid.ruling.preset-in-play")
def test_a_preset_from_a_file_is_held_although_nobody_said_how_long() -> None:
    fight = duel(b=held("attack").replace("wait-until = 300", "wait-until = 0"))
    assert (fight.get("b.wait-until"), fight.actors) == (300, ["a", "b"])
    fight.play("blow a b", dice=[69, 1, 1])
    assert fight.get("b.preset.fired") is True
