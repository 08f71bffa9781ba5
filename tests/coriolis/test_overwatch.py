"""Overwatch: its arc, its windows, how it is lost, and two who watch each other."""

from __future__ import annotations

import pytest

from starfray import Fight, Refused
from tests.coriolis.build import duel

MISS_A = [1] * 7  # Agility 4, Ranged Combat 2, carbine 1
HIT_A = [6, 1, 1, 1, 1, 1, 1]
MISS_B = [1] * 5  # Agility 3, Ranged Combat 1, pistol 1
HIT_B = [6, 1, 1, 1, 1]
FAR_FRIEND = '[[combatant]]\nid = "c"\nside = "blue"\nat = [-60, 0]\nweapons = ["vulcan-pistol"]'


def watching(*, b: str = "", more: str = "", gap: float = 10) -> Fight:
    """a watches along x, b is in the arc; b's slot."""
    fight = duel(gap=gap, b=b, more=more)
    return fight.play("overwatch a 10,0", dice=[]).play("end-turn a", dice=[])


def both_watching(*, a: str = "", b: str = "") -> Fight:
    """a and b watch each other; c, b's comrade out of sight of both arcs, is up."""
    return duel(
        a=a + "\noverwatch = { toward = [10, 0] }",
        b=b + "\noverwatch = { toward = [0, 0] }",
        more=FAR_FRIEND,
        now='turn = 1\nup = "c"\norder = ["a", "b", "c"]\nacted = ["a", "b"]',
    )


@pytest.mark.rule("coriolis.action.overwatch", "coriolis.action.overwatch.arc", "coriolis.ap.fast")
def test_entering_overwatch_is_fast_and_needs_a_direction() -> None:
    fight = duel()
    before = fight.hash
    with pytest.raises(Refused, match="direction is needed"):
        fight.play("overwatch a", dice=[])
    with pytest.raises(Refused, match="no direction"):
        fight.play("overwatch a 0,0", dice=[])
    assert fight.hash == before
    fight.play("overwatch a 10,0", dice=[])
    assert fight.get("a.ap") == 2
    with pytest.raises(Refused) as refused:
        duel(a="ap = 0").play("overwatch a 10,0", dice=[])
    assert refused.value.rule == "coriolis.ap.fast"


@pytest.mark.parametrize(("at", "inside"), [
    ((10, 10), True), ((10, -10), True), ((10, 10.01), False), ((10, -10.01), False), ((-5, 0), False), ((0, 5), False),
])  # fmt: skip
@pytest.mark.rule("coriolis.action.overwatch.arc")
def test_the_arc_is_ninety_degrees_with_its_edges(at: tuple[float, float], inside: bool) -> None:
    fight = duel()
    fight.gm(f"place b {at[0]},{at[1]}")
    fight.play("overwatch a 20,0", dice=[]).play("end-turn a", dice=[])
    fight.play("go-prone b", dice=[], answers=["hold"] if inside else [])


@pytest.mark.rule("coriolis.action.overwatch.arc", "coriolis.action.overwatch-fire")
def test_a_path_that_only_clips_the_corner_of_an_arc_is_seen() -> None:
    fight = duel()
    fight.gm("place b 4,5")
    fight.play("overwatch a 10,0", dice=[]).play("end-turn a", dice=[])
    fight.play("move b 4.6,4.5>5,5.2", dice=MISS_A, answers=["b"])  # inside for less than half a metre
    assert fight.get("b.at") == [5, 5.2]


@pytest.mark.parametrize(("start", "path", "entry"), [
    ("0,10", "7,3", (5, 5)), ("0,-10", "7,-3", (5, -5)), ("-4,4", "6,4", (4, 4)), ("-1,9", "-1,5>5,5", (5, 5)),
])  # fmt: skip
@pytest.mark.rule("coriolis.action.overwatch-fire", "coriolis.broken")
def test_the_shot_falls_exactly_where_the_path_enters_the_arc(start: str, path: str, entry: tuple[float, float]) -> None:
    fight = duel(b="hp = 1\nweapons = []", more=FAR_FRIEND)
    fight.gm(f"place b {start}")
    fight.play("overwatch a 10,0", dice=[]).play("end-turn a", dice=[])
    fight.play(f"move b {path}", dice=HIT_A, answers=["b"])
    assert fight.get("b.at") == pytest.approx(entry)


