"""Swap moves of all three skills, and guns at close quarters."""

from __future__ import annotations

import pytest

from tests.icar.street import FISTS, FLOOR, A, form, needed, refused, rolls, street, third

SAYS = '"like water"'
MASTER = """attributes = { battle = 4, shift = 3, meat = 3 }
skills = { street-fighting = 4, gun-fu = 4, akarak-art = 4, shooting = 3 }
"""
#: the shooting of this turn is over
LATE = "turn = 1\nground = { acting = true }"
GUN = 'weapons = ["nelson-h1"]\n'
B_HELD = 'skills = { street-fighting = 1 }\nheld-by = "b"\n'
THREE = 'combos = [{ name = "three", moves = ["punch", "punch", "punch"] }]\n'


def with_moves(*moves: str, name: str = "x") -> str:
    listed = ", ".join(f'"{move}"' for move in moves)
    return f'combos = [{{ name = "{name}", moves = [{listed}] }}]\n'


@pytest.mark.rule("icar.close.swap.difficulty", "icar.close.swap.one-use", "icar.ruling.swap-effects", "icar.close.hold")
def test_a_swap_adds_its_difficulty_and_is_gone_after_this_use() -> None:
    fight = street(FLOOR).play(f"combo a b floor {SAYS} swap=1:hold", dice=[8])
    assert needed(fight) == 8  # 10 + 1 + 1 - 4
    assert (fight.get("b.held-by"), fight.get("b.stun"), fight.get("a.combos.0.moves")) == ("a", 9, ["punch", "trip", "stamp"])


@pytest.mark.rule("icar.close.swap.one-per-turn", "icar.ruling.swap-foes", "icar.close.skill.aa3")
def test_one_swap_a_turn_below_akarak_art_three() -> None:
    refused(street(FISTS), f"combo a b fists {SAYS} swap=1:hold+2:hold", "icar.close.swap.one-per-turn")
    refused(street(FISTS, more=third()), f"combo a b+c fists {SAYS} swap=1:hold+c/1:hold", "icar.ruling.swap-foes")
    improviser = A.replace("shooting = 3", "akarak-art = 3")
    fight = street(FISTS, base=improviser).play(f"combo a b fists {SAYS} swap=1:knock-out+2:push-clear", dice=[9])
    assert (fight.get("b.away"), fight.get("b.stun")) == (3, -3)


@pytest.mark.rule(
    "icar.close.swap.grant",
    "icar.close.swap.hold-sf1",
    "icar.ruling.swap-place",
    "icar.close.skill.sf2",
    "icar.close.skill.sf4",
    "icar.close.skill.gf1",
    "icar.close.skill.aa1",
)
def test_levels_unlock_swaps() -> None:
    for swap, rule in (
        ("1:disarm", "icar.close.skill.sf2"),
        ("1:hold-reverse", "icar.close.skill.sf4"),
        ("1:quick-draw", "icar.close.skill.gf1"),
        ("1:knock-out", "icar.close.skill.aa1"),
        ("1:kick", "icar.close.swap.grant"),
        ("9:hold", "icar.close.swap.grant"),
    ):
        refused(street(FISTS), f"combo a b fists {SAYS} swap={swap}", rule)
    refused(street(FISTS, base=MASTER), f"combo a b fists {SAYS} swap=2:break-free", "icar.ruling.swap-place")
    agreed = FISTS.replace("] }", "], agreed = true }")
    refused(
        street(agreed, base="attributes = { battle = 3 }\n"), f"combo a b fists {SAYS} swap=1:hold", "icar.close.swap.hold-sf1"
    )


@pytest.mark.rule("icar.close.skill.sf2")
def test_disarm_takes_the_weapon_out_of_the_hand() -> None:
    fight = street(FISTS, GUN, base=MASTER, now=LATE).play(f"combo a b fists {SAYS} swap=1:disarm", dice=[8])
    assert (fight.get("b.hand"), fight.state.lying[0].weapon.key) == ("", "nelson-h1")


@pytest.mark.rule("icar.close.weapon.fired", "icar.ruling.gunfu-roll")
def test_fire_wants_a_shooting_check_at_ten_and_a_shot_of_the_magazine() -> None:
    fight = street(with_moves("fire", "punch") + GUN, base=MASTER).play(f"combo a b x {SAYS}", dice=[5, 2])
    assert rolls(fight) == [("icar.close.combo.check", "a"), ("icar.ruling.gunfu-roll", "a")]
    assert needed(fight) == 2  # 10 - 3 - 4 - 1
    assert (fight.get("b.hp"), fight.get("b.stun"), fight.get("a.weapons.0.rounds")) == (4, 0, 3)


