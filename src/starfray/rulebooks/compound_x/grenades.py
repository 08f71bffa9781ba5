"""Grenades and blasts: cooking, the throw at a point, scatter, diving away, and what each ring does. cx.order.grenade"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from starfray.engine.dice import Fixed, Weighted
from starfray.engine.rules import Action, ActionKind, Content, Field, Option, Refused, Table, Tally, flag, from_plain, something
from starfray.engine.scene import Point, apart, bearing
from starfray.engine.walls import short_of_walls, wall_between, wall_in_way
from starfray.rulebooks.compound_x.conditions import add_stacks, stacks_of
from starfray.rulebooks.compound_x.damage import Blow, stun, take_damage
from starfray.rulebooks.compound_x.dice import FAIL, LOW, at_least, banded, group_faces, summed
from starfray.rulebooks.compound_x.engagement import moved, wall_to, why_no_space
from starfray.rulebooks.compound_x.health import lose_aim
from starfray.rulebooks.compound_x.interrupts import Declaration, interrupts, show, undertake
from starfray.rulebooks.compound_x.items import Dart, Grenade, Ring
from starfray.rulebooks.compound_x.miss_chance import FLOOR, of_the_shooter
from starfray.rulebooks.compound_x.movement_rates import metres_for
from starfray.rulebooks.compound_x.state import (
    ACTIONS,
    ADJACENT,
    Cloud,
    CompoundX,
    Fighter,
    Weapon,
    fighter,
    free_to_react,
    grapple_of,
    in_order,
    off_hand_fault,
    pay,
    spend_breath,
    throw_away,
    unnoticed,
    usable_items,
)
from starfray.rulebooks.compound_x.stats import EXPLOSIVES, combat_modifier, is_blind, saving_throw, skill_check, why_unskilled
from starfray.rulebooks.compound_x.volley import STEALTH, reveal, to_beat

SHORT = -2  # cx.grenade.short
KICK_DC = 50  # cx.ruling.grenade-kick
WAYS = {"east": 0.0, "north": 90.0, "west": 180.0, "south": 270.0}


@dataclass(frozen=True, slots=True)
class Cook(Action):
    """Hold a live grenade for an Action: nobody will dodge it."""

    KIND: ClassVar[str] = "cook"
    grenade: str = ""


@dataclass(frozen=True, slots=True)
class Lob(Action):
    """A grenade at a point."""

    KIND: ClassVar[str] = "lob"
    at: Point
    grenade: str = ""
    blind: bool = False


class Toss(Fixed):
    """d10 over the miss chance: 0 far off, 1 short by one step, 2 on target, 3 on target with a natural 10."""

    __slots__ = ("miss", "wide")

    def __init__(self, miss: int, wide: bool) -> None:
        super().__init__(f"d10>{miss} toss", 1, 10)
        self.goal = at_least(miss + 1)
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
    return Toss(to_beat(state, miss), state.ruling("grenade-near") == "wide")


def longest(actor: Fighter, grenade: Grenade) -> int:
    """The item's maximum for this thrower. cx.ruling.grenade-short"""
    return grenade.base + 2 * max(actor.stats.dexterity, actor.stats.strength)


def grenade_of(actor: Fighter, key: str) -> Grenade:
    held = [each for each in actor.grenades if each.in_hand and key in ("", each.key)]
    if not held:
        raise Refused(
            "cx.actions.draw",
            f"{actor.id} has no such grenade in hand",
            [f"draw {each.key}" for each in actor.grenades if each.count],
        )
    if actor.skills.get("weapons-explosives", 0) < EXPLOSIVES:
        raise Refused("cx.grenade.skill", f"a grenade takes Weapons - Explosives {EXPLOSIVES}", [])
    fault = off_hand_fault(actor, held[0])
    if fault is not None:
        raise fault
    return held[0]


def check_hunkered(actor: Fighter, blind: bool) -> None:
    """Curled up one neither fires nor throws, except blind. cx.stance.hunker"""
    if actor.hunkered and not blind:
        raise Refused("cx.stance.hunker", f"{actor.id} is hunkered down", ["blind=yes", "unhunker"])


