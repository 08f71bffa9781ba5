"""The combo builder, the moves table, and what a file may say of combos."""

from __future__ import annotations

from typing import Any

import pytest

import starfray
from starfray.engine.errors import BadInput
from starfray.rulebooks.icar.ground.moves import MOVES
from tests.icar.street import A, refused, street

PROFILE = "battle=3 street-fighting=5 gun-fu=5 meat=1"


def built(words: str) -> dict[str, Any]:
    return starfray.do("icar", f"combo {words}", dice=[]).result


@pytest.mark.rule(
    "icar.close.combo.build",
    "icar.close.build.cost",
    "icar.close.build.record",
    "icar.close.build.requirements",
    "icar.close.combo.extras",
)
def test_the_builder_adds_up_the_moves_and_names_the_price() -> None:
    found = built("kick+trip+stamp battle=3 street-fighting=2 meat=4 rp=5")
    assert (found["difficulty"], found["stun"], found["damage"], found["cost"], found["rp-left"]) == (2, 12, 0, 2, 3)
    assert found["allowed"] is True


@pytest.mark.rule("icar.close.build.punch-free")
def test_punches_cost_nothing() -> None:
    assert built("punch+punch+punch")["cost"] == 0


def why_not(words: str, rule: str, *more: str) -> object:
    return pytest.param(words, rule, marks=pytest.mark.rule(rule, *more), id=rule)


@pytest.mark.parametrize(
    ("words", "rule"),
    [
        why_not("punch street-fighting=0", "icar.close.combo.sf1"),
        why_not("punch+punch+punch battle=2", "icar.close.build.max-moves"),
        why_not("punch owned=6", "icar.close.build.max-six"),
        why_not("trip rp=0", "icar.close.build.cost"),
        why_not('moves=""', "icar.ruling.combo-min", "icar.close.build.goal"),
        why_not("bite", "icar.close.moves-table"),
    ],
)
def test_the_builder_says_why_not(words: str, rule: str) -> None:
    found = built(words)
    assert found["allowed"] is False
    assert rule in " ".join(found["why-not"])


@pytest.mark.rule("icar.close.build.replace", "icar.ruling.combo-replace")
def test_a_combo_is_replaced_for_its_full_price_never_edited() -> None:
    found = built("trip+stamp owned=6 replaces=yes rp=4")
    assert (found["allowed"], found["rp-left"]) == (True, 3)
    assert built("trip owned=0 replaces=yes")["allowed"] is False


@pytest.mark.rule("icar.close.swap.buildable")
def test_swap_moves_can_be_built_in() -> None:
    found = built("punch+hold+punch")
    assert (found["difficulty"], found["made"], found["stun-meats"]) == (1, ["punch", "hold"], 1)


@pytest.mark.rule("icar.ruling.table-levels", "icar.ruling.strike-level", "icar.close.weapon.hand", "icar.ruling.trip-level")
def test_levels_where_the_texts_differ() -> None:
    for words, fine in (
        ("spinning-kick street-fighting=3", False),
        ("spinning-kick street-fighting=4", True),
        ("strike street-fighting=1", False),
        ("strike street-fighting=2", False),
        ("strike street-fighting=3", True),
        ("trip street-fighting=1", True),
        ("trip street-fighting=0", False),
    ):
        assert built(words)["allowed"] is fine, words


