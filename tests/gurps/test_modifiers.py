"""Every modifier of a blow and of a defence: what it is worth where it applies, and nothing where it does not."""

from __future__ import annotations

from typing import Any

import pytest

from starfray.fight import Fight
from tests.gurps.fights import combatant, duel, total_of

PLAIN = {"skills": "{ broadsword = 10, brawling = 10, shortsword = 10, guns = 10, knife = 10 }"}
MISS = [6, 5, 5]  # 16: a miss by everybody here, and no critical one
PISTOL = '["auto-pistol"]'
BOTH = '[{ key = "cutlass", hand = "right" }, { key = "large-knife", hand = "left" }]'


def by_rule(*cases: tuple[Any, ...]) -> list[Any]:
    """The cases of each rule together, as one test that names it: where it counts, and where it does not."""
    found: dict[str, list[tuple[Any, ...]]] = {}
    for rule, *values in cases:
        found.setdefault(rule, []).append(tuple(values))
    return [pytest.param(rows, marks=pytest.mark.rule(rule), id=rule) for rule, rows in found.items()]


def blow(ann: dict[str, str], bob: dict[str, str], words: str, gap: float = 1) -> int:
    """The skill of Ann's last attack roll; every one of them misses."""
    maneuver, _, rest = words.partition(" ")
    fight = duel({**PLAIN, **ann}, bob, gap=gap)
    blows = 2 if "dual" in rest or "rapid" in rest or "double" in rest else 1
    fight.play(f"{maneuver} ann bob {rest}", dice=MISS * blows)
    return total_of(fight, f"gurps.maneuver.{maneuver}")


