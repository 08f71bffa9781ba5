"""The miss chance: the book's worked examples, halves, floors, hip and blind fire, cover and stances, ranges."""

from __future__ import annotations

import pytest

import starfray
from tests.compound_x.helpers import fight, miss

SMG = (
    'key = "smg", name = "SMG", group = "smg", damage = 45, magazine = 30, '
    "brackets = [{ to = 10, miss = 4 }, { to = 20, miss = 5 }, { to = 40, miss = 6 }], "
    "burst = { addition = 1, shots = 3 }, auto = { addition = 3, shots = 6 }"
)


def with_smg(more: str = "", perception: int = 6, metres: int = 10, tor: str = "") -> starfray.Fight:
    ana = f'weapons = [{{ {SMG}{more} }}]\nstats = {{ perception = {perception} }}\naim = "tor"'
    return fight(ana, f"at = [{metres}, 0]\n{tor}".strip())


@pytest.mark.rule("cx.combatmod.subtract", "cx.combatmod.drop-decimals", "cx.ranged.brackets")
@pytest.mark.parametrize(("metres", "number"), [(10, 4), (11, 5), (20, 5), (21, 6), (40, 6)])
def test_a_lone_half_point_changes_nothing(metres: int, number: int) -> None:
    assert miss(with_smg(metres=metres), "fire ana tor") == number


@pytest.mark.rule("cx.combatmod.stack-halves")
@pytest.mark.parametrize(("metres", "number"), [(10, 3), (20, 4), (40, 5)])
def test_two_halves_make_a_point(metres: int, number: int) -> None:
    assert miss(with_smg(', attachments = ["dot"]', metres=metres), "fire ana tor") == number


@pytest.mark.rule("cx.combatmod.stack-halves")
@pytest.mark.parametrize(
    ("group", "metres", "number"), [("smg", 10, 2), ("smg", 52, 4), ("shotgun", 10, 3), ("shotgun", 46, 5)]
)
def test_an_attachment_may_do_more_for_some_guns_than_for_others(group: str, metres: int, number: int) -> None:
    """The hologram: 1 off the miss chance and 6 m more, on submachine guns 1.5 off and 12 m."""
    gun = SMG.replace('group = "smg"', f'group = "{group}", attachments = ["holo12"]')
    one = fight(f'weapons = [{{ {gun} }}]\nstats = {{ perception = 6 }}\naim = "tor"', f"at = [{metres}, 0]")
    assert miss(one, "fire ana tor") == number


@pytest.mark.rule("cx.ranged.firemode-table")
@pytest.mark.parametrize(("mode", "number"), [("burst", 4), ("auto", 6)])
def test_each_fire_mode_has_its_own_line(mode: str, number: int) -> None:
    assert miss(with_smg(', attachments = ["dot"]'), f"fire ana tor mode={mode}") == number


@pytest.mark.rule("cx.combatmod.drop-decimals")
def test_a_negative_half_is_dropped_too() -> None:
    assert miss(with_smg(perception=4), "fire ana tor") == 4


@pytest.mark.rule("cx.limits.min-miss-chance", "cx.combatmod.subtract", "cx.limits.order")
def test_the_weapons_own_miss_chance_stops_at_minus_two() -> None:
    near = SMG.replace("miss = 4", "miss = 0")
    one = fight(f'weapons = [{{ {near} }}]\nstats = {{ perception = 15 }}\naim = "tor"', "at = [10, 0]")
    assert miss(one, "fire ana tor") == -2
    assert miss(one, "fire ana tor mode=burst") == -2 + 1  # each floor by itself
    covered = fight(f'weapons = [{{ {near} }}]\nstats = {{ perception = 15 }}\naim = "tor"', 'at = [10, 0]\ncover = "full"')
    assert miss(covered, "fire ana tor") == -2 + 4  # what the ground adds comes after the floor


@pytest.mark.rule("cx.flank.ranged")
@pytest.mark.parametrize("facing", [0, 90, 180])
def test_a_gun_gains_nothing_from_the_targets_back(facing: int) -> None:
    one = fight(f'weapons = [{{ {SMG} }}]\naim = "tor"', f"at = [10, 0]\nfacing = {facing}")
    assert miss(one, "fire ana tor") == 4


