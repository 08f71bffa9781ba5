"""Free actions out of turn: who may, what, and what nobody may learn by it."""

from __future__ import annotations

import pytest

import starfray
from starfray import Fight, Refused, StarfrayError
from starfray.words import tell
from tests.compound_x.helpers import fight, rules

BO = 'id = "bo"\nside = "crew"\nat = [0, 10]\nweapons = ["ecsc-mk16"]'


def open_kinds(one: Fight, who: str) -> list[str]:
    return [form.kind for form in one.legal(who) if form.refused is None]


@pytest.mark.rule("cx.free.limit", "cx.actions.talk", "cx.free.def", "cx.actions.bearings")
def test_words_glances_and_shut_eyes_come_at_any_time_as_many_as_one_likes() -> None:
    one = fight(tor='aim = "ana"')
    assert (one.actors, one.asides) == (["ana"], ["tor"])
    one.play('free tor talk text="drop it"', dice=[]).play("free tor bearings", dice=[]).play("free tor glance", dice=[])
    one.play("free tor shut-eyes", dice=[])
    assert (one.get("tor.eyes-shut"), one.get("tor.aim"), one.get("tor.reactions")) == (True, "", 3)
    assert (one.get("up"), one.get("ana.actions"), one.actors) == ("ana", 4, ["ana"])


@pytest.mark.rule("cx.stance.crouch", "cx.stance.hunker", "cx.aim.cease-free")
def test_crouching_looking_up_and_ceasing_to_aim_are_free_out_of_turn_too() -> None:
    one = fight(tor='hunkered = true\naim = "ana"')
    assert open_kinds(one, "tor") == ["cease-aim", "free", "crouch", "unhunker"]
    for action in ("unhunker tor", "cease-aim tor", "crouch tor"):
        one.play(action, dice=[])
    assert (one.get("tor.hunkered"), one.get("tor.aim"), one.get("tor.stance")) == (False, "", "crouched")
    assert open_kinds(one, "tor") == ["free"]


@pytest.mark.rule("cx.free.limit")
@pytest.mark.parametrize(
    "action",
    [
        "fire tor ana",
        "aim tor ana",
        "run tor 29,0",
        "stand tor",
        "hunker tor",
        "go-prone tor",
        "draw tor ecsc-mk16",
        "end-turn tor",
        "take-cover tor crates",
        "hold tor moves",
        "flashlight tor",
        "look-out tor",
        "skill tor athletics",
    ],
)
def test_nothing_else_is_possible_out_of_turn_and_nothing_is_spent_on_it(action: str) -> None:
    one = fight(tor="actions = 4", scene='[[cover]]\nname = "crates"\nat = [30, 0]\nrating = 2')
    before = one.hash
    with pytest.raises(Refused, match="free actions only") as refused:
        one.play(action, dice=[])
    assert (refused.value.rule, one.hash, one.events) == ("cx.free.limit", before, [])
    form = next(each for each in one.legal("tor") if each.kind == action.split()[0])
    assert form.refused is not None
    assert form.refused.rule == "cx.free.limit"


@pytest.mark.rule("cx.aim.shift-optional", "cx.aim.cease.dies")
def test_when_a_friend_kills_the_one_aimed_at_the_aim_wanders_before_ones_own_turn() -> None:
    kai = 'id = "kai"\nside = "dock"\nat = [30, 4]'
    far = 'id = "mo"\nside = "dock"\nat = [30, 9]'
    one = fight(
        "at = [29, 0]",
        "health = 0\ndst-allowance = 1",
        BO + '\naim = "tor"',
        kai,
        far,
        up="tor",
        order="tor ana bo kai mo",
        head='[rulings]\naim-shift = "on"',
        now="",
    )
    one.gm("set started false").step(dice=[20])  # the death saving throw of the one who is Downed
    assert (one.actors, one.get("bo.aim"), one.get("bo.fallen")) == (["ana"], "", "tor")
    form = next(each for each in one.legal("bo") if each.kind == "shift-aim")
    assert [option.key for option in form.fields[0].options] == ["kai"]
    with pytest.raises(Refused, match="more than 5 m"):
        one.play("shift-aim bo mo")
    one.play("shift-aim bo kai", dice=[])
    assert (one.get("bo.aim"), one.get("bo.facing"), one.get("up")) == ("kai", -11.3, "ana")


EMPTY = 'weapons = [{ key = "ecsc-mk16", in-hand = false, dropped = true }]\nempty-handed = true'


@pytest.mark.parametrize(
    ("more", "rule"),
    [
        pytest.param("hunkered = true", "cx.stance.hunker", marks=pytest.mark.rule("cx.stance.hunker")),
        pytest.param("eyes-shut = true", "cx.aim.target", marks=pytest.mark.rule("cx.aim.target")),
        pytest.param(EMPTY, "cx.actions.draw", marks=pytest.mark.rule("cx.actions.draw")),
    ],
)
def test_an_aim_is_shifted_with_a_gun_in_hand_and_eyes_that_see(more: str, rule: str) -> None:
    kai = 'id = "kai"\nside = "dock"\nat = [30, 4]'
    one = fight(f'fallen = "tor"\n{more}', "health = -1\ndead = true", kai, up="kai", head='[rulings]\naim-shift = "on"')
    form = next(each for each in one.legal("ana") if each.kind == "shift-aim")
    assert form.refused is not None
    assert form.refused.rule == rule
    with pytest.raises(Refused) as refused:
        one.play("shift-aim ana kai")
    assert refused.value.rule == rule