@pytest.mark.parametrize("rows", by_rule(
    ("gurps.core.effective-skill", {}, {}, "attack", 10),
    ("gurps.core.effective-skill", {"attributes": "{ dx = 10 }", "speed": "6"}, {}, "attack kick", 8),
    ("gurps.core.effective-skill", {"weapons": '["mace"]', "skills": "{ axe-mace = 10 }"}, {}, "attack", 8),
    ("gurps.core.effective-skill", {"weapons": '["mace"]', "skills": "{ axe-mace = 10 }",
                                        "attributes": "{ st = 12, dx = 12 }"}, {}, "attack", 10),
    ("gurps.core.effective-skill", {"shield": '{ key = "tower", attack = -2 }'}, {}, "attack", 8),
    ("gurps.core.effective-skill", {"shield": '"small-shield"'}, {}, "attack", 10),
    ("gurps.core.effective-skill", {"skills": "{ brawling = 9 }"}, {}, "attack kick", 10),  # DX 12 is better
    ("gurps.core.effective-skill", {"skills": "{ brawling = 13 }"}, {}, "attack kick", 11),
    ("gurps.core.effective-skill", {"skills": "{ karate = 9 }", "weapons":
         '[{ key = "claw", natural = true, skill = "karate" }]'}, {}, "attack claw", 9),
    ("gurps.default.skill", {"skills": "{ shortsword = 14 }"}, {}, "attack", 11),
    ("gurps.default.skill", {"skills": "{ shortsword = 10 }"}, {}, "attack", 7),  # DX - 5 is no worse
    ("gurps.default.skill", {"skills": "{ shortsword = 11 }"}, {}, "attack", 8),
    ("gurps.mod.all-out-attack", {}, {}, "all-out-attack determined", 14),
    ("gurps.mod.all-out-attack", {}, {}, "all-out-attack strong", 10),
    ("gurps.mod.committed-attack", {}, {}, "committed-attack hit", 12),
    ("gurps.mod.committed-attack", {}, {}, "committed-attack damage", 10),
    ("gurps.mod.move-and-attack.melee", {}, {}, "move-and-attack", 6),
    ("gurps.mod.move-and-attack.melee", {"weapons": PISTOL}, {}, "move-and-attack", 8),
    ("gurps.mod.move-and-attack.ranged", {"weapons": '[{ key = "auto-pistol", bulk = -1 }]'}, {}, "move-and-attack", 8),
    ("gurps.mod.move-and-attack.ranged", {"weapons": '[{ key = "auto-pistol", bulk = -5 }]'}, {}, "move-and-attack", 5),
    ("gurps.ruling.caps-last", {"skills": "{ broadsword = 13 }"}, {}, "move-and-attack", 9),
    ("gurps.ruling.caps-last", {"skills": "{ broadsword = 14 }"}, {}, "move-and-attack", 9),
    ("gurps.ruling.caps-last", {"skills": "{ broadsword = 18 }"}, {}, "move-and-attack", 9),
    ("gurps.ruling.caps-last", {"skills": "{ broadsword = 12 }"}, {}, "move-and-attack", 8),
    ("gurps.ruling.caps-last", {"skills": "{ broadsword = 12 }"}, {}, "attack", 12),
    ("gurps.ruling.caps-last", {"weapons": PISTOL, "skills": "{ guns = 13 }"}, {}, "move-and-attack", 11),
    ("gurps.effort.heroic-charge", {"skills": "{ broadsword = 15 }"}, {}, "move-and-attack heroic=yes", 15),
    ("gurps.mod.evaluate", {"study": '{ target = "bob", turns = 2 }'}, {}, "attack", 12),
    ("gurps.mod.evaluate", {"study": '{ target = "bob", turns = 1 }'}, {}, "attack", 11),
    ("gurps.mod.evaluate", {"study": '{ target = "bob", turns = 3 }'}, {}, "attack", 13),
    ("gurps.mod.evaluate", {"study": '{ target = "bob", turns = 1 }'}, {"guard-down": "2"}, "attack", 12),
    ("gurps.mod.evaluate", {"study": '{ target = "ann", turns = 2 }'}, {}, "attack", 10),
    ("gurps.mod.evaluate", {"study": '{ target = "bob", turns = 2 }', "weapons": PISTOL}, {}, "attack", 10),
    ("gurps.mod.aim", {"weapons": PISTOL, "aim": '{ target = "bob", weapon = "auto-pistol" }'}, {}, "attack", 12),
    ("gurps.mod.aim", {"weapons": PISTOL, "aim": '{ target = "bob", weapon = "auto-pistol", seconds = 2 }'}, {},
         "attack", 13),
    ("gurps.mod.aim", {"weapons": PISTOL, "aim": '{ target = "ann", weapon = "auto-pistol" }'}, {}, "attack", 10),
    ("gurps.mod.aim", {"weapons": PISTOL, "aim": '{ target = "bob", weapon = "laser-rifle" }'}, {}, "attack", 10),
    ("gurps.maneuver.attack.off-hand", {"weapons": '[{ key = "broadsword", hand = "left" }]'}, {}, "attack", 6),
    ("gurps.maneuver.attack.off-hand", {}, {}, "attack", 10),
    ("gurps.option.dual-weapon.off-hand", {"weapons": BOTH}, {}, "attack dual=yes", 2),
    ("gurps.option.dual-weapon", {"weapons": BOTH, "traits": '["ambidexterity"]'}, {}, "attack dual=yes", 6),
    ("gurps.injury.shock", {"pain": "3"}, {}, "attack", 7),
    ("gurps.injury.shock", {}, {}, "attack", 10),
    ("gurps.ruling.blind", {"crippled": '["left-eye"]'}, {}, "attack", 9),
    ("gurps.ruling.blind", {"crippled": '["left-eye", "right-eye"]'}, {}, "attack", 0),
    ("gurps.ruling.blind", {"crippled": '["left-arm"]'}, {}, "attack", 10),
    ("gurps.critical.miss.attack", {"strain": "1"}, {}, "attack", 9),
    ("gurps.critical.miss.attack", {}, {}, "attack", 10),
    ("gurps.maneuver.feint", {"feints": '[{ by = "bob", lowers = "attack", penalty = 2 }]'}, {}, "attack", 8),
    ("gurps.maneuver.feint", {"feints": '[{ by = "bob", lowers = "defence", penalty = 2 }]'}, {}, "attack", 10),
    ("gurps.option.telegraphic-attack", {}, {}, "attack telegraphic=yes", 14),
    ("gurps.option.deceptive-attack", {"skills": "{ broadsword = 15 }"}, {}, "attack deceptive=2", 11),
    ("gurps.option.rapid-strike", {}, {}, "attack rapid=yes", 4),
    ("gurps.effort.flurry", {}, {}, "attack rapid=yes flurry=yes", 7),
    ("gurps.ruling.magic-effects", {"spells": '[{ by = "bob", spell = "dizzy-touch" }]'}, {}, "attack", 8),
    ("gurps.ruling.magic-effects", {"spells": '[{ by = "bob", spell = "ward", does = "other" }]'}, {}, "attack", 10),
    ("gurps.ruling.posture-scope", {"posture": '"kneeling"'}, {}, "attack", 8),
    ("gurps.ruling.posture-scope", {"posture": '"kneeling"', "weapons": PISTOL}, {}, "attack", 10),
    ("gurps.posture.standing", {}, {}, "attack", 10),
    ("gurps.ruling.range-bands", {"weapons": PISTOL}, {"size": "-2"}, "attack", 8),
    ("gurps.ruling.range-bands", {}, {"size": "-2"}, "attack", 10),
    ("gurps.ruling.range-bands", {"weapons": PISTOL}, {}, "attack", 10),
    ("gurps.core.rapid-fire-hits", {"weapons": PISTOL}, {}, "attack shots=3", 10),
))  # fmt: skip
def test_what_a_blow_is_worth(rows: list[Any]) -> None:
    for ann, bob, words, skill in rows:
        assert blow(ann, bob, words) == skill, (ann, bob, words)


