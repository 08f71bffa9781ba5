"""Whole actions told to the last figure: shots, bursts, what extra sixes buy, cover."""

from __future__ import annotations

import pytest

from tests.coriolis.build import duel, refused, tale

SWORD = 'weapons = ["sword"]'
VEST = 'weapons = ["vulcan-pistol"]\narmour = { key = "light-armour-vest", rating = 3 }'
COVER = '[[cover]]\nname = "it"\nkind = "table"\nat = [0, 0]\n'
NEAR = '[[combatant]]\nid = "c"\nside = "blue"\nat = [11, 0]\n'
FAR = '[[combatant]]\nid = "d"\nside = "blue"\nat = [14, 0]\n'


@pytest.mark.rule("coriolis.action.shot", "coriolis.ranged.pool", "coriolis.ranged.hit", "coriolis.core.success")
def test_a_shot_that_misses_hits_and_buys_effects() -> None:
    assert tale(duel(), "shot a b", "1111111") == [
        "action.shot a>b Vulcan carbine", "ranged.pool a 0 of 7 7d6>=6", "core.success a>b misses", "a.ap = 1",
        "slot-used = True",
    ]  # fmt: skip
    assert tale(duel(), "shot a b", "6111111") == [
        "action.shot a>b Vulcan carbine", "ranged.pool a 1 of 7 7d6>=6", "ranged.hit a>b 3", "core.hp b 3", "a.ap = 1",
        "b.hp = 3", "slot-used = True",
    ]  # fmt: skip
    assert tale(duel(), "shot a b", "6661111", "increase-damage:1 suppressive-fire:1") == [
        "action.shot a>b Vulcan carbine", "ranged.pool a 3 of 7 7d6>=6",
        "ranged.bonus.purchase a increase-damage:1 suppressive-fire:1", "ranged.hit a>b 3",
        "ranged.bonus.increase-damage a>b 1", "core.hp b 4", "ranged.bonus.suppressive-fire b 1", "ruling.stress.track b 1",
        "a.ap = 1", "b.hp = 2", "b.mp = 5", "slot-used = True",
    ]  # fmt: skip


@pytest.mark.rule(
    "coriolis.ranged.bonus.increase-damage",
    "coriolis.ranged.bonus.suppressive-fire",
    "coriolis.ranged.bonus.raise-initiative",
    "coriolis.ranged.bonus.disarm",
)
def test_each_effect_on_the_ranged_list() -> None:
    assert tale(duel(), "shot a b", "6611111", "suppressive-fire:1") == [
        "action.shot a>b Vulcan carbine", "ranged.pool a 2 of 7 7d6>=6", "ranged.bonus.purchase a suppressive-fire:1",
        "ranged.hit a>b 3", "core.hp b 3", "ranged.bonus.suppressive-fire b 1", "ruling.stress.track b 1", "a.ap = 1",
        "b.hp = 3", "b.mp = 5", "slot-used = True",
    ]  # fmt: skip
    assert tale(duel(), "shot a b", "6661111", "raise-initiative:2") == [
        "action.shot a>b Vulcan carbine", "ranged.pool a 3 of 7 7d6>=6", "ranged.bonus.purchase a raise-initiative:2",
        "ranged.hit a>b 3", "core.hp b 3", "ranged.bonus.raise-initiative a 4", "a.ap = 1", "a.raises = 4", "b.hp = 3",
        "slot-used = True",
    ]  # fmt: skip
    assert tale(duel(), "shot a b", "6611111", "disarm:1") == [
        "action.shot a>b Vulcan carbine", "ranged.pool a 2 of 7 7d6>=6", "ranged.bonus.purchase a disarm:1",
        "ranged.bonus.disarm a vulcan-pistol", "ranged.hit a>b 3", "core.hp b 3", "ranged.bonus.disarm b Vulcan pistol",
        "ruling.disarm.where b Vulcan pistol", "a.ap = 1", "b.weapons.0.in-hand = False", "b.weapons.0.dropped = True",
        "b.weapons.0.lies-at = [10.0, 0.0]", "b.hp = 3", "slot-used = True",
    ]  # fmt: skip
    assert tale(duel(), "shot a b", "6611111", "increase-damage:0") == [
        "action.shot a>b Vulcan carbine", "ranged.pool a 2 of 7 7d6>=6", "ranged.bonus.purchase a increase-damage:0",
        "ruling.bonus.unspent a>b 1", "ranged.hit a>b 3", "core.hp b 3", "a.ap = 1", "b.hp = 3", "slot-used = True",
    ]  # fmt: skip


