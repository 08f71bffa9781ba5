"""Presets: held for a trigger, paid for, going off, given up."""

from __future__ import annotations

import pytest

import starfray
from tests.hybrid.build import chance, duel, heard

HELD = 'initiative = 90\nwait-until = 300\npreset = { trigger = "attack", response = "blow", since = 90 }'


@pytest.mark.rule(
    "hybrid.initiative.preset.definition", "hybrid.initiative.preset.perception", "hybrid.initiative.preset.speed"
)
def test_the_trigger_sets_it_off_and_noticed_in_time_reaction_counts_twice() -> None:
    fight = duel(b=HELD)
    fight.play("blow a b", dice=[69, 1, 1])  # PAW 12 + 4: 69; 2 + 8 - 2 x 2
    assert (chance(fight, "hybrid.initiative.preset.perception"), fight.get("b.initiative")) == (69, 106)


@pytest.mark.rule("hybrid.initiative.failed-perception", "hybrid.initiative.preset.perception")
def test_noticed_too_late_it_comes_five_counts_later() -> None:
    fight = duel(b=HELD)
    fight.play("blow a b", dice=[70, 1, 1])
    assert fight.get("b.initiative") == 100 + 2 + 8 - 2 + 5


def test_the_response_begins_on_its_count_by_itself() -> None:
    fight = duel(b=HELD)
    fight.play("blow a b", dice=[69, 1, 1])
    fight.step(dice=[100], answers=["no"])  # count 103: a misses; only rolling with it was open to b
    fight.step(dice=[6, 6])
    assert [(each["actor"], each["lands"]) for each in fight.get("under-way")] == [("b", 109)]


@pytest.mark.rule("hybrid.ruling.preset-in-play")
def test_a_response_that_has_become_impossible_leaves_a_free_choice() -> None:
    fight = duel(b=HELD)
    fight.play("blow a b", dice=[69, 1, 1])
    fight.gm("set b.weapons.short-sword.in-hand false")
    fight.step(dice=[100, 6, 6], answers=["no"])
    assert "the response has become impossible" in heard(fight, "hybrid.ruling.preset-in-play")
    assert fight.actors == ["b"]


@pytest.mark.rule("hybrid.ruling.preset-in-play")
def test_setting_one_takes_no_counts_and_leaves_only_the_normal_defence() -> None:
    fight = duel(b="initiative = 102\nwait-until = 0")
    fight.play("preset a attack blow 150", dice=[])
    fight.step(dice=[])
    assert (fight.get("count"), fight.actors) == (102, ["b", "a"])
    fight.play("blow b a", dice=[1, 6, 6])
    fight.advance()
    assert [option.key for option in fight.asks[0].options] == ["roll-with-blow", "no"]
    fight.answer(fight.asks[0], "no")


@pytest.mark.rule("hybrid.ruling.preset-in-play")
def test_it_may_be_given_up_on_any_later_count() -> None:
    fight = duel(b=HELD)
    assert fight.actors == ["a", "b"]
    with pytest.raises(starfray.Refused, match="holds a preset"):
        fight.play("blow b a", dice=[])
    fight.play("give-up b", dice=[])
    fight.play("wait a 120", dice=[])
    assert (fight.get("b.preset"), fight.actors) == (None, ["b"])
    with pytest.raises(starfray.Refused, match="holds no preset"):
        fight.play("give-up b", dice=[])


@pytest.mark.rule("hybrid.initiative.preset.hold", "hybrid.ruling.preset-hold")
def test_holding_it_longer_than_mental_strength_costs_fatigue_of_the_mind() -> None:
    """MST 12: free for 12 counts, 1 MFT from the 13th, another from the 25th on."""
    later = HELD.replace("since = 90", "since = 100").replace("initiative = 90", "initiative = 100")
    fight = duel(a="initiative = 113", b=later)
    fight.step(dice=[])
    assert (fight.get("count"), fight.get("b.mft")) == (113, 35)
    fight.play("wait a 124", dice=[])
    fight.step(dice=[])
    assert fight.get("b.mft") == 35
    fight.play("wait a 126", dice=[])
    fight.step(dice=[])
    assert (fight.get("b.mft"), fight.get("b.preset.paid")) == (34, 2)


