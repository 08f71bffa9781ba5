"""Hits, aims and magazines: all that each act tells, asks and changes."""

from __future__ import annotations

import pytest

from tests.icar.acts import Begin, case, told_by, told_lines
from tests.icar.scenes import GUN, RIFLE, gunmen
from tests.icar.street import street, third

# fmt: off
ACTS = [
    case("hits land when all have thrown", ["fire.stat.damage", "ruling.fire-dead", "ruling.mixed-combat", "fire.effect"],
         lambda: gunmen().play('fire a b', dice=[3]), "step", told="""
        a>b fire.effect 6
        b>a fire.stat.damage 6 (ruling.mixed-combat)
        b.hp = 4
        b.stun = 3
        ground.shots.0.by = -
        ground.shots.0.target = -
        ground.shots.0.damage = -
        ground.shots.0.stun = -
        ground.shots.0.weapon = -
        ground.acting = True
    """),
    case("a hit takes armour first", ["fire.state", "ruling.armour", "fire.effect", "ruling.fire-dead"],
         lambda: gunmen(b='armour = ["moss-sports-impact"]').play('fire a b', dice=[3]), "step", told="""
        a>b fire.effect 6
        b>moss-sports-impact ruling.armour 6 (ruling.mixed-combat)
        b.stun = 3
        b.armour.0.left = 14
        ground.shots.0.by = -
        ground.shots.0.target = -
        ground.shots.0.damage = -
        ground.shots.0.stun = -
        ground.shots.0.weapon = -
        ground.acting = True
    """),
    case("a hit that goes through armour",
         ["fire.stat.to-hit", "ruling.shield-on-turn", "ruling.armour", "ruling.mixed-combat"],
         lambda: gunmen(b='armour = [{ key = "moss-sports-impact", left = 2 }]').play('fire a b', dice=[3]), "step", told="""
        a>b fire.effect 6
        b>moss-sports-impact ruling.armour 2
        b>a fire.stat.damage 4 (ruling.mixed-combat)
        b.hp = 6
        b.stun = 3
        b.armour.0.left = -
        ground.shots.0.by = -
        ground.shots.0.target = -
        ground.shots.0.damage = -
        ground.shots.0.stun = -
        ground.shots.0.weapon = -
        ground.acting = True
    """),
    case("a shield stops a shot and counts it",
         ["ruling.mixed-combat", "ruling.shield-stun", "shield.soaks-all", "ruling.fire-dead"],
         lambda: gunmen(b='shields = [{ key = "moss-suresafe", up = true }]').play('fire a b', dice=[3]), "step", told="""
        a>b fire.effect 6
        b>a shield.soaks-all 6
        b>a ruling.shield-stun 6 (ruling.mixed-combat)
        ground.shots.0.by = -
        ground.shots.0.target = -
        ground.shots.0.damage = -
        ground.shots.0.stun = -
        ground.shots.0.weapon = -
        ground.shots.0.shielded = -
        b.shields.0.taken = 6
        ground.acting = True
    """),
    case("a shield that is down stops nothing",
         ["fire.effect", "fire.stat.damage", "ruling.shield-on-turn", "ruling.mixed-combat"],
         lambda: gunmen(b='shields = ["moss-suresafe"]').play('fire a b', dice=[3]), "step", told="""
        a>b fire.effect 6
        b>a fire.stat.damage 6 (ruling.mixed-combat)
        b.hp = 4
        b.stun = 3
        ground.shots.0.by = -
        ground.shots.0.target = -
        ground.shots.0.damage = -
        ground.shots.0.stun = -
        ground.shots.0.weapon = -
        ground.acting = True
    """),
    case("a shot that drops somebody", ["combat.first-strike", "body.limb", "ruling.mixed-combat", "hp.vaporised"],
         lambda: street(RIFLE, gap=10, more=third()).play('fire a b', dice=[3]), "step", answers=["whole"], told="""
        a>b fire.effect 23
        b>a fire.stat.damage 23
        b stun.zero -14
        b stun.negative 14
        b hp.zero -13
        gm hp.brain (ruling.mixed-combat)
        b combat.first-strike
        gm? hp.brain limb|organ|brain|vaporised|whole: whole
        b.hp = -13
        b.stun = -14
        ground.shots.0.by = -
        ground.shots.0.target = -
        ground.shots.0.damage = -
        ground.shots.0.stun = -
        ground.shots.0.weapon = -
        b.prone = True
        b.asleep = 14
        b.dying = 40
        b.fresh = ['asleep', 'dying']
        b.tries = 10
        ground.acting = True
    """),
    case("a shot that takes a limb", ["body.organ", "combat.first-strike", "hp.zero", "stun.negative"],
         lambda: street(RIFLE, gap=10, more=third()).play('fire a b', dice=[3]), "step", answers=["limb"], told="""
        a>b fire.effect 23
        b>a fire.stat.damage 23
        b stun.zero -14
        b stun.negative 14
        b hp.zero -13
        gm hp.brain
        b body.limb (ruling.mixed-combat)
        b combat.first-strike
        gm? hp.brain limb|organ|brain|vaporised|whole: limb
        b.hp = -13
        b.stun = -14
        ground.shots.0.by = -
        ground.shots.0.target = -
        ground.shots.0.damage = -
        ground.shots.0.stun = -
        ground.shots.0.weapon = -
        b.prone = True
        b.asleep = 14
        b.dying = 40
        b.fresh = ['asleep', 'dying']
        b.tries = 10
        b.lost = ['limb']
        ground.acting = True
    """),
    case("a shot that takes the brain", ["ruling.stabilise", "hp.vaporised", "ruling.death", "combat.first-strike"],
         lambda: street(RIFLE, gap=10, more=third()).play('fire a b', dice=[3]), "step", answers=["brain"], told="""
        a>b fire.effect 23
        b>a fire.stat.damage 23
        b stun.zero -14
        b stun.negative 14
        b hp.zero -13
        gm hp.brain
        b hp.brain
        b ruling.death (ruling.mixed-combat)
        b combat.first-strike
        gm? hp.brain limb|organ|brain|vaporised|whole: brain
        b.hp = -13
        b.stun = -14
        ground.shots.0.by = -
        ground.shots.0.target = -
        ground.shots.0.damage = -
        ground.shots.0.stun = -
        ground.shots.0.weapon = -
        b.out = dead
        b.prone = True
        b.asleep = 14
        b.fresh = ['asleep', 'dying']
        b.tries = 10
        b.brain-gone = True
        ground.acting = True
    """),
    case("a shot that leaves nothing", ["ruling.death", "hp.brain", "combat.first-strike", "hp.zero"],
         lambda: street(RIFLE, gap=10, more=third()).play('fire a b', dice=[3]), "step", answers=["vaporised"], told="""
        a>b fire.effect 23
        b>a fire.stat.damage 23
        b stun.zero -14
        b stun.negative 14
        b hp.zero -13
        gm hp.brain
        b hp.vaporised
        b ruling.death (ruling.mixed-combat)
        b combat.first-strike
        gm? hp.brain limb|organ|brain|vaporised|whole: vaporised
        b.hp = -13
        b.stun = -14
        ground.shots.0.by = -
        ground.shots.0.target = -
        ground.shots.0.damage = -
        ground.shots.0.stun = -
        ground.shots.0.weapon = -
        b.out = dead
        b.prone = True
        b.asleep = 14
        b.fresh = ['asleep', 'dying']
        b.tries = 10
        b.vaporised = True
        ground.acting = True
    """),
    case("a gun without Stun, if the table says so",
         ["ruling.firearm-stun", "fire.effect", "ruling.fire-dead", "fire.stat.damage"],
         lambda: gunmen(head='[rulings]\nfirearm-stun = "none"').play('fire a b', dice=[3]), "step", told="""
        a>b fire.effect 6
        a>b ruling.firearm-stun
        b>a fire.stat.damage 6 (ruling.mixed-combat)
        b.hp = 4
        ground.shots.0.by = -
        ground.shots.0.target = -
        ground.shots.0.damage = -
        ground.shots.0.weapon = -
        ground.acting = True
    """),
    case("a gun with its own Stun", ["ruling.fire-dead", "ruling.shield-on-turn", "ruling.firearm-stun", "fire.effect"],
         lambda: street('weapons = [{ key = "nelson-h1", stun = 2 }]', gap=10).play('fire a b', dice=[3]), "step", told="""
        a>b fire.effect 6
        a>b ruling.firearm-stun 2
        b>a fire.stat.damage 6 (ruling.mixed-combat)
        b.hp = 4
        b.stun = 7
        ground.shots.0.by = -
        ground.shots.0.target = -
        ground.shots.0.damage = -
        ground.shots.0.stun = -
        ground.shots.0.weapon = -
        ground.acting = True
    """),
    case("a grenade hits everybody near", ["ruling.multi-target", "fire.simultaneous", "fire.scope", "fire.state"],
         lambda: street('weapons = [{ key = "arms-6", radius = 3, damage = 4 }]', gap=10, more=third(at='[10, 3]')
            + third('', 'd', 'red', '[10, 3.1]', 5)),
         "fire a b", dice=[3], told="""
        a>b fire.state
        a check.meet-is-pass 3
        a fire.check 2 [3] 3 = +10 ruling.fire-base-tn -3 check.core -3 check.core -1 fire.stat.to-hit
        a>b fire.simultaneous
        a>c fire.simultaneous
        a.weapons.0.rounds = -
        a.acted = fire
        a.shot = ['b']
        ground.asked = ['a']
        ground.shots.0.by = a
        ground.shots.0.target = b
        ground.shots.0.damage = 4
        ground.shots.0.stun = 4
        ground.shots.0.weapon = Arms 6
        ground.shots.1.by = a
        ground.shots.1.target = c
        ground.shots.1.damage = 4
        ground.shots.1.stun = 4
        ground.shots.1.weapon = Arms 6
    """),
    case("napalm burns on", ["fire.effect", "ruling.fire-dead", "fire.stat.damage", "fire.sheet.features"],
         lambda: street('weapons = [{ key = "nelson-h1", burns = true }]', gap=10).play('fire a b', dice=[3]),
         "step", told="""
        a>b fire.effect 6
        b>a fire.stat.damage 6
        b>a fire.sheet.features 6 (ruling.mixed-combat)
        b.hp = 4
        b.stun = 3
        ground.shots.0.by = -
        ground.shots.0.target = -
        ground.shots.0.damage = -
        ground.shots.0.stun = -
        ground.shots.0.weapon = -
        ground.shots.0.burns = -
        b.burning = 6
        ground.acting = True
    """),
    case("what burns hurts again at the turn's end",
         ["fire.sheet.features", "ruling.hp-below-zero", "ruling.aim", "fire.stat.damage"],
         lambda: street(b='burning = 3').play('stand-by a', dice=[]).play('stand-by b', dice=[]),
         "step", answers=["yes"], told="""
        gm combat.turn-end 1
        gm fire.sheet.features
        b fire.sheet.features 3
        b fire.stat.damage 3
        gm combat.turn-length 6
        gm? fire.sheet.features yes|no: yes
        a.acted = -
        b.hp = 7
        b.acted = -
        turn = 2
        ground.asked = -
    """),
    case("the GM says that it is out",
         ["fire.sheet.features", "ruling.turn-end-order", "ruling.shield-multi", "combat.turn-end"],
         lambda: street(b='burning = 3').play('stand-by a', dice=[]).play('stand-by b', dice=[]),
         "step", answers=["no"], told="""
        gm combat.turn-end 1
        gm fire.sheet.features
        gm combat.turn-length 6
        gm? fire.sheet.features yes|no: no
        a.acted = -
        b.acted = -
        b.burning = -
        turn = 2
        ground.asked = -
    """),
    case("aiming takes a turn", ["ruling.aim", "fire.declare-order", "fire.state"],
         lambda: gunmen(), "aim a b", told="""
        a>b ruling.aim
        ground.asked = ['b', 'a']
        a.acted = aim
        a.aim = b
    """),
    case("nobody aims without a gun", ["ruling.aim"],
         lambda: street(), "aim a b", told="""
        refused ruling.aim
    """),
    case("nobody aims at nobody", ["fire.declare-order", "fire.state", "ruling.aim"],
         lambda: gunmen(), "aim a nobody", told="""
        refused fire.state
    """),
    case("an aim counts from the next turn", ["ruling.aim", "combat.turn-length", "fire.declare-order", "fire.state"],
         lambda: gunmen().play('aim a b', dice=[]).play('stand-by b', dice=[]), "step", told="""
        gm combat.turn-end 1
        gm combat.turn-length 6
        a.acted = -
        a.aim = -
        b.acted = -
        turn = 2
        ground.asked = -
        ground.held = -
        a.aimed = b
    """),
    case("holding fire", ["fire.declare-order"],
         lambda: street(GUN, GUN, gap=10), "hold-fire b", told="""
        b fire.declare-order
        ground.asked = ['b']
        ground.held = ['b']
    """),
    case("no shot to hold", ["fire.declare-order"],
         lambda: street(), "hold-fire a", told="""
        refused fire.declare-order
    """),
    case("a magazine is changed", ["turn.change-magazine", "turn.quick-tasks"],
         lambda: street('weapons = [{ key = "nelson-h1", rounds = 0, spares = 2 }]'), "change-magazine a", told="""
        a turn.change-magazine 4
        a.weapons.0.spares = 1
        a.weapons.0.rounds = 4
        a.acted = change-magazine
        ground.asked = ['a']
    """),
    case("a magazine that is full", ["ruling.magazine", "turn.change-magazine"],
         lambda: street(GUN), "change-magazine a", told="""
        refused ruling.magazine
    """),
    case("no magazine left", ["ruling.magazine", "turn.change-magazine"],
         lambda: street('weapons = [{ key = "nelson-h1", rounds = 0, spares = 0 }]'), "change-magazine a", told="""
        refused ruling.magazine
    """),
    case("a magazine of a gun there is not", ["turn.change-magazine", "fire.sheet.ownership"],
         lambda: street(GUN), "change-magazine a arms-5", told="""
        refused fire.sheet.ownership
    """),
    case("of two alike the emptier gets the magazine", ["turn.change-magazine", "fire.stat.magazine"],
         lambda: street('weapons = [{ key = "nelson-h1", rounds = 3 }, { key = "nelson-h1", rounds = 1 }]'),
         "change-magazine a", told="""
        a turn.change-magazine 4
        a.weapons.1.rounds = 4
        a.acted = change-magazine
        ground.asked = ['a']
    """),
    case("another weapon in the hand", ["turn.change-weapon", "turn.quick-tasks", "fire.sheet.type"],
         lambda: street('weapons = ["nelson-h1", "knife"]'), "change-weapon a knife", told="""
        a turn.change-weapon
        a.hand = knife
        a.acted = change-weapon
        ground.asked = ['a']
    """),
    case("empty hands", ["turn.change-weapon", "turn.quick-tasks"],
         lambda: street(GUN), "change-weapon a", told="""
        a turn.change-weapon
        a.hand = -
        a.acted = change-weapon
        ground.asked = ['a']
    """),
    case("the weapon in the hand already", ["turn.change-weapon"],
         lambda: street(GUN), "change-weapon a nelson-h1", told="""
        refused turn.change-weapon
    """),
    case("hands that are empty already", ["turn.change-weapon"],
         lambda: street(), "change-weapon a", told="""
        refused turn.change-weapon
    """),
    case("a weapon one does not have", ["fire.sheet.ownership", "turn.change-weapon"],
         lambda: street(GUN), "change-weapon a knife", told="""
        refused fire.sheet.ownership
    """),
]
# fmt: on


@pytest.mark.parametrize(("fight", "act", "dice", "answers", "told"), ACTS)
def test_hits_tell_ask_and_change(fight: Begin, act: str, dice: list[int], answers: list[str], told: str) -> None:
    assert told_by(fight, act, dice, answers) == told_lines(told)