@pytest.mark.rule("coriolis.action.overwatch-fire", "coriolis.broken")
def test_an_arc_lies_where_its_watcher_stands_and_looks() -> None:
    fight = duel(b="hp = 1\nweapons = []", more=FAR_FRIEND)
    fight.gm("place a 20,30").gm("place b 10,22")
    fight.play("overwatch a 20,10", dice=[]).play("end-turn a", dice=[])  # looks down: the arc is |x - 20| <= 30 - y
    fight.play("move b 16,22", dice=HIT_A, answers=["b"])
    assert fight.get("b.at") == pytest.approx((12, 22))


@pytest.mark.rule(
    "coriolis.action.overwatch-fire.requires",
    "coriolis.action.overwatch-fire",
    "coriolis.ap.reaction",
    "coriolis.ruling.overwatch.shot",
)
def test_overwatch_fire_is_a_plain_shot_with_all_common_modifiers_for_two_points() -> None:
    fight = duel(a="prone = true", gap=50)
    fight.play("overwatch a 10,0", dice=[]).play("end-turn a", dice=[])
    fight.play("go-prone b", dice=[6, 1, 1, 1, 1, 1, 1], answers=["b"])  # Long -1, fire support +1
    assert (fight.get("a.ap"), fight.get("b.hp")) == (0, 3)
    assert fight.get("a.overwatch") is not None, "firing does not end it"


@pytest.mark.rule("coriolis.action.overwatch-fire.requires")
def test_nobody_is_asked_without_two_points_or_without_a_loaded_gun() -> None:
    for spoilt in ("set a.ap 1", "set a.weapons.0.empty true", "set a.weapons.0.in-hand false", "set a.stunned 2"):
        fight = watching()
        fight.gm(spoilt)
        fight.play("go-prone b", dice=[])
    fight = watching()
    fight.play("go-prone b", dice=[], answers=["hold"])


def test_a_target_too_far_for_the_gun_or_beyond_every_range_is_not_offered() -> None:
    for metres in (150, 1500):
        fight = duel(a='weapons = ["vulcan-pistol"]', gap=metres)
        fight.play("overwatch a 10,0", dice=[]).play("end-turn a", dice=[])
        fight.play("go-prone b", dice=[])


@pytest.mark.rule("coriolis.ruling.overwatch.shot")
def test_overwatch_fire_can_be_repeated_while_points_last_and_at_anyone_in_the_arc() -> None:
    other = '[[combatant]]\nid = "d"\nside = "blue"\nat = [10, 3]'
    fight = duel(more=other, now='turn = 1\nup = "b"\norder = ["b", "a", "d"]', a="overwatch = { toward = [10, 0] }")
    fight.gm("set a.ap 3")
    fight.play("go-prone b", dice=HIT_A, answers=["d"])  # 1 point is left: no second question
    assert (fight.get("d.hp"), fight.get("b.hp"), fight.get("a.ap")) == (3, 6, 1)


@pytest.mark.rule(
    "coriolis.example.overwatch-first", "coriolis.action.overwatch-fire.no-change", "coriolis.action.overwatch-fire.timing"
)
def test_whoever_aims_at_a_watcher_is_shot_first_and_bound_to_the_declaration() -> None:
    fight = watching()
    fight.play("shot b a", dice=HIT_A + HIT_B, answers=["b"])
    assert (fight.get("b.hp"), fight.get("a.hp"), fight.get("b.ap")) == (3, 6, 1)


@pytest.mark.rule("coriolis.ruling.ap.declared", "coriolis.ranged.bonus.disarm")
def test_a_shooter_disarmed_by_the_overwatch_shot_has_lost_her_shot() -> None:
    fight = watching()
    fight.play("shot b a", dice=[6, 6, 1, 1, 1, 1, 1], answers=["b", "disarm:1"])
    assert (fight.get("a.hp"), fight.get("b.ap"), fight.get("b.weapons.0.dropped")) == (8, 1, True)


@pytest.mark.rule("coriolis.action.overwatch-fire.timing")
def test_an_action_of_a_comrade_opens_the_window_too() -> None:
    friend = '[[combatant]]\nid = "f"\nside = "red"\nat = [0, 5]'
    now = 'turn = 1\nup = "f"\norder = ["a", "f", "b"]\nacted = ["a"]'
    fight = duel(more=friend, a="overwatch = { toward = [10, 0] }", now=now)
    fight.play("go-prone f", dice=HIT_A, answers=["b"])
    assert fight.get("b.hp") == 3


