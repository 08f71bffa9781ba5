"""Weapons at hand: what is held, by which hands, and what can strike whom from where."""

from __future__ import annotations

from starfray.engine.rules import Refused, Table, Tally, counted
from starfray.rulebooks.gurps.core import hexes, range_yards, weapon_level
from starfray.rulebooks.gurps.dice import by_margin
from starfray.rulebooks.gurps.state import SHIELD, Fighter, Weapon

#: bare hands and feet: everybody has them
PUNCH = Weapon(key="punch", name="Punch", damage="thr-1", reach=[0], natural=True, hand="right")
KICK = Weapon(key="kick", name="Kick", damage="thr", reach=[0, 1], parries=False, natural=True, hand="")
NATURAL = (PUNCH, KICK)


def hands_of(weapon: Weapon) -> list[str]:
    """The hands that hold it."""
    return ["right", "left"] if weapon.hand == "both" else [weapon.hand] if weapon.hand else []


def held(actor: Fighter) -> list[Weapon]:
    return [each for each in actor.weapons if each.hand and not bodily(each)]


def first_held(actor: Fighter) -> Weapon | None:
    for weapon in actor.weapons:
        if weapon.hand and not bodily(weapon):
            return weapon
    return None


def bodily(weapon: Weapon) -> bool:
    """What needs no drawing and cannot fall: a part of the body, or the shield on the arm used for a blow."""
    return weapon.natural or weapon.item == SHIELD


def own_arms(actor: Fighter) -> list[Weapon]:
    """Claws, teeth, the rim of a shield."""
    return [each for each in actor.weapons if bodily(each) and (each.natural or actor.shield is not None)]


def own_body(actor: Fighter) -> list[Weapon]:
    """The same, then the fists and feet everybody has."""
    own = own_arms(actor)
    return [*own, *(each for each in NATURAL if all(each.key != other.key for other in own))]


def uses(actor: Fighter, weapon: Weapon) -> list[Weapon]:
    """Every use of the thing this is a use of."""
    return [each for each in actor.weapons if each.item == weapon.item] if weapon.item else [weapon]


def same_thing(actor: Fighter, key: str, weapon: Weapon) -> bool:
    """Is this the thing of that key, in whichever of its uses? gurps.option.riposte"""
    if key == weapon.key or not weapon.item:
        return key == weapon.key
    return any(use.key == key and use.item == weapon.item for use in actor.weapons)


def things(weapons: list[Weapon]) -> list[Weapon]:
    """Each thing once, by its first use."""
    found: list[Weapon] = []
    for weapon in weapons:
        if not weapon.item or all(weapon.item != each.item for each in found):
            found.append(weapon)
    return found


def hand_for(actor: Fighter, weapon: Weapon, hand: str) -> str:
    """Where a thing is held: in both hands if every use of it takes both, else in that one."""
    return "both" if all(each.hands == 2 for each in uses(actor, weapon)) else hand


def gripped(actor: Fighter, weapon: Weapon) -> bool:
    """Are there hands enough on it for this use?"""
    return weapon.hands < 2 or weapon.hand == "both" or bodily(weapon) or bool(free_hands(actor))


def hand_works(actor: Fighter, hand: str) -> bool:
    """Neither arm nor hand crippled or useless. gurps.location.arm, gurps.location.hand"""
    return sound(actor) or not (fails(actor, f"{hand}-arm") or fails(actor, f"{hand}-hand"))


def sound(actor: Fighter) -> bool:
    """Nothing crippled, nothing useless."""
    return not actor.crippled and not actor.useless


def fails(actor: Fighter, part: str) -> bool:
    return part in actor.crippled or part in actor.useless


def hands_work(actor: Fighter, weapon: Weapon) -> bool:
    """Every hand that holds it."""
    return sound(actor) or all(hand_works(actor, hand) for hand in hands_of(weapon))


def free_hands(actor: Fighter) -> list[str]:
    taken = actor.shield.hand if actor.shield is not None else ""
    right, left = taken != "right", taken != "left"
    for weapon in actor.weapons:
        if weapon.hand and not bodily(weapon):
            right = right and weapon.hand == "left"
            left = left and weapon.hand == "right"
    found = ["right"] if right and hand_works(actor, "right") else []
    if left and hand_works(actor, "left"):
        found.append("left")
    return found


