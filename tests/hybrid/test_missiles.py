"""Shooting and throwing: range, lobs, what cannot be parried, blasts."""

from __future__ import annotations

import pytest

import starfray
from tests.hybrid.build import asked, chance, duel, heard, landed, reasons

RIFLE = 'weapons = ["slug-rifle"]\nskills = { slug-rifle = 8 }'
KNIVES = 'weapons = [{ key = "throwing-knife", left = 2 }]\nskills = { throwing-knife = 8 }'
GRENADE = 'weapons = ["fragmentation-grenade"]\nskills = { grenade = 8 }'


@pytest.mark.rule(
    "hybrid.tohit.missile",
    "hybrid.damage.type",
    "hybrid.ruling.damage-dice",
    "hybrid.knockback.trigger",
    "hybrid.ruling.knockback-base",
    "hybrid.damage.secondary",
)
def test_a_shot_is_based_on_accuracy_and_does_its_dice_alone() -> None:
    fight = duel(a=RIFLE)
    landed(fight, "shoot a b", [40, 20, 5, 5, 5, 5, 63], ["no"])  # 20 of 39 PFT is more than half: knockback 63
    assert (fight.get("count"), chance(fight), fight.get("b.pft")) == (106, 78 - 15, 39 - 20)
    assert fight.get("b.prone") is False


@pytest.mark.rule("hybrid.ruling.knockback-base")
def test_more_than_half_is_needed_to_be_knocked_back() -> None:
    fight = duel(a=RIFLE, b='max-pft = 40\npft = 40\noverridden = { max-pft = "for the case" }')
    landed(fight, "shoot a b", [40, 20, 5, 5, 5, 5], ["no"])  # 20 of 40: no roll
    landed(duel(a=RIFLE), "shoot a b", [40, 20, 5, 5, 5, 5, 64], ["no"])


@pytest.mark.rule("hybrid.defence.parry.vs")
@pytest.mark.parametrize(("weapon", "parry"), [("throwing-knife", 72), ("slug-rifle", 0), ("stun-pistol", 0)])
def test_a_parry_is_harder_against_what_flies(weapon: str, parry: int) -> None:
    fight = duel(a=f'weapons = ["{weapon}"]\nskills = {{ {weapon} = 8 }}', b="initiative = 80\nwait-until = 300")
    facts = asked(fight, "shoot a b")  # DF 23 - 5, - 30, - 40
    assert facts["parry-short-sword"] == parry
    assert facts["block-short-sword"] == 76
    fight.answer(fight.asks[0], "no")


@pytest.mark.rule("hybrid.ruling.parry-vs")
def test_a_laser_is_parried_like_energy() -> None:
    laser = 'weapons = ["laser-pistol"]\nskills = { laser-pistol = 8 }'
    fight = duel(a=laser, b="skills = { short-sword = 30 }\ninitiative = 80")
    assert asked(fight, "shoot a b")["parry-short-sword"] == success(15 + 30 - 40)
    fight.answer(fight.asks[0], "no")


def success(df: int) -> int:
    found = starfray.do("hybrid", f"success-table {df}").result["chance"]
    assert isinstance(found, int)
    return found


@pytest.mark.rule("hybrid.attack.indirect")
def test_a_lob_has_minus_2_and_goes_as_far_as_strength() -> None:
    bow = 'weapons = ["crossbow"]\nskills = { crossbow = 8 }\nat = [0, 0]'
    fight = duel(a=bow, b="at = [15, 0]")
    landed(fight, "shoot a b lob=yes", [100], ["no"])
    assert chance(fight) == 76 - 15
    far = duel(a=bow, b="at = [16, 0]")
    before = far.hash
    with pytest.raises(starfray.Refused, match="out of range"):
        far.play("shoot a b lob=yes", dice=[])
    assert far.hash == before


@pytest.mark.rule("hybrid.tohit.missile")
def test_beyond_its_range_there_is_no_shot() -> None:
    fight = duel(a='weapons = ["stun-pistol"]\nat = [0, 0]', b="at = [21, 0]")
    with pytest.raises(starfray.Refused, match="within 20 m"):
        fight.play("shoot a b", dice=[])


@pytest.mark.rule("hybrid.attack.indirect")
def test_a_beam_is_not_lobbed() -> None:
    with pytest.raises(starfray.Refused, match="straight"):
        duel(a='weapons = ["laser-pistol"]').play("shoot a b lob=yes", dice=[])


@pytest.mark.rule("hybrid.ruling.timeline")
def test_a_shot_at_somebody_who_has_left_its_range_hits_nobody() -> None:
    fight = duel(a='weapons = ["stun-pistol"]\nskills = { stun-pistol = 0 }\nat = [0, 0]', b="at = [20, 0]")
    fight.play("shoot a b", dice=[])
    fight.gm("place b 40,0")
    fight.step(dice=[])
    assert "nobody is there to be hit any more" in heard(fight, "hybrid.ruling.timeline")


def test_what_is_thrown_is_gone() -> None:
    fight = duel(a=KNIVES)
    landed(fight, "shoot a b", [100], ["no"])
    assert fight.get("a.weapons.throwing-knife.left") == 1
    fight.step(dice=[1, 1])
    landed(fight, "shoot a b", [100], ["no"])
    assert fight.get("a.weapons") == []