def test_a_hidden_enemy_is_not_offered_and_her_acts_open_no_window() -> None:
    fight = watching(b="hidden = true")
    fight.play("go-prone b", dice=[])


@pytest.mark.rule("coriolis.action.overwatch.window", "coriolis.ruling.overwatch.boundary")
def test_it_lasts_into_the_next_turn_with_fresh_points_until_the_slot_comes() -> None:
    fight = duel(now='turn = 1\nup = "a"\norder = ["b", "a"]\nacted = ["b"]', b="initiative = 5", a="initiative = 1")
    fight.play("overwatch a 10,0", dice=[]).play("quick-shot a b", dice=[1] * 5).play("end-turn a", dice=[])
    fight.step(dice=[])
    assert (fight.get("up"), fight.get("a.ap")) == ("b", 3)
    fight.play("go-prone b", dice=MISS_A, answers=["b"])
    assert fight.get("a.ap") == 1, "paid from the turn in which it is fired"
    fight.play("end-turn b", dice=[])
    assert (fight.get("up"), fight.get("a.overwatch")) == ("a", None)


@pytest.mark.rule("coriolis.action.overwatch.window")
def test_it_ends_even_with_a_slot_that_passes_by_itself() -> None:
    fight = duel(now='turn = 1\nup = "b"\norder = ["b", "a"]', a="overwatch = { toward = [10, 0] }\nstunned = 1\nap = 0")
    fight.play("end-turn b", dice=[])
    assert fight.get("a.overwatch") is None


@pytest.mark.parametrize("act", ["go-prone a", "reload a", "move a 0,1", "draw a knife"])
@pytest.mark.rule("coriolis.action.overwatch.lost-action")
def test_other_actions_end_it(act: str) -> None:
    fight = duel(a='weapons = [{ key = "vulcan-pistol", in-hand = true }, { key = "crossbow", empty = true }, "knife"]')
    fight.play("overwatch a 10,0", dice=[]).play(act, dice=[])
    assert fight.get("a.overwatch") is None


@pytest.mark.rule("coriolis.action.overwatch.lost-action", "coriolis.ruling.overwatch.strict")
def test_even_a_shout_ends_it() -> None:
    fight = duel()
    fight.play("overwatch a 10,0", dice=[]).play('shout a "look out"', dice=[])
    assert fight.get("a.overwatch") is None


@pytest.mark.rule("coriolis.action.overwatch.lost-action")
def test_a_shot_out_of_the_arc_ends_it_and_one_into_it_does_not() -> None:
    fight = duel(more='[[combatant]]\nid = "d"\nside = "blue"\nat = [-10, 0]')
    fight.play("overwatch a 10,0", dice=[]).play("quick-shot a b", dice=[1] * 5)
    assert fight.get("a.overwatch") is not None
    fight.play("quick-shot a d", dice=[1] * 5)
    assert fight.get("a.overwatch") is None


@pytest.mark.rule("coriolis.action.overwatch.lost-engaged")
def test_becoming_engaged_ends_it_at_once() -> None:
    fight = watching(gap=9)
    fight.play("move b 1,0", dice=[], answers=["hold"])
    assert fight.get("a.overwatch") is None


@pytest.mark.rule("coriolis.action.overwatch.lost-engaged", "coriolis.action.opportunity")
def test_somebody_running_past_within_two_metres_ends_it_too() -> None:
    fight = duel(a="overwatch = { toward = [10, 0] }", now='turn = 1\nup = "b"\norder = ["b", "a"]')
    fight.gm("place b -5,1")
    fight.play("move b 4,1", dice=[], answers=["no"])  # passed at 0,1 before the arc is entered at 1,1
    assert (fight.get("a.overwatch"), fight.get("b.at")) == (None, [4, 1])


@pytest.mark.rule("coriolis.action.overwatch.lost-damage", "coriolis.ruling.overwatch.damage-kind")
def test_only_lost_hit_points_end_it() -> None:
    fight = duel(a='armour = "armour-vest"\noverwatch = { toward = [0, 10] }', now='turn = 1\nup = "b"\norder = ["b", "a"]')
    fight.play("quick-shot b a", dice=[6, 1, 1] + [6, 6, 1, 1])  # armour stops it
    assert fight.get("a.overwatch") is not None
    fight.play("shot b a", dice=[6, 6, 1, 1, 1] + [6, 6, 1, 1], answers=["suppressive-fire:1"])  # stress alone
    assert (fight.get("a.overwatch") is not None, fight.get("a.mp")) == (True, 5)
    fight.gm("set b.ap 3")
    fight.play("shot b a", dice=[6, 1, 1, 1, 1] + [6, 1, 1, 1])
    assert fight.get("a.overwatch") is None
    kept = [event for event in fight.events if "coriolis.ruling.overwatch.damage-kind" in event.by]
    fight.gm("set b.ap 3")
    fight.play("shot b a", dice=[6, 1, 1, 1, 1] + [6, 6, 1, 1])  # nobody watches any more
    assert kept == [event for event in fight.events if "coriolis.ruling.overwatch.damage-kind" in event.by]