def blind_field(actor: Fighter) -> Field:
    if actor.hunkered:
        return Field("blind", "choice", [Option("yes", "without looking: +6")])
    return flag("blind", "round cover, without looking: +6")


def add_luck(tally: Tally, actor: Fighter, blind: bool) -> None:
    """Without looking luck helps, too. cx.blind.composition"""
    if blind:
        tally.add_part(-combat_modifier(actor.stats.luck), "cx.blind.composition", "LUC")


def add_blind(tally: Tally, blind: bool) -> None:
    if blind:
        tally.add(6, "cx.blind.penalty", "blind")


def cook(state: CompoundX, table: Table, action: Cook) -> None:
    """An Action with the pin out; the throw must follow in the same turn. cx.grenade.cook"""
    actor = fighter(state, action.actor)
    grenade = grenade_of(actor, action.grenade)
    if grenade.cooked or grenade.placed:
        raise Refused("cx.grenade.cook", f"the {grenade.name} cannot be cooked now", ["lob"])
    if actor.actions < 2:
        raise Refused("cx.grenade.cook", "the throw must follow in the same turn", ["lob"])
    if undertake(state, table, Declaration("acts", actor)):
        grenade.cooked = True
        table.emit("cx.grenade.cook", actor.id, note=grenade.name)


def grenade_fields(state: CompoundX, actor: Fighter, content: Content) -> list[Field]:
    held = [grenade for grenade in actor.grenades if grenade.in_hand]
    return [something("grenade", held, required=len(held) > 1)]


COOK = ActionKind(Cook, cook, "cx.grenade.cook", 1, group="ranged", fields=grenade_fields)


def lob(state: CompoundX, table: Table, action: Lob) -> None:
    """At a point: accuracy, scatter on a miss, then those near it dive, then the rings. cx.order.grenade"""
    actor = fighter(state, action.actor)
    grenade = grenade_of(actor, action.grenade)
    if grenade.placed:
        raise Refused("cx.grenade.cook", f"the {grenade.name} is set, not thrown", ["set-charge"])
    if actor.at is None:
        raise Refused("cx.grenade.short", f"{actor.id} has no place on the map", [])
    far = longest(actor, grenade)
    check_hunkered(actor, action.blind)
    metres = apart(actor.at, action.at)
    if metres > far + 1e-9:
        raise Refused("cx.ruling.grenade-short", f"{metres:.1f} m is further than {far} m", [f"{far} m"])
    blocked = wall_to(state, actor, action.at)
    if blocked is not None:
        raise blocked
    table.allowed()
    pay(actor, 1, breath=False)
    shown = action.blind or show(state, table, actor)
    if shown and interrupts(state, table, Declaration("throws", actor, item=grenade)):
        toss(state, table, actor, grenade, action.at, blind=action.blind)
    spend_breath(actor, 1)


def lob_fields(state: CompoundX, actor: Fighter, content: Content) -> list[Field]:
    far = max((longest(actor, grenade) for grenade in actor.grenades if grenade.in_hand), default=10)
    return [Field("at", "point", high=far, centre=actor.at), *grenade_fields(state, actor, content), blind_field(actor)]


LOB = ActionKind(
    Lob, lob, "cx.grenade.skill", 1, group="ranged", fields=lob_fields,
    hints=("cx.grenade.reflex", "cx.ruling.reflex-modifier"),
)  # fmt: skip


