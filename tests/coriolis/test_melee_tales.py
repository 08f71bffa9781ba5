"""Whole actions told to the last figure: blows, defence, the clinch, being Broken. What does not stand here does not happen."""

from __future__ import annotations

import pytest

from tests.coriolis.build import duel, refused, tale

SWORD, KNIFE = 'weapons = ["sword"]', 'weapons = ["dura-knife"]'
GUARD = 'weapons = ["dura-knife"]\nskills = { melee-combat = 3 }'


@pytest.mark.rule("coriolis.action.melee-attack", "coriolis.melee.pool", "coriolis.melee.hit", "coriolis.ruling.dice-order")
def test_a_blow_undefended() -> None:
    assert tale(duel(a=SWORD, b=KNIFE, gap=1), "melee-attack a b", "6111111", "no") == [
        "action.melee-attack a>b Sword", "action.defend b no", "melee.pool a 1 of 7 7d6>=6", "melee.hit a>b 2",
        "core.hp b 2", "a.ap = 1", "b.hp = 4", "slot-used = True",
    ]  # fmt: skip
    assert tale(duel(a=SWORD, b=KNIFE, gap=1), "melee-attack a b", "1111111", "no") == [
        "action.melee-attack a>b Sword", "action.defend b no", "melee.pool a 0 of 7 7d6>=6", "core.success a>b misses",
        "a.ap = 1", "slot-used = True",
    ]  # fmt: skip
    assert tale(duel(a=SWORD, b=KNIFE, gap=1), "melee-attack a b", "6661111", "no, increase-damage:1 strike-fear:1") == [
        "action.melee-attack a>b Sword", "action.defend b no", "melee.pool a 3 of 7 7d6>=6",
        "melee.bonus.purchase a increase-damage:1 strike-fear:1", "melee.hit a>b 2", "melee.bonus.increase-damage a>b 1",
        "core.hp b 3", "melee.bonus.strike-fear b 1", "ruling.stress.track b 1", "a.ap = 1", "b.hp = 3", "b.mp = 5",
        "slot-used = True",
    ]  # fmt: skip
    assert refused(duel(a=SWORD, b=KNIFE, gap=3), "melee-attack a b") == "range.close: b is not within Close Range. move"
    assert (
        refused(duel(a=SWORD + "\nprone = true", b=KNIFE, gap=1), "melee-attack a b")
        == "action.melee-attack.on-feet: a is prone. get-up"
    )


@pytest.mark.rule(
    "coriolis.action.quick-melee",
    "coriolis.action.quick-melee.light-only",
    "coriolis.ruling.melee.unarmed",
    "coriolis.action.defend",
)
def test_a_quick_blow() -> None:
    assert tale(duel(a=KNIFE, b=KNIFE, gap=1), "quick-melee a b", "6111", "no") == [
        "action.quick-melee a>b Dura knife", "action.defend b no", "melee.pool a 1 of 4 4d6>=6", "melee.hit a>b 2",
        "core.hp b 2", "a.ap = 2", "b.hp = 4", "slot-used = True",
    ]  # fmt: skip
    assert (
        refused(duel(a=SWORD, b=KNIFE, gap=1), "quick-melee a b")
        == "action.quick-melee.light-only: the Sword is not Light. melee-attack"
    )
    assert tale(duel(b=KNIFE, gap=1), "quick-melee a b", "6111", "no") == [
        "action.quick-melee a>b Unarmed", "action.defend b no", "melee.pool a 1 of 4 4d6>=6", "melee.hit a>b 1",
        "core.hp b 1", "a.ap = 2", "b.hp = 5", "slot-used = True",
    ]  # fmt: skip
    assert tale(duel(b=KNIFE, gap=1), "melee-attack a b", "611111", "no") == [
        "action.melee-attack a>b Unarmed", "action.defend b no", "melee.pool a 1 of 6 6d6>=6", "melee.hit a>b 1",
        "core.hp b 1", "a.ap = 1", "b.hp = 5", "slot-used = True",
    ]  # fmt: skip