@pytest.mark.rule(
    "coriolis.ranged.bonus.critical-injury",
    "coriolis.ranged.bonus.critical-severity",
    "coriolis.ruling.crit.severity",
    "coriolis.state.four",
)
def test_a_critical_injury_and_a_worse_one() -> None:
    assert tale(duel(), "shot a b", "6661111133", "critical-injury:2") == [
        "action.shot a>b Vulcan carbine", "ranged.pool a 3 of 7 7d6>=6", "ranged.bonus.purchase a critical-injury:2",
        "ranged.hit a>b 3", "core.hp b 3", "ranged.bonus.critical-injury a>b", "ruling.crit.severity b 13 d66",
        "state.four b 13 Sprained wrist", "state.crit-recovering b 3 1d6", "ruling.disarm.where b Vulcan pistol",
        "a.ap = 1", "b.weapons.0.in-hand = False", "b.weapons.0.dropped = True", "b.weapons.0.lies-at = [10.0, 0.0]",
        "b.hp = 3", "b.injuries.0.number = 13", "b.injuries.0.name = Sprained wrist", "b.injuries.0.healing-days = 3",
        "b.injuries.0.skills.ranged-combat = -1", "b.injuries.0.skills.melee-combat = -1", "slot-used = True",
    ]  # fmt: skip
    assert tale(duel(), "shot a b", "666611113214", "critical-injury:3") == [
        "action.shot a>b Vulcan carbine", "ranged.pool a 4 of 7 7d6>=6", "ranged.bonus.purchase a critical-injury:3",
        "ranged.hit a>b 3", "core.hp b 3", "ranged.bonus.critical-injury a>b", "ranged.bonus.critical-severity a>b 1",
        "ruling.crit.severity b 13 d66", "ruling.crit.severity b 21 d66", "state.four b 21 Broken nose",
        "state.crit-recovering b 4 1d6", "ruling.crit.stunned b 1", "a.ap = 1", "b.hp = 3", "b.ap = 0", "b.stunned = 1",
        "b.injuries.0.number = 21", "b.injuries.0.name = Broken nose", "b.injuries.0.healing-days = 4",
        "b.injuries.0.skills.manipulation = -2", "slot-used = True",
    ]  # fmt: skip


@pytest.mark.rule(
    "coriolis.ruling.crit.needs-damage", "coriolis.core.armour", "coriolis.ruling.armour.dice", "coriolis.action.shot"
)
def test_an_injury_needs_damage_that_gets_through() -> None:
    assert tale(duel(b=VEST), "shot a b", "6661111666", "critical-injury:2") == [
        "action.shot a>b Vulcan carbine", "ranged.pool a 3 of 7 7d6>=6", "ranged.bonus.purchase a critical-injury:2",
        "ranged.hit a>b 3", "core.armour b 3 of 3 3d6>=6", "ruling.armour.dice b 3", "core.armour b stops it all",
        "ruling.crit.needs-damage b", "a.ap = 1", "slot-used = True",
    ]  # fmt: skip
    assert tale(duel(b=VEST), "shot a b", "6111111611") == [
        "action.shot a>b Vulcan carbine", "ranged.pool a 1 of 7 7d6>=6", "ranged.hit a>b 3", "core.armour b 1 of 3 3d6>=6",
        "ruling.armour.dice b 1", "core.hp b 2", "a.ap = 1", "b.hp = 4", "slot-used = True",
    ]  # fmt: skip
    assert tale(duel(b=VEST), "shot a b", "6111111111") == [
        "action.shot a>b Vulcan carbine", "ranged.pool a 1 of 7 7d6>=6", "ranged.hit a>b 3", "core.armour b 0 of 3 3d6>=6",
        "core.hp b 3", "a.ap = 1", "b.hp = 3", "slot-used = True",
    ]  # fmt: skip