@pytest.mark.rule("hybrid.skill.general", "hybrid.initiative.rank-speed")
def test_a_general_skill_throws_anything_at_a_percent_per_rank_and_is_not_unranked() -> None:
    fight = duel(a='weapons = ["throwing-knife"]\nskills = { throw-object = 6 }')
    landed(fight, "shoot a b", [100], ["no"])
    assert (fight.get("count"), chance(fight)) == (103, 67 + 6 - 15)  # 6 counts less 3, as with any skill
    assert reasons(fight)["hybrid.skill.general"] == 6


@pytest.mark.rule("hybrid.shock.trigger", "hybrid.ruling.shock-trigger", "hybrid.shock.definition")
def test_an_energy_hit_calls_for_shock_even_if_armour_stops_it() -> None:
    vest = 'armour = [{ key = "wall", energy = 30, cover = ["all"] }]'
    fight = duel(a='weapons = ["stun-pistol"]\nskills = { stun-pistol = 8 }', b=vest)
    landed(fight, "shoot a b", [40, 20, 3, 4, 61, 2, 3], ["no"])  # PEN 12: 60, failed by 1
    assert (fight.get("b.pft"), fight.get("b.shock.level"), fight.get("b.shock.rolls")) == (39, 1, 101 + 45 + 5)


# --- blasts ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("hybrid.ruling.explosive-area", "hybrid.knockback.explosive")
def test_a_grenade_hurts_everybody_near_less_by_the_metre() -> None:
    """DF 23: 78, no defence. 4 x 5 + 10 = 30: b at 0 m, c at 2.5 m loses 16. Each: location, knockback."""
    third = '[[combatant]]\nid = "c"\nside = "blue"\nat = [12.5, 0]\ninitiative = 300'
    fight = duel(a=GRENADE + "\nat = [0, 0]", b="at = [10, 0]", more=third)
    landed(fight, "shoot a b", [60, 5, 5, 5, 5, 20, 63, 20, 50], ["no", "no"])
    assert (fight.get("b.pft"), fight.get("c.pft")) == (9, 36 - 14)
    assert (fight.get("b.prone"), fight.get("a.pft"), fight.get("a.weapons")) == (False, 39, [])


@pytest.mark.rule("hybrid.ruling.explosive-area")
def test_a_throw_that_fails_falls_short_on_its_line() -> None:
    """78, die 89: 2 m short. 30 - 2 x 8 = 14 at b."""
    fight = duel(a=GRENADE + "\nat = [0, 0]", b="at = [10, 0]")
    landed(fight, "shoot a b", [89, 5, 5, 5, 5, 20, 64], ["no"])
    assert (fight.get("b.pft"), fight.get("b.prone")) == (39 - 14, True)


@pytest.mark.rule("hybrid.defence.roll-with-blow.roll")
def test_rolling_with_a_blast_keeps_one_on_the_feet() -> None:
    fight = duel(a=GRENADE + "\nat = [0, 0]", b="at = [10, 0]")
    landed(fight, "shoot a b", [60, 5, 5, 5, 5, 20, 67, 3, 4], ["roll-with-blow"])
    assert (fight.get("b.prone"), fight.get("b.initiative")) == (False, 106 + 7 + 8 - 2)


@pytest.mark.rule("hybrid.tohit.missile", "hybrid.attack.indirect")
def test_a_blast_may_be_aimed_at_a_point_and_nothing_else_may() -> None:
    fight = duel(a=GRENADE + "\nat = [0, 0]", b="at = [10, 0]")
    with pytest.raises(starfray.Refused, match="out of range"):
        fight.play("shoot a to=10,20", dice=[])
    landed(fight, "shoot a to=10,3", [60, 1, 1, 1, 1], ["no"])  # 14 - 3 x 8: nothing is left of it at b
    assert fight.get("b.pft") == 39
    with pytest.raises(starfray.Refused, match="only a blast"):
        duel(a=KNIVES + "\nat = [0, 0]").play("shoot a to=3,3", dice=[])


@pytest.mark.rule("hybrid.ruling.explosive-area")
def test_a_throw_that_falls_short_comes_down_near_the_thrower_without_a_map_too() -> None:
    """5 m away; 67 and a 98: 4 m short, 1 m from the thrower. 4 x 1 + 10 = 14: 6 at a, nothing at b."""
    fight = duel(
        a='weapons = ["fragmentation-grenade"]\nskills = { grenade = 0 }',
        more='[[relation]]\nkind = "distance"\nbetween = ["a", "b"]\nvalue = 5',
    )
    landed(fight, "shoot a b", [98, 1, 1, 1, 1, 20, 63], ["no"])
    assert (fight.get("a.pft"), fight.get("b.pft")) == (33, 39)


@pytest.mark.rule("hybrid.tohit.missile")
def test_a_blast_may_be_thrown_where_nobody_is_to_be_seen() -> None:
    fight = duel(a=GRENADE + "\nat = [0, 0]", b="at = [10, 0]\nhidden = true")
    form = next(form for form in fight.legal("a") if form.kind == "shoot")
    assert (form.refused, [field.name for field in form.fields if field.required]) == (None, ["to"])
    fight.play("shoot a to=9,0", dice=[])
    assert fight.get("under-way")[0]["to"] == [9.0, 0.0]
