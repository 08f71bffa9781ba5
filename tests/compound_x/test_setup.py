"""Fight files: what is derived, what is checked, fights without a map, procedures."""

from __future__ import annotations

import pytest

import starfray
from starfray import BadInput, Fight, Refused, TapeError
from starfray.engine.values import Form
from starfray.rulebooks.compound_x.state import held_items
from starfray.rulebooks.compound_x.stats import combat_modifier
from tests.compound_x.helpers import fight


def test_a_sheet_is_filled_in_from_the_archetype_and_the_stats() -> None:
    one = fight('archetype = "soldier"')
    assert (one.get("ana.max-health"), one.get("ana.health")) == (120, 120)
    assert (one.get("ana.movement-speed"), one.get("ana.carry"), one.get("ana.armour-points")) == (7, 7, 60)


@pytest.mark.parametrize(
    ("ana", "words"),
    [
        ("stats = { luck = 0 }", "stats.luck"), ("max-health = 90", "50 \\+ 10 x FORT"), ("actions = 5", "actions"),
        ("movement-speed = 9", "STR 5 or DEX 5"), ("initiative-bonus = 3", "Soldier"), ('aim = "nobody"', "nobody is called"),
        ('weapons = ["bow"]', "not in weapons"), ('weapons = [{ key = "ecsc-mk16", attachments = ["sword"] }]', "attachments"),
        ('weapons = [{ key = "ecsc-mk16", rounds = 31 }]', "0 to 30"), ('stance = "flying"', "standing"),
        ('weapons = ["ecsc-mk16", "ecsc-mk16"]', "two weapons"), ('armour = { key = "x", coverage = -1 }', "coverage"),
    ],
)  # fmt: skip
def test_a_wrong_sheet_is_named(ana: str, words: str) -> None:
    with pytest.raises(BadInput, match=words):
        fight(ana)


MAPLESS = """
rulebook = "compound-x"
[now]
round = 1
order = ["ana", "tor"]
up = "ana"
started = true
[[combatant]]
id = "ana"
side = "crew"
actions = 4
aim = "tor"
weapons = ["ecsc-mk16"]
[[combatant]]
id = "tor"
side = "dock"
"""


def test_without_a_map_the_gm_says_the_distance_once_and_nobody_is_asked_where_to_dive() -> None:
    one = starfray.loads(MAPLESS)
    one.play("fire ana tor", dice=[5, 50], answers=["30"])
    assert one.get("tor.health") == 60
    assert one.get("tor.stance") == "prone"
    one.play("fire ana tor", dice=[2])


@pytest.mark.rule("cx.move.run", "cx.suppression.trigger", "cx.ruling.suppress-level", "cx.suppression.light")
def test_without_a_map_one_runs_to_a_distance_and_only_the_target_is_in_the_zone() -> None:
    one = starfray.loads(MAPLESS + '[[relation]]\nkind = "distance"\nbetween = ["ana", "tor"]\nvalue = 30')
    with pytest.raises(Refused, match="25 to 35"):
        one.play("run ana target=tor metres=20", dice=[])
    one.play("run ana target=tor metres=25", dice=[])
    one.play("suppress ana tor level=light", dice=[])
    one.step(dice=[])
    one.play("run tor target=ana metres=26 actions=1", dice=[2])
    assert one.get("ana.reactions") == 2


@pytest.mark.rule("cx.presumed.skill-check", "cx.presumed.skill-crit")
@pytest.mark.parametrize(("luck", "face", "result"), [
    (5, 91, "critical success"), (5, 96, "extra-critical success"), (3, 99, "critical success"),
    (3, 100, "extra-critical success"), (2, 100, "critical success"), (5, 95, "critical success"),
])  # fmt: skip
def test_the_critical_range_of_a_check_grows_with_luck(luck: int, face: int, result: str) -> None:
    assert starfray.do("compound-x", f"check 50 luck={luck}", dice=[face]).result["result"] == result


@pytest.mark.parametrize(("text", "face", "passed"), [
    ("check 20", 20, False), ("check 20", 21, True), ("check 20 skill=30 stat=6", 2, True),
    ("check 20 skill=30 stat=6", 1, False),
    ("check 20 luck=2", 99, True), ("check 105", 95, False), ("check 105", 96, True),
    ("check 115", 96, True), ("check 116", 96, False), ("check 104", 95, True),
])  # fmt: skip
def test_a_check_must_be_over_the_dc_and_a_natural_one_fails(text: str, face: int, passed: bool) -> None:
    assert starfray.do("compound-x", text, dice=[face]).result["passed"] is passed


def test_luck_two_has_no_critical_below_100() -> None:
    assert starfray.do("compound-x", "check 50 luck=2", dice=[99]).result["result"] == "success"


@pytest.mark.parametrize("text", ["check 50", "death-save"])
def test_a_d100_shows_100_and_no_more(text: str) -> None:
    starfray.do("compound-x", text, dice=[100])
    with pytest.raises(TapeError, match="d100"):
        starfray.do("compound-x", text, dice=[101])


@pytest.mark.parametrize(("stat", "modifier"), [
    (0, -1.5), (1, -1.5), (2, -1), (3, -0.5), (4, -0.5), (5, 0), (6, 0.5), (7, 0.5), (8, 1), (9, 1), (10, 1.5), (11, 1.5),
    (12, 2), (13, 2), (14, 2.5), (15, 3), (20, 3),
])  # fmt: skip
def test_the_table_of_combat_modifiers(stat: int, modifier: float) -> None:
    assert combat_modifier(stat) == modifier