@pytest.mark.rule(
    "coriolis.action.aimed-shot", "coriolis.action.aimed-shot.not-engaged", "coriolis.ranged.pool", "coriolis.ranged.hit"
)
def test_an_aimed_shot() -> None:
    assert tale(duel(), "aimed-shot a b", "611111111") == [
        "action.aimed-shot a>b Vulcan carbine", "ranged.pool a 1 of 9 9d6>=6", "ranged.hit a>b 3", "core.hp b 3",
        "a.ap = 0", "b.hp = 3", "slot-used = True",
    ]  # fmt: skip
    assert refused(duel(gap=1), "aimed-shot a b") == "action.aimed-shot.not-engaged: a and b are engaged. shot"
    assert tale(duel(gap=2.1), "aimed-shot a b", "111111111") == [
        "action.aimed-shot a>b Vulcan carbine", "ranged.pool a 0 of 9 9d6>=6", "core.success a>b misses", "a.ap = 0",
        "slot-used = True",
    ]  # fmt: skip


@pytest.mark.rule(
    "coriolis.action.quick-shot",
    "coriolis.action.quick-shot.range",
    "coriolis.ruling.quick-shot.count",
    "coriolis.action.quick-shot.three",
)
def test_a_quick_shot_and_its_limits() -> None:
    assert tale(duel(gap=20), "quick-shot a b", "61111") == [
        "action.quick-shot a>b Vulcan carbine", "ranged.pool a 1 of 5 5d6>=6", "ranged.hit a>b 3", "core.hp b 3",
        "ruling.quick-shot.count a 1 Vulcan carbine", "a.weapons.0.quick-shots = 1", "a.ap = 2", "b.hp = 3",
        "slot-used = True",
    ]  # fmt: skip
    assert (
        refused(duel(gap=20.5), "quick-shot a b") == "action.quick-shot.range: b is further than Short Range. shot, aimed-shot"
    )
    assert tale(duel(a='weapons = [{ key = "vulcan-carbine", quick-shots = 1 }]'), "quick-shot a b", "11111") == [
        "action.quick-shot a>b Vulcan carbine", "ranged.pool a 0 of 5 5d6>=6", "core.success a>b misses",
        "ruling.quick-shot.count a 2 Vulcan carbine", "a.weapons.0.quick-shots = 2", "a.ap = 2", "slot-used = True",
    ]  # fmt: skip
    assert tale(duel(a='weapons = [{ key = "vulcan-carbine", quick-shots = 2 }]'), "quick-shot a b", "11111") == [
        "action.quick-shot a>b Vulcan carbine", "ranged.pool a 0 of 5 5d6>=6", "core.success a>b misses",
        "ruling.quick-shot.count a 3 Vulcan carbine", "action.quick-shot.three a Vulcan carbine",
        "a.weapons.0.empty = True", "a.weapons.0.quick-shots = 3", "a.ap = 2", "slot-used = True",
    ]  # fmt: skip


@pytest.mark.rule(
    "coriolis.action.full-auto",
    "coriolis.action.full-auto.modifier",
    "coriolis.action.full-auto.extra-dice",
    "coriolis.action.full-auto.one",
)
def test_a_burst_that_misses_hits_and_runs_dry() -> None:
    assert tale(duel(), "full-auto a b", "11111", "no") == [
        "action.full-auto a>b Vulcan carbine", "ranged.pool a 0 of 5 5d6>=6", "action.full-auto.extra-dice a no",
        "core.success a>b misses", "a.ap = 0", "slot-used = True",
    ]  # fmt: skip
    assert tale(duel(), "full-auto a b", "6111162", "yes, yes, no, increase-damage:1") == [
        "action.full-auto a>b Vulcan carbine", "ranged.pool a 1 of 5 5d6>=6", "action.full-auto.extra-dice a yes",
        "action.full-auto.extra-dice a 2 1d6<=1/5", "action.full-auto.extra-dice a yes",
        "action.full-auto.extra-dice a 1 1d6<=1/5", "action.full-auto.extra-dice a no",
        "ranged.bonus.purchase a increase-damage:1", "ranged.hit a>b 3", "ranged.bonus.increase-damage a>b 1",
        "core.hp b 4", "a.ap = 0", "b.hp = 2", "slot-used = True",
    ]  # fmt: skip
    assert tale(duel(), "full-auto a b", "1111161", "yes, yes") == [
        "action.full-auto a>b Vulcan carbine", "ranged.pool a 0 of 5 5d6>=6", "action.full-auto.extra-dice a yes",
        "action.full-auto.extra-dice a 2 1d6<=1/5", "action.full-auto.extra-dice a yes",
        "action.full-auto.extra-dice a 1d6<=1/5", "action.full-auto.one a Vulcan carbine", "ranged.hit a>b 3",
        "core.hp b 3", "a.weapons.0.empty = True", "a.ap = 0", "b.hp = 3", "slot-used = True",
    ]  # fmt: skip
    assert refused(duel(gap=101), "full-auto a b") == "action.full-auto.range: b is further than Long Range. shot, aimed-shot"
    assert (
        refused(duel(a='weapons = ["vulcan-pistol"]'), "full-auto a b")
        == "action.full-auto.feature: the Vulcan pistol has no automatic fire. shot, quick-shot"
    )