@pytest.mark.rule(
    "coriolis.action.defend",
    "coriolis.action.defend.effects",
    "coriolis.melee.defend.decrease-damage",
    "coriolis.ruling.melee.decrease-order",
)
def test_a_defence_by_each_of_its_effects() -> None:
    assert tale(duel(a=SWORD, b=GUARD, gap=1), "melee-attack a b", "6611111611111", "dura-knife, decrease-damage:1") == [
        "action.melee-attack a>b Sword", "action.defend b dura-knife", "ap.reaction b 1",
        "action.defend b>a 1 [action.defend.before]", "melee.pool a 2 of 7 7d6>=6", "action.defend b 1 of 6 6d6>=6",
        "action.defend.effects b decrease-damage:1", "melee.defend.decrease-damage b>a 1",
        "ruling.melee.decrease-order a>b 1", "melee.hit a>b 2", "core.hp b 2", "a.ap = 1", "b.hp = 4", "b.ap = 2",
        "b.defences = 1", "slot-used = True",
    ]  # fmt: skip
    assert tale(duel(a=SWORD, b=GUARD, gap=1), "melee-attack a b", "6111111611111", "dura-knife, decrease-damage:1") == [
        "action.melee-attack a>b Sword", "action.defend b dura-knife", "ap.reaction b 1",
        "action.defend b>a 1 [action.defend.before]", "melee.pool a 1 of 7 7d6>=6", "action.defend b 1 of 6 6d6>=6",
        "action.defend.effects b decrease-damage:1", "melee.defend.decrease-damage b>a 1",
        "ruling.melee.decrease-order a>b", "core.success a>b misses", "a.ap = 1", "b.ap = 2", "b.defences = 1",
        "slot-used = True",
    ]  # fmt: skip
    assert tale(duel(a=SWORD, b=GUARD, gap=1), "melee-attack a b", "6111111111111", "dura-knife") == [
        "action.melee-attack a>b Sword", "action.defend b dura-knife", "ap.reaction b 1",
        "action.defend b>a 1 [action.defend.before]", "melee.pool a 1 of 7 7d6>=6", "action.defend b 0 of 6 6d6>=6",
        "melee.hit a>b 2", "core.hp b 2", "a.ap = 1", "b.hp = 4", "b.ap = 2", "b.defences = 1", "slot-used = True",
    ]  # fmt: skip
    assert tale(duel(a=SWORD, b=GUARD, gap=1), "melee-attack a b", "6111111611111", "dura-knife, raise-initiative:1") == [
        "action.melee-attack a>b Sword", "action.defend b dura-knife", "ap.reaction b 1",
        "action.defend b>a 1 [action.defend.before]", "melee.pool a 1 of 7 7d6>=6", "action.defend b 1 of 6 6d6>=6",
        "action.defend.effects b raise-initiative:1", "melee.hit a>b 2", "core.hp b 2", "melee.defend.raise-initiative b 2",
        "ruling.initiative.raise-now b 2", "a.ap = 1", "b.hp = 4", "b.ap = 2", "b.initiative = 2", "b.defences = 1",
        "order = ['b', 'a']", "standing = ['b', 'a']", "slot-used = True",
    ]  # fmt: skip