@pytest.mark.rule("cx.presumed.saves")
@pytest.mark.parametrize(("face", "passed"), [(62, False), (63, True)])
def test_a_save_adds_twice_two_stats_less_six(face: int, passed: bool) -> None:
    assert starfray.do("compound-x", "save 70 shock 5 5", dice=[face]).result["passed"] is passed


@pytest.mark.rule("cx.dst.per-turn", "cx.dst.fail3")
def test_the_last_allowed_failure_is_death() -> None:
    assert starfray.do("compound-x", "death-save 2", dice=[50]).result["dead"] is True


@pytest.mark.rule("cx.range.max")
def test_a_miss_chance_out_of_range_is_none() -> None:
    assert starfray.do("compound-x", "miss-chance g-w-10mm-auto 21", dice=[]).result["miss-chance"] is None


# --- what a fighter cannot use is said on the form -----------------------------------------------------------------


def form(one: Fight, kind: str) -> Form:
    return next(each for each in one.legal("ana") if each.kind == kind)


def why(one: Fight, kind: str) -> str:
    refused = form(one, kind).refused
    return refused.reason if refused is not None else ""


@pytest.mark.rule("cx.presumed.proficiency")
def test_too_weak_for_the_gun_in_hand() -> None:
    heavy = fight('stats = { strength = 4 }\nweapons = ["ecsc-mk249"]')
    assert why(heavy, "fire") == "the ECSC Mk249 takes STR 6"
    assert why(heavy, "suppress") == "the ECSC Mk249 takes STR 6"
    eased = fight('stats = { strength = 5 }\nweapons = [{ key = "ecsc-mk249", attachments = ["sling1"] }]')
    assert form(eased, "fire").refused is None
    clever = fight('stats = { strength = 6 }\nweapons = ["partix-lx-lightning-gun"]')
    assert why(clever, "fire") == "the Partix LX Lightning Gun takes INT 6"


@pytest.mark.rule("cx.ruling.unproficient")
def test_not_trained_with_it() -> None:
    one = fight('profession = "hacker"')
    assert "not proficient" in why(one, "fire")
    with pytest.raises(Refused, match="not proficient"):
        one.play("fire ana tor")


def test_what_could_be_drawn_says_what_it_takes() -> None:
    one = fight(
        'stats = { strength = 4 }\nweapons = ["ecsc-mk8-auto", "ecsc-mk249"]\nmelee = ["sledgehammer"]\ngrenades = ["frag"]'
    )
    notes = {option.key: option.note for option in form(one, "draw").fields[0].options}
    assert notes == {
        "ecsc-mk249": "the ECSC Mk249 takes STR 6",
        "sledgehammer": "takes STR 6",
        "frag": "takes Weapons - Explosives 6",
    }


@pytest.mark.rule("cx.thrown.skill20")
def test_knives_beyond_ones_skill_are_not_offered() -> None:
    knife = 'weapons = []\nthrown = [{ key = "throwing-knife", in-hand = true }]\nstats = { dexterity = 4 }'
    assert why(fight(knife), "throw") == "the Gurber throwing knife takes STR 0, DEX 5"
    with pytest.raises(Refused, match="takes STR 0, DEX 5"):
        fight(knife, "at = [7, 0]").play("throw ana tor")
    assert form(fight(f"{knife}\nskills = {{ weapons-thrown = 20 }}", "at = [7, 0]"), "throw").refused is None


def test_a_club_is_not_offered_to_the_weak() -> None:
    one = fight('stats = { strength = 4 }\nweapons = []\nmelee = [{ key = "sledgehammer", in-hand = true }]', "at = [1, 0]")
    assert [option.key for option in form(one, "strike").fields[1].options] == ["unarmed"]


@pytest.mark.parametrize(
    ("lines", "held"),
    [
        ('weapons = [{ key = "ecsc-mk16", in-hand = false }]', []),
        ('weapons = [{ key = "ecsc-mk16", in-hand = false }, "ecsc-mk249"]\nstats = { strength = 6 }', ["ecsc-mk249"]),
        ('weapons = []\nmelee = [{ key = "g1-knife", in-hand = false }]', []),
        ('weapons = [{ key = "ecsc-mk16", in-hand = false }]\nmelee = ["g1-knife"]', ["g1-knife"]),
        ('weapons = ["ecsc-mk16"]\nmelee = [{ key = "g1-knife", in-hand = false }]', ["ecsc-mk16"]),
    ],
)
def test_what_is_said_not_to_be_in_hand_is_not(lines: str, held: list[str]) -> None:
    started = fight(lines)
    assert [item.key for item in held_items(started.state.roster["ana"])] == held
    assert starfray.loads(started.to_text()).hash == started.hash


@pytest.mark.rule("cx.actions.draw")
def test_a_gun_that_is_not_in_hand_is_drawn_first() -> None:
    holstered = fight('weapons = [{ key = "ecsc-mk16", in-hand = false }]')
    refused = holstered.refusal("fire ana tor")
    assert refused is not None
    holstered.play("draw ana ecsc-mk16", dice=[])
    assert holstered.get("ana.weapons.ecsc-mk16.in-hand") is True
    assert holstered.refusal("fire ana tor") is None
