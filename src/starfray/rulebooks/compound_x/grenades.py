"""Grenades and blasts: cooking, the throw at a point, scatter, diving away, and what each ring does. cx.order.grenade"""

from __future__ import annotations

from typing import Literal

from starfray.engine.codec import from_plain
from starfray.engine.dice import Fixed, Weighted, bands, total
from starfray.engine.errors import Refused
from starfray.engine.scene import Point, apart, bearing
from starfray.engine.table import Table
from starfray.engine.values import Option, Tally
from starfray.rulebooks.compound_x.actions import Cook, Lob
from starfray.rulebooks.compound_x.armour import Blow, stun, take_hit
from starfray.rulebooks.compound_x.conditions import add_stacks, stacks_of
from starfray.rulebooks.compound_x.dice import group_faces
from starfray.rulebooks.compound_x.engagement import moved
from starfray.rulebooks.compound_x.health import lose_aim
from starfray.rulebooks.compound_x.items import Grenade, Ring
from starfray.rulebooks.compound_x.misschance import FLOOR, of_the_shooter
from starfray.rulebooks.compound_x.pace import metres_for
from starfray.rulebooks.compound_x.shooting import STEALTH, reveal, to_beat
from starfray.rulebooks.compound_x.state import (
    ACTIONS,
    Cloud,
    CompoundX,
    Fighter,
    Weapon,
    fighter,
    grapple_of,
    in_order,
    off_hand_fault,
    pay,
    spend_breath,
    throw_away,
    unnoticed,
)
from starfray.rulebooks.compound_x.stats import combat_modifier, saving_throw

SKILL = 6  # cx.grenade.skill
SHORT = -2  # cx.grenade.short
WAYS = {"east": 0.0, "north": 90.0, "west": 180.0, "south": 270.0}


class Toss(Fixed):
    """d10 over the miss chance: 0 far off, 1 short by one step, 2 on target, 3 on target with a natural 10."""

    __slots__ = ("miss", "wide")

    def __init__(self, miss: int, wide: bool) -> None:
        super().__init__(f"d10>{miss} toss", 1, 10)
        self.miss = miss
        self.wide = wide  # 'within one step' reaches one further down: cx.ruling.grenade-within-one

    def read(self, faces: list[int]) -> int:
        face = faces[0]
        if face > self.miss:
            return 3 if face == 10 else 2
        return 1 if face >= self.miss - (1 if self.wide else 0) else 0

    def find_classes(self) -> list[Weighted]:
        return group_faces(self, 10)


def toss_over(state: CompoundX, miss: int) -> Toss:
    return Toss(to_beat(state, miss), state.rulings.get("grenade-near", "exact") == "wide")


def longest(one: Fighter, grenade: Grenade) -> int:
    """The item's maximum for this thrower. cx.ruling.grenade-short"""
    return grenade.base + 2 * max(one.stats.dexterity, one.stats.strength)


def grenade_of(one: Fighter, key: str) -> Grenade:
    held = [each for each in one.grenades if each.in_hand and key in ("", each.key)]
    if not held:
        raise Refused(
            "cx.actions.draw",
            f"{one.id} has no such grenade in hand",
            [f"draw {each.key}" for each in one.grenades if each.count],
        )
    if one.skills.get("weapons-explosives", 0) < SKILL:
        raise Refused("cx.grenade.skill", f"a grenade takes Weapons - Explosives {SKILL}", [])
    fault = off_hand_fault(one, held[0])
    if fault is not None:
        raise fault
    return held[0]


def cook(state: CompoundX, table: Table, act: Cook) -> None:
    """An Action with the pin out; the throw must follow in the same turn. cx.grenade.cook"""
    from starfray.rulebooks.compound_x.held import Happening
    from starfray.rulebooks.compound_x.interrupts import interrupts

    one = fighter(state, act.actor)
    grenade = grenade_of(one, act.grenade)
    if grenade.cooked or grenade.placed:
        raise Refused("cx.grenade.cook", f"the {grenade.name} cannot be cooked now", ["lob"])
    if one.actions < 2:
        raise Refused("cx.grenade.cook", "the throw must follow in the same turn", ["lob"])
    pay(one, 1, "cx.grenade.cook")
    if interrupts(state, table, Happening("acts", one)):
        grenade.cooked = True
        table.emit("cx.grenade.cook", one.id, note=grenade.name)


