"""The rules. Beside each rule stands its action, and the `ActionKind` that tells everybody else about it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.rules import GM, Action, ActionKind, Content, Field, Refused, Table, bands, pool, somebody, something
from starfray.samplebook.state import Fighter, Skirmish, Weapon

# --- the turn --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TurnStart(Action):
    KIND: ClassVar[str] = "turn-start"


def standing(state: Skirmish, one: Fighter) -> bool:
    return one.hp > 0


def waiting(state: Skirmish) -> list[str]:
    """Who is still to act this turn, in the order of the fight file. samplebook.turn"""
    return [one.id for one in state.everyone() if one.hp > 0 and not one.out and one.id not in state.acted]


def due(state: Skirmish) -> Action | None:
    """What happens by itself now: a new turn, when everybody has acted."""
    return None if state.turn and waiting(state) else TurnStart(GM)


def actors(state: Skirmish) -> list[str]:
    return waiting(state)[:1] if state.turn else []


def turn_start(state: Skirmish, table: Table, action: TurnStart) -> None:
    state.turn += 1
    state.acted = []
    for one in state.everyone():
        one.dodged = False
    table.emit("samplebook.turn", GM, number=state.turn)


TURN_START = ActionKind(TurnStart, turn_start, "samplebook.turn")

# --- shooting --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Shoot(Action):
    KIND: ClassVar[str] = "shoot"
    target: str
    weapon: str


def foes(state: Skirmish, one: Fighter) -> list[Fighter]:
    """Enemies who stand and can be seen. samplebook.target"""
    return [each for each in state.everyone() if each.side != one.side and each.hp > 0 and not each.out and not each.hidden]


def target_of(state: Skirmish, one: Fighter, whom: str) -> Fighter:
    known = {each.id: each for each in foes(state, one)}
    if whom not in known:
        raise Refused("samplebook.target", f"{whom!r} is no enemy who stands in sight", list(known))
    return known[whom]


def weapon_of(one: Fighter, key: str) -> Weapon:
    known = {weapon.key: weapon for weapon in one.weapons}
    if key not in known:
        raise Refused("samplebook.weapon", f"{one.id} has no {key!r}", list(known))
    return known[key]


def shoot_fields(state: Skirmish, one: Fighter, content: Content) -> list[Field]:
    """Candidates are enough: the engine offers those that the rule does not refuse."""
    return [somebody("target", foes(state, one)), something("weapon", one.weapons)]


def unarmed(state: Skirmish, one: Fighter, content: Content) -> Refused | None:
    return None if one.weapons else Refused("samplebook.weapon", f"{one.id} has nothing to shoot with", ["wait"])


def shoot(state: Skirmish, table: Table, action: Shoot) -> None:
    one = state.roster[action.actor]
    target, weapon = target_of(state, one, action.target), weapon_of(one, action.weapon)
    table.allowed()  # nothing is refused, and nothing was changed, before this line
    state.acted.append(one.id)
    one.hidden = one.covered = False  # samplebook.cover
    table.emit("samplebook.shoot", one.id, target.id, note=weapon.name)
    tally = table.tally(one)
    tally.add(one.aim, "samplebook.shoot", "aim")
    if target.covered:
        tally.add(-1, "samplebook.cover", "in cover")
    hits = table.roll("samplebook.shoot", one.id, pool(max(1, tally.total), 6, 5), tally)
    if hits and not target.dodged:
        hits -= dodged(table, target, hits)
    hurt(table, one, target, hits * weapon.damage)


def dodged(table: Table, target: Fighter, hits: int) -> int:
    """How many hits a dodge takes away: a question to the target, then a die. samplebook.dodge"""
    if not table.confirm("samplebook.dodge", target.id, f"Dodge? {hits} would hit.", suggested="yes", facts={"hits": hits}):
        return 0
    target.dodged = True
    return table.roll("samplebook.dodge", target.id, bands(1, 6, 3))  # 1 on four or more


def hurt(table: Table, one: Fighter, target: Fighter, damage: int) -> None:
    if damage:
        target.hp = max(0, target.hp - damage)
        table.emit("samplebook.damage", one.id, target.id, damage)
    else:
        table.emit("samplebook.miss", one.id, target.id)


SHOOT = ActionKind(Shoot, shoot, "samplebook.shoot", group="attack", refusal=unarmed, fields=shoot_fields)

# --- everything else -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TakeCover(Action):
    KIND: ClassVar[str] = "take-cover"


def covered(state: Skirmish, one: Fighter, content: Content) -> Refused | None:
    return Refused("samplebook.cover", f"{one.id} is in cover already", ["shoot", "wait"]) if one.covered else None


def take_cover(state: Skirmish, table: Table, action: TakeCover) -> None:
    table.allowed()
    one = state.roster[action.actor]
    state.acted.append(one.id)
    one.covered = True
    table.emit("samplebook.cover", one.id)


@dataclass(frozen=True, slots=True)
class Wait(Action):
    KIND: ClassVar[str] = "wait"


def wait(state: Skirmish, table: Table, action: Wait) -> None:
    table.allowed()
    state.acted.append(action.actor)
    table.emit("samplebook.wait", action.actor)


TAKE_COVER = ActionKind(TakeCover, take_cover, "samplebook.cover", group="move", refusal=covered)
WAIT = ActionKind(Wait, wait, "samplebook.wait")
