"""The dice of a shot: the list of common modifiers, cover and fire support."""

from __future__ import annotations

import pytest

from starfray import Fight, Refused
from tests.coriolis.build import duel


def reasons(fight: Fight, action: str) -> dict[str, float]:
    tally = fight.preview(action).tally
    assert tally is not None
    return {reason.rule: reason.amount for reason in tally.reasons}


def total(fight: Fight, action: str) -> float:
    tally = fight.preview(action).tally
    assert tally is not None
    return tally.total


def behind(kind: str) -> str:
    return f'[[cover]]\nname = "it"\nkind = "{kind}"\nat = [0, 0]'


@pytest.mark.rule(
    "coriolis.ranged.pool", "coriolis.core.attributes", "coriolis.core.skill-attribute", "coriolis.ranged.mod.list"
)
def test_the_pool_is_ranged_combat_and_the_weapon_and_the_common_list() -> None:
    fight = duel()
    fight.legal("a")
    assert total(fight, "shot a b") == 4 + 2 + 1


@pytest.mark.parametrize(("metres", "rule", "modifier"), [
    (1, "coriolis.ranged.mod.range.close", -3), (2, "coriolis.ranged.mod.range.close", -3),
    (2.01, "coriolis.ranged.mod.range.short", None), (20, "coriolis.ranged.mod.range.short", None),
    (20.01, "coriolis.ranged.mod.range.long", -1), (100, "coriolis.ranged.mod.range.long", -1),
    (100.01, "coriolis.ranged.mod.range.extreme", -2), (1000, "coriolis.ranged.mod.range.extreme", -2),
])  # fmt: skip
@pytest.mark.rule("coriolis.ranged.pool")
def test_each_band_has_its_modifier_and_its_limits_are_inclusive(metres: float, rule: str, modifier: int | None) -> None:
    assert reasons(duel(gap=metres, a='weapons = ["vulcan-long-rifle"]'), "shot a b").get(rule) == modifier


@pytest.mark.rule(
    "coriolis.ranged.mod.range.close",
    "coriolis.ranged.mod.range.short",
    "coriolis.ranged.mod.range.long",
    "coriolis.ranged.mod.range.extreme",
)
def test_the_four_bands_speak_for_themselves() -> None:
    for metres in (1, 10, 50, 500):
        total(duel(gap=metres, a='weapons = ["vulcan-long-rifle"]'), "shot a b")


@pytest.mark.rule("coriolis.ranged.mod.range.beyond", "coriolis.ranged.mod.range.long")
def test_one_band_beyond_the_weapon_is_three_less_on_top_of_the_band() -> None:
    found = reasons(duel(gap=50, a='weapons = ["vulcan-pistol"]'), "shot a b")
    assert (found["coriolis.ranged.mod.range.long"], found["coriolis.ranged.mod.range.beyond"]) == (-1, -3)


@pytest.mark.parametrize("helpless", ["aware = false", "tied = true"])
@pytest.mark.rule("coriolis.ranged.mod.range.close-helpless", "coriolis.ruling.ranged.close-helpless")
def test_the_helpless_at_close_range_are_three_dice_easier_instead_of_three_harder(helpless: str) -> None:
    third = '[[combatant]]\nid = "c"\nside = "blue"\nat = [0, 60]'
    fight = duel(gap=1, b=helpless, more=third)
    assert total(fight, "shot a b") == 4 + 2 + 1 + 3
    fight.gm("ruling close-helpless adds")
    assert total(fight, "shot a b") == 4 + 2 + 1 + 3 - 3
    fight.gm("place b 3,0")
    assert total(fight, "shot a b") == 4 + 2 + 1, "only at Close Range"


@pytest.mark.rule("coriolis.ranged.mod.range.close")
def test_point_blank_takes_the_penalty_of_close_range_away() -> None:
    assert total(duel(gap=1, a='talents = ["point-blank"]'), "shot a b") == 4 + 2 + 1


