"""The book's worked examples, with its numbers."""

from __future__ import annotations

from typing import Any

import pytest

import starfray
from starfray import Fight
from tests.compound_x.helpers import fight, miss
from tests.compound_x.test_melee import blade, duel

PDW = "ecsc-mk9-pdw"  # 4, 5, 6 at 10, 20, 40 m


def do(text: str) -> dict[str, Any]:
    return dict(starfray.do("compound-x", text).result)


def line(fittings: str, mode: str = "semi", gun: str = f'key = "{PDW}"') -> list[int]:
    """The three miss chances of an aimed gun at PER 6."""
    found = []
    for metres in (10, 20, 40):
        weapon = f"weapons = [{{ {gun}, attachments = [{fittings}] }}]"
        one = fight(f'stats = {{ perception = 6, dexterity = 1 }}\naim = "tor"\n{weapon}', f"at = [{metres}, 0]")
        one.legal("ana")
        found.append(miss(one, f"fire ana tor mode={mode}"))
    return found


@pytest.mark.rule("cx.example.smg-plain", "cx.example.half-dropped", "cx.combatmod.drop-decimals", "cx.combatmod.subtract")
def test_a_lone_half_point_makes_no_difference() -> None:
    assert line("") == [4, 5, 6]


@pytest.mark.rule("cx.example.smg-dot", "cx.combatmod.stack-halves")
def test_two_halves_make_one() -> None:
    assert line('"dot"') == [3, 4, 5]


@pytest.mark.rule("cx.example.smg-modes", "cx.ranged.firemode-table")
def test_a_line_for_every_fire_mode() -> None:
    gun = f'key = "{PDW}", burst = {{ addition = 1, shots = 3 }}, auto = {{ addition = 3, shots = 6 }}'
    assert line('"dot"', "burst", gun) == [4, 5, 6]
    assert line('"dot"', "auto", gun) == [6, 7, 8]


def blow(ana: str, act: str, *dice: int, armour: bool = True) -> Fight:
    one = duel(ana, "stats = { fortitude = 10 }" + ('\narmour = "medium-full-l3"' if armour else ""))
    one.legal("ana")
    return one.play(act, dice=list(dice))


@pytest.mark.rule("cx.example.blunt-1h", "cx.melee.blunt.str", "cx.ruling.blunt-portion")
def test_a_sword_on_armour_does_twelve() -> None:
    one = blow(f"stats = {{ strength = 8 }}\n{blade('training-sword')}", "strike ana tor", 7, 7, 1)
    assert (one.get("tor.health"), one.get("tor.armour-points")) == (150 - 12, 60)


@pytest.mark.rule("cx.example.blunt-hybrid", "cx.melee.blunt.twohanded")
def test_swung_with_both_hands_it_does_eighteen() -> None:
    one = blow(f"stats = {{ strength = 8 }}\n{blade('training-sword')}", "strike ana tor two-handed=yes", 7, 7, 1)
    assert one.get("tor.health") == 150 - 18


@pytest.mark.rule("cx.example.nonlethal-1", "cx.melee.nonlethal.exactly-one", "cx.melee.nonlethal.penalty")
def test_exactly_one_health_left_is_no_knockout() -> None:
    one = duel("", "health = 21")
    one.legal("ana")
    one.play("strike ana tor nonlethal=yes", dice=[8, 5, 20])
    assert (one.get("tor.health"), one.get("tor.unconscious")) == (1, False)


@pytest.mark.rule("cx.example.2h-negative", "cx.meleeweapon.twohanded", "cx.combatmod.table", "cx.ruling.drop-decimals")
def test_a_negative_modifier_counts_as_it_is() -> None:
    one = blow(f"stats = {{ strength = 4 }}\n{blade('training-maul')}", "strike ana tor", 9, 5, armour=False)
    assert one.get("tor.health") == 150 - 32


@pytest.mark.rule("cx.example.2h-positive", "cx.meleeweapon.twohanded")
def test_a_positive_one_counts_half_as_much_again() -> None:
    one = blow(f"stats = {{ strength = 8 }}\n{blade('training-maul')}", "strike ana tor", 9, 5, 90, armour=False)
    assert one.get("tor.health") == 150 - 76


@pytest.mark.rule("cx.example.hybrid-hammer", "cx.meleeweapon.hybrid-offhand", "cx.meleeweapon.twohanded")
def test_the_hammer_with_one_hand_and_with_two() -> None:
    hammer = f"stats = {{ strength = 7 }}\n{blade('training-hammer')}"
    assert blow(hammer, "strike ana tor", 9, 5, armour=False).get("tor.health") == 150 - 48
    both = blow(hammer, "strike ana tor two-handed=yes", 9, 5, armour=False)
    assert both.get("tor.health") == 150 - 52
    assert both.get("ana.off-hand-lost") is True


LEDGE = 'held = { actions = 1, trigger = "gm", plan = ["catch"], text = "Kit slips" }'
FRIEND = 'id = "kit"\nside = "crew"\nat = [1, 0]\nactions = 4'


@pytest.mark.rule("cx.example.held-ledge", "cx.held.use", "cx.held.declare", "cx.reaction.timing")
def test_a_held_action_catches_a_friend_the_moment_he_trips() -> None:
    one = fight(LEDGE, "", FRIEND, up="kit")
    one.play("run kit 1,4", dice=[], answers=["yes", "catch"])
    assert one.get("ana.held") is None
    assert one.get("ana.reactions") == 2