@pytest.mark.rule(
    "coriolis.melee.defend.counterattack",
    "coriolis.melee.defend.counterattack.critical",
    "coriolis.melee.defend.counterattack.severity",
    "coriolis.melee.defend.list",
)
def test_a_counterattack() -> None:
    assert tale(duel(a=SWORD, b=GUARD, gap=1), "melee-attack a b", "1111111611111", "dura-knife, counterattack:1") == [
        "action.melee-attack a>b Sword", "action.defend b dura-knife", "ap.reaction b 1",
        "action.defend b>a 1 [action.defend.before]", "melee.pool a 0 of 7 7d6>=6",
        "action.defend b 1 of 6 6d6>=6 [ruling.melee.defence-on-miss]", "action.defend.effects b counterattack:1",
        "core.success a>b misses", "melee.defend.counterattack b>a 2", "core.hp a 2", "a.hp = 6", "a.ap = 1", "b.ap = 2",
        "b.defences = 1", "slot-used = True",
    ]  # fmt: skip
    fight = duel(a=SWORD, b=GUARD, gap=1)
    assert tale(fight, "melee-attack a b", "1111111666111133", "dura-knife, counterattack:1 counter-injury:2") == [
        "action.melee-attack a>b Sword", "action.defend b dura-knife", "ap.reaction b 1",
        "action.defend b>a 1 [action.defend.before]", "melee.pool a 0 of 7 7d6>=6",
        "action.defend b 3 of 6 6d6>=6 [ruling.melee.defence-on-miss]",
        "action.defend.effects b counterattack:1 counter-injury:2", "core.success a>b misses",
        "melee.defend.counterattack b>a 2", "core.hp a 2", "melee.defend.counterattack.critical b>a",
        "ruling.crit.severity a 13 d66", "state.four a 13 Sprained wrist", "state.crit-recovering a 3 1d6",
        "ruling.disarm.where a Sword", "a.weapons.0.in-hand = False", "a.weapons.0.dropped = True",
        "a.weapons.0.lies-at = [0.0, 0.0]", "a.hp = 6", "a.ap = 1", "a.injuries.0.number = 13",
        "a.injuries.0.name = Sprained wrist", "a.injuries.0.healing-days = 3", "a.injuries.0.skills.ranged-combat = -1",
        "a.injuries.0.skills.melee-combat = -1", "b.ap = 2", "b.defences = 1", "slot-used = True",
    ]  # fmt: skip
    fight = duel(a=SWORD, b=GUARD, gap=1)
    assert tale(fight, "melee-attack a b", "111111166661113213", "dura-knife, counterattack:1 counter-injury:3") == [
        "action.melee-attack a>b Sword", "action.defend b dura-knife", "ap.reaction b 1",
        "action.defend b>a 1 [action.defend.before]", "melee.pool a 0 of 7 7d6>=6",
        "action.defend b 4 of 6 6d6>=6 [ruling.melee.defence-on-miss]",
        "action.defend.effects b counterattack:1 counter-injury:3", "core.success a>b misses",
        "melee.defend.counterattack b>a 2", "core.hp a 2", "melee.defend.counterattack.critical b>a",
        "melee.defend.counterattack.severity b>a 1", "ruling.crit.severity a 13 d66", "ruling.crit.severity a 21 d66",
        "state.four a 21 Broken nose", "state.crit-recovering a 3 1d6", "ruling.crit.stunned a 1", "a.hp = 6", "a.ap = 0",
        "a.stunned = 2", "a.injuries.0.number = 21", "a.injuries.0.name = Broken nose", "a.injuries.0.healing-days = 3",
        "a.injuries.0.skills.manipulation = -2", "b.ap = 2", "b.defences = 1", "slot-used = True",
    ]  # fmt: skip
    fight = duel(a=SWORD, b=GUARD + "\nprone = true", gap=1)
    assert tale(fight, "melee-attack a b", "6111111611111", "dura-knife, decrease-damage:1") == [
        "action.melee-attack a>b Sword", "action.defend b dura-knife", "ap.reaction b 1",
        "action.defend b>a 1 [action.defend.before]", "melee.pool a 1 of 7 7d6>=6",
        "action.defend b 1 of 6 6d6>=6 [ruling.melee.defend-prone]", "action.defend.effects b decrease-damage:1",
        "melee.defend.decrease-damage b>a 1", "ruling.melee.decrease-order a>b", "core.success a>b misses", "a.ap = 1",
        "b.ap = 2", "b.defences = 1", "slot-used = True",
    ]  # fmt: skip