@pytest.mark.parametrize(("who", "modifier"), [
    ('size = "small"', -1), ('size = "large"', 1), ("prone = true", -1), ('size = "small"\nprone = true', -1),
    ('size = "large"\nprone = true', 0), ("size-mod = -3", -3), ("size-mod = 2\nprone = true", 1),
])  # fmt: skip
@pytest.mark.rule("coriolis.ranged.pool")
def test_target_size(who: str, modifier: int) -> None:
    assert total(duel(b=who), "shot a b") == 4 + 2 + 1 + modifier


@pytest.mark.rule(
    "coriolis.ranged.mod.size.small",
    "coriolis.ranged.mod.size.large",
    "coriolis.ranged.mod.size.gm",
    "coriolis.prone.ranged-target",
    "coriolis.ruling.ranged.prone-and-small",
)
def test_the_sizes_speak_for_themselves() -> None:
    for who in ('size = "small"\nprone = true', 'size = "large"', "size-mod = 2", "prone = true"):
        total(duel(b=who), "shot a b")


@pytest.mark.rule("coriolis.ranged.mod.size.large")
def test_a_vehicle_is_large() -> None:
    fight = duel(more='[[combatant]]\nid = "van"\nside = "blue"\ncraft = "cargo-hauler"\nat = [0, 9]')
    assert total(fight, "shot a van") == 4 + 2 + 1 + 1


@pytest.mark.parametrize(("kind", "rating"), [
    ("divan", 2), ("table", 3), ("door", 4), ("inner-wall", 5), ("outer-wall", 6), ("brick-wall", 7), ("foxhole", 8),
])  # fmt: skip
@pytest.mark.rule("coriolis.action.take-cover", "coriolis.action.take-cover.rating")
def test_cover_gives_its_rating_in_dice_against_shots(kind: str, rating: int) -> None:
    fight = duel(more=behind(kind))
    fight.play("take-cover a", dice=[])
    assert (fight.get("a.cover"), fight.get("a.ap")) == (rating, 2)
    fight.play("end-turn a", dice=[]).play("shot b a", dice=[6, 1, 1, 1, 1] + [6] + [1] * (rating - 1))
    assert fight.get("a.hp") == 7, "2 damage, one die of cover shows a six"


@pytest.mark.rule(
    "coriolis.cover.table",
    "coriolis.cover.divan",
    "coriolis.cover.table-furniture",
    "coriolis.cover.door",
    "coriolis.cover.inner-wall",
    "coriolis.cover.outer-wall",
    "coriolis.cover.brick-wall",
    "coriolis.cover.foxhole",
)
def test_every_kind_of_cover_is_named() -> None:
    for kind in ("divan", "table", "door", "inner-wall", "outer-wall", "brick-wall", "foxhole"):
        fight = duel(more=behind(kind))
        fight.legal("a")
        fight.play("take-cover a", dice=[])


@pytest.mark.rule("coriolis.action.take-cover.combined", "coriolis.ruling.armour.dice")
def test_cover_and_armour_are_one_roll() -> None:
    fight = duel(a='armour = "armour-vest"\ncover = 2', now='turn = 1\nup = "b"')
    fight.play("shot b a", dice=[6, 1, 1, 1, 1] + [1, 1, 1, 1, 6, 1])  # 4 + 2 dice, one six
    assert fight.get("a.hp") == 7


@pytest.mark.rule("coriolis.action.take-cover.ranged-only")
def test_cover_does_not_help_against_blows() -> None:
    fight = duel(gap=1, a='weapons = ["sword"]', b="aware = false\ncover = 5")  # unaware: not engaged, so still in cover
    fight.play("melee-attack a b", dice=[6, 1, 1, 1, 1, 1, 1])
    assert fight.get("b.hp") == 4


@pytest.mark.rule("coriolis.action.take-cover.not-movement")
def test_taking_cover_does_not_include_the_way_there() -> None:
    fight = duel(more='[[cover]]\nname = "crates"\nrating = 4\nat = [0, 8]')
    before = fight.hash
    with pytest.raises(Refused, match="no such cover within reach") as refused:
        fight.play("take-cover a", dice=[])
    assert refused.value.rule == "coriolis.action.take-cover.not-movement"
    assert fight.hash == before
    fight.play("move a 0,8", dice=[]).play("take-cover a", dice=[])
    assert (fight.get("a.cover"), fight.get("a.ap")) == (4, 1)