@pytest.mark.rule(
    "coriolis.action.full-auto.distribute",
    "coriolis.action.full-auto.new-target.hit",
    "coriolis.action.full-auto.new-target.distance",
    "coriolis.ruling.full-auto.allocate",
)
def test_a_burst_along_a_chain() -> None:
    assert tale(duel(more=NEAR + FAR), "full-auto a b", "66111", "no, c, b:1 c:1") == [
        "action.full-auto a>b Vulcan carbine", "ranged.pool a 2 of 5 5d6>=6", "action.full-auto.extra-dice a no",
        "action.full-auto.distribute a c", "ruling.full-auto.allocate a b:1 c:1", "ranged.hit a>b 3", "core.hp b 3",
        "action.full-auto.new-target.hit a>c 3", "core.hp c 3", "a.ap = 0", "b.hp = 3", "c.hp = 3", "slot-used = True",
    ]  # fmt: skip
    assert tale(duel(more=NEAR), "full-auto a b", "66111", "no, stop, increase-damage:1") == [
        "action.full-auto a>b Vulcan carbine", "ranged.pool a 2 of 5 5d6>=6", "action.full-auto.extra-dice a no",
        "action.full-auto.distribute a stop", "ranged.bonus.purchase a increase-damage:1", "ranged.hit a>b 3",
        "ranged.bonus.increase-damage a>b 1", "core.hp b 4", "a.ap = 0", "b.hp = 2", "slot-used = True",
    ]  # fmt: skip


@pytest.mark.rule(
    "coriolis.ruling.full-auto.stop",
    "coriolis.action.full-auto.mounted",
    "coriolis.action.full-auto.one",
    "coriolis.action.full-auto",
)
def test_ones_that_a_burst_shrugs_off() -> None:
    fight = duel(a='weapons = ["vulcan-carbine"]\ntalents = ["machinegunner"]')
    assert tale(fight, "full-auto a b", "1111111", "yes, yes") == [
        "action.full-auto a>b Vulcan carbine", "ranged.pool a 0 of 5 5d6>=6", "action.full-auto.extra-dice a yes",
        "action.full-auto.extra-dice a 1d6<=1/5", "ruling.full-auto.stop a", "action.full-auto.extra-dice a yes",
        "action.full-auto.extra-dice a 1d6<=1/5", "action.full-auto.one a Vulcan carbine", "core.success a>b misses",
        "a.weapons.0.empty = True", "a.ap = 0", "slot-used = True",
    ]  # fmt: skip
    assert tale(duel(a='weapons = ["vulcan-machine-gun"]\nset-up = true'), "full-auto a b", "1111111", "yes, yes") == [
        "action.full-auto a>b Vulcan machine gun", "ranged.pool a 0 of 5 5d6>=6", "action.full-auto.extra-dice a yes",
        "action.full-auto.extra-dice a 1d6<=1/5", "ruling.full-auto.stop a", "action.full-auto.extra-dice a yes",
        "action.full-auto.extra-dice a 1d6<=1/5", "action.full-auto.mounted a Vulcan machine gun",
        "core.success a>b misses", "a.ap = 0", "slot-used = True",
    ]  # fmt: skip