@pytest.mark.rule("icar.ruling.gunfu-roll")
def test_without_a_gun_nothing_is_fired() -> None:
    fight = street(with_moves("fire", "punch"), base=MASTER).play(f"combo a b x {SAYS}", dice=[5])
    assert (fight.get("b.hp"), fight.get("b.stun")) == (10, 6)
    fight = street(with_moves("dismantle"), 'weapons = ["knife"]', base=MASTER).play(f"combo a b x {SAYS}", dice=[5])
    assert fight.get("b.hand") == "knife"


@pytest.mark.rule("icar.close.weapon.firearm")
def test_only_pistols_rifles_and_sub_machine_guns_are_fit_for_close_quarters() -> None:
    fight = street(with_moves("fire") + 'weapons = ["korg-5"]\n', base=MASTER).play(f"combo a b x {SAYS}", dice=[5])
    assert (fight.get("b.hp"), fight.get("a.weapons.0.rounds")) == (10, 10)


@pytest.mark.rule("icar.close.combo.multi-fire", "icar.close.weapon.fired", "icar.close.skill.gf3")
def test_puppet_then_reverse_fires_the_enemys_gun_twice() -> None:
    chain = with_moves("puppet", "reload", "reverse", "dismantle")
    fight = street(chain, GUN + "max-hp = 30", base=MASTER, more=third(), now=LATE)
    fight.play(f"combo a b x {SAYS} victim=c", dice=[9, 2])
    assert (fight.get("c.hp"), fight.get("b.hp"), fight.get("b.hand")) == (4, 24, "")
    assert (fight.get("b.weapons.0.apart"), fight.get("b.weapons.0.rounds")) == (True, 3)


@pytest.mark.rule("icar.close.skill.gf2")
def test_rearm_takes_the_enemys_gun_and_ends_the_combo() -> None:
    fight = street(THREE, GUN, base=MASTER, now=LATE).play(f"combo a b three {SAYS} swap=1:rearm", dice=[8])
    assert (fight.get("a.hand"), fight.get("b.weapons"), fight.get("b.stun")) == ("nelson-h1", [], 9)


@pytest.mark.rule("icar.close.skill.gf1")
def test_quick_draw_draws() -> None:
    fight = street(with_moves("punch", "fire") + GUN + 'hand = ""', base=MASTER)
    fight.play(f"combo a b x {SAYS} swap=1:quick-draw", dice=[6, 5])
    assert (fight.get("a.hand"), fight.get("b.hp")) == ("nelson-h1", 4)


@pytest.mark.rule("icar.close.skill.gf3")
def test_reload_fills_two_pistols() -> None:
    guns = 'weapons = [{ key = "nelson-h1", rounds = 0 }, { key = "raqax-2e", rounds = 1, spares = 1 }]\n'
    fight = street(THREE + guns, base=MASTER).play(f"combo a b three {SAYS} swap=1:reload", dice=[8])
    assert [fight.get(f"a.weapons.{place}.rounds") for place in (0, 1)] == [4, 6]
    assert fight.get("a.weapons.1.spares") == 0


SPARED = pytest.mark.rule("icar.ruling.knock-out")


@pytest.mark.parametrize(
    ("foe", "stun"),
    [
        pytest.param("", 0, marks=pytest.mark.rule("icar.close.skill.aa1")),
        pytest.param('armour = ["moss-sports-impact"]', 9, marks=SPARED),
        pytest.param("aug = true", 9, marks=SPARED),
        pytest.param("automaton = true", 9, marks=SPARED),
    ],
)
def test_a_knock_out_works_on_unarmoured_humans(foe: str, stun: int) -> None:
    fight = street(with_moves("punch"), foe, base=MASTER).play(f"combo a b x {SAYS} swap=1:knock-out", dice=[8])
    assert fight.get("b.stun") == stun


@pytest.mark.rule("icar.close.skill.aa2", "icar.ruling.push-clear")
def test_push_clear_sends_the_enemy_away_for_two_turns() -> None:
    fight = street(with_moves("punch"), base=MASTER, more=third()).play(f"combo a b x {SAYS} swap=1:push-clear", dice=[8])
    assert (fight.get("b.stun"), fight.get("b.away")) == (6, 3)
    for turn in (1, 2, 3):
        assert "b" not in fight.actors
        if turn > 1:
            refused(fight, "hit a b", "icar.ruling.push-clear")
            fight.play("stand-by a", dice=[])
        fight.play("stand-by c", dice=[]).step(dice=[])
    fight.play("stand-by a", dice=[])
    assert fight.actors == ["b"]