@pytest.mark.rule("gurps.maneuver.committed-attack.two-hexes", "gurps.mod.committed-attack")
def test_a_committed_attack_over_two_hexes_costs_2() -> None:
    for gap, path, skill in ((3, "path=2,0", 10), (2, "path=1,0", 12), (1, "", 12)):
        assert blow({}, {}, f"committed-attack hit {path}", gap) == skill


AIMED_AT = [
    ("torso", 0), ("right-arm", -2), ("left-leg", -2), ("vitals", -3), ("groin", -3), ("right-hand", -4), ("left-foot", -4),
    ("neck", -5), ("face", -5), ("skull", -7), ("left-eye", -9),
]  # fmt: skip


@pytest.mark.parametrize("rows", by_rule(
    *[(f"gurps.aim-at.{place.rpartition('-')[2]}", place, price, False) for place, price in AIMED_AT if price],
    ("gurps.aim-at.face-behind", "face", -7, True), ("gurps.aim-at.skull-behind", "skull", -5, True),
    ("gurps.aim-at.skull-behind", "neck", -5, True), ("gurps.aim-at.skull-behind", "skull", -7, False),
    ("gurps.aim-at.face-behind", "face", -5, False),
))  # fmt: skip
def test_the_price_of_each_place(rows: list[Any]) -> None:
    for location, modifier, behind in rows:
        facing = {"facing": "0" if behind else "180"}
        assert blow({"weapons": PISTOL}, facing, f"attack location={location}") == 10 + modifier, location


@pytest.mark.rule("gurps.aim-at.torso", "gurps.ruling.untargeted")
def test_the_torso_costs_nothing_named_or_not_and_a_throw_for_the_place_neither() -> None:
    assert [blow({}, {}, f"attack {words}") for words in ("", "location=torso", "location=random")] == [10, 10, 10]
    assert blow({}, {}, "attack location=groin") == 7


PLATES = {"armour": '[{ key = "plate", dr = { torso = 4, arm = 4, vitals = 4 } }]', "encumbrance": "0"}


@pytest.mark.parametrize("rows", by_rule(
    ("gurps.aim-at.chink-torso", "chink=yes", 2), ("gurps.aim-at.chink-torso", "location=torso chink=yes", 2),
    ("gurps.aim-at.chink-torso", "location=vitals chink=yes", 2),
    ("gurps.aim-at.chink-other", "location=left-arm chink=yes", 0),
    ("gurps.ruling.chinks", "location=left-arm chink=yes", 0), ("gurps.ruling.chinks", "chink=yes", 2),
    ("gurps.ruling.chinks", "location=left-arm", 8),
))  # fmt: skip
def test_a_chink_costs_8_in_the_torso_and_10_elsewhere(rows: list[Any]) -> None:
    for words, skill in rows:
        assert blow({"weapons": PISTOL}, PLATES, f"attack {words}") == skill, words