@pytest.mark.parametrize(
    ("trigger", "action", "fires"),
    [
        ("attack", "blow a b", True),
        ("attack", "draw a mace", False),
        ("draw", "draw a mace", True),
        ("move", "move a walk", True),
        ("close", "close a b", True),
        ("anything", "look a", True),
        ("close", "blow a b", False),
    ],
)
def test_what_sets_off_what(trigger: str, action: str, fires: bool) -> None:
    fight = duel(a='weapons = [{ key = "short-sword", in-hand = true }, "mace"]', b=HELD.replace('"attack"', f'"{trigger}"'))
    fight.play(action, dice=([1] if action.startswith("move") else []) + ([69, 1, 1] if fires else []))
    assert fight.get("b.preset.fired") is fires


@pytest.mark.rule("hybrid.initiative.preset.definition")
def test_a_trigger_in_words_is_the_gms_to_judge() -> None:
    words = HELD.replace('trigger = "attack"', 'trigger = "gm", words = "when he reaches for his belt"')
    fight = duel(b=words)
    fight.play("look a", dice=[], answers=["no"])
    assert fight.get("b.preset.fired") is False
    again = duel(b=words)
    again.play("look a", dice=[69, 1, 1], answers=["yes"])
    assert again.get("b.preset.fired") is True


@pytest.mark.rule("hybrid.initiative.preset.definition", "hybrid.ruling.preset-in-play")
def test_triggers_responses_and_counts_are_checked_before_anything_happens() -> None:
    fight = duel()
    before = fight.hash
    for text, match in (
        ("preset a sneeze blow 150", "no trigger"),
        ("preset a attack sneeze 150", "no response"),
        ("preset a attack blow 100", "later one"),
        ("preset a attack blow 150 weapon=bazooka", "bazooka"),
    ):
        with pytest.raises(starfray.Refused, match=match):
            fight.play(text, dice=[])
    assert fight.hash == before


@pytest.mark.rule("hybrid.initiative.preset.perception", "hybrid.initiative.preset.definition")
def test_a_preset_declared_before_the_conflict_waits_for_its_trigger() -> None:
    ready = 'initiative = 0\nwait-until = 0\npreset = { trigger = "attack", response = "blow", target = "a" }'
    fight = duel(now="", a="initiative = 0", b=ready)
    fight.begin(dice=[60, 3, 3, 69, 3, 3])  # on the watch: 65 + 4 DF
    assert (fight.get("a.initiative"), fight.get("b.initiative"), fight.get("under-way")) == (12, 12, [])
    fight.play("blow a b", dice=[69, 1, 1])  # and now it has come
    assert fight.get("b.initiative") == 12 + 2 + 8 - 2 * 2


@pytest.mark.rule("hybrid.initiative.preset.hold", "hybrid.ruling.preset-hold")
def test_what_somebody_holds_ready_is_known_to_their_own_side_alone() -> None:
    fight = duel(a="initiative = 113", b=HELD.replace("since = 90", "since = 100"))
    fight.step(dice=[])  # count 113: the holding costs b a point
    own, other = fight.view("side:blue"), fight.view("side:red")
    assert (own.roster["b"].preset is not None, other.roster["b"].preset) == (True, None)
    assert [each.what for each in fight.book.agenda(own) if each.who == "b"][-1] == "holds a preset until then"
    assert [each.what for each in fight.book.agenda(other) if each.who == "b"] == ["waits until then"]
    assert fight.book.actors(other) == ["a"]
    told = {event.rule for event in fight.events if event.only == "blue"}
    assert {"hybrid.initiative.preset.hold", "hybrid.ruling.preset-hold"} <= told


@pytest.mark.rule("hybrid.ruling.preset-in-play")
def test_a_preset_is_not_given_up_on_the_count_on_which_it_was_set() -> None:
    fight = duel(b="initiative = 100\nwait-until = 0")
    fight.play("preset a attack blow 150", dice=[])
    assert fight.actors == ["b"]


@pytest.mark.rule("hybrid.initiative.preset.hold", "hybrid.ruling.preset-hold")
def test_the_last_count_of_holding_may_be_the_one_that_costs() -> None:
    last = HELD.replace("since = 90", "since = 100").replace("wait-until = 300", "wait-until = 113")
    fight = duel(a="initiative = 300", b=last)
    fight.step(dice=[])
    assert (fight.get("count"), fight.get("b.mft"), fight.get("b.preset"), fight.actors) == (113, 35, None, ["b"])