@pytest.mark.rule(
    "coriolis.melee.defend.disarm",
    "coriolis.melee.bonus.disarm",
    "coriolis.ruling.disarm.where",
    "coriolis.action.melee-attack",
)
def test_disarmed_in_defence_and_attack() -> None:
    assert tale(duel(a=SWORD, b=GUARD, gap=1), "melee-attack a b", "6111111611111", "dura-knife, disarm:1") == [
        "action.melee-attack a>b Sword", "action.defend b dura-knife", "ap.reaction b 1",
        "action.defend b>a 1 [action.defend.before]", "melee.pool a 1 of 7 7d6>=6", "action.defend b 1 of 6 6d6>=6",
        "action.defend.effects b disarm:1", "melee.defend.disarm b sword", "melee.hit a>b 2", "core.hp b 2",
        "melee.defend.disarm a Sword", "ruling.disarm.where a Sword", "a.weapons.0.in-hand = False",
        "a.weapons.0.dropped = True", "a.weapons.0.lies-at = [0.0, 0.0]", "a.ap = 1", "b.hp = 4", "b.ap = 2",
        "b.defences = 1", "slot-used = True",
    ]  # fmt: skip
    assert tale(duel(a=SWORD, b=GUARD, gap=1), "melee-attack a b", "6611111", "no, disarm:1") == [
        "action.melee-attack a>b Sword", "action.defend b no", "melee.pool a 2 of 7 7d6>=6",
        "melee.bonus.purchase a disarm:1", "melee.bonus.disarm a dura-knife", "melee.hit a>b 2", "core.hp b 2",
        "melee.bonus.disarm b Dura knife", "ruling.disarm.where b Dura knife", "a.ap = 1", "b.weapons.0.in-hand = False",
        "b.weapons.0.dropped = True", "b.weapons.0.lies-at = [1.0, 0.0]", "b.hp = 4", "slot-used = True",
    ]  # fmt: skip


@pytest.mark.rule(
    "coriolis.action.defend.unarmed",
    "coriolis.ruling.melee.defence-pool",
    "coriolis.action.defend.before",
    "coriolis.action.melee-attack",
)
def test_an_unarmed_defence_against_a_weapon() -> None:
    assert tale(duel(a=SWORD, gap=1), "melee-attack a b", "611111161", "unarmed, decrease-damage:1") == [
        "action.melee-attack a>b Sword", "action.defend b unarmed", "ap.reaction b 1",
        "action.defend b>a 1 [action.defend.before]", "melee.pool a 1 of 7 7d6>=6", "action.defend b 1 of 2 2d6>=6",
        "action.defend.effects b decrease-damage:1", "melee.defend.decrease-damage b>a 1",
        "ruling.melee.decrease-order a>b", "core.success a>b misses", "a.ap = 1", "b.ap = 2", "b.defences = 1",
        "slot-used = True",
    ]  # fmt: skip
    assert tale(duel(gap=1), "melee-attack a b", "6111116111", "unarmed, decrease-damage:1") == [
        "action.melee-attack a>b Unarmed", "action.defend b unarmed", "ap.reaction b 1",
        "action.defend b>a 1 [action.defend.before]", "melee.pool a 1 of 6 6d6>=6", "action.defend b 1 of 4 4d6>=6",
        "action.defend.effects b decrease-damage:1", "melee.defend.decrease-damage b>a 1",
        "ruling.melee.decrease-order a>b", "core.success a>b misses", "a.ap = 1", "b.ap = 2", "b.defences = 1",
        "slot-used = True",
    ]  # fmt: skip
    fight = duel(a=SWORD, b=KNIFE + '\ntalents = ["defensive"]', gap=1)
    assert tale(fight, "melee-attack a b", "61111111111", "dura-knife") == [
        "action.melee-attack a>b Sword", "action.defend b dura-knife", "ap.reaction b",
        "action.defend b>a [action.defend.before]", "melee.pool a 1 of 7 7d6>=6", "action.defend b 0 of 4 4d6>=6",
        "melee.hit a>b 2", "core.hp b 2", "a.ap = 1", "b.hp = 4", "b.defences = 1", "slot-used = True",
    ]  # fmt: skip