@pytest.mark.rule("coriolis.ruling.cover.not-to-hit")
def test_cover_is_never_a_modifier_to_hit() -> None:
    fight = duel(b="cover = 8")
    fight.legal("a")
    assert total(fight, "shot a b") == 4 + 2 + 1


@pytest.mark.rule("coriolis.ruling.cover.best")
def test_only_the_best_of_several_covers_counts() -> None:
    fight = duel(more=behind("table") + '\n[[cover]]\nname = "wall"\nkind = "brick-wall"\nat = [1, 0]')
    fight.play("take-cover a", dice=[])
    assert fight.get("a.cover") == 7
    with pytest.raises(Refused, match="in cover already"):
        fight.play("take-cover a", dice=[])
    with pytest.raises(Refused) as refused:
        fight.play("take-cover a it", dice=[])
    assert refused.value.rule == "coriolis.ruling.cover.best"


@pytest.mark.rule("coriolis.ruling.cover.lost")
def test_cover_lasts_until_one_moves() -> None:
    fight = duel(a="cover = 3")
    fight.play("go-prone a", dice=[]).play("get-up a", dice=[])
    assert fight.get("a.cover") == 3
    fight.play("move a 0,1", dice=[])
    assert fight.get("a.cover") == 0


@pytest.mark.rule("coriolis.ruling.cover.lost")
def test_whoever_becomes_engaged_has_no_cover() -> None:
    fight = duel(gap=8, b="cover = 5")
    fight.play("move a 7,0", dice=[])
    assert fight.get("b.cover") == 0
    with pytest.raises(Refused) as refused:
        duel(gap=1, more=behind("table")).play("take-cover a", dice=[])
    assert refused.value.rule == "coriolis.ruling.cover.lost"


@pytest.mark.rule("coriolis.ruling.cover.lost")
def test_cover_does_not_count_against_somebody_with_a_clear_line_past_it() -> None:
    fight = duel(a='cover = 5\nflanked-by = ["b"]', now='turn = 1\nup = "b"')
    fight.play("shot b a", dice=[6, 1, 1, 1, 1])
    assert fight.get("a.hp") == 6


@pytest.mark.rule(
    "coriolis.ranged.fire-support", "coriolis.action.take-cover.fire-support", "coriolis.ruling.fire-support.once"
)
def test_prone_or_behind_cover_the_weapon_is_steadied_once() -> None:
    assert total(duel(a="prone = true"), "shot a b") == 4 + 2 + 1 + 1
    assert total(duel(a="cover = 3"), "shot a b") == 4 + 2 + 1 + 1
    assert total(duel(a="cover = 3\nprone = true"), "aimed-shot a b") == 4 + 2 + 1 + 2 + 1


@pytest.mark.rule("coriolis.ranged.fire-support.not-quick", "coriolis.action.quick-shot.no-fire-support")
def test_no_fire_support_on_a_quick_shot() -> None:
    fight = duel(a="cover = 3")
    fight.legal("a")
    assert total(fight, "quick-shot a b") == 4 + 2 + 1 - 2


@pytest.mark.rule("coriolis.core.weapon-fields")
def test_a_heavy_weapon_is_too_much_for_the_weak() -> None:
    weak = "attributes = { strength = 2, agility = 4 }\n"
    assert total(duel(a=weak + 'weapons = ["thermal-sweeper"]'), "shot a b") == 4 + 2 + 0 - 1
    fight = duel(gap=1, a=weak + 'weapons = ["axe"]', b="aware = false")
    assert total(fight, "melee-attack a b") == 2 + 2 + 0 - 1


@pytest.mark.rule("coriolis.core.weapon-fields")
def test_an_armour_piercing_weapon_halves_armour_and_cover_rounding_up() -> None:
    fight = duel(a='weapons = ["accelerator-rifle"]', b='armour = "armour-vest"\ncover = 3')
    fight.play("shot a b", dice=[6, *[1] * 7] + [6, 1, 1, 1])  # 4 + 3 dice, halved: 4
    assert fight.get("b.hp") == 4