@pytest.mark.rule("cx.order.shot")
def test_the_shots_of_a_burst_are_rolled_one_after_the_other_each_with_its_armour() -> None:
    one = fight(f'weapons = [{{ {SMG} }}]\naim = "tor"', 'at = [10, 0]\narmour = "medium-full-l3"\nstats = { fortitude = 15 }')
    one.play("fire ana tor mode=burst", dice=[10, 40, 10, 40, 2], answers=["here"])
    asked = [dice.rule for dice in one.journal.entries[-1].tape if dice.faces]
    assert asked == ["cx.ranged.attack-roll", "cx.armor.roll"] * 2 + ["cx.ranged.attack-roll"]


@pytest.mark.rule("cx.limits.min-miss-chance", "cx.stance.prone-aim")
def test_a_prone_shooter_goes_below_the_floor() -> None:
    near = SMG.replace("miss = 4", "miss = 0")
    prone = 'stance = "prone"'
    one = fight(f'weapons = [{{ {near} }}]\nstats = {{ perception = 15 }}\naim = "tor"\n{prone}', "at = [10, 0]")
    assert miss(one, "fire ana tor") == -3


@pytest.mark.rule("cx.limits.min-firemode", "cx.ranged.firemode-table", "cx.ruling.floor-order")
def test_a_fire_mode_never_adds_less_than_one() -> None:
    steady = ', attachments = ["grip-angled"]'
    assert miss(with_smg(steady, perception=5), "fire ana tor mode=burst") == 5  # +1 less a half is still +1
    steps = 'auto = { addition = 3, shots = 6, stat = "strength", start = 5, every = 1 }'
    gun = SMG.replace("auto = { addition = 3, shots = 6 }", steps)
    one = fight(f'weapons = [{{ {gun} }}]\naim = "tor"\nstats = {{ strength = 12 }}', "at = [10, 0]")
    assert miss(one, "fire ana tor mode=auto") == 4 + 1  # eight steps would make it -5
    grip = SMG.replace("addition = 1", "addition = 2") + ', attachments = ["compensator-heavy", "grip-vertical"]'
    two = fight(f'weapons = [{{ {grip} }}]\naim = "tor"', "at = [10, 0]")
    assert miss(two, "fire ana tor mode=burst") == 4 + 1


@pytest.mark.rule("cx.hip.penalty", "cx.combatmod.drop-decimals")
def test_without_aim_it_is_hip_fire_and_optics_do_not_count() -> None:
    one = with_smg(', attachments = ["dot"]')
    one.gm('set ana.aim ""')
    assert miss(one, "fire ana tor") == 7


@pytest.mark.rule("cx.hip.penalty")
@pytest.mark.parametrize(("metres", "number"), [(25, 7), (26, 9)])
def test_a_red_laser_takes_two_off_the_hip_penalty_out_to_25_metres(metres: int, number: int) -> None:
    one = with_smg(', attachments = ["laser-red"]', metres=metres)
    one.gm('set ana.aim ""')
    assert miss(one, "fire ana tor") == number


@pytest.mark.rule("cx.blind.penalty", "cx.blind.composition", "cx.combatmod.drop-decimals")
def test_blind_fire_adds_six_and_luck_helps() -> None:
    one = fight('archetype = "soldier"\naim = "tor"', "at = [15, 0]")
    one.gm("set ana.weapons.0.attachments []")
    assert miss(one, "fire ana tor blind=yes") == 8  # 3, less 1 for PER 8 and a half for LUC 6, plus 6


@pytest.mark.rule("cx.cover.full", "cx.ranged.brackets")
def test_full_cover_makes_a_two_a_six() -> None:
    near = SMG.replace("miss = 4", "miss = 2")
    one = fight(f'weapons = [{{ {near} }}]\naim = "tor"', 'at = [10, 0]\ncover = "full"')
    assert miss(one, "fire ana tor") == 6


@pytest.mark.rule("cx.cover.none", "cx.stance.crouch-bonus")
def test_a_crouching_target_is_one_harder_to_hit() -> None:
    assert miss(with_smg(perception=5, tor='stance = "crouched"'), "fire ana tor") == 5


@pytest.mark.rule("cx.stance.prone-bonus", "cx.cover.partial")
def test_prone_adds_two_on_top_of_partial_cover() -> None:
    assert miss(with_smg(perception=5, tor='stance = "prone"\ncover = "partial"'), "fire ana tor") == 8


@pytest.mark.rule("cx.cover.full")
def test_prone_adds_nothing_behind_full_cover() -> None:
    assert miss(with_smg(perception=5, tor='stance = "prone"\ncover = "full"'), "fire ana tor") == 8