def lob(state: CompoundX, table: Table, act: Lob) -> None:
    """At a point: accuracy, scatter on a miss, then those near it dive, then the rings. cx.order.grenade"""
    from starfray.rulebooks.compound_x.held import Happening
    from starfray.rulebooks.compound_x.interrupts import interrupts

    one = fighter(state, act.actor)
    grenade = grenade_of(one, act.grenade)
    if grenade.placed:
        raise Refused("cx.grenade.cook", f"the {grenade.name} is set, not thrown", ["set-charge"])
    if one.at is None:
        raise Refused("cx.grenade.short", f"{one.id} has no place on the map", [])
    far = longest(one, grenade)
    metres = apart(one.at, act.at)
    if metres > far + 1e-9:
        raise Refused("cx.ruling.grenade-short", f"{metres:.1f} m is further than {far} m", [f"{far} m"])
    pay(one, 1, "cx.ruling.melee-action-cost", breath=False)
    if interrupts(state, table, Happening("throws", one, item=grenade)):
        toss(state, table, one, grenade, act.at)
    spend_breath(one, 1)


def toss(state: CompoundX, table: Table, one: Fighter, grenade: Grenade, at: Point) -> None:
    assert one.at is not None
    far, metres = longest(one, grenade), apart(one.at, at)
    seen_by_none = all(unnoticed(state, one, each) for each in in_order(state) if each.side != one.side and each.awake)
    tally = toss_line(state, table, one, grenade, metres < far / 2, stealthy=seen_by_none)
    throw_away(one, grenade)
    cooked, grenade.cooked = grenade.cooked, False
    shown = table.roll("cx.thrown.accuracy", one.id, toss_over(state, tally.total), tally)
    point = at
    if shown < 2:
        table.emit("cx.ruling.grenade-within-one", one.id)
        point = scattered(table, one, one.at, point, near=shown == 1)
    figures = (point, grenade.key, cooked, shown == 3)
    table.same("cx.order.grenade", figures)
    table.remember(figures)
    burst(state, table, one, grenade, point, cooked=cooked, direct=shown == 3, stealthy=True)
    table.forget()
    reveal(table, one)


def toss_line(state: CompoundX, table: Table, one: Fighter, grenade: Grenade, short: bool, *, stealthy: bool) -> Tally:
    """cm(PER), the short throw, and what spoils the thrower's hand; cover does not matter. cx.ruling.grenade-per"""
    tally = Tally(table.keeps)
    tally.add(grenade.miss, "cx.ranged.brackets", grenade.name)
    tally.add_part(-combat_modifier(one.stats.perception), "cx.ruling.grenade-per", "PER")
    tally.drop_fractions("cx.combatmod.drop-decimals")
    if short:
        tally.add(SHORT, "cx.grenade.short")
        tally.add(0, "cx.ruling.grenade-short")
    if tally.total < FLOOR:
        tally.add(FLOOR - tally.total, "cx.limits.min-miss-chance")
    if stealthy and not grenade.effect:
        tally.add(-1, "cx.stealth.ranged-miss")
    tally.add(0, "cx.order.modifier-scope")
    tally.add(0, "cx.ruling.thrown-aim", "never hip fire")
    of_the_shooter(state, tally, one)
    return tally