@pytest.mark.rule(
    "coriolis.ruling.melee.counter-timing", "coriolis.action.melee-attack", "coriolis.action.defend", "coriolis.ap.reaction"
)
def test_a_counterattack_of_somebody_who_falls() -> None:
    fight = duel(a=SWORD, b=GUARD + "\nhp = 1", gap=1)
    assert tale(fight, "melee-attack a b", "6111111611111", "dura-knife, counterattack:1") == [
        "action.melee-attack a>b Sword", "action.defend b dura-knife", "ap.reaction b 1",
        "action.defend b>a 1 [action.defend.before]", "melee.pool a 1 of 7 7d6>=6", "action.defend b 1 of 6 6d6>=6",
        "action.defend.effects b counterattack:1", "melee.hit a>b 2", "core.hp b 2", "broken b [ruling.broken.reactions]",
        "ruling.melee.counter-timing b>a strikes as she falls", "melee.defend.counterattack b>a 2", "core.hp a 2",
        "a.hp = 6", "a.ap = 1", "b.hp = 0", "b.ap = 2", "b.prone = True", "b.defences = 1", "slot-used = True",
    ]  # fmt: skip
    assert tale(duel(a=SWORD, b=GUARD, gap=1), "melee-attack a b", "6111111611111", "dura-knife, counterattack:1") == [
        "action.melee-attack a>b Sword", "action.defend b dura-knife", "ap.reaction b 1",
        "action.defend b>a 1 [action.defend.before]", "melee.pool a 1 of 7 7d6>=6", "action.defend b 1 of 6 6d6>=6",
        "action.defend.effects b counterattack:1", "melee.hit a>b 2", "core.hp b 2", "melee.defend.counterattack b>a 2",
        "core.hp a 2", "a.hp = 6", "a.ap = 1", "b.hp = 4", "b.ap = 2", "b.defences = 1", "slot-used = True",
    ]  # fmt: skip


@pytest.mark.rule(
    "coriolis.melee.bonus.grapple",
    "coriolis.grapple.attack",
    "coriolis.grapple.attack.bonus",
    "coriolis.ruling.grapple.release",
)
def test_a_grapple_from_the_blow_to_the_release() -> None:
    assert tale(duel(a=SWORD, b=KNIFE, gap=1), "melee-attack a b", "6611111", "no, grapple:1") == [
        "action.melee-attack a>b Sword", "action.defend b no", "melee.pool a 2 of 7 7d6>=6",
        "melee.bonus.purchase a grapple:1", "melee.hit a>b 2", "core.hp b 2", "melee.bonus.grapple a>b", "a.ap = 1",
        "a.grapples = b", "b.hp = 4", "b.grappled-by = a", "slot-used = True",
    ]  # fmt: skip
    assert tale(duel(a='grapples = "b"', b='grappled-by = "a"', gap=1), "grapple-attack a", "61111111") == [
        "grapple.attack a>b [grapple.attack.no-defence]", "melee.pool a 1 of 8 8d6>=6", "melee.hit a>b 1", "core.hp b 1",
        "a.ap = 1", "b.hp = 5", "slot-used = True",
    ]  # fmt: skip
    assert tale(duel(a='grapples = "b"', b='grappled-by = "a"', gap=1), "grapple-attack a", "11111111") == [
        "grapple.attack a>b [grapple.attack.no-defence]", "melee.pool a 0 of 8 8d6>=6", "core.success a>b misses",
        "a.ap = 1", "slot-used = True",
    ]  # fmt: skip
    assert tale(duel(a='grapples = "b"', b='grappled-by = "a"', gap=1), "release a") == [
        "ruling.grapple.release a>b", "a.grapples gone", "b.grappled-by gone",
    ]  # fmt: skip
    assert refused(duel(gap=1), "grapple-attack a") == "grapple.attack: a holds nobody."
    assert refused(duel(gap=1), "release a") == "ruling.grapple.release: a holds nobody."
    assert (
        refused(duel(a='grapples = "b"', b='grappled-by = "a"', gap=1), "shot a b")
        == "grapple.grappler-limited: a holds b. grapple-attack, release"
    )