@pytest.mark.rule(
    "coriolis.ranged.bonus.suppressive-fire.full-auto",
    "coriolis.ruling.suppress.full-auto",
    "coriolis.action.full-auto",
    "coriolis.ranged.pool",
)
def test_suppressive_fire_of_a_burst() -> None:
    assert tale(duel(), "full-auto a b", "66611", "no, suppressive-fire:2") == [
        "action.full-auto a>b Vulcan carbine", "ranged.pool a 3 of 5 5d6>=6", "action.full-auto.extra-dice a no",
        "ranged.bonus.purchase a suppressive-fire:2", "ranged.hit a>b 3",
        "core.hp b 3 [ranged.bonus.suppressive-fire.full-auto]", "ruling.suppress.full-auto a 2",
        "ranged.bonus.suppressive-fire b 4", "ruling.stress.track b 4", "a.ap = 0", "b.hp = 3", "b.mp = 2",
        "slot-used = True",
    ]  # fmt: skip
    assert tale(duel(), "full-auto a b", "66111", "no, suppressive-fire:1") == [
        "action.full-auto a>b Vulcan carbine", "ranged.pool a 2 of 5 5d6>=6", "action.full-auto.extra-dice a no",
        "ranged.bonus.purchase a suppressive-fire:1", "ranged.hit a>b 3",
        "core.hp b 3 [ranged.bonus.suppressive-fire.full-auto]", "ruling.suppress.full-auto a 1",
        "ranged.bonus.suppressive-fire b 2", "ruling.stress.track b 2", "a.ap = 0", "b.hp = 3", "b.mp = 4",
        "slot-used = True",
    ]  # fmt: skip


@pytest.mark.rule(
    "coriolis.action.reload", "coriolis.action.reload.emptied", "coriolis.action.reload.no-counting", "coriolis.ruling.ammo"
)
def test_reloading() -> None:
    assert tale(duel(a='weapons = [{ key = "vulcan-carbine", empty = true, quick-shots = 3 }]'), "reload a") == [
        "action.reload a Vulcan carbine", "a.weapons.0.empty gone", "a.weapons.0.quick-shots gone", "a.ap = 1",
        "slot-used = True",
    ]  # fmt: skip
    fight = duel(a='weapons = [{ key = "vulcan-carbine", empty = true }]\nreloads = 2\ntalents = ["rapid-reload"]')
    assert tale(fight, "reload a") == [
        "action.reload a Vulcan carbine", "a.weapons.0.empty gone", "a.reloads = 1", "a.ap = 2", "slot-used = True",
    ]  # fmt: skip
    assert refused(duel(), "reload a") == "action.reload: a has nothing to reload."
    assert (
        refused(duel(a='weapons = [{ key = "vulcan-carbine", empty = true }]\nreloads = 0'), "reload a")
        == "ruling.ammo: a has no spare magazine left."
    )
    assert (
        refused(duel(a='weapons = [{ key = "vulcan-carbine", empty = true }]'), "shot a b")
        == "ruling.ammo: the Vulcan carbine is empty. reload"
    )


@pytest.mark.rule("coriolis.action.reload.single-shot", "coriolis.action.shot", "coriolis.ranged.pool", "coriolis.core.success")
def test_a_single_shot_weapon_is_empty_after_its_shot_and_others_are_not() -> None:
    assert tale(duel(a='weapons = ["crossbow"]'), "shot a b", "1111111") == [
        "action.shot a>b Crossbow", "ranged.pool a 0 of 7 7d6>=6", "core.success a>b misses",
        "action.reload.single-shot a Crossbow", "a.weapons.0.empty = True", "a.ap = 1", "slot-used = True",
    ]  # fmt: skip
    assert tale(duel(), "shot a b", "1111111") == [
        "action.shot a>b Vulcan carbine", "ranged.pool a 0 of 7 7d6>=6", "core.success a>b misses", "a.ap = 1",
        "slot-used = True",
    ]  # fmt: skip


