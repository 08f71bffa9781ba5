"""Shots: their speeds, modifiers, effects and the burst."""

from __future__ import annotations

from typing import Any

import pytest

import starfray
from starfray import Refused, TapeError
from starfray.engine.generator import Generator
from starfray.engine.rulebook import Rulebook
from starfray.engine.values import Ask
from starfray.rulebooks.coriolis.policy import Sensible
from tests.coriolis.build import duel

HIT = [6, 1, 1, 1, 1, 1, 1]


@pytest.mark.rule("coriolis.action.shot", "coriolis.ranged.hit", "coriolis.core.hp")
def test_the_first_six_does_weapon_damage_for_two_points() -> None:
    fight = duel()
    fight.play("shot a b vulcan-carbine", dice=HIT)
    assert (fight.get("a.ap"), fight.get("b.hp")) == (1, 3)
    bought = [fight.get(path) for path in ("a.raises", "b.mp", "b.injuries", "b.stunned", "b.weapons.0.in-hand")]
    assert bought == [0, 6, [], 0, True], "a single six buys nothing"


@pytest.mark.rule("coriolis.action.aimed-shot")
def test_an_aimed_shot_is_slow_and_two_dice_better() -> None:
    fight = duel()
    fight.play("aimed-shot a b", dice=[*HIT, 1, 1])
    assert (fight.get("a.ap"), fight.get("b.hp")) == (0, 3)


@pytest.mark.rule("coriolis.action.aimed-shot.not-engaged")
def test_no_aimed_shot_at_somebody_you_are_engaged_with() -> None:
    fight = duel(gap=1)
    before = fight.hash
    with pytest.raises(Refused, match="engaged") as refused:
        fight.play("aimed-shot a b", dice=[])
    assert refused.value.rule == "coriolis.action.aimed-shot.not-engaged"
    assert fight.hash == before


@pytest.mark.rule("coriolis.action.quick-shot", "coriolis.action.quick-shot.three")
def test_the_third_quick_shot_empties_the_clip() -> None:
    fight = duel()
    for _ in range(3):
        fight.play("quick-shot a b", dice=[1, 1, 1, 1, 1])
    assert fight.get("a.weapons.vulcan-carbine.empty") is True
    assert fight.get("a.ap") == 0


@pytest.mark.rule("coriolis.action.quick-shot.range")
def test_quick_shots_reach_short_range_only() -> None:
    with pytest.raises(Refused) as refused:
        duel(gap=21).play("quick-shot a b", dice=[])
    assert refused.value.rule == "coriolis.action.quick-shot.range"
    duel(gap=20).play("quick-shot a b", dice=[1, 1, 1, 1, 1])


@pytest.mark.rule("coriolis.ruling.ammo")
def test_an_empty_weapon_is_refused_until_reloaded() -> None:
    fight = duel(a='weapons = [{ key = "vulcan-carbine", empty = true }]\nreloads = 1')
    with pytest.raises(Refused, match="empty"):
        fight.play("shot a b", dice=[])
    fight.play("reload a", dice=[])
    assert (fight.get("a.ap"), fight.get("a.reloads"), fight.get("a.weapons.0.empty")) == (1, 0, False)
    fight.gm("set a.weapons.0.empty true").gm("set a.ap 3")
    with pytest.raises(Refused, match="no spare magazine"):
        fight.play("reload a", dice=[])


@pytest.mark.parametrize(("gap", "dice"), [(2, 4), (2.1, 7), (20, 7), (20.5, 6), (100, 6), (101, 2), (1000, 2)])
@pytest.mark.rule("coriolis.ranged.pool")
def test_range_changes_the_pool(gap: float, dice: int) -> None:
    # carbine (Long): close -3, short 0, long -1, extreme -2 and one band beyond -3
    assert duel(gap=gap).preview("shot a b").dice == f"{dice}d6>=6"


@pytest.mark.rule("coriolis.ruling.ranged.beyond", "coriolis.range.extreme")
def test_two_bands_beyond_and_further_than_a_kilometre_are_refused() -> None:
    with pytest.raises(Refused, match="out of range"):
        duel(a='weapons = ["vulcan-pistol"]', gap=101).play("shot a b", dice=[])
    with pytest.raises(Refused, match="every range"):
        duel(gap=1001).play("shot a b", dice=[])