def scattered(table: Table, one: Fighter, start: Point, aimed: Point, *, near: bool, short: bool = False) -> Point:
    """d4 or d10 metres off, in a direction by d8: 1 straight on, then clockwise. cx.ruling.grenade-direction"""
    rule = "cx.grenade.scatter-near" if near else "cx.grenade.scatter-far"
    if short:
        metres = min(4, -(-table.roll(rule, one.id, total(1, 10)) // 2))
    else:
        metres = table.roll(rule, one.id, total(1, 4 if near else 10))
    way = table.roll("cx.ruling.grenade-direction", one.id, total(1, 8))
    return moved(aimed, bearing(start, aimed) - 45 * (way - 1), metres)


# --- the burst ----------------------------------------------------------------------------------------------------


def burst(
    state: CompoundX, table: Table, one: Fighter, grenade: Grenade, point: Point, *, cooked: bool, direct: bool, stealthy: bool
) -> None:
    """The impact die, the dives, then each victim in initiative order by its place after diving."""
    if not grenade.placed and shot_down(state, table, point):
        return
    rings = rings_of(state, grenade)
    radius = grenade.radius or max((ring.within for ring in rings), default=0.0)
    there = [each for each in in_order(state) if each.at is not None and not each.dead and not each.out]
    on_the_spot = [each for each in there if each.at is not None and apart(each.at, point) < 0.5]
    if direct and on_the_spot:
        impact(state, table, on_the_spot[0])
    dodged: list[str] = []
    if cooked:
        table.emit("cx.grenade.cook", one.id, note="nobody can dodge it")
    else:
        dodged = dives(state, table, grenade, point, radius, rings)
    if grenade.effect == "flash":
        flash(state, table, grenade, point, radius, dodged)
    elif grenade.effect != "":
        kind: Literal["smoke", "gas", "chem"] = grenade.effect
        state.clouds.append(Cloud(kind=kind, radius=radius, rounds=grenade.rounds, damage=grenade.damage, at=point))
        table.emit("cx.order.grenade", one.id, number=grenade.rounds, note=grenade.name)
    else:
        explode(state, table, one, point, rings, grenade.type, grenade.apl, grenade.name, stealthy, grenade.save_dc)


def shot_down(state: CompoundX, table: Table, point: Point) -> bool:
    """Point defence: once per own turn, for nanites, a chance to destroy an explosive within reach. cx.adv.modules"""
    for place, one in enumerate(in_order(state)):
        key = next((each for each in one.modules if table.content.entry("modules", each).get("kind") == "point-defence"), "")
        if not key or one.defended or not one.awake or one.at is None:
            continue
        row = table.content.entry("modules", key)
        cost = int(row["nanites"])
        if apart(one.at, point) > float(row["within"]) + 1e-9 or one.nanites < cost:
            continue
        table.same("cx.adv.modules", ("point-defence", place, point))
        if not table.confirm(
            "cx.adv.modules",
            one.id,
            f"Pay {cost} of {one.nanites} nanites for the point defence?",
            "yes",
            facts={"nanites": one.nanites, "cost": cost, "chance": int(row["chance"])},
        ):
            continue
        one.nanites, one.defended = one.nanites - cost, True
        table.emit("cx.presumed.nanites", one.id, number=one.nanites)
        if table.roll("cx.adv.modules", one.id, bands(1, 100, int(row["chance"]))) == 0:
            table.emit("cx.adv.modules", one.id, note="it is shot out of the air")
            return True
    return False


def rings_of(state: CompoundX, grenade: Grenade) -> list[Ring]:
    """Walls throw a blast back: indoors the first ring of some reaches further."""
    if not state.indoors or not grenade.indoors:
        return grenade.rings
    first = grenade.rings[0]
    wider = Ring(within=grenade.indoors, hits=first.hits, damage=first.damage, bleed=first.bleed, plasma_burn=first.plasma_burn)
    return [wider, *grenade.rings[1:]]


def impact(state: CompoundX, table: Table, victim: Fighter) -> None:
    """d10 fire damage to whoever stands on the very point. cx.ruling.grenade-impact"""
    tally = Tally(table.keeps)
    tally.add(table.roll("cx.ruling.grenade-impact", victim.id, total(1, 10)), "cx.ruling.grenade-impact")
    take_hit(state, table, victim, Blow(tally, "fire"))


def hits_at(rings: list[Ring], point: Point, at: Point) -> int:
    """The place of the ring, 0 innermost; the number of rings outside all of them."""
    metres = apart(point, at)
    return next((place for place, ring in enumerate(rings) if metres <= ring.within + 1e-9), len(rings))


def dives(state: CompoundX, table: Table, grenade: Grenade, point: Point, radius: float, rings: list[Ring]) -> list[str]:
    """Everybody in the area may try to get away. cx.ruling.grenade-dodge; the flash is dodged on the spot."""
    saved: list[str] = []
    near = [each for each in in_order(state) if each.at is not None and each.able and apart(each.at, point) <= radius + 1e-9]
    for place, victim in enumerate(near):
        table.same("cx.order.grenade", (point, "dive", place, tuple(saved)))
        if grenade.effect == "flash" and victim.eyes_shut:
            continue  # nothing to dodge
        if not saving_throw(table, victim, "reflex", grenade.dodge, "cx.ruling.grenade-dodge"):
            continue
        saved.append(victim.id)
        if grenade.effect != "flash":
            dive(state, table, victim, point, radius, rings)
    return saved


def dive(state: CompoundX, table: Table, victim: Fighter, point: Point, radius: float, rings: list[Ring]) -> None:
    """Up to one Action's movement, prone, at the cost of the next turn's first Action."""
    far = metres_for(state, victim, 1)
    assert victim.at is not None
    if not far or victim.restrained or grapple_of(state, victim) is not None:
        return
    away = bearing(point, victim.at) if apart(point, victim.at) > 1e-6 else 0.0
    places = {"away": away, **WAYS}
    options = [Option(way, f"dive {far} m {way}", "cx.ruling.grenade-dodge") for way in places]
    options.append(Option("stay", "stay on one's feet"))
    there = moved(victim.at, away, far)
    better = apart(point, there) > radius if not rings else hits_at(rings, point, there) > hits_at(rings, point, victim.at)
    way = table.choose("cx.ruling.grenade-dodge", victim.id, options, "Dive?", "away" if better else "stay")
    if way == "stay":
        return
    victim.at = moved(victim.at, places[way], far)
    victim.stance, victim.hunkered, victim.cover = "prone", False, ""
    victim.owed = min(ACTIONS, victim.owed + 1)
    lose_aim(table, victim, "cx.ruling.aim-thrown")
    table.emit("cx.ruling.grenade-dodge", victim.id, number=far)


def explode(
    state: CompoundX,
    table: Table,
    one: Fighter,
    point: Point,
    rings: list[Ring],
    kind: str,
    apl: int,
    name: str,
    stealthy: bool,
    save_dc: int,
) -> None:
    """Each victim takes the hits of its ring one by one, then saves, then stacks. cx.ruling.grenade-blast

    `stealthy`: those who have no idea of the attacker take more. cx.stealth.ranged-damage
    """
    reached = [each for each in in_order(state) if each.at is not None and not each.dead and not each.out]
    for place, victim in enumerate(reached):
        assert victim.at is not None
        number = hits_at(rings, point, victim.at)
        if number == len(rings):
            continue
        ring = rings[number]
        lost, burns = 0, stacks_of(victim, "plasma-burn")
        for hit in range(ring.hits):
            burnt = stacks_of(victim, "plasma-burn") > burns
            table.same("cx.order.grenade", (point, place, number, hit, lost > 0, burnt, stealthy))
            tally = Tally(table.keeps)
            tally.add(ring.damage, "cx.stealth.base-damage", name)
            if stealthy and hit == 0 and unnoticed(state, one, victim):
                tally.add(STEALTH, "cx.stealth.ranged-damage")
            tally.add(0, "cx.ruling.grenade-blast")
            tally.add(0, "cx.ruling.crit-area")
            blow = Blow(tally, "ballistic", apl, one.id, "blast")
            blow.type = "explosive" if kind == "explosive" else "plasma" if kind == "plasma" else "ballistic"
            blow.plasma_burn = 0 if burnt else ring.plasma_burn  # the first to get through leaves them: cx.ruling.plasma-riders
            lost += take_hit(state, table, victim, blow)
        if save_dc and victim.awake and not saving_throw(table, victim, "shock", save_dc, "cx.presumed.saves"):
            stun(table, victim)
        if lost:
            add_stacks(table, victim, "bleeding", ring.bleed)
            lose_aim(table, victim, "cx.aim.cease.thrown")


def flash(state: CompoundX, table: Table, grenade: Grenade, point: Point, radius: float, dodged: list[str]) -> None:
    """Awareness or blind for two rounds; eyes that are shut see nothing of it."""
    near = [each for each in in_order(state) if each.at is not None and each.able and apart(each.at, point) <= radius + 1e-9]
    for place, victim in enumerate(near):
        table.same("cx.order.grenade", (point, "flash", place, tuple(dodged)))
        if victim.id in dodged:
            add_stacks(table, victim, "dazzled", 1, grenade.rounds)
            continue
        if victim.eyes_shut:
            table.emit("cx.free.def", victim.id, note="eyes shut, sees nothing of it")
        elif not saving_throw(table, victim, "awareness", grenade.save_dc, "cx.presumed.saves"):
            add_stacks(table, victim, "blind", 1, grenade.rounds + 1)
            lose_aim(table, victim, "cx.aim.cease.impaired")


# --- what guns throw ----------------------------------------------------------------------------------------------


def blast_rocket(state: CompoundX, table: Table, one: Fighter, gun: Weapon, point: Point) -> None:
    if shot_down(state, table, point):
        return
    ring = Ring(within=gun.radius, hits=1, damage=gun.damage)
    explode(state, table, one, point, [ring], "explosive", gun.apl, gun.name, True, gun.stun_dc)


def blast_grenade(state: CompoundX, table: Table, one: Fighter, gun: Weapon, point: Point) -> None:
    """40 mm grenades reach a metre less and go off on impact: nobody dodges them."""
    key = gun.grenade or "frag"
    grenade = from_plain(Grenade, {"key": key, **table.content.entry("grenades", key)}, "grenades")
    grenade.rings = [
        Ring(
            within=max(0.5, ring.within - 1), hits=ring.hits, damage=ring.damage, bleed=ring.bleed, plasma_burn=ring.plasma_burn
        )
        for ring in grenade.rings
    ]
    grenade.radius = max(0.0, grenade.radius - 1)
    burst(state, table, one, grenade, point, cooked=True, direct=False, stealthy=True)
