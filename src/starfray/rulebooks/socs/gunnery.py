"""The Fire Phase: all targets are named under seal, then gun by gun the gunner rolls and the target dodges.

Every shot sees the ships as they were when the phase began; damage waits until the last gun has fired.
socs.ruling.simultaneous
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from starfray.engine.rules import Action, ActionKind, Option, Table, Tally, total
from starfray.rulebooks.socs.core import CRITICAL, FAILURE, SUCCESS, hit_or_miss, plain_success
from starfray.rulebooks.socs.damage import COSMETIC, LIGHT, after_damage, take_damage
from starfray.rulebooks.socs.furball import announce, fired_on_friend, friend_hit, friends_in_reach, furball
from starfray.rulebooks.socs.ships import FIGHTER, PLANET, add_mr, dodge_barred, rank, size_rule
from starfray.rulebooks.socs.state import (
    RANGE_RULE,
    Gun,
    Ship,
    Socs,
    band,
    foes_of,
    gun_of,
    gunner_of,
    pilot_of,
    reaches,
    station,
)

SNAP_SHOT = -5  # socs.ab.snap-shot
AT_LOCATION = -4  # socs.ruling.locations
HOLD = "hold"


@dataclass(frozen=True, slots=True)
class Shot:
    """What a gunner has been told to do this turn."""

    ship: str
    gun: str
    target: str
    location: str = ""


@dataclass(slots=True)
class Damage:
    """What the guns have done so far: the worst level per ship, locations that Light hits disable, shots at friends."""

    worst: dict[str, int] = field(default_factory=dict)
    lost: list[tuple[str, str]] = field(default_factory=list)
    strayed: list[tuple[str, str]] = field(default_factory=list)  # (ship, gun): no Sustained AB. socs.ruling.friendly-fire

    def figures(self) -> tuple[object, ...]:
        worst = tuple(sorted(self.worst.items())) if self.worst else ()
        return worst, tuple(sorted(self.lost)) if self.lost else (), tuple(self.strayed)


@dataclass(frozen=True, slots=True)
class FirePhase(Action):
    KIND: ClassVar[str] = "fire-phase"


def fire_phase(state: Socs, table: Table, action: FirePhase) -> None:
    """socs.turn.sequence, part 1. Dice: socs.order.fire gun by gun, then socs.order.damage ship by ship."""
    table.emit("socs.turn.sequence", "gm", number=state.turn, note="Fire Phase")
    announce(state, table)
    shots = choose_targets(state, table)
    damage = Damage()
    named = tuple(shots)
    for index, shot in enumerate(shots):
        table.merge("socs.core.dice-order", (index, named, damage.figures()))
        fire(state, table, shot, damage)
    table.enter((named, damage.figures()))  # a ship that is shot to pieces has fired all the same: socs.ruling.simultaneous
    for ship in state.roster.values():
        if ship.id in damage.worst:
            table.merge("socs.order.damage", ship.id)
            take_damage(state, table, ship, damage.worst[ship.id], [place for who, place in damage.lost if who == ship.id])
    table.leave()
    sustain(state, table, [shot for shot in shots if (shot.ship, shot.gun) not in damage.strayed])
    after_damage(state, table, damage.worst)
    come_out(state, table, shots)
    for ship in state.roster.values():
        ship.no_fire, ship.auto_hit = False, ""
    state.phase = "maneuver"


def come_out(state: Socs, table: Table, shots: list[Shot]) -> None:
    """Whoever has fired from hiding is seen by all. socs.ruling.hidden-ends"""
    for ship in state.roster.values():
        if ship.hidden and any(shot.ship == ship.id for shot in shots):
            ship.hidden = False
            table.emit("socs.ruling.hidden-ends", ship.id)


FIRE_PHASE = ActionKind(FirePhase, fire_phase)


# --- naming targets --------------------------------------------------------------------------------------------
def choose_targets(state: Socs, table: Table) -> list[Shot]:
    """Every gun that can fire gets its target, all at once and under seal, before the first die."""
    ships: list[str] = []
    whos: list[str] = []
    offers: list[list[Option]] = []
    prompts: list[str] = []
    shared = False  # is there a fighter whose pilot is not its only gunner?
    for ship in state.roster.values():
        asked = questions(ship)
        shared = shared or (len(asked) > 1 and rank(ship) == FIGHTER)
        for guns in asked:
            options = [option for gun in guns for option in target_options(state, table, ship, gun)]
            if options:
                ships.append(ship.id)
                whos.append(station(ship, guns[0].gunner))
                offers.append([*options, Option(HOLD, "hold fire", "socs.ruling.gun-per-turn")])
                prompts.append(" or ".join(gun.name or gun.key for gun in guns) + ": fire at whom?")
            elif table.explains:
                explain_range(state, table, ship, guns)
        if table.explains:
            explain_silence(table, ship)
    if not whos:
        return []
    answers = table.choose_all("socs.fire.roll", whos, offers, prompts=prompts)
    told = [read_shot(ship, answer) for ship, answer in zip(ships, answers, strict=True) if answer != HOLD]
    return as_listed(state, told) if shared else told


def as_listed(state: Socs, told: list[Shot]) -> list[Shot]:
    """Guns fire in the order listed, whichever of his a pilot has picked. socs.ruling.dice-order"""
    guns = [(ship.id, gun.key) for ship in state.roster.values() for gun in ship.guns]
    return [shot for ship, gun in guns for shot in told if shot.ship == ship and shot.gun == gun]


def questions(ship: Ship) -> list[list[Gun]]:
    """Which guns are asked for together: a fighter's pilot fires one kind a turn, every other gun is on its own.

    Guns of one kind that a fighter's pilot fires are linked: one roll, one hit. socs.ruling.gun-per-turn
    """
    ready = [gun for gun in ship.guns if can_fire(ship, gun)]
    if rank(ship) != FIGHTER:
        return [[gun] for gun in ready]
    fixed = [gun for gun in ready if gun.gunner == ship.pilot]
    kinds = [gun for place, gun in enumerate(fixed) if not any(linked(gun, other) for other in fixed[:place])]
    return [kinds if gun.gunner == ship.pilot else [gun] for gun in ready if gun.gunner != ship.pilot or gun is fixed[0]]


def linked(gun: Gun, other: Gun) -> bool:
    return (gun.name, gun.firepower, gun.range, gun.accuracy) == (other.name, other.firepower, other.range, other.accuracy)


def can_fire(ship: Ship, gun: Gun) -> bool:
    """A crew that may fire, a gunner who is alive, a mount that still works."""
    silenced = not ship.able or ship.adrift or ship.no_fire
    return not silenced and gunner_of(ship, gun) is not None and gun.mount not in ship.lost


def explain_silence(table: Table, ship: Ship) -> None:
    if not ship.guns or ship.gone:
        return
    if not ship.able:
        table.emit("socs.ruling.disabled", ship.id, note="no fire")
    elif ship.adrift:
        table.emit("socs.ruling.light-turn", ship.id, note="no fire")
    elif ship.no_fire:
        table.emit("socs.maneuver.total-defense.no-fire", ship.id)


def explain_range(state: Socs, table: Table, ship: Ship, guns: list[Gun]) -> None:
    """Why a gun that could fire has no target."""
    near = [foe for foe in foes_of(state, ship) if band(state, ship, foe) != "out"]
    rule = "socs.weapon.range" if near else "socs.range.out"
    table.emit(rule, ship.id, note=", ".join(gun.key for gun in guns), only=ship.side)


def target_options(state: Socs, table: Table, ship: Ship, gun: Gun) -> list[Option]:
    """GUN@SHIP, and GUN@SHIP/LOCATION for ships that are split into locations."""
    options: list[Option] = []
    for foe in foes_of(state, ship):
        where = band(state, ship, foe)
        if not reaches(gun, where):
            continue
        rule = RANGE_RULE[where]
        if rank(foe) == PLANET:
            options.append(Option(f"{gun.key}@{foe.id}", rule="socs.to-hit.planet", note="cannot be missed"))
        else:
            options.append(Option(f"{gun.key}@{foe.id}", rule=rule, tally=to_hit(state, table, ship, gun, foe, "")))
        for place in foe.locations:
            if place not in foe.lost:
                tally = to_hit(state, table, ship, gun, foe, place)
                options.append(Option(f"{gun.key}@{foe.id}/{place}", rule="socs.ship.locations", tally=tally))
    return options


def read_shot(who: str, answer: str) -> Shot:
    gun, _, aim = answer.partition("@")
    target, _, location = aim.partition("/")
    return Shot(who, gun, target, location)


# --- one gun ---------------------------------------------------------------------------------------------------
def to_hit(state: Socs, table: Table, ship: Ship, gun: Gun, target: Ship, location: str) -> Tally:
    """Gunner + Accuracy + size + (total ABs, or the snap shot's -5). socs.fire.roll, socs.ruling.size-in-roll"""
    gunner = gunner_of(ship, gun)
    assert gunner is not None
    tally = table.tally(ship)
    tally.add(gunner.gunner, "socs.fire.roll", "Gunner")
    tally.add(gun.accuracy, "socs.weapon.accuracy", gun.name)
    if state.ruling("size-in-roll") == "add":
        tally.add(target.size or 0, size_rule(target))
    if location:
        tally.add(AT_LOCATION, "socs.ruling.locations", location)
    position, sustained = aiming(ship, gun, target)
    if position:
        tally.add(position, "socs.ab.position")
    if sustained:
        tally.add(sustained, "socs.ab.sustained")
    if not position and not sustained:
        tally.add(SNAP_SHOT, "socs.ab.snap-shot")
    return tally


def aiming(ship: Ship, gun: Gun, target: Ship) -> tuple[int, int]:
    """The ship's Position AB and the gun's Sustained Fire AB on this target."""
    return ship.position.get(target.id, 0), gun.sustained if gun.target == target.id else 0


def snap_shot(ship: Ship, gun: Gun, target: Ship) -> bool:
    """Neither bonus on this target, whatever there is on others. socs.ruling.snap"""
    position, sustained = aiming(ship, gun, target)
    return not position and not sustained


def fire(state: Socs, table: Table, shot: Shot, damage: Damage) -> None:
    """One roll per gun and turn; a hit is weakened by shields, then by a dodge. socs.order.fire"""
    ship, target = state.roster[shot.ship], state.roster[shot.target]
    gun = gun_of(ship, shot.gun)
    degree, location = gunner_roll(state, table, ship, gun, target, shot.location), shot.location
    astray = stray(state, table, ship, gun, target, shot.location)
    if astray:
        damage.strayed.append((ship.id, gun.key))
    if degree == FAILURE:
        table.emit("socs.fire.hit", ship.id, target.id, note="misses")
        return
    if astray:
        target, location = friend_hit(state, table, ship, gun), ""
    strength = level_of(state, table, ship, gun, target)
    level = max(0, strength.total)
    table.emit("socs.fire.hit", ship.id, target.id, level, f"a hit with the {gun.name}")
    if level < COSMETIC:
        table.emit("socs.ruling.shields", target.id, ship.id, target.shield)
        return
    if degree == CRITICAL:
        table.emit("socs.ruling.gunnery-criticals", ship.id, target.id)
    else:
        level -= dodge(state, table, target, ship, strength)
    record(table, target, level, location, damage)


def stray(state: Socs, table: Table, ship: Ship, gun: Gun, target: Ship, location: str) -> bool:
    """A snap shot in a furball whose gunner took a friend for a foe. socs.furball.perception, socs.ruling.friendly-fire"""
    unaimed = rank(target) == PLANET and not location
    if unaimed or ship.auto_hit == target.id or not snap_shot(ship, gun, target):
        return False
    table.cite("socs.ruling.snap")
    if not furball(state, ship) or not fired_on_friend(table, ship, gun):
        return False
    return bool(friends_in_reach(state, ship, gun))


def gunner_roll(state: Socs, table: Table, ship: Ship, gun: Gun, target: Ship, location: str) -> int:
    """A critical miss is a plain one. socs.ruling.gunnery-criticals"""
    if rank(target) == PLANET and not location:
        table.emit("socs.to-hit.planet", ship.id, target.id)
        return SUCCESS
    if ship.auto_hit == target.id:
        table.emit("socs.ruling.auto-hit", ship.id, target.id, note=gun.name)
        return SUCCESS
    tally = to_hit(state, table, ship, gun, target, location)
    return table.roll("socs.fire.roll", ship.id, hit_or_miss(tally.total), tally)


def level_of(state: Socs, table: Table, ship: Ship, gun: Gun, target: Ship) -> Tally:
    """Firepower, less what a shield keeps out. socs.weapon.firepower, socs.ruling.shields"""
    tally = table.tally()
    tally.add(gun.firepower, "socs.weapon.firepower", gun.name)
    gunner = gunner_of(ship, gun)
    heroes = any(member.major and not member.dead for member in target.crew)
    minor = gunner is not None and not gunner.major
    if minor and heroes and gun.firepower > LIGHT and state.ruling("minor-vs-major") == "cap-at-light":
        tally.add(LIGHT - gun.firepower, "socs.ruling.minor-vs-major")
        table.emit("socs.character.minor", ship.id, target.id, LIGHT)
    if target.shield:
        tally.add(-target.shield, "socs.ruling.shields")
    return tally


def dodge(state: Socs, table: Table, target: Ship, shooter: Ship, strength: Tally) -> int:
    """The levels a dodge takes off: one attempt per hit, if the pilot wants it and the classes allow it.

    It changes no AB. socs.dodge.effect, socs.dodge.abs, socs.ruling.dodge-count
    """
    barred = dodge_barred(target, shooter)
    if barred or pilot_of(target) is None:
        table.emit(barred or "socs.ruling.disabled", target.id, shooter.id, note="no dodge")
        return 0
    tally = dodge_target(state, table, target)
    options = [
        Option("yes", "dodge", "socs.dodge.abs", "costs no Aiming Bonus", tally),
        Option("no", "take the hit", "socs.ruling.dodge-count", "one attempt for each hit", strength),
    ]
    facts = {"level": strength.total, "target": tally.total}
    pilot = station(target, target.pilot)
    prompt = f"Dodge the shot of {'somebody unseen' if shooter.hidden else shooter.id}?"
    if table.choose("socs.dodge.effect", pilot, options, prompt, "yes", facts) == "no":
        return 0
    if state.ruling("dodge-roll") == "automatic":
        table.emit("socs.ruling.dodge-roll", target.id, shooter.id, note="automatic")
    elif table.roll("socs.ruling.dodge-roll", target.id, plain_success(tally.total), tally):
        return 0
    table.emit("socs.dodge.effect", target.id, shooter.id, strength.total - 1)
    return 1


def dodge_target(state: Socs, table: Table, ship: Ship) -> Tally:
    tally = table.tally(ship)
    add_dodge(state, tally, ship)
    return tally


def add_dodge(state: Socs, tally: Tally, ship: Ship) -> None:
    """Half the Piloting skill, rounded down, + MR; or the whole of it. socs.ruling.dodge-roll"""
    pilot = pilot_of(ship)
    piloting = pilot.piloting if pilot is not None else 0
    if state.ruling("dodge-roll") == "half-piloting":
        piloting //= 2
    tally.add(piloting, "socs.ruling.dodge-roll", "Piloting")
    add_mr(tally, ship)


def record(table: Table, target: Ship, level: int, location: str, damage: Damage) -> None:
    """Keep the worst level; a Light hit on a ship with locations finds one by a die unless one was aimed at."""
    if level < COSMETIC:
        table.emit("socs.ruling.firepower-zero", target.id)
        return
    if level == COSMETIC:
        table.emit("socs.firepower.cosmetic", target.id)
        return
    if rank(target) == PLANET:
        place = location
        if place and (target.id, place) not in damage.lost:
            damage.lost.append((target.id, place))
    elif level == LIGHT and target.locations:
        place = location or target.locations[table.roll("socs.ruling.locations", target.id, total(1, 6)) - 1]
        if (target.id, place) not in damage.lost:
            damage.lost.append((target.id, place))
    if target.id in damage.worst:  # levels do not add up
        table.emit("socs.ruling.several-hits", target.id, number=max(level, damage.worst[target.id]))
    damage.worst[target.id] = max(level, damage.worst.get(target.id, 0))


def strike(state: Socs, table: Table, ship: Ship, level: int) -> None:
    """A hit that nobody fired and no pilot can dodge; shields count, and a Light one finds its location."""
    damage = Damage()
    if ship.shield:
        table.emit("socs.ruling.shields", ship.id, number=ship.shield)
    record(table, ship, max(0, level - ship.shield), "", damage)
    if ship.id in damage.worst:
        take_damage(state, table, ship, damage.worst[ship.id], [place for _, place in damage.lost])
        after_damage(state, table, damage.worst)


# --- after the last gun ----------------------------------------------------------------------------------------
def sustain(state: Socs, table: Table, shots: list[Shot]) -> None:
    """+1 for every turn of firing on one target, hit or miss; firing elsewhere or not at all ends it. socs.ruling.sustained"""
    for ship in state.roster.values():
        for gun in ship.guns:
            target = next((shot.target for shot in shots if shot.ship == ship.id and shot.gun == gun.key), "")
            if gun.sustained and gun.target != target:
                table.emit("socs.ruling.sustained", ship.id, gun.target, 0, gun.name)
            if not target:
                gun.target, gun.sustained = "", 0
                continue
            gun.sustained = gun.sustained + 1 if gun.target == target else 1
            gun.target = target
            table.emit("socs.ab.sustained", ship.id, target, gun.sustained, gun.name)