@pytest.mark.rule("coriolis.ranged.mod.range.close-helpless", "coriolis.prone.ranged-target")
def test_a_broken_target_at_close_range_is_helpless_and_prone() -> None:
    third = '[[combatant]]\nid = "c"\nside = "blue"\nat = [0, 9]'
    fight = duel(gap=1, b="hp = 0\nprone = true", more=third)
    tally = fight.preview("shot a b").tally
    assert tally is not None
    assert tally.total == 4 + 2 + 1 + 3 - 1


@pytest.mark.rule("coriolis.action.take-cover.fire-support", "coriolis.action.take-cover", "coriolis.action.take-cover.rating")
def test_cover_steadies_the_shooter_and_stops_shots_like_armour() -> None:
    cover = '[[cover]]\nname = "table"\nkind = "table"\nat = [0, 0]'
    fight = duel(b='armour = "light-armour-vest"', more=cover)
    fight.play("take-cover a", dice=[])
    assert fight.get("a.cover") == 3
    fight.play("shot a b", dice=[*HIT, 1] + [1, 1])  # +1 die of fire support; two armour dice
    fight.play("end-turn a", dice=[]).play("shot b a", dice=[6, 1, 1, 1, 1] + [6, 6, 6])
    assert fight.get("a.hp") == 8


@pytest.mark.rule(
    "coriolis.ranged.bonus.purchase", "coriolis.ranged.bonus.increase-damage", "coriolis.ranged.bonus.suppressive-fire",
    "coriolis.ranged.bonus.raise-initiative", "coriolis.ranged.bonus.disarm", "coriolis.initiative.from-actions",
)  # fmt: skip
def test_extra_sixes_buy_effects() -> None:
    fight = duel()
    bought = "increase-damage:1 suppressive-fire:2 disarm:1 raise-initiative:1"
    fight.play("shot a b", dice=[6, 6, 6, 6, 6, 6, 1], answers=[bought])
    assert (fight.get("b.hp"), fight.get("b.mp")) == (2, 4)
    assert fight.get("b.weapons.vulcan-pistol.dropped") is True
    assert fight.get("a.initiative") == 0
    fight.play("end-turn a", dice=[]).play("end-turn b", dice=[])
    fight.step(dice=[])
    assert fight.get("a.initiative") == 2, "it counts from the next turn"


@pytest.mark.rule("coriolis.ranged.bonus.critical-injury", "coriolis.ranged.bonus.critical-severity", "coriolis.state.four")
def test_a_critical_injury_costs_the_crit_rating_and_more_sixes_make_it_worse() -> None:
    fight = duel()
    dice = [6, 6, 6, 6, 1, 1, 1] + [2, 2] + [5, 4] + [3, 5, 2, 6]  # 22, then 54: minutes, hours, two dice of days
    fight.play("shot a b", dice=dice, answers=["critical-injury:3"])
    assert fight.get("b.injuries") == [
        {
            "number": 54,
            "name": "Internal bleeding",
            "fatal": True,
            "limit": 3,
            "unit": "minutes",
            "healing-days": 8,
            "strain": True,
            "modifier": -1,
        }
    ]
    assert fight.get("b.unconscious") == 5


def test_an_injury_below_the_crit_rating_cannot_be_bought() -> None:
    fight = duel()
    with pytest.raises(TapeError, match="0 or at least 2"):
        fight.play("shot a b", dice=[6, 6, 1, 1, 1, 1, 1], answers=["critical-injury:1"])
    assert fight.get("a.ap") == 3


def test_no_damage_through_the_armour_no_injury() -> None:
    fight = duel(b='armour = "armour-vest"')  # coriolis.ruling.crit.needs-damage: no injury dice are rolled
    fight.play("shot a b", dice=[6, 6, 6, 1, 1, 1, 1] + [6, 6, 6, 1], answers=["critical-injury:2"])
    assert fight.get("b.injuries") == []


@pytest.mark.rule("coriolis.action.full-auto.feature")
def test_full_auto_needs_a_weapon_for_it() -> None:
    with pytest.raises(Refused) as refused:
        duel(a='weapons = ["vulcan-pistol"]').play("full-auto a b", dice=[])
    assert refused.value.rule == "coriolis.action.full-auto.feature"


@pytest.mark.rule("coriolis.action.full-auto.range")
def test_full_auto_reaches_long_range() -> None:
    with pytest.raises(Refused) as refused:
        duel(gap=101).play("full-auto a b", dice=[])
    assert refused.value.rule == "coriolis.action.full-auto.range"
    assert duel(gap=100).refusal("full-auto a b") is None


