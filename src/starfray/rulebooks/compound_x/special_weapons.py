"""The odd guns: rotary barrels, lightning, flak, shells, rockets, launched grenades. cx.order.special"""

from __future__ import annotations

from starfray.engine.rules import Table, Tally, apart, known_distance
from starfray.engine.walls import short_of_walls
from starfray.rulebooks.compound_x.damage import Blow, stun, take_damage
from starfray.rulebooks.compound_x.dice import HIT, banded
from starfray.rulebooks.compound_x.engagement import behind_barrier
from starfray.rulebooks.compound_x.grenades import blast_grenade, blast_rocket, scattered, spot, toss_over
from starfray.rulebooks.compound_x.health import lose_aim
from starfray.rulebooks.compound_x.miss_chance import Line
from starfray.rulebooks.compound_x.state import CompoundX, Fighter, Weapon, in_order, unnoticed
from starfray.rulebooks.compound_x.stats import stat_check
from starfray.rulebooks.compound_x.volley import STEALTH, accuracy_roll, after_shots, blow_of, stands_open

ARC = 3.0  # metres a bolt jumps
ARC_DAMAGE = 70


def fire_special(state: CompoundX, table: Table, actor: Fighter, target: Fighter, gun: Weapon, line: Line) -> None:
    table.emit("cx.order.special", actor.id, target.id, note=gun.name)
    dives = stands_open(state, actor, target)
    if line.miss is None:
        gun.rounds -= min(gun.rounds, 2 * gun.pairs or 1)
        table.emit(line.beyond, actor.id, target.id)  # cx.ruling.out-of-range
    elif gun.shape == "pairs":
        pairs(state, table, actor, target, gun, line)
    elif gun.shape in ("blast", "grenade"):
        launch(state, table, actor, target, gun, line)
    else:
        gun.rounds -= 1
        if accuracy_roll(state, table, actor, target, gun, line.miss, line.damage, lucky=False) & HIT:
            if gun.shape == "lightning":
                lightning(state, table, actor, target, gun, line)
            else:
                flak(state, table, actor, target, gun, line)
    after_shots(state, table, actor, target, gun, dives)


def pairs(state: CompoundX, table: Table, actor: Fighter, target: Fighter, gun: Weapon, line: Line) -> None:
    """One accuracy die for two bullets, a damage step for each of them."""
    assert line.miss is not None
    count = min(gun.pairs, (gun.rounds + 1) // 2)
    once = state.ruling("stealth-per-shot") == "first"
    for pair in range(count):
        table.merge("cx.order.special", (actor.id, target.id, gun.key, pair, count, line.miss.total, line.damage))
        bullets = min(2, gun.rounds)
        gun.rounds -= bullets
        if accuracy_roll(state, table, actor, target, gun, line.miss, line.damage, lucky=False) & HIT:
            for bullet in range(bullets):
                table.merge(
                    "cx.order.special", (actor.id, target.id, gun.key, pair, count, line.miss.total, line.damage, bullet)
                )
                stealthy = line.stealthy and not (once and (pair or bullet))
                take_damage(state, table, target, blow_of(table, gun, line.damage, actor, stealthy=stealthy))
        if gun.jammed:
            table.emit("cx.ruling.jam-shot", actor.id, note=gun.name)
            return


def lightning(state: CompoundX, table: Table, actor: Fighter, target: Fighter, gun: Weapon, line: Line) -> None:
    """The primary, then perhaps the nearest within 3 m, then the checks against stun, primary first."""
    take_damage(state, table, target, blow_of(table, gun, line.damage, actor, stealthy=line.stealthy))
    struck = [target]
    reach = [each for each in in_order(state) if each not in (target, actor) and within(state, target, each, ARC)]
    if reach:
        second = min(reach, key=lambda each: known_distance(state, target, each) or 0.0)
        table.merge("cx.order.special", (actor.id, target.id, second.id, "arc"))
        if table.roll("cx.order.special", actor.id, banded(100, -50, 50)) == 0:
            take_damage(state, table, second, blow_of(table, gun, ARC_DAMAGE, actor, stealthy=unnoticed(state, actor, second)))
            struck.append(second)
    for place, victim in enumerate(struck):
        table.merge("cx.order.special", (actor.id, target.id, len(struck), "stun", place))
        if victim.awake and not stat_check(table, victim, "fortitude", gun.stun_dc, "cx.presumed.stat-check"):
            stun(table, victim)


def flak(state: CompoundX, table: Table, actor: Fighter, target: Fighter, gun: Weapon, line: Line) -> None:
    """Fragments: three hits on armour; in the second bracket on all within 1 m, in the third within 2 m. A shell: one each."""
    radius = gun.radius if gun.shape == "burst-shell" else float(line.place)
    hits = 1 if gun.shape == "burst-shell" else 3
    victims = [each for each in in_order(state) if each is target or within(state, target, each, radius)]
    for place, victim in enumerate(victims):
        damage = line.damage if victim is target or not gun.beside else gun.beside
        lost = 0
        for hit in range(hits):
            table.merge("cx.order.special", (actor.id, target.id, place, hit, line.damage, line.place, lost > 0))
            tally = Tally(table.explains)
            tally.add(damage, "cx.stealth.base-damage", gun.name)
            if hit == 0 and unnoticed(state, actor, victim):  # cx.ruling.grenade-blast: once per victim
                tally.add(STEALTH, "cx.stealth.ranged-damage")
            lost += take_damage(state, table, victim, Blow(tally, gun.type, gun.apl, actor.id, "blast"))
        if lost and gun.type == "explosive":
            lose_aim(table, victim, "cx.ruling.aim-thrown")


def within(state: CompoundX, target: Fighter, other: Fighter, radius: float) -> bool:
    """Near enough to be hit as well, with nothing impenetrable between. cx.suppression.barrier"""
    metres = known_distance(state, target, other)
    in_radius = radius > 0 and metres is not None and metres <= radius
    return in_radius and not other.dead and not other.out and not behind_barrier(state, target.id, other.id)


def launch(state: CompoundX, table: Table, actor: Fighter, target: Fighter, gun: Weapon, line: Line) -> None:
    """At the point where the target stands; a miss scatters like a grenade, and without a map it is lost.

    cx.ruling.launcher-miss
    """
    assert line.miss is not None
    gun.rounds -= 1
    shown = table.roll("cx.ranged.attack-roll", actor.id, toss_over(state, line.miss.total), line.miss)
    point = target.at
    if shown < 2:
        table.cite("cx.ruling.launcher-miss")
        if point is None or actor.at is None:
            table.emit("cx.ranged.attack-roll", actor.id, target.id, note="misses")
            return
        aimed_at = point
        point = scattered(table, actor, actor.at, point, near=shown == 1, short=gun.short_scatter)
        point = short_of_walls(state, aimed_at, point, on_foot=False)
    if point is not None and target.at is not None:
        off = round(apart(target.at, point))
        table.emit("cx.grenade.lands", actor.id, number=off, note=f"{gun.name} at {spot(point)}")
    blast = blast_rocket if gun.shape == "blast" else blast_grenade
    blast(state, table, actor, target, gun, point)