@pytest.mark.parametrize("rows", by_rule(
    ("gurps.aim-at.weapon", "large-knife", "", 5), ("gurps.aim-at.weapon", "broadsword", "", 6),
    ("gurps.aim-at.weapon", "spear", "", 7), ("gurps.aim-at.disarm", "broadsword", " disarm=yes", 4),
    ("gurps.ruling.weapon-penalty", "large-knife", "", 5), ("gurps.aim-at.disarm", "broadsword", "", 6),
))  # fmt: skip
def test_a_strike_at_a_weapon_by_its_length(rows: list[Any]) -> None:
    for arm, words, skill in rows:
        assert blow({}, {"weapons": f'["{arm}"]'}, f"attack location=weapon{words}") == skill, (arm, words)


@pytest.mark.parametrize("rows", by_rule(
    ("gurps.range.close", 5, 0), ("gurps.range.close", 6, -3), ("gurps.range.short", 5.1, -3),
    ("gurps.range.short", 5, 0), ("gurps.range.short", 20, -3), ("gurps.range.medium", 21, -7),
    ("gurps.range.medium", 100, -7), ("gurps.range.long", 101, -11), ("gurps.range.long", 500, -11),
    ("gurps.range.extreme", 501, -15), ("gurps.range.extreme", 1800, -15), ("gurps.ruling.range-bands", 20.4, -7),
    ("gurps.ruling.range-bands", 20, -3),
))  # fmt: skip
def test_what_the_distance_costs(rows: list[Any]) -> None:
    for gap, modifier in rows:
        assert blow({"weapons": PISTOL, "skills": "{ guns = 15 }"}, {}, "attack", gap) == 15 + modifier, gap


# --- defence ---------------------------------------------------------------------------------------------------

BASE = {"dodge": 8, "parry-broadsword": 9, "dodge-retreat": 11, "parry-broadsword-retreat": 10}
STILL = {"dodge": 8, "parry-broadsword": 9}
LIGHT = {"weapons": '[{ key = "broadsword", st = 0 }]'}  # the tired have half their ST
FOIL = {"skills": "{ rapier = 12 }", "weapons": '["rapier"]'}
SHIELDED = {"skills": "{ broadsword = 12, shield = 12 }", "shield": '"small-shield"', "encumbrance": "0"}
BLOCKS = {"dodge": 9, "parry-broadsword": 10, "block": 10, "dodge-retreat": 12, "parry-broadsword-retreat": 11,
          "block-retreat": 11}  # fmt: skip


def scores(fight: Fight, words: str = "attack ann bob") -> dict[str, int]:
    """What Bob is offered against Ann's hit, with the score of each defence."""
    fight.seats.hand = {"ann", "bob"}
    fight.play(words)
    fight.answer(fight.asks[0], [2, 3, 3])
    return {option.key: option.tally.total for option in fight.asks[0].options if option.tally and "hand" not in option.key}


def each(base: dict[str, int], more: int) -> dict[str, int]:
    return {key: score + more for key, score in base.items()}