@pytest.mark.rule(
    "coriolis.action.full-auto",
    "coriolis.action.full-auto.modifier",
    "coriolis.action.full-auto.extra-dice",
    "coriolis.action.full-auto.one",
)
def test_extra_dice_until_a_one_empties_the_clip() -> None:
    fight = duel()
    fight.play("full-auto a b", dice=[1, 1, 1, 1, 1] + [6, 3, 1], answers={"coriolis.action.full-auto.extra-dice": "yes"})
    assert fight.get("b.hp") == 3, "a 1 in the first pool ends nothing, the extra six hits"
    assert fight.get("a.weapons.0.empty") is True


@pytest.mark.rule("coriolis.action.full-auto.mounted")
def test_a_mounted_gun_ends_its_burst_on_a_one_but_needs_no_reload() -> None:
    fight = duel(a='weapons = ["vulcan-machine-gun"]\nset-up = true')
    # High Capacity: the first 1 is a plain miss
    fight.play("full-auto a b", dice=[1, 1, 1, 1, 1] + [1, 1], answers={"coriolis.action.full-auto.extra-dice": "yes"})
    assert fight.get("a.weapons.0.empty") is False


MOB = """
[[combatant]]
id = "c"
side = "blue"
at = [10, 2]
weapons = ["knife"]
[[combatant]]
id = "d"
side = "blue"
at = [10, 4]
[[combatant]]
id = "e"
side = "blue"
at = [10, 6.5]
"""


@pytest.mark.rule(
    "coriolis.action.full-auto.distribute", "coriolis.action.full-auto.new-target.hit", "coriolis.ruling.full-auto.allocate",
    "coriolis.action.full-auto.new-target.distance", "coriolis.ranged.bonus.suppressive-fire.full-auto",
)  # fmt: skip
def test_a_burst_is_shared_out_along_a_chain_after_the_dice() -> None:
    fight = duel(more=MOB)
    fight.play(
        "full-auto a b",
        dice=[6, 6, 6, 1, 1] + [6, 6],
        answers=[
            "yes", "yes", "no",  # two extra dice
            "c", "d",  # the chain: e is 2.5 m from d and cannot be named, so it ends by itself
            "b:2 d:3",  # c is a link and gets none
            "suppressive-fire:1", "increase-damage:1 raise-initiative:1",
        ],
    )  # fmt: skip
    assert [fight.get(f"{who}.hp") for who in "bcde"] == [3, 6, 2, 6]
    assert fight.get("b.mp") == 4, "in full auto suppressive fire is 2 stress each"
    assert fight.get("a.raises") == 2


def test_the_suppressive_fire_ruling_can_be_switched() -> None:
    fight = duel()
    fight.gm("ruling suppressive-fire once")
    fight.play("full-auto a b", dice=[6, 6, 6, 1, 1], answers=["no", "suppressive-fire:2"])
    assert fight.get("b.mp") == 3


@pytest.mark.rule("coriolis.action.reload.single-shot")
def test_a_single_shot_weapon_is_empty_after_every_shot() -> None:
    fight = duel(a='weapons = ["crossbow"]')
    fight.play("shot a b", dice=[1] * 7)
    assert fight.get("a.weapons.0.empty") is True


@pytest.mark.rule("coriolis.broken", "coriolis.ruling.fight-end")
def test_broken_at_zero_and_the_fight_is_over() -> None:
    fight = duel(b="hp = 2")
    fight.play("shot a b", dice=HIT)
    assert (fight.get("b.hp"), fight.get("b.prone")) == (0, True)
    assert fight.over is not None
    assert fight.over.winners == ["red"]
    with pytest.raises(Refused, match="over"):
        fight.play("end-turn a")


def test_odds_of_a_shot_are_exact() -> None:
    fight = duel(a='weapons = [{ key = "vulcan-pistol", crit = 0 }]')  # 7 dice, damage 2, no injuries
    odds = fight.odds("shot a b")
    assert odds.exact
    assert sum(each.p for each in odds.outcomes) == pytest.approx(1, abs=1e-12)
    assert odds.chance_of("b.hp", lambda hp: hp < 6) == pytest.approx(1 - (5 / 6) ** 7, abs=1e-12)
    assert odds.chance_of("b.hp", 4) == pytest.approx(7 * (1 / 6) * (5 / 6) ** 6, abs=1e-12)