@pytest.mark.rule("cx.ruling.flashlight")
def test_a_light_on_the_gun_is_offered_and_switched_out_of_turn() -> None:
    one = fight(tor='weapons = [{ key = "ecsc-mk16", attachments = ["flashlight"] }]')
    assert "weapon-light" in free_kinds(one, "tor")
    assert "weapon-light" not in free_kinds(one, "ana")
    one.play("free tor weapon-light", dice=[])
    assert one.get("tor.light-on") is True


def free_kinds(one: Fight, who: str) -> list[str]:
    return [each.key for each in next(each for each in one.legal(who) if each.kind == "free").fields[0].options]


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ("health = 0", "cx.down.state"),
        ("stunned = 1", "cx.presumed.conditions"),
        ("passed-out = true", "cx.ruling.unconscious"),
        ("unconscious = true", "cx.ruling.unconscious"),
        ("dead = true\nhealth = -3", "cx.dst.fail3"),
    ],
)
def test_whoever_cannot_act_has_no_free_actions_either_and_the_refusal_says_why(more: str, why: str) -> None:
    one = fight("", more, 'id = "kai"\nside = "dock"\nat = [30, 4]')
    assert one.asides == ["kai"]
    with pytest.raises(Refused) as refused:
        one.play("free tor talk")
    assert refused.value.rule == why


@pytest.mark.rule("cx.ruling.restrained-helpless", "cx.actions.talk")
def test_bonds_leave_the_tongue_free_and_nothing_else() -> None:
    one = fight(tor='restrained = "zip-cuffs"')
    one.play("free tor talk", dice=[])
    with pytest.raises(Refused, match="is bound"):
        one.play("crouch tor")


def test_before_a_turn_has_begun_and_after_the_end_nobody_acts_besides() -> None:
    one = fight()
    one.gm("set started false")
    assert one.asides == []
    over = fight(tor="health = 0")
    assert over.over is not None
    assert over.asides == []


def test_nobody_learns_of_a_hidden_one_by_what_is_done_besides() -> None:
    one = fight('seat = "a"', "hidden = true\nhunkered = true")
    one.play('free tor talk text="hush"', dice=[]).play("unhunker tor", dice=[]).play("crouch tor", dice=[])
    assert tell(one, "side:crew") == []
    assert len(tell(one, "gm")) == 3
    for name in ("tor", "zed"):  # who is hidden and who is not there get the same answer
        with pytest.raises(StarfrayError, match=f"{name} is not yours to play"):
            one.play(f"crouch {name}", by="player:a")
    with pytest.raises(StarfrayError, match="nobody is called 'tor'"):
        one.legal("tor", "player:a")


@pytest.mark.rule("cx.free.limit")
def test_a_refusal_out_of_turn_does_not_tell_whose_turn_it_is() -> None:
    one = fight("hidden = true", 'seat = "t"')
    with pytest.raises(Refused) as refused:
        one.play("fire tor ana", by="player:t")
    assert "ana" not in str(refused.value)
    one.play("crouch tor", by="player:t")
    assert one.get("tor.stance") == "crouched"


@pytest.mark.rule("cx.ranged.cover-add", "cx.stance.crouch-bonus")
def test_a_crouch_in_the_foes_turn_counts_against_his_next_shot() -> None:
    one = fight('aim = "tor"')
    before = one.preview("fire ana tor").tally
    one.play("crouch tor", dice=[])
    after = one.preview("fire ana tor").tally
    assert before is not None
    assert after is not None
    assert after.total == before.total + 1


def test_what_is_done_besides_can_be_undone_and_replayed() -> None:
    one = fight(tor="hunkered = true")
    one.play("unhunker tor").play("aim ana tor")
    assert one.get("ana.aim") == "tor"
    one.undo().undo()
    assert one.get("tor.hunkered") is True
    one.redo()
    assert (one.get("tor.hunkered"), one.actors) == (False, ["ana"])
    assert "cx.stance.hunker" in rules(one)


def test_a_transcript_and_a_save_with_free_actions_out_of_turn_lead_to_the_same_position() -> None:
    one = fight(tor='hunkered = true\ncover = "partial"')
    one.play("aim ana tor").play("unhunker tor").play("fire ana tor").play('free tor talk text="missed"')
    assert starfray.replay(one.transcript()).hash == one.hash
    assert starfray.loads(one.to_text()).hash == one.hash


def test_the_odds_of_one_are_certain() -> None:
    odds = fight().odds("crouch tor")
    assert odds.exact
    assert odds.chance_of("tor.stance", lambda now: now == "crouched") == 1