@pytest.mark.rule(
    "icar.close.skill.sf1",
    "icar.close.skill.sf2",
    "icar.close.skill.sf3",
    "icar.close.skill.sf4",
    "icar.close.skill.gf1",
    "icar.close.skill.gf2",
    "icar.close.skill.gf3",
    "icar.close.skill.gf4",
    "icar.close.skill.aa1",
    "icar.close.skill.aa2",
    "icar.close.skill.aa4",
    "icar.close.moves-table",
)
def test_the_moves_table_row_by_row() -> None:
    rows: Any = starfray.do("icar", "moves", dice=[]).result["moves"]
    found = {row["move"]: (row["difficulty"], row["stun"], row["damage"], row["skill"], row["level"]) for row in rows}
    sf, gf, aa = "street-fighting", "gun-fu", "akarak-art"
    assert found == {
        "punch": (0, 1, 0, "", 0),
        "stamp": (0, 1, 0, sf, 1),
        "trip": (1, 0, 0, sf, 1),
        "kick": (1, 2, 0, sf, 2),
        "headbutt": (1, 0, 1, sf, 2),
        "strike": (1, 1, 1, sf, 3),
        "spinning-kick": (2, 2, 1, sf, 4),
        "fire": (1, 0, 0, gf, 1),
        "puppet": (1, 0, 0, gf, 2),
        "dismantle": (2, 0, 0, gf, 3),
        "reverse": (2, 0, 0, gf, 4),
        "hold": (1, 0, 0, sf, 1),
        "disarm": (1, 0, 0, sf, 2),
        "spring-onto-feet": (1, 0, 0, sf, 3),
        "break-free": (1, 0, 0, sf, 3),
        "hold-reverse": (2, 0, 0, sf, 4),
        "quick-draw": (1, 0, 0, gf, 1),
        "rearm": (2, 0, 0, gf, 2),
        "reload": (2, 0, 0, gf, 3),
        "knock-out": (2, 0, 0, aa, 1),
        "push-clear": (1, 1, 0, aa, 2),
        "undress": (2, 0, 0, aa, 4),
    }
    assert [key for key in MOVES if MOVES[key].ends] == ["hold", "hold-reverse", "rearm"]


@pytest.mark.rule("icar.ruling.headbutt-stun")
def test_a_headbutt_stuns_if_the_table_says_so() -> None:
    assert built("headbutt street-fighting=2")["stun-meats"] == 0
    combo = 'combos = [{ name = "nut", moves = ["headbutt"] }]'
    nut = A.replace("street-fighting = 1", "street-fighting = 2")
    fight = street(combo, base=nut, head='[rulings]\nheadbutt-stun = "meat"').play('combo a b nut "crack"', dice=[8])
    assert (fight.get("b.stun"), fight.get("b.hp")) == (6, 7)
    fight = street(combo, base=nut).play('combo a b nut "crack"', dice=[8])
    assert fight.get("b.stun") == 9


@pytest.mark.rule("icar.close.skill.raise")
def test_a_level_costs_a_point() -> None:
    assert starfray.do("icar", "raise-skill 1 4", dice=[]).result == {"rp": 3}


@pytest.mark.parametrize(
    ("combos", "words"),
    [
        ('[{ name = "x", moves = ["kick"] }]', "street-fighting 2"),
        ('[{ name = "x", moves = ["bite"] }]', "no move"),
        ('[{ name = "x", moves = [] }]', "at least one move"),
        ('[{ name = "a b", moves = ["punch"] }]', "one word"),
        ("[" + ", ".join(f'{{ name = "c{n}", moves = ["punch"] }}' for n in range(7)) + "]", "at most 6"),
        ('[{ name = "x", moves = ["punch"] }, { name = "x", moves = ["punch"] }]', "a name for each"),
        ('[{ name = "x", moves = ["punch", "spring-onto-feet"], agreed = true }]', "only comes first"),
    ],
)
def test_a_file_with_a_combo_that_cannot_be_is_told(combos: str, words: str) -> None:
    with pytest.raises(BadInput) as caught:
        street(f"combos = {combos}")
    assert words in str(caught.value)


@pytest.mark.rule("icar.ruling.trip-level")
def test_a_trip_rests_if_the_table_wants_level_two_for_it() -> None:
    fight = street('combos = [{ name = "x", moves = ["trip"] }]', head='[rulings]\ntrip-level = "2"')
    refused(fight, 'combo a b x "down"', "icar.ruling.trip-level")
    assert starfray.do("icar", "combo trip street-fighting=1", dice=[]).result["allowed"] is True