def toss(state: CompoundX, table: Table, actor: Fighter, grenade: Grenade, at: Point, *, blind: bool = False) -> None:
    assert actor.at is not None
    far, metres = longest(actor, grenade), apart(actor.at, at)
    seen_by_none = all(unnoticed(state, actor, each) for each in in_order(state) if each.side != actor.side and each.awake)
    tally = toss_line(state, table, actor, grenade, metres < far / 2, stealthy=seen_by_none, blind=blind)
    throw_away(actor, grenade)
    cooked, grenade.cooked = grenade.cooked, False
    shown = table.roll("cx.thrown.accuracy", actor.id, toss_over(state, tally.total), tally)
    point = at
    if shown < 2:
        table.cite("cx.ruling.grenade-within-one")
        point = short_of_walls(state, at, scattered(table, actor, actor.at, point, near=shown == 1), on_foot=False)
    table.emit("cx.grenade.lands", actor.id, number=round(apart(at, point)), note=f"{grenade.name} at {spot(point)}")
    figures = (point, grenade.key, cooked, shown == 3)
    table.merge("cx.order.grenade", figures)
    table.enter(figures)
    burst(state, table, actor, grenade, point, cooked=cooked, direct=shown == 3, stealthy=True)
    table.leave()
    reveal(table, actor)


def toss_line(
    state: CompoundX, table: Table, actor: Fighter, grenade: Grenade, short: bool, *, stealthy: bool, blind: bool = False
) -> Tally:
    """cm(PER), the short throw, and what spoils the thrower's hand; cover does not matter, and it is never hip fire.

    cx.ruling.grenade-per, cx.order.modifier-scope, cx.ruling.thrown-aim
    """
    tally = Tally(table.explains)
    tally.add(grenade.miss, "cx.ranged.brackets", grenade.name)
    tally.add_part(-combat_modifier(actor.stats.perception), "cx.ruling.grenade-per", "PER")
    add_luck(tally, actor, blind)
    tally.drop_fractions("cx.combatmod.drop-decimals")
    if short:
        tally.add(SHORT, "cx.grenade.short")  # cx.ruling.grenade-short
    if tally.total < FLOOR:
        tally.add(FLOOR - tally.total, "cx.limits.min-miss-chance")
    if stealthy and not grenade.effect:
        tally.add(-1, "cx.stealth.ranged-miss", "stealth attack")
    add_blind(tally, blind)
    of_the_shooter(state, tally, actor)
    return tally