@pytest.mark.rule(
    "coriolis.grapple.break-free",
    "coriolis.grapple.break-free.cost",
    "coriolis.ruling.grapple.break-pool",
    "coriolis.core.opposed",
)
def test_breaking_free() -> None:
    assert tale(duel(a='grappled-by = "b"', b='grapples = "a"', gap=1), "break-free a", "6111111111") == [
        "grapple.break-free.cost a>b 2", "grapple.break-free a 1 of 6 6d6>=6", "grapple.break-free b 0 of 4 4d6>=6",
        "core.opposed a>b 1", "grapple.break-free a>b free", "a.grappled-by gone", "b.grapples gone", "a.ap = 1",
        "slot-used = True",
    ]  # fmt: skip
    assert tale(duel(a='grappled-by = "b"', b='grapples = "a"', gap=1), "break-free a", "6111116111") == [
        "grapple.break-free.cost a>b 2", "grapple.break-free a 1 of 6 6d6>=6", "grapple.break-free b 1 of 4 4d6>=6",
        "core.opposed a>b [ruling.opposed-tie]", "a.ap = 1", "slot-used = True",
    ]  # fmt: skip
    assert refused(duel(gap=1), "break-free a") == "grapple.break-free: a is not pinned."
    assert (
        refused(duel(a='grappled-by = "b"', b='grapples = "a"', gap=1), "shot a b")
        == "grapple.victim-no-actions: a is pinned by b. break-free, shout"
    )


@pytest.mark.rule(
    "coriolis.broken", "coriolis.broken.no-further-damage", "coriolis.broken.crits", "coriolis.ruling.broken.reactions"
)
def test_what_breaks_somebody() -> None:
    assert tale(duel(b='hp = 2\ncover = 2\noverwatch = { toward = [0, 0] }'), "gm hurt b 2") == [
        "core.hp b 2", "action.overwatch.lost-damage b", "broken b [ruling.broken.reactions]", "b.cover gone",
        "b.overwatch.toward gone", "b.hp = 0", "b.prone = True",
    ]  # fmt: skip
    assert tale(duel(b='hp = 0\nprone = true'), "gm hurt b 2") == [
        "broken.no-further-damage b",
    ]  # fmt: skip
    assert tale(duel(b='hp = 0\nprone = true'), "gm injure b 13", "3") == [
        "state.four b 13 Sprained wrist [broken.crits]", "state.crit-recovering b 3 1d6",
        "ruling.disarm.where b Vulcan pistol", "b.weapons.0.in-hand = False", "b.weapons.0.dropped = True",
        "b.weapons.0.lies-at = [10.0, 0.0]", "b.injuries.0.number = 13", "b.injuries.0.name = Sprained wrist",
        "b.injuries.0.healing-days = 3", "b.injuries.0.skills.ranged-combat = -1", "b.injuries.0.skills.melee-combat = -1",
    ]  # fmt: skip
    assert tale(duel(), "gm injure b 13", "3") == [
        "state.four b 13 Sprained wrist", "state.crit-recovering b 3 1d6", "ruling.disarm.where b Vulcan pistol",
        "b.weapons.0.in-hand = False", "b.weapons.0.dropped = True", "b.weapons.0.lies-at = [10.0, 0.0]",
        "b.injuries.0.number = 13", "b.injuries.0.name = Sprained wrist", "b.injuries.0.healing-days = 3",
        "b.injuries.0.skills.ranged-combat = -1", "b.injuries.0.skills.melee-combat = -1",
    ]  # fmt: skip