def test_a_burst_merged_equals_the_burst_walked_branch_by_branch() -> None:
    from starfray.engine.actions import parse
    from starfray.engine.codec import freeze
    from starfray.engine.policy import Policies, Policy
    from starfray.engine.tables.exact import spread

    class FiresOn(Policy):
        usual = Sensible()

        def answer(self, book: Rulebook, view: Any, ask: Ask, generator: Generator) -> str:
            if ask.rule == "coriolis.action.full-auto.extra-dice":
                return "yes" if ask.facts["extra"] < 4 else "no"
            return self.usual.answer(book, view, ask, generator)

    fight = duel(a='weapons = [{ key = "vulcan-carbine", crit = 0 }]', b='armour = "armour-vest"', more=MOB)
    action = parse(fight.book.actions, "full-auto a b")
    policies = Policies(FiresOn())
    found = []
    for merge in (True, False):
        result = spread(fight.book, fight.state, action, policies, budget=200_000, merge=merge)
        assert result.residual == 0
        chances: dict[object, float] = {}
        for leaf in result.leaves:
            name = freeze(leaf.state)
            chances[name] = chances.get(name, 0.0) + leaf.weight
        found.append((chances, result.runs))
    (merged, few), (walked, many) = found
    assert merged.keys() == walked.keys()
    assert all(merged[name] == pytest.approx(walked[name], abs=1e-12) for name in walked)
    assert few < many


def test_a_gun_and_a_talent_by_pack(tmp_path: object) -> None:
    from pathlib import Path

    folder = Path(str(tmp_path))
    pack = folder / "bazaar"
    pack.mkdir()
    (pack / "pack.toml").write_text('name = "Bazaar"\nrulebook = "coriolis"\n')
    (pack / "weapons.toml").write_text('[hand-cannon]\nlike = "vulcan-pistol"\nname = "Hand cannon"\ndamage = 5\n')
    (pack / "talents.toml").write_text('[gunslinger]\nname = "Gunslinger"\nskills = { ranged-combat = 2 }\n')
    (folder / "fight.toml").write_text(
        'rulebook = "coriolis"\npacks = ["bazaar"]\n[now]\nturn = 1\nup = "a"\norder = ["a", "b"]\n'
        '[[combatant]]\nid = "a"\nside = "r"\nat = [0, 0]\nweapons = ["hand-cannon"]\ntalents = ["gunslinger"]\n'
        '[[combatant]]\nid = "b"\nside = "l"\nat = [9, 0]\n'
    )
    fight = starfray.load(folder / "fight.toml")
    fight.play("shot a b", dice=[6, 1, 1, 1, 1, 1])  # Agility 3, talent 2, weapon 1
    assert fight.get("b.hp") == 1


@pytest.mark.parametrize(
    ("kind", "weapon", "offered"),
    [
        ("quick-shot", "vulcan-pistol", ["b", "c"]),
        ("shot", "vulcan-pistol", ["b", "c", "d"]),
        ("shot", "vulcan-long-rifle", ["b", "c", "d", "e"]),
        ("full-auto", "vulcan-carbine", ["b", "c", "d"]),
        ("throw", "frag-grenade", ["b", "c", "d"]),
    ],
)
def test_forms_offer_whom_a_shot_of_the_kind_can_reach(kind: str, weapon: str, offered: list[str]) -> None:
    places = (("c", 20), ("d", 100), ("e", 1000))
    more = "".join(f'[[combatant]]\nid = "{who}"\nside = "blue"\nat = [{x}, 0]\n' for who, x in places)
    fight = duel(a=f'weapons = [{{ key = "{weapon}", in-hand = true }}]', gap=2, more=more)
    form = next(form for form in fight.legal("a") if form.kind == kind)
    assert [option.key for option in form.fields[0].options] == offered


def test_where_nobody_within_reach_stands_the_form_offers_whoever_lies_there() -> None:
    fight = duel(
        a='weapons = ["vulcan-pistol"]',
        b="hp = 0\nprone = true",
        more='[[combatant]]\nid = "c"\nside = "blue"\nat = [50, 0]\n'
        '[[combatant]]\nid = "d"\nside = "blue"\nat = [3, 0]\ndead = true\n',
    )
    forms = {form.kind: [option.key for option in form.fields[0].options] for form in fight.legal("a") if form.fields}
    assert (forms["quick-shot"], forms["shot"]) == (["b"], ["c", "b"])
    fight.play("quick-shot a b", dice=[1] * 4)  # 4 + 2 + 1 - 2, and 1 less at somebody on the ground