def scattered(table: Table, actor: Fighter, start: Point, aimed: Point, *, near: bool, short: bool = False) -> Point:
    """d4 or d10 metres off, in a direction by d8: 1 straight on, then clockwise. cx.ruling.grenade-direction"""
    rule = "cx.grenade.scatter-near" if near else "cx.grenade.scatter-far"
    if short:
        metres = min(4, -(-table.roll(rule, actor.id, summed(1, 10, LOW)) // 2))
    else:
        metres = table.roll(rule, actor.id, summed(1, 4 if near else 10, LOW))
    way = table.roll("cx.ruling.grenade-direction", actor.id, summed(1, 8, "1 is straight on, then clockwise"))
    return moved(aimed, bearing(start, aimed) - 45 * (way - 1), metres)


def spot(point: Point) -> str:
    return f"{point[0]:g},{point[1]:g}"


# --- the burst ----------------------------------------------------------------------------------------------------
def burst(
    state: CompoundX,
    table: Table,
    actor: Fighter,
    grenade: Grenade,
    point: Point,
    *,
    cooked: bool,
    direct: bool,
    stealthy: bool,
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
    if not cooked and not grenade.placed:
        point = kicked_away(state, table, grenade, point)
    dodged: list[str] = []
    if cooked:
        table.emit("cx.grenade.cook", actor.id, note="nobody can dodge it")
    else:
        dodged = dives(state, table, grenade, point, radius, rings)
    if grenade.effect == "flash":
        flash(state, table, grenade, point, radius, dodged)
    elif grenade.effect != "":
        kind: Literal["smoke", "gas", "chem"] = grenade.effect
        state.clouds.append(Cloud(kind=kind, radius=radius, rounds=grenade.rounds, damage=grenade.damage, at=point))
        table.emit("cx.order.grenade", actor.id, number=grenade.rounds, note=grenade.name)
    else:
        reached = within_rings(state, rings, point)
        explode(state, table, actor, reached, rings, grenade.type, grenade.apl, grenade.name, stealthy, grenade.save_dc)


def shot_down(state: CompoundX, table: Table, point: Point) -> bool:
    """Point defence: once per own turn, for nanites, a chance to destroy an explosive within reach. cx.adv.modules"""
    for place, guard in enumerate(in_order(state)):
        key = next((each for each in guard.modules if table.content.entry("modules", each).get("kind") == "point-defence"), "")
        if not key or guard.defended or not guard.awake or guard.at is None:
            continue
        row = table.content.entry("modules", key)
        cost = int(row["nanites"])
        reaches = apart(guard.at, point) <= float(row["within"]) + 1e-9 and open_to(state, point, guard.at)
        if not reaches or guard.nanites < cost:
            continue
        table.merge("cx.adv.modules", ("point-defence", place, point))
        if not table.confirm(
            "cx.adv.modules",
            guard.id,
            f"Pay {cost} of {guard.nanites} nanites for the point defence?",
            "yes",
            facts={"nanites": guard.nanites, "cost": cost, "chance": int(row["chance"])},
        ):
            continue
        guard.nanites, guard.defended = guard.nanites - cost, True
        table.emit("cx.presumed.nanites", guard.id, number=guard.nanites)
        if table.roll("cx.adv.modules", guard.id, banded(100, -int(row["chance"]), int(row["chance"]))) == 0:
            table.emit("cx.adv.modules", guard.id, note="it is shot out of the air")
            return True
    return False


def kicked_away(state: CompoundX, table: Table, grenade: Grenade, point: Point) -> Point:
    """Where it goes off in the end: an acrobat who stands beside it may boot it away, a Reaction and an Acrobatics check.

    cx.ruling.grenade-kick, cx.opportunity.skill
    """
    for place, kicker in enumerate(in_order(state)):
        at = kicker.at
        if at is None or not reached_at(state, point, at, ADJACENT) or not free_to_react(state, kicker) or is_blind(kicker):
            continue
        trained = kicker.skills.get("acrobatics", 0) > 0 and why_unskilled(state, kicker, "acrobatics", "dexterity") is None
        if kicker.stance == "prone" or kicker.hunkered or not trained:
            continue
        table.merge("cx.ruling.grenade-kick", (place, point))
        far = kicker.stats.strength * 3 // 4  # cx.kick.distance
        ways = {"away": bearing(at, point) if apart(at, point) > 1e-6 else kicker.facing or 0.0, **WAYS}
        options = [Option("no", "leave it"), *(Option(way, f"{far} m {way}", "cx.ruling.grenade-kick") for way in ways)]
        way = table.choose("cx.ruling.grenade-kick", kicker.id, options, f"Kick the {grenade.name} away?", "no")
        if way == "no":
            continue
        kicker.reactions -= 1
        table.emit("cx.reaction.limit", kicker.id, number=kicker.reactions)
        if skill_check(table, kicker, "acrobatics", "dexterity", KICK_DC, "cx.ruling.grenade-kick") == FAIL:
            continue
        point = short_of_walls(state, point, moved(point, ways[way], far), on_foot=False)
        table.emit("cx.ruling.grenade-kick", kicker.id, number=far, note=f"{grenade.name} at {spot(point)}")
        return point
    return point


def rings_of(state: CompoundX, grenade: Grenade) -> list[Ring]:
    """Walls throw a blast back: indoors the first ring of some reaches further."""
    if not state.indoors or not grenade.indoors:
        return grenade.rings
    return [replace(grenade.rings[0], within=grenade.indoors), *grenade.rings[1:]]


def impact(state: CompoundX, table: Table, victim: Fighter) -> None:
    """d10 fire damage to whoever stands on the very point. cx.ruling.grenade-impact"""
    tally = Tally(table.explains)
    tally.add(table.roll("cx.ruling.grenade-impact", victim.id, summed(1, 10, LOW)), "cx.ruling.grenade-impact")
    take_damage(state, table, victim, Blow(tally, "fire"))


def hits_at(rings: list[Ring], point: Point, at: Point) -> int:
    """The place of the ring, 0 innermost; the number of rings outside all of them."""
    metres = apart(point, at)
    return next((place for place, ring in enumerate(rings) if metres <= ring.within + 1e-9), len(rings))


def open_to(state: CompoundX, point: Point, at: Point | None) -> bool:
    """No wall keeps the blast from there. cx.ruling.wall"""
    return not state.scene.walls or wall_between(state, point, at) is None


def reached_at(state: CompoundX, point: Point, at: Point | None, radius: float) -> bool:
    return at is not None and apart(at, point) <= radius + 1e-9 and open_to(state, point, at)


def within_rings(state: CompoundX, rings: list[Ring], point: Point) -> list[tuple[Fighter, int]]:
    """Who is in which ring, in initiative order."""
    there = [each for each in in_order(state) if not each.dead and not each.out]
    rows = [(each, hits_at(rings, point, each.at)) for each in there if open_to(state, point, each.at) and each.at is not None]
    return [(each, number) for each, number in rows if number < len(rings)]


def dives(state: CompoundX, table: Table, grenade: Grenade, point: Point, radius: float, rings: list[Ring]) -> list[str]:
    """Everybody in the area may try to get away. cx.ruling.grenade-dodge; the flash is dodged on the spot."""
    saved: list[str] = []
    near = [each for each in in_order(state) if each.able and reached_at(state, point, each.at, radius)]
    for place, victim in enumerate(near):
        table.merge("cx.order.grenade", (point, "dive", place, tuple(saved)))
        if grenade.effect == "flash" and victim.eyes_shut:
            continue  # nothing to dodge
        amount, rule, note = reflex_modifier(state, victim, grenade)
        if not saving_throw(table, victim, "reflex", grenade.dodge, "cx.ruling.grenade-dodge", amount, rule, note):
            continue
        saved.append(victim.id)
        if grenade.effect != "flash":
            dive(state, table, victim, point, radius, rings)
    return saved


def reflex_modifier(state: CompoundX, victim: Fighter, grenade: Grenade) -> tuple[int, str, str]:
    """Grenades and throwing weapons slow whoever wields them; by a ruling they are hard to dodge. cx.ruling.reflex-modifier"""
    if state.ruling("reflex-modifier") == "dodger":
        return grenade.reflex, "cx.grenade.reflex", grenade.name
    wielded = [each for each in usable_items(victim) if isinstance(each, Dart | Grenade)]
    worst = min(wielded, key=lambda each: each.reflex, default=None)
    if worst is None:
        return 0, "", ""
    return worst.reflex, "cx.grenade.reflex" if isinstance(worst, Grenade) else "cx.thrown.reflex", worst.name


def dive(state: CompoundX, table: Table, victim: Fighter, point: Point, radius: float, rings: list[Ring]) -> None:
    """Up to one Action's movement, prone, at the cost of the next turn's first Action."""
    far = metres_for(state, victim, 1)
    assert victim.at is not None
    if not far or victim.restrained or grapple_of(state, victim) is not None:
        return
    away = bearing(point, victim.at) if apart(point, victim.at) > 1e-6 else 0.0
    places = {"away": away, **WAYS}
    there = moved(victim.at, away, far)
    ends = {way: moved(victim.at, angle, far) for way, angle in places.items()}
    places = {
        way: angle
        for way, angle in places.items()
        if why_no_space(state, victim, ends[way]) is None and wall_in_way(state, victim.at, (ends[way],)) is None
    }
    options = [Option(way, f"dive {far} m {way}", "cx.ruling.grenade-dodge") for way in places]
    options.append(Option("stay", "stay on one's feet"))
    better = apart(point, there) > radius if not rings else hits_at(rings, point, there) > hits_at(rings, point, victim.at)
    best = "away" if better and "away" in places else "stay"
    way = table.choose("cx.ruling.grenade-dodge", victim.id, options, "Dive?", best)
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
    actor: Fighter,
    reached: list[tuple[Fighter, int]],
    rings: list[Ring],
    kind: str,
    apl: int,
    name: str,
    stealthy: bool,
    save_dc: int,
) -> None:
    """Each victim takes the hits of its ring one by one, never critical, then saves, then stacks.

    cx.ruling.grenade-blast, cx.ruling.crit-area

    `reached`: who is in which ring. `stealthy`: those who have no idea of the attacker take more. cx.stealth.ranged-damage
    """
    where = tuple((victim.id, number) for victim, number in reached)
    for place, (victim, number) in enumerate(reached):
        ring = rings[number]
        lost, burns = 0, stacks_of(victim, "plasma-burn")
        for hit in range(ring.hits):
            burnt = stacks_of(victim, "plasma-burn") > burns
            table.merge("cx.order.grenade", (where, place, hit, lost > 0, burnt, stealthy))
            tally = Tally(table.explains)
            tally.add(ring.damage, "cx.stealth.base-damage", name)
            if stealthy and hit == 0 and unnoticed(state, actor, victim):
                tally.add(STEALTH, "cx.stealth.ranged-damage")
            blow = Blow(tally, "ballistic", apl, actor.id, "blast")
            blow.type = "explosive" if kind == "explosive" else "plasma" if kind == "plasma" else "ballistic"
            blow.plasma_burn = 0 if burnt else ring.plasma_burn  # the first to get through leaves them: cx.ruling.plasma-riders
            lost += take_damage(state, table, victim, blow)
        if save_dc and victim.awake and not saving_throw(table, victim, "shock", save_dc, "cx.presumed.saves"):
            stun(table, victim)
        if lost:
            add_stacks(table, victim, "bleeding", ring.bleed)
            lose_aim(table, victim, "cx.aim.cease.thrown")


def flash(state: CompoundX, table: Table, grenade: Grenade, point: Point, radius: float, dodged: list[str]) -> None:
    """Awareness or blind for two rounds; eyes that are shut see nothing of it."""
    near = [each for each in in_order(state) if each.able and reached_at(state, point, each.at, radius)]
    for place, victim in enumerate(near):
        table.merge("cx.order.grenade", (point, "flash", place, tuple(dodged)))
        if victim.id in dodged:
            add_stacks(table, victim, "dazzled", 1, grenade.rounds)
            continue
        if victim.eyes_shut:
            table.emit("cx.free.def", victim.id, note="eyes shut, sees nothing of it")
        elif not saving_throw(table, victim, "awareness", grenade.save_dc, "cx.presumed.saves"):
            add_stacks(table, victim, "blind", 1, grenade.rounds + 1)
            lose_aim(table, victim, "cx.aim.cease.impaired")


# --- what guns throw ----------------------------------------------------------------------------------------------
def blast_rocket(state: CompoundX, table: Table, actor: Fighter, target: Fighter, gun: Weapon, point: Point | None) -> None:
    """Without a map it reaches the one it was fired at, and nobody else is known to be near."""
    if point is not None and shot_down(state, table, point):
        return
    rings = [Ring(within=gun.radius, hits=1, damage=gun.damage)]
    reached = within_rings(state, rings, point) if point is not None else [(target, 0)]
    explode(state, table, actor, reached, rings, "explosive", gun.apl, gun.name, True, gun.stun_dc)


def blast_grenade(state: CompoundX, table: Table, actor: Fighter, target: Fighter, gun: Weapon, point: Point | None) -> None:
    """40 mm grenades reach a metre less and go off on impact: nobody dodges them."""
    key = gun.grenade or "frag"
    grenade = from_plain(Grenade, {"key": key, **table.content.entry("grenades", key)}, "grenades")
    grenade.rings = [replace(ring, within=max(0.5, ring.within - 1)) for ring in grenade.rings]
    grenade.radius = max(0.0, grenade.radius - 1)
    if point is not None:
        burst(state, table, actor, grenade, point, cooked=True, direct=False, stealthy=True)
    elif grenade.rings:
        rings, figures = grenade.rings, (grenade.type, grenade.apl, grenade.name)
        explode(state, table, actor, [(target, 0)], rings, *figures, True, grenade.save_dc)