@pytest.mark.rule("icar.close.skill.aa4", "icar.ruling.undress", "icar.close.skill.aa-swap-only")
def test_undress_strips_armour_and_throws_people_out_of_powered_armour() -> None:
    fight = street(with_moves("punch"), 'armour = ["moss-gryphon"]', base=MASTER)
    fight.play(f"combo a b x {SAYS} swap=1:undress", dice=[8])
    assert fight.get("b.armour") == []
    fight = street(with_moves("punch"), 'armour = ["moss-ev-suit"]', base=MASTER)
    hints = form(fight, "a", "combo").hints
    assert "icar.close.skill.aa-swap-only" in hints
    assert fight.play(f"combo a b x {SAYS} swap=1:undress", dice=[8]).get("b.armour") == []


@pytest.mark.rule("icar.ruling.strike-damage", "icar.close.weapon.bash")
def test_a_strike_adds_the_hand_weapons_bonus_and_a_gun_is_only_a_club() -> None:
    fight = street(with_moves("strike") + 'weapons = ["machete"]', base=MASTER).play(f"combo a b x {SAYS}", dice=[5])
    assert (fight.get("b.hp"), fight.get("b.stun")) == (4, 6)
    fight = street(with_moves("strike") + GUN, base=MASTER).play(f"combo a b x {SAYS}", dice=[5])
    assert (fight.get("b.hp"), fight.get("b.stun")) == (7, 6)


@pytest.mark.rule("icar.ruling.undress")
def test_the_shields_of_powered_armour_go_with_it() -> None:
    fight = street(with_moves("punch"), 'armour = ["moss-pegasus"]\nshields = ["moss-suresafe"]', base=MASTER)
    assert len(fight.state.roster["b"].shields) == 3
    fight.play(f"combo a b x {SAYS} swap=1:undress", dice=[8])
    assert [each.key for each in fight.state.roster["b"].shields] == ["moss-suresafe"]


@pytest.mark.rule("icar.close.weapon.fired")
def test_of_two_pistols_alike_the_second_fires_when_the_first_is_empty() -> None:
    two = 'weapons = [{ key = "nelson-h1", rounds = 1 }, "nelson-h1"]\n'
    fight = street(with_moves("fire", "fire") + two, "max-hp = 40\nmax-stun = 40", base=MASTER, now=LATE)
    fight.play(f"combo a b x {SAYS}", dice=[8, 5, 5])
    assert ([each.rounds for each in fight.state.roster["a"].weapons], fight.get("b.hp")) == ([0, 3], 28)


@pytest.mark.rule("icar.ruling.gunfu-roll")
def test_a_puppet_shoots_neither_its_master_nor_whoever_holds_the_gun() -> None:
    puppet = with_moves("puppet")
    refused(street(puppet, GUN, base=MASTER, now=LATE), f"combo a b x {SAYS} victim=a", "icar.ruling.gunfu-roll")
    fight = street(puppet, GUN, base=MASTER, now=LATE).play(f"combo a b x {SAYS} victim=b", dice=[9])
    assert (fight.get("b.hp"), fight.get("b.weapons.0.rounds")) == (10, 4)


@pytest.mark.rule("icar.close.weapon.hand")
def test_a_strike_wants_something_in_the_hand_and_what_lies_about_will_do() -> None:
    strike = with_moves("strike", "strike")
    refused(street(strike, base=MASTER), f"combo a b x {SAYS}", "icar.close.weapon.hand")
    assert "thing" in [field.name for field in form(street(strike, base=MASTER), "a", "combo").fields]
    fight = street(strike, base=MASTER).play(f'combo a b x {SAYS} thing="table leg"', dice=[8])
    assert (fight.get("a.hand"), fight.get("b.hp"), fight.get("b.stun")) == ("table leg", 4, 3)
    answer = street(FISTS, strike, foe=MASTER)  # who answers with one and has nothing in the hand only waves
    answer.play(f"combo a b fists {SAYS}", dice=[2, 8], answers=["x", "none", "whack"])
    assert (answer.get("a.hp"), answer.get("a.stun")) == (10, 11)


@pytest.mark.rule("icar.ruling.hold-opposed")
def test_who_answers_with_a_combo_lets_go_whom_they_hold() -> None:
    more = third(B_HELD, who="c", side="red")
    fight = street(FISTS, FISTS, more=more)
    fight.play(f"combo a b fists {SAYS}", dice=[8, 2], answers=["fists", "none", "no you do not"])
    assert fight.get("c.held-by") == ""