@pytest.mark.rule("coriolis.action.overwatch-fire.mutual", "coriolis.ruling.overwatch.mutual")
def test_the_quicker_of_two_watchers_fires_first_and_the_other_loses_shot_and_points() -> None:
    fight = both_watching()
    # c acts; a declares fire at b (2 AP): 1 six against 2, b is first, pays, hurts a, whose shot is lost
    fight.play("go-prone c", dice=[6, 1, 1, 1, 1, 1, 1] + [6, 6, 1, 1, 1] + HIT_B, answers=["b", "yes"])
    assert [fight.get(path) for path in ("a.hp", "b.hp", "a.ap", "b.ap")] == [6, 6, 1, 1]


@pytest.mark.rule("coriolis.action.overwatch-fire.mutual", "coriolis.ruling.overwatch.mutual")
def test_a_missed_first_shot_is_answered_by_the_loser() -> None:
    fight = both_watching()
    fight.play("go-prone c", dice=[1] * 7 + [6, 1, 1, 1, 1] + MISS_B + HIT_A, answers=["b", "yes"])
    assert [fight.get(path) for path in ("a.hp", "b.hp", "a.ap", "b.ap")] == [8, 3, 1, 1]


@pytest.mark.rule("coriolis.ruling.overwatch.mutual")
def test_the_one_who_did_not_declare_may_decline_and_pays_nothing() -> None:
    fight = both_watching()
    fight.play("go-prone c", dice=[1] * 7 + [6, 1, 1, 1, 1] + HIT_A, answers=["b", "no"])
    assert [fight.get(path) for path in ("b.hp", "a.ap", "b.ap")] == [3, 1, 3]


@pytest.mark.rule("coriolis.action.overwatch-fire.mutual")
def test_on_a_tie_whoever_is_earlier_in_the_order_goes_first() -> None:
    fight = both_watching()
    fight.play("go-prone c", dice=[6, 1, 1, 1, 1, 1, 1] + [6, 1, 1, 1, 1] + HIT_A, answers=["b"])  # b is hurt and out of it
    assert [fight.get(path) for path in ("a.hp", "b.hp", "b.ap")] == [8, 3, 3]


@pytest.mark.rule("coriolis.action.overwatch-fire.mutual", "coriolis.ruling.overwatch.mutual")
def test_on_a_tie_the_later_one_is_second_even_if_she_declared() -> None:
    fight = both_watching()
    # a holds; b declares fire at a: a tie, and a is earlier in the order, fires back first and hurts b
    fight.play("go-prone c", dice=[6, 1, 1, 1, 1] + [6, 1, 1, 1, 1, 1, 1] + HIT_A, answers=["hold", "a", "yes"])
    assert [fight.get(path) for path in ("a.hp", "b.hp", "a.ap", "b.ap")] == [8, 3, 1, 1]


@pytest.mark.rule("coriolis.action.overwatch-fire.mutual")
def test_without_two_points_the_other_cannot_fire_back() -> None:
    fight = both_watching(b="ap = 1")
    fight.play("go-prone c", dice=[1] * 7 + [6, 1, 1, 1, 1] + MISS_A, answers=["b"])
    assert [fight.get(path) for path in ("a.ap", "b.ap")] == [1, 1]


@pytest.mark.rule("coriolis.ruling.engaged", "coriolis.action.overwatch")
def test_somebody_hidden_within_reach_engages_nobody_until_she_shows_herself() -> None:
    fight = duel(gap=1, a="cover = 3", b="hidden = true")
    fight.legal("a")
    fight.play("overwatch a 10,0", dice=[])
    assert (fight.get("a.cover"), fight.get("a.overwatch") is None) == (3, False)
    fight.gm("reveal b").play("end-turn a", dice=[])
    assert (fight.get("a.cover"), fight.get("a.overwatch")) == (0, None)