@pytest.mark.parametrize("rows", by_rule(
    ("gurps.core.active-defense", {}, "", BASE),
    ("gurps.core.active-defense", {"traits": '["combat-reflexes"]'}, "", each(BASE, 1)),
    ("gurps.core.active-defense", SHIELDED, "", BLOCKS),
    ("gurps.core.active-defense", {"shield": '{ key = "tower", db = 3, unready = true }', "encumbrance": "0"}, "", BASE),
    ("gurps.core.active-defense", {"facing": "60"}, "", each(BASE, -2)),
    ("gurps.core.active-defense", {"facing": "180"}, "", BASE),
    ("gurps.core.block", SHIELDED, "", BLOCKS),
    ("gurps.core.block", {**SHIELDED, "skills": "{ broadsword = 12, shield = 13 }"}, "", BLOCKS),
    ("gurps.core.parry", {"skills": "{ broadsword = 13 }"}, "", BASE),
    ("gurps.core.parry", {"skills": "{ broadsword = 14 }"}, "",
         {**BASE, "parry-broadsword": 10, "parry-broadsword-retreat": 11}),
    ("gurps.core.parry", {"weapons": '[{ key = "broadsword", st = 12 }]'}, "",
         {**BASE, "parry-broadsword": 8, "parry-broadsword-retreat": 9}),
    ("gurps.core.parry", {"weapons": '[{ key = "broadsword", parry = 2 }]'}, "",
         {**BASE, "parry-broadsword": 11, "parry-broadsword-retreat": 12}),
    ("gurps.core.dodge", {"encumbrance": "1"}, "", {**BASE, "dodge": 7, "dodge-retreat": 10}),
    ("gurps.core.dodge", {"speed": "5.4"}, "", BASE),
    ("gurps.core.dodge", {"speed": "1", "encumbrance": "4", "basic-move": "1"}, "",
         {**BASE, "dodge": 1, "dodge-retreat": 4}),
    ("gurps.hp.reeling", {"hp": "3"}, "", {**BASE, "dodge": 4, "dodge-retreat": 7}),
    ("gurps.hp.reeling", {"hp": "4"}, "", BASE),
    ("gurps.hp.reeling", {"hp": "3", "speed": "5", "traits": '["combat-reflexes"]'}, "",
         {"dodge": 5, "parry-broadsword": 10, "dodge-retreat": 8, "parry-broadsword-retreat": 11}),
    ("gurps.fp.tired", {**LIGHT, "fp": "3"}, "", {**BASE, "dodge": 4, "dodge-retreat": 7}),
    ("gurps.fp.tired", {"fp": "4"}, "", BASE),
    ("gurps.fp.tired", {**LIGHT, "fp": "3", "traits": '["combat-reflexes"]'}, "",
         {"dodge": 5, "parry-broadsword": 10, "dodge-retreat": 8, "parry-broadsword-retreat": 11}),
    ("gurps.injury.stunned", {"stunned": '"physical"'}, "", each(STILL, -4)),
    ("gurps.injury.stunned", {}, "", BASE),
    ("gurps.injury.shock.exempt", {"shock": "4", "pain": "4"}, "", BASE),
    ("gurps.injury.shock.exempt", {"posture": '"crawling"'}, "", each(BASE, -3)),
    ("gurps.ruling.once-per-turn", {"retreated": "true"}, "", STILL),
    ("gurps.ruling.once-per-turn", {}, "", BASE),
    ("gurps.ruling.once-per-turn", {"grabbed": '"ann"'}, "", STILL),
    ("gurps.ruling.once-per-turn", {"posture": '"sitting"'}, "", each(STILL, -2)),
    ("gurps.ruling.once-per-turn", {"committed": '"left"'}, "", each(STILL, -2)),
    ("gurps.maneuver.all-out-defense.increased", {"all-out-defense": '"dodge"'}, "",
         {**BASE, "dodge": 10, "dodge-retreat": 13}),
    ("gurps.maneuver.all-out-defense.increased", {"all-out-defense": '"parry"'}, "",
         {**BASE, "parry-broadsword": 11, "parry-broadsword-retreat": 12}),
    ("gurps.maneuver.committed-attack.defense", {"committed": '"body"'}, "", each(STILL, -2)),
    ("gurps.maneuver.committed-attack.defense", {}, "", BASE),
    ("gurps.maneuver.defensive-attack.guard", {"guard": '"parry"'}, "",
         {**BASE, "parry-broadsword": 10, "parry-broadsword-retreat": 11}),
    ("gurps.maneuver.defensive-attack.guard", {"guard": '"block"'}, "", BASE),
    ("gurps.critical.miss.attack", {"off-balance": "2"}, "", each(BASE, -2)),
    ("gurps.critical.miss.attack", {"strain": "1"}, "", each(BASE, -1)),
    ("gurps.critical.miss.attack", {}, "", BASE),
    ("gurps.ruling.blind", {"crippled": '["left-eye", "right-eye"]'}, "", each(BASE, -4)),
    ("gurps.ruling.blind", {"crippled": '["left-eye"]'}, "", BASE),
    ("gurps.ruling.multiple-defenses", {"parried": "{ right = 1 }"}, "",
         {**BASE, "parry-broadsword": 5, "parry-broadsword-retreat": 6}),
    ("gurps.ruling.multiple-defenses", {"parried": "{ left = 1 }"}, "", BASE),
    ("gurps.ruling.multiple-defenses", {**FOIL, "parried": "{ right = 2 }"}, "",
         {"dodge": 8, "parry-rapier": 5, "dodge-retreat": 11, "parry-rapier-retreat": 8}),
    ("gurps.ruling.multiple-defenses", {**SHIELDED, "blocked": "true"}, "",
         {key: score for key, score in BLOCKS.items() if "block" not in key}),
    ("gurps.ruling.multiple-defenses", {**SHIELDED, "committed": '"left"'}, "",
         {"dodge": 7, "parry-broadsword": 8}),
    ("gurps.ruling.multiple-defenses", {**SHIELDED, "crippled": '["left-arm"]'}, "",
         {key: score for key, score in BLOCKS.items() if "block" not in key}),
    ("gurps.option.retreat.dodge", {}, "", BASE),
    ("gurps.option.retreat.other", SHIELDED, "", BLOCKS),
    ("gurps.option.retreat.light-parry", FOIL, "",
         {"dodge": 8, "parry-rapier": 9, "dodge-retreat": 11, "parry-rapier-retreat": 12}),
    ("gurps.option.retreat.light-parry", {}, "", BASE),
    ("gurps.option.deceptive-attack", {}, "deceptive=2", each(BASE, -2)),
    ("gurps.option.deceptive-attack", {}, "", BASE),
    ("gurps.option.telegraphic-attack", {}, "telegraphic=yes", {**BASE, "dodge": 10, "dodge-retreat": 13}),
    ("gurps.option.telegraphic-attack", {}, "", BASE),
    ("gurps.maneuver.feint", {"feints": '[{ by = "ann", penalty = 3 }]'}, "", each(BASE, -3)),
    ("gurps.maneuver.feint", {"feints": '[{ by = "bob", penalty = 3 }]'}, "", BASE),
    ("gurps.maneuver.feint", {"feints": '[{ by = "ann", lowers = "attack", penalty = 3 }]'}, "", BASE),
))  # fmt: skip
def test_what_a_defence_is_worth(rows: list[Any]) -> None:
    for bob, words, expected in rows:
        assert scores(duel({"skills": "{ broadsword = 18 }"}, bob), f"attack ann bob {words}") == expected, (bob, words)