def leg_works(actor: Fighter, side: str) -> bool:
    return sound(actor) or not (fails(actor, f"{side}-leg") or fails(actor, f"{side}-foot"))


def drop(weapon: Weapon, actor: Fighter) -> None:
    if bodily(weapon):
        return
    for each in uses(actor, weapon):
        each.hand, each.dropped, each.lies, each.lies_by = "", True, actor.at, ""


def hand_over(giver: Fighter, taker: Fighter, weapon: Weapon, mark: str) -> list[Weapon]:
    """The thing goes from one to the other in all its uses; `mark` tells it from one the taker has already."""
    taken = uses(giver, weapon)
    giver.weapons = [each for each in giver.weapons if all(each is not use for use in taken)]
    again = bool(weapon.item) and any(each.item == weapon.item for each in taker.weapons)
    for each in taken:
        while any(each.key == other.key for other in taker.weapons):
            each.key = f"{each.key}-{mark}"
        each.item = f"{each.item} ({mark})" if again else each.item
        each.dropped, each.attacked = False, False
        taker.weapons.append(each)
    return taken


def weapon_of(actor: Fighter, key: str) -> Weapon | None:
    """The weapon named; without a name the first in hand, else claws, teeth or the shield's rim, else the foot."""
    if not key:
        return first_held(actor) or next((each for each in own_arms(actor) if each.key != PUNCH.key), KICK)
    for weapon in actor.weapons:
        if weapon.key == key:
            return weapon
    return next((each for each in NATURAL if each.key == key), None)


def bar_to_attack(attacker: Fighter, target: Fighter, weapon: Weapon, gap: float) -> str:
    """What keeps this weapon from striking at that distance now, in a word; '' if nothing does. gurps.maneuver.attack"""
    if target is attacker or target.dead or target.out:
        return "target"
    bar = bar_to_use(attacker, weapon)
    if bar or reaches(weapon, gap):
        return bar
    return "reach" if weapon.melee else "range"


def reaches(weapon: Weapon, gap: float) -> bool:
    if not weapon.melee:
        return range_yards(gap) <= weapon.max_range
    away = hexes(gap)
    return any(away == each for each in reaches_of(weapon))


def reaches_of(weapon: Weapon) -> list[int]:
    """All at once; or as it is held, where Ready adjusts it. gurps.maneuver.ready"""
    return [weapon.held_for] if weapon.adjusts else weapon.reach


def bar_to_use(attacker: Fighter, weapon: Weapon) -> str:
    """What keeps this weapon from striking at anybody now."""
    if weapon.broken or not (weapon.hand or bodily(weapon)):
        return "hand"
    if not gripped(attacker, weapon):
        return "grip"
    shield = attacker.shield if weapon.item == SHIELD else None
    if weapon.unready or (weapon.item == SHIELD and (shield is None or shield.unready)):
        return "ready"
    if weapon.key == "kick":
        if not leg_works(attacker, "right") or attacker.posture not in ("standing", "crouching"):
            return "leg"
    elif not (hand_works(attacker, shield.hand) if shield is not None else hands_work(attacker, weapon)):
        return "arm"
    return "shots" if weapon.magazine and weapon.shots < 1 and not weapon.melee else ""