@pytest.mark.rule("cx.stance.prone-close")
def test_prone_gives_nothing_within_five_metres() -> None:
    assert miss(with_smg(perception=5, metres=5, tor='stance = "prone"'), "fire ana tor") == 4


@pytest.mark.rule("cx.stance.prone-bonus")
def test_prone_helps_from_six_metres_on() -> None:
    assert miss(with_smg(perception=5, metres=6, tor='stance = "prone"'), "fire ana tor") == 6


@pytest.mark.rule("cx.stance.hunker-bonus", "cx.cover.full")
def test_hunkering_is_two_more_on_any_cover_and_stances_do_not_add_up() -> None:
    assert miss(with_smg(perception=5, tor='stance = "prone"\nhunkered = true\ncover = "full"'), "fire ana tor") == 10


@pytest.mark.rule("cx.move.sprint-penalty", "cx.move.sprint", "cx.ruling.sprint-window", "cx.ruling.sprint-consecutive")
def test_a_sprint_spoils_the_next_two_actions() -> None:
    one = fight('aim = "tor"', "at = [12, 0]")
    one.play("run ana 2,0 actions=1 sprint=yes", dice=[])
    assert miss(one, "fire ana tor") == 4
    one.play("fire ana tor", dice=[2], answers=["here"])
    assert miss(one, "fire ana tor") == 6  # prone now
    one.play("fire ana tor", dice=[2])
    assert miss(one, "fire ana tor") == 5


@pytest.mark.rule("gm.modifier")
def test_a_modifier_of_the_gm_helps_the_shooter() -> None:
    one = with_smg(perception=5)
    one.gm("modify ana 2 inspired")
    assert miss(one, "fire ana tor") == 2


@pytest.mark.parametrize(
    ("mode", "fire", "line"),
    [("semi", "aimed", "1 2 3"), ("burst", "aimed", "2 3 4"), ("auto", "aimed", "2 3 4"), ("semi", "hip", "5 6 7"),
     ("semi", "blind", "8 9 10")],
)  # fmt: skip
@pytest.mark.rule("cx.ranged.miss-chance", "cx.ruling.nat10-nat1")
def test_the_soldiers_rifle_reads_as_its_card_says(mode: str, fire: str, line: str) -> None:
    found = []
    for metres in (15, 50, 85):
        done = starfray.do(
            "compound-x",
            f"miss-chance ecsc-mk16 {metres} {mode} {fire} attachments=dot+sling2+grip-vertical strength=7 perception=8 luck=6",
            dice=[],
        )
        found.append(str(done.result["miss-chance"]))
    assert " ".join(found) == line


@pytest.mark.parametrize(
    ("gun", "mode", "stat", "number"),
    [
        ("ecsc-mk8-mp", "burst", "dexterity=4", 6), ("ecsc-mk8-mp", "burst", "dexterity=5", 5),
        ("ecsc-mk8-mp", "burst", "dexterity=11", 4), ("ecsc-mk8-mp", "auto", "dexterity=5", 6),
        ("anvil-arms-c25", "burst", "strength=7", 5), ("anvil-arms-c25", "burst", "strength=8", 4),
    ],
)  # fmt: skip
def test_a_fire_mode_gets_easier_by_its_own_steps(gun: str, mode: str, stat: str, number: int) -> None:
    assert starfray.do("compound-x", f"miss-chance {gun} 10 {mode} {stat}", dice=[]).result["miss-chance"] == number


@pytest.mark.parametrize(
    ("gun", "metres", "fire", "more", "number"),
    [
        ("berren-rifles-br606", 95, "aimed", "", 4), ("berren-rifles-br606", 96, "aimed", "", None),
        ("anvil-arms-sr-250", 101, "aimed", "", None), ("anvil-arms-sr-250", 200, "aimed", "attachments=basic2", 4),
        ("anvil-arms-sr-250", 120, "hip", "attachments=basic2", None),
        ("anvil-arms-sr-150", 9, "aimed", "attachments=basic2", 6), ("anvil-arms-sr-150", 10, "aimed", "attachments=basic2", 3),
        ("ecsc-mk16", 135, "aimed", "attachments=scope4", 5), ("ecsc-mk16", 136, "aimed", "attachments=scope4", None),
    ],
)  # fmt: skip
def test_ranges_end_where_brackets_and_glass_end(gun: str, metres: int, fire: str, more: str, number: int | None) -> None:
    done = starfray.do("compound-x", f"miss-chance {gun} {metres} fire={fire} {more}", dice=[])
    assert done.result["miss-chance"] == number