@pytest.mark.rule(
    "coriolis.action.take-cover",
    "coriolis.action.take-cover.not-movement",
    "coriolis.ruling.cover.best",
    "coriolis.ruling.cover.lost",
)
def test_taking_cover() -> None:
    assert tale(duel(more=COVER), "take-cover a") == [
        "action.take-cover a 3 it", "cover.table-furniture a 3 Table", "a.ap = 2", "a.cover = 3", "slot-used = True",
    ]  # fmt: skip
    assert tale(duel(more=COVER + '[[cover]]\nname = "wall"\nkind = "brick-wall"\nat = [1, 0]'), "take-cover a it") == [
        "action.take-cover a 3 it", "cover.table-furniture a 3 Table", "a.ap = 2", "a.cover = 3", "slot-used = True",
    ]  # fmt: skip
    assert tale(duel(more=COVER + '[[cover]]\nname = "wall"\nkind = "brick-wall"\nat = [1, 0]'), "take-cover a") == [
        "action.take-cover a 7 wall", "cover.brick-wall a 7 Brick wall", "a.ap = 2", "a.cover = 7", "slot-used = True",
    ]  # fmt: skip
    assert refused(duel(), "take-cover a") == "action.take-cover.not-movement: there is no such cover within reach. move"
    assert (
        refused(duel(more=COVER), "take-cover a wall")
        == "action.take-cover.not-movement: there is no such cover within reach. it"
    )
    assert (
        refused(duel(more=COVER, a='weapons = ["vulcan-carbine"]\ncover = 3'), "take-cover a")
        == "ruling.cover.best: a is in cover already."
    )
    assert refused(duel(more=COVER, gap=1), "take-cover a") == "ruling.cover.lost: a is engaged. move"


@pytest.mark.rule(
    "coriolis.action.take-cover.rating",
    "coriolis.action.take-cover.combined",
    "coriolis.action.take-cover.ranged-only",
    "coriolis.core.armour",
)
def test_cover_and_armour_against_a_shot_and_a_blow() -> None:
    assert tale(duel(b='weapons = ["vulcan-pistol"]\ncover = 3'), "shot a b", "6111111111") == [
        "action.shot a>b Vulcan carbine", "ranged.pool a 1 of 7 7d6>=6", "ranged.hit a>b 3", "core.armour b 0 of 3 3d6>=6",
        "core.hp b 3", "a.ap = 1", "b.hp = 3", "slot-used = True",
    ]  # fmt: skip
    assert tale(duel(b=VEST + '\ncover = 3'), "shot a b", "6111111666111") == [
        "action.shot a>b Vulcan carbine", "ranged.pool a 1 of 7 7d6>=6", "ranged.hit a>b 3", "core.armour b 3 of 6 6d6>=6",
        "ruling.armour.dice b 3", "core.armour b stops it all", "a.ap = 1", "slot-used = True",
    ]  # fmt: skip
    assert tale(duel(a=SWORD, b='weapons = ["vulcan-pistol"]\nflanked-by = ["a"]\ncover = 3', gap=10), "gm hurt b 3") == [
        "core.hp b 3", "b.hp = 3",
    ]  # fmt: skip


@pytest.mark.rule(
    "coriolis.action.overwatch",
    "coriolis.action.overwatch.arc",
    "coriolis.action.overwatch.not-engaged",
    "coriolis.ruling.hands",
)
def test_entering_overwatch() -> None:
    assert tale(duel(), "overwatch a 10,0") == [
        "action.overwatch a", "action.overwatch.arc a 90", "a.ap = 2", "a.overwatch.toward = [10.0, 0.0]",
        "slot-used = True",
    ]  # fmt: skip
    assert refused(duel(gap=1), "overwatch a 10,0") == "action.overwatch.not-engaged: a is engaged in melee. melee-attack"
    assert refused(duel(), "overwatch a 0,0") == "action.overwatch.arc: one's own place is no direction. toward=X,Y"
    assert refused(duel(), "overwatch a") == "action.overwatch: a direction is needed. toward=X,Y, watching=ID+ID"
    assert (
        refused(duel(), "overwatch a 10,0 b") == "action.overwatch: a direction or people, not both. toward=X,Y, watching=ID+ID"
    )
    assert refused(duel(a=SWORD), "overwatch a 10,0") == "ruling.hands: a has no firearm in hand."