@pytest.mark.rule("cx.example.held-ledge", "cx.held.lost", "cx.actions.budget")
def test_unused_it_is_lost_at_the_start_of_the_next_turn() -> None:
    one = fight(LEDGE, "", FRIEND, up="kit", order="kit ana tor")
    one.play("end-turn kit", dice=[]).step(dice=[])
    one.legal("ana")
    assert (one.get("ana.held"), one.get("ana.actions")) == (None, 4)


@pytest.mark.rule("cx.example.move-1", "cx.presumed.movement-speed")
def test_a_movement_speed_of_one_is_a_metre_for_two_actions() -> None:
    found = do("sheet dexterity=1")
    assert (found["metres-1"], found["metres-2"]) == (0, 1)


@pytest.mark.rule("cx.example.cover-dc6", "cx.cover.full", "cx.ranged.cover-add")
def test_two_behind_full_cover_is_six_and_hit_by_seven() -> None:
    gun = 'weapons = ["frontier-lz150-carbine"]\naim = "tor"'
    one = fight(gun, 'at = [20, 0]\ncover = "full"')
    one.legal("ana")
    assert miss(one, "fire ana tor") == 6
    one.play("fire ana tor", dice=[6]).play("fire ana tor", dice=[7, 60])
    assert one.get("tor.health") == 100 - 27


@pytest.mark.rule("cx.example.reload-dc", "cx.reload.dc")
def test_an_assault_rifle_reloads_against_thirty() -> None:
    assert do("gun ecsc-mk16")["reload-dc"] == 30


ZONE = 'zones = [{ by = "bo", target = "tor", weapon = "ecsc-mk249", level = "light", radius = 2, at = [30, 0] }]'
BO = 'id = "bo"\nside = "crew"\nat = [0, 10]\nstats = { strength = 6 }\nweapons = ["ecsc-mk249"]'
COVERS = (
    '[[cover]]\nname = "left"\nkind = "partial"\nat = [30, 0]\n'
    '[[cover]]\nname = "right"\nkind = "partial"\nat = [30, 5]\n'
    '[[cover]]\nname = "wall"\nkind = "concealed"\nat = [30, -2]'
)


@pytest.mark.parametrize(
    ("cover", "end"),
    [
        pytest.param("partial", "30,4 cover=right", marks=pytest.mark.rule("cx.example.open-1", "cx.suppression.open")),
        pytest.param("concealed", "30,4 cover=right", marks=pytest.mark.rule("cx.example.open-2", "cx.suppression.open")),
        pytest.param("", "30,4", marks=pytest.mark.rule("cx.example.open-3", "cx.suppression.open")),
    ],
)
def test_what_is_into_the_open(cover: str, end: str) -> None:
    one = fight("", f'actions = 4\ncover = "{cover}"', BO, up="tor", now=ZONE, scene=COVERS)
    one.play(f"run tor {end}", dice=[2])
    assert one.get("bo.reactions") == 2


@pytest.mark.rule("cx.example.open-not", "cx.suppression.concealed")
def test_what_is_not() -> None:
    one = fight("", 'actions = 4\ncover = "partial"', BO, up="tor", now=ZONE, scene=COVERS)
    one.play("run tor 30,-2 cover=wall", dice=[])
    assert one.get("bo.reactions") == 3


@pytest.mark.rule("cx.example.armor-chest", "cx.armorsys.coverage-sum")
def test_a_medium_chest_with_kevlar() -> None:
    found = do("loadout rigs=medium-chest material=l1")
    assert (found["coverage"], found["armour-points"], found["apl"]) == (40, 40, 1)


@pytest.mark.rule("cx.example.armor-chest-leg", "cx.armorsys.coverage-sum")
def test_with_legs_it_covers_fifteen_more() -> None:
    found = do("loadout rigs=medium-chest+medium-leg material=l1")
    assert (found["coverage"], found["armour-points"], found["apl"]) == (55, 40, 1)


@pytest.mark.rule("cx.example.mag-recon", "cx.mag.primary", "cx.mag.secondary", "cx.mag.space")
def test_five_spaces_are_three_and_three_or_five() -> None:
    for load in ("primary=3 secondary=3", "primary=5"):
        assert do(f"loadout rigs=recon-chest {load}")["legal"] is True
    assert do("loadout rigs=recon-chest primary=4 secondary=3")["legal"] is False
    do("loadout rigs=recon-chest secondary=1")


@pytest.mark.rule("cx.example.rig-mix", "cx.rig.exclusive")
def test_recon_and_light_do_not_mix() -> None:
    assert do("loadout rigs=recon-chest+light-leg")["legal"] is False


@pytest.mark.rule("cx.example.zero-clamp", "cx.down.zero-clamp", "cx.dst.first")
def test_eighty_damage_at_five_health_is_zero_and_no_shock() -> None:
    kit = 'id = "kit"\nside = "dock"\nat = [9, 9]'
    one = fight('weapons = ["ecsc-mk16"]\naim = "tor"', 'health = 5\nstance = "prone"', kit)
    one.legal("ana")
    one.play("fire ana tor", dice=[9, 1])
    assert one.get("tor.health") == 0