def attack_fault(attacker: Fighter, target: Fighter, weapon: Weapon, gap: float) -> Refused | None:
    """The same with the reason in full; None if it can strike."""
    bar = bar_to_attack(attacker, target, weapon, gap)
    if not bar:
        return None
    if bar == "reach":
        reach = ", ".join("C" if each == 0 else str(each) for each in reaches_of(weapon))
        instead = ["move", "ready"] if weapon.adjusts else ["move"]
        return Refused("gurps.maneuver.attack", f"{target.id} is {round(gap, 1):g} yards away, reach is {reach}", instead)
    if bar == "shots":
        return Refused("gurps.maneuver.ready", f"the {weapon.name} is empty", ["ready"])
    if bar == "range":
        legal = [counted(weapon.max_range, "yard")]
        return Refused("gurps.ruling.half-damage-range", f"{gap:g} yards is beyond the {weapon.name}", legal)
    words = {
        "target": f"{target.id} cannot be attacked",
        "hand": f"the {weapon.name} is not in hand",
        "grip": f"the {weapon.name} takes both hands",
        "ready": f"the {weapon.name} is not ready",
        "leg": f"{attacker.id} has no leg to kick with",
        "arm": f"the arm that holds the {weapon.name} is useless",
    }
    better = {"target": "", "leg": "punch", "arm": "kick"}.get(bar, "ready")
    return Refused("gurps.maneuver.attack", words[bar], [better] if better else [])


# --- strikes at what the foe holds: to break it, or to get it out of the hand ----------------------------------
#: gurps.location.weapon: small (C, pistol), middle (1, carbine), large (2+, rifle)
DETAILED = (-5, -4, -3)


def weapon_struck(target: Fighter, key: str, location: str) -> Weapon:
    """The weapon aimed at: the one named, else the first in hand."""
    if location != "weapon":
        raise Refused("gurps.aim-at.disarm", "disarming is a strike at the weapon", ["location=weapon"])
    for weapon in held(target):
        if key in ("", weapon.key):
            return weapon
    raise Refused("gurps.location.weapon", f"{target.id} holds no {key or 'weapon'}", [each.key for each in held(target)])


def size_class(weapon: Weapon) -> int:
    """0 small, 1 middle, 2 large: by kind, melee weapons by their longest reach."""
    if weapon.size:
        return {"knife": 0, "pistol": 0, "carbine": 1, "rifle": 2}[weapon.size]
    return min(2, max(weapon.reach)) if weapon.melee else 2


def add_weapon_location(tally: Tally, struck: Weapon, order: str, disarm: bool) -> None:
    """The book lists the figures twice, in opposite orders. gurps.ruling.weapon-penalty"""
    place = size_class(struck)
    penalty = DETAILED[place] if order == "small-harder" else DETAILED[2 - place]
    tally.add(penalty, "gurps.aim-at.weapon", struck.name)
    if disarm:
        tally.add(-2, "gurps.aim-at.disarm")


def disarm(table: Table, attacker: Fighter, holder: Fighter, weapon: Weapon, struck: Weapon) -> None:
    """No damage: a Quick Contest of the weapon skills, the attacker's first. gurps.ruling.disarm, gurps.order.contest"""
    mine, theirs = weapon_tally(table, attacker, weapon), weapon_tally(table, holder, struck)
    if attacker.shock:  # the holder's roll is a defensive one. gurps.injury.shock.exempt
        mine.add(-attacker.shock, "gurps.injury.shock")
    won = table.roll_difference("gurps.ruling.disarm", attacker.id, by_margin(mine.total),
                        holder.id, by_margin(theirs.total), mine, theirs, "margin")  # fmt: skip
    table.emit("gurps.order.contest", attacker.id, holder.id, won)
    if won > 0:
        drop(struck, holder)
        table.emit("gurps.ruling.disarm", attacker.id, holder.id, note=f"the {struck.name} flies out of the hand")


def weapon_tally(table: Table, actor: Fighter, weapon: Weapon) -> Tally:
    tally = table.tally(actor)
    level, rule = weapon_level(table.content, actor, weapon)
    tally.add(level, rule, weapon.skill)
    return tally


def break_weapon(table: Table, attacker: Fighter, holder: Fighter, struck: Weapon, basic: int) -> None:
    """A weapon is an object: DR 4, or 2 with a wooden shaft; broken at 0 HP. gurps.ruling.weapon-damage"""
    through = max(0, basic - (2 if struck.wooden else 4))
    for use in uses(holder, struck):
        use.hp -= through
    table.emit("gurps.location.weapon", attacker.id, holder.id, through, struck.name)
    if struck.hp <= 0:
        for use in uses(holder, struck):
            use.broken = True
        drop(struck, holder)
        table.emit("gurps.ruling.weapon-damage", holder.id, note=f"the {struck.name} breaks")