@pytest.mark.parametrize("rows", by_rule(
    ("gurps.maneuver.defensive-attack.grapple", "defensive-attack ann bob parry punch grapple=yes", each(BASE, 1)),
    ("gurps.maneuver.defensive-attack.grapple", "defensive-attack ann bob parry punch", BASE),
))  # fmt: skip
def test_a_grab_is_easier_to_ward_off_than_a_blow(rows: list[Any]) -> None:
    for words, expected in rows:
        assert scores(duel({"weapons": "[]", "skills": "{ brawling = 16 }"}, gap=0.4), words) == expected, words


@pytest.mark.rule("gurps.option.dual-weapon.same-foe")
def test_two_blades_at_one_foe_cost_his_defence_1_and_at_two_nothing() -> None:
    eve = combatant("eve", "b", "[1, 1]", {"attributes": "{ dx = 9 }"})
    skills = {"weapons": BOTH, "skills": "{ shortsword = 18, knife = 18 }"}
    assert scores(duel(skills, more=eve), "attack ann bob dual=yes")["dodge"] == 7
    assert scores(duel(skills, more=eve), "attack ann bob dual=yes second=eve")["dodge"] == 8
    assert scores(duel(skills, more=eve), "attack ann bob")["dodge"] == 8


@pytest.mark.parametrize("rows", by_rule(
    ("gurps.option.riposte.matching", '{ foe = "bob", weapon = "broadsword", penalty = 3 }',
         {"dodge": 7, "parry-broadsword": 6, "dodge-retreat": 10, "parry-broadsword-retreat": 7}),
    ("gurps.option.riposte.matching", '{ foe = "bob", weapon = "broadsword", penalty = 3, matching = "dodge" }',
         {"dodge": 5, "parry-broadsword": 8, "dodge-retreat": 8, "parry-broadsword-retreat": 9}),
    ("gurps.ruling.riposte-half", '{ foe = "bob", weapon = "broadsword", penalty = 4 }',
         {"dodge": 6, "parry-broadsword": 5, "dodge-retreat": 9, "parry-broadsword-retreat": 6}),
    ("gurps.option.riposte", '{ foe = "ann", weapon = "broadsword", penalty = 4 }', BASE),
    ("gurps.option.riposte", '{ foe = "bob", weapon = "axe", penalty = 4 }', BASE),
))  # fmt: skip
def test_a_riposte_costs_the_foe_it_was_won_from(rows: list[Any]) -> None:
    for riposte, expected in rows:
        assert scores(duel({"skills": "{ broadsword = 18 }", "riposte": riposte})) == expected, riposte
