"""What the GM does to somebody by the rules: hurt, heal, tire, stun, knock out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.rules import GM, ActionKind, GmAction, Refused, Table, suggest
from starfray.rulebooks.hybrid.derived import POOLS, SHOCK_NAMES
from starfray.rulebooks.hybrid.energy import exert
from starfray.rulebooks.hybrid.injury import CALLED, LOCATIONS, Hit, fall, take_damage
from starfray.rulebooks.hybrid.shock import set_shock
from starfray.rulebooks.hybrid.skill_check import SUCCESS
from starfray.rulebooks.hybrid.state import DAMAGE_TYPES, Fighter, Hybrid, Weapon, fighter

MOST = 1000
KINDS_OF_HARM = (*DAMAGE_TYPES, "mental")
PLACES = (*CALLED, *(name for _, name in LOCATIONS))
STUNS = tuple(name.replace(" ", "-") for name in SHOCK_NAMES[1:])


def check_amount(amount: int) -> None:
    if not 1 <= amount <= MOST:
        raise Refused("gm.edit", f"{amount} points", [f"1 to {MOST}"])


def meant(word: str, known: tuple[str, ...], rule: str) -> str:
    """The word, or the beginning of one: cut for cutting."""
    found = [name for name in known if name == word] or [name for name in known if name.startswith(word)]
    if len(found) != 1:
        raise Refused(rule, f"{word!r} is none", [suggest(word, known)])
    return found[0]


@dataclass(frozen=True, slots=True)
class Hurt(GmAction):
    """Damage of a type (crushing, if not said) somewhere (rolled, if not said); `direct`: past the armour."""

    KIND: ClassVar[str] = "hurt"
    amount: int
    type: str = "crushing"
    location: str = ""
    direct: bool = False


def hurt(state: Hybrid, table: Table, action: Hurt) -> None:
    """Location, armour, fatigue, body, and all that follows. hybrid.damage.order"""
    target = fighter(state, action.who)
    check_amount(action.amount)
    kind = meant(action.type, KINDS_OF_HARM, "hybrid.damage.type")
    place = "chest" if action.location == "torso" else action.location
    if place and (place not in PLACES or kind == "mental"):
        raise Refused("hybrid.location.table", f"{action.location!r} is no place for it", [suggest(place, PLACES)])
    table.allowed()
    harm = Weapon(key="harm", name="Harm", type=kind)
    hit = Hit(Fighter(id=GM), harm, SUCCESS, at=place, given=action.amount, direct=action.direct)
    take_damage(state, table, target, hit)


@dataclass(frozen=True, slots=True)
class Heal(GmAction):
    """Points back: of PBD, or of the pool named, never above its maximum."""

    KIND: ClassVar[str] = "heal"
    amount: int
    pool: str = "pbd"


def heal(state: Hybrid, table: Table, action: Heal) -> None:
    """hybrid.ruling.restore: never above the maximum."""
    actor = fighter(state, action.who)
    check_amount(action.amount)
    if action.pool not in POOLS:
        raise Refused("hybrid.energy.pools", f"{action.pool!r} is no pool", [suggest(action.pool, POOLS)])
    table.allowed()
    was_able = actor.able
    before = sum((actor.pbd, actor.pft, actor.pex, actor.mbd, actor.mft, actor.mex))
    if action.pool == "pbd":
        actor.pbd = min(actor.max_pbd, actor.pbd + action.amount)
    elif action.pool == "pft":
        actor.pft = min(actor.max_pft, actor.pft + action.amount)
    elif action.pool == "pex":
        actor.pex = min(actor.max_pex, actor.pex + action.amount)
    elif action.pool == "mbd":
        actor.mbd = min(actor.max_mbd, actor.mbd + action.amount)
    elif action.pool == "mft":
        actor.mft = min(actor.max_mft, actor.mft + action.amount)
    else:
        actor.mex = min(actor.max_mex, actor.mex + action.amount)
    gained = sum((actor.pbd, actor.pft, actor.pex, actor.mbd, actor.mft, actor.mex)) - before
    table.emit("hybrid.ruling.restore", actor.id, number=gained, note=action.pool.upper())
    if actor.able and not was_able:  # whoever is back in it chooses from now on
        actor.initiative = max(actor.initiative, state.count)


@dataclass(frozen=True, slots=True)
class Tire(GmAction):
    """An effort of so many points: fatigue first, then the reserve."""

    KIND: ClassVar[str] = "tire"
    amount: int
    mind: bool = False


def tire(state: Hybrid, table: Table, action: Tire) -> None:
    """hybrid.energy.roles"""
    check_amount(action.amount)
    table.allowed()
    exert(table, fighter(state, action.who), action.amount, action.mind)


@dataclass(frozen=True, slots=True)
class Stun(GmAction):
    """Shock takes hold: jolted, stunned, badly-stunned or unconscious."""

    KIND: ClassVar[str] = "stun"
    how: str = "stunned"
    mind: bool = False


def stun(state: Hybrid, table: Table, action: Stun) -> None:
    """As after a failed roll, with its clock. hybrid.shock.table"""
    actor = fighter(state, action.who)
    level = 1 + STUNS.index(meant(action.how, STUNS, "hybrid.shock.table"))
    table.allowed()
    table.emit("hybrid.shock.table", actor.id, number=level, note=SHOCK_NAMES[level])
    set_shock(state, table, actor, level, action.mind)


@dataclass(frozen=True, slots=True)
class Down(GmAction):
    """Unconscious, and on the ground."""

    KIND: ClassVar[str] = "down"


def down(state: Hybrid, table: Table, action: Down) -> None:
    """hybrid.shock.table"""
    table.allowed()
    actor = fighter(state, action.who)
    fall(state, table, actor)
    table.emit("hybrid.shock.table", actor.id, number=4, note=SHOCK_NAMES[4])
    set_shock(state, table, actor, 4, False)


GM_KINDS = {
    kind.name: kind
    for kind in (
        ActionKind(Hurt, hurt, "hybrid.damage.order"),
        ActionKind(Heal, heal, "hybrid.ruling.restore"),
        ActionKind(Tire, tire, "hybrid.energy.roles"),
        ActionKind(Stun, stun, "hybrid.shock.table"),
        ActionKind(Down, down, "hybrid.shock.table"),
    )
}
