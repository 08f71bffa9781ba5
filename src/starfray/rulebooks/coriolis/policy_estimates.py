"""What the default policy reckons with: distances, targets, what a weapon promises, who needs help."""

from __future__ import annotations

from math import comb

from starfray.engine.routes import way_length
from starfray.engine.scene import Point, apart, covers_at, distance_or, known_distance
from starfray.engine.walls import frame_before, walled_off
from starfray.rulebooks.coriolis.aim import smoke_between
from starfray.rulebooks.coriolis.blast import power_at
from starfray.rulebooks.coriolis.core import NORMAL, SKILL_ATTRIBUTE, SLOW, attribute
from starfray.rulebooks.coriolis.hooks import close_range_modifier, ignored_ones, reload_cost
from starfray.rulebooks.coriolis.movement import movement_of
from starfray.rulebooks.coriolis.ranges import BANDS, CLOSE, LIMITS
from starfray.rulebooks.coriolis.state import UNARMED, Coriolis, Fighter, Weapon, shelter_of, shut_in

SHORT: float = LIMITS[1]
LONG: float = LIMITS[2]


def gap_to(state: Coriolis, actor: Fighter, other: Fighter) -> float:
    gap = known_distance(state, actor, other)
    if gap is not None and state.scene.walls and actor.at and other.at and walled_off(state, actor, other):
        return way_length(state, actor.at, other.at)
    return 10.0 if gap is None else gap


def foes_of(state: Coriolis, actor: Fighter) -> list[Fighter]:
    """Enemies that still count."""
    return [each for each in state.roster.values() if each.side != actor.side and each.conscious and each.person]


def nearest(state: Coriolis, actor: Fighter, foes: list[Fighter]) -> Fighter:
    """Of those equally near the one with the fewest Hit Points."""
    found, least = foes[0], gap_to(state, actor, foes[0])
    for each in foes:
        gap = gap_to(state, actor, each)
        if gap < least or (gap == least and each.hp < found.hp):
            found, least = each, gap
    return found


def easiest(state: Coriolis, actor: Fighter, foes: list[Fighter]) -> Fighter:
    """The one with the fewest points to get through, the nearest of those."""
    fewest = toughness(foes[0])
    for each in foes:
        fewest = min(fewest, toughness(each))
    return nearest(state, actor, [each for each in foes if toughness(each) == fewest])


def better_cover(state: Coriolis, actor: Fighter) -> bool:
    """Is there any within reach? The frame of a window or door only if a foe is beyond it."""
    if any(each.rating > actor.cover for each in covers_at(state, actor.at)):
        return True
    if not state.scene.walls or actor.cover:
        return False
    return any(frame_before(state, each.at, actor.at) is not None for each in foes_of(state, actor))


def wounded(state: Coriolis, actor: Fighter) -> list[Fighter]:
    """Of our own, the dying first, then those who are down."""
    ours = [
        each for each in state.roster.values() if each.side == actor.side and each.person and not each.dead and not each.out
    ]
    return [each for each in ours if each.dying] + [
        each for each in ours if (each.broken or each.unconscious) and not each.dying
    ]


def ours_up(state: Coriolis, actor: Fighter) -> list[Fighter]:
    return [each for each in state.roster.values() if each.side == actor.side and each.conscious and each.person]


def reach_of(gun: Weapon) -> float:
    return float(LIMITS[BANDS.index(gun.range)])


def loadable(actor: Fighter, weapon: Weapon) -> bool:
    return not weapon.empty or actor.reloads != 0


# --- what an attack may be expected to do -----------------------------------------------------------------------
MOST = 30  # dice a table of chances goes up to
LEAST = 0.2  # what gets through any armour
INJURY = 2.0  # what a critical injury is worth in points of damage, on top of the sixes it takes


def tails(least: int) -> list[float]:
    """The chance of so many sixes or more with 0, 1, 2 … dice."""
    return [
        1.0 - sum(comb(dice, sixes) * 5.0 ** (dice - sixes) / 6.0**dice for sixes in range(min(least, dice + 1)))
        for dice in range(MOST + 1)
    ]


HITS: list[float] = [1 / 36, *tails(1)[1:]]  # without dice two sixes of two
INJURES: list[list[float]] = [tails(crit + 1) for crit in range(6)]  # by Crit Rating


def harm(dice: int, damage: int, crit: int, armour: int) -> float:
    """Points of damage to be expected of one attack: Weapon Damage less what armour stops, further sixes, an injury."""
    number = 0 if dice < 0 else dice if dice < MOST else MOST
    hits = HITS[number]
    through = damage - armour / 6
    value = hits * (through if through > LEAST else LEAST)
    if number:
        value += number / 6 - hits
    return value + INJURES[crit][number] * INJURY if 0 < crit < len(INJURES) else value


def dice_of(actor: Fighter, skill: str) -> int:
    dice = attribute(actor, SKILL_ATTRIBUTE[skill]) + actor.skills.get(skill, 0) + actor.armour.skills.get(skill, 0)
    for injury in actor.injuries:
        dice += injury.skills.get(skill, 0)
    return dice - actor.radiation // 5


def shot_dice(actor: Fighter, gun: Weapon, target: Fighter, gap: float) -> int:
    """Of a plain shot without anything to lean on."""
    dice = dice_of(actor, "ranged-combat") + gun.bonus - int(target.prone)
    if gap <= CLOSE:
        dice += close_range_modifier(actor) if target.aware and not target.immobile else 3
    elif gap > LONG:
        dice -= 2
    elif gap > SHORT:
        dice -= 1
    return dice - 3 if gap > reach_of(gun) else dice


def shield_of(state: Coriolis, target: Fighter) -> int:
    """Dice against a shot: armour, cover, the sides of a vehicle."""
    car = shelter_of(state, target) if target.aboard else None
    return target.armour.rating + target.cover + (car.armour.rating if car is not None else 0)


def takes_quick_shots(gun: Weapon, gap: float) -> bool:
    return gap <= SHORT and "bulky" not in gun.features and "slow" not in gun.features


def beside(state: Coriolis, target: Fighter, foes: list[Fighter]) -> int:
    """How many foes a burst at this one may be led on to."""
    return sum(each is not target and apart_or_far(state, target, each) <= CLOSE for each in foes)


def burst(gun: Weapon, dice: int, armour: int, more: int, ignored: int) -> float:
    """Harm of a burst: the extra dice that cost nothing count as they fall, each six may go to a target of its own."""
    number = min(max(dice - 2, 0) + 6 * (ignored + int("mounted" in gun.features)), MOST)
    extra = max(0.0, number / 6 - HITS[number])
    through = max(LEAST, gun.damage - armour / 6)
    spread = min(extra, float(more))
    return (HITS[number] + spread) * through + extra - spread


def mark(state: Coriolis, actor: Fighter, gun: Weapon, foes: list[Fighter]) -> Fighter | None:
    """Of those the gun reaches the one a shot comes nearest to bringing down; of equals the nearest."""
    reach = reach_of(gun)
    found, best, least = None, 0.0, 0.0
    for each in targets_of(state, actor, gun, foes):
        gap = gap_to(state, actor, each)
        if gap > reach:
            continue
        share = harm(shot_dice(actor, gun, each, gap), gun.damage, gun.crit, shield_of(state, each)) / max(each.hp, 1)
        if found is None or share > best or (share == best and gap < least):
            found, best, least = each, share, gap
    return found


def volley(state: Coriolis, actor: Fighter, gun: Weapon, target: Fighter, foes: list[Fighter], ap: int) -> tuple[float, str]:
    """What so many points do with a loaded gun, and with what action that begins."""
    gap, armour = gap_to(state, actor, target), shield_of(state, target)
    dice = shot_dice(actor, gun, target, gap)
    leaning = dice + int(actor.prone or actor.cover > 0)
    best, kind = (harm(leaning, gun.damage, gun.crit, armour), "shot") if ap >= NORMAL else (0.0, "")
    quick = harm(dice - 2, gun.damage, gun.crit, armour) if takes_quick_shots(gun, gap) else 0.0
    left = 1 if "single-shot" in gun.features else 2 - gun.quick_shots  # more would empty it
    if ap >= SLOW:
        if left > 0 and "single-shot" not in gun.features:
            best += quick
        aimed = harm(leaning + 2, gun.damage, gun.crit, armour) if gap > CLOSE else 0.0
        if aimed > best:
            best, kind = aimed, "aimed-shot"
        if "automatic-fire" in gun.features and gap <= LONG:
            swept = burst(gun, leaning, armour, beside(state, target, foes), ignored_ones(actor, gun))
            if swept > best:
                best, kind = swept, "full-auto"
    if min(ap, left) * quick > best:
        best, kind = min(ap, left) * quick, "quick-shot"
    return best, kind


def shooting(state: Coriolis, actor: Fighter, gun: Weapon, foes: list[Fighter]) -> float:
    """Harm of this turn and the next with a gun that may have to be drawn, set up or loaded first."""
    target = mark(state, actor, gun, foes)
    if target is None:
        return 0.0
    later = volley(state, actor, gun, target, foes, SLOW)[0]
    ap = actor.ap - int(not gun.in_hand) - (reload_cost(actor) if gun.empty else 0)
    if "mounted" in gun.features and not actor.set_up and not actor.aboard:
        ap -= NORMAL
    return later + (volley(state, actor, gun, target, foes, ap)[0] if ap > 0 else 0.0)


def striking(state: Coriolis, actor: Fighter, foe: Fighter) -> float:
    """Harm of this turn and the next with the best blade there is, the way to the foe taken off."""
    if actor.aboard or foe.aboard:
        return 0.0
    ap = actor.ap - int(actor.prone)
    gap, step = gap_to(state, actor, foe), movement_of(state, actor)
    while gap > CLOSE and step > 0 and ap > -SLOW:
        gap, ap = gap - step, ap - 1
    if gap > CLOSE:
        return 0.0
    later = SLOW + min(ap, 0)
    best = 0.0
    for blade in (*actor.weapons, UNARMED):
        if blade.melee and not blade.dropped and (blade.in_hand or blade.bare or actor.can_hold(blade)):
            drawn = int(not blade.in_hand and not blade.bare)
            best = max(best, blow(actor, blade, foe, max(ap - drawn, 0)) + blow(actor, blade, foe, later) - drawn)
    return best


def blow(actor: Fighter, blade: Weapon, foe: Fighter, ap: int) -> float:
    """Harm of what can be struck with so many points; a foe who can defends and takes some of it back."""
    dice = dice_of(actor, "melee-combat") + blade.bonus
    armour = foe.armour.rating
    whole = harm(dice, blade.damage, blade.crit, armour) if ap >= NORMAL else 0.0
    if "light" in blade.features:
        quick = harm(dice - 2, blade.damage, blade.crit, armour)
        whole = max(ap * quick, whole + (quick if ap >= SLOW else 0.0))
    return whole * (0.7 if foe.ap and foe.able else 1.0)


def lobbed(state: Coriolis, actor: Fighter, grenade: Weapon, target: Fighter, caught: int) -> float:
    """Harm of a grenade that falls among so many; one that goes astray finds a third of them."""
    hits = HITS[min(max(shot_dice(actor, grenade, target, gap_to(state, actor, target)), 0), MOST)]
    return hits * grenade.damage + caught * (hits + (1 - hits) / 3) * grenade.blast / 6 * 0.8


def targets_of(state: Coriolis, actor: Fighter, gun: Weapon, foes: list[Fighter]) -> list[Fighter]:
    """Those a shot may be aimed at. Where nothing hides anybody that is everybody outside closed vehicles; out of one only
    the vehicle's own gun shoots.
    """
    if actor.aboard and shut_in(state, actor) and any(gun is each for each in actor.weapons):
        return []
    if state.scene.walls:
        foes = [each for each in foes if not walled_off(state, actor, each)]
    if not any(zone.kind == "smoke" for zone in state.scene.zone):
        return [each for each in foes if not shut_in(state, each)]
    return [each for each in foes if not shut_in(state, each) and not smoke_between(state, actor, each)]


def vehicles_of(state: Coriolis, foes: list[Fighter]) -> list[Fighter]:
    """The closed vehicles foes sit in."""
    names = dict.fromkeys([each.aboard for each in foes if each.aboard and shut_in(state, each)])
    return [state.roster[name] for name in names]


def must_come(state: Coriolis, foe: Fighter) -> bool:
    """Has this foe nothing to shoot or throw with, and still to act?"""
    armed = any(not each.melee and not each.dropped for each in foe.weapons) or foe.aboard
    return not armed and foe.able and foe.id not in state.acted


def thickest(state: Coriolis, actor: Fighter, foes: list[Fighter], grenade: Weapon) -> tuple[Fighter | None, int]:
    """Whom to throw it at so that most foes are caught and no friend is, and how many that are."""
    standing = [each for each in state.roster.values() if each.person and not each.dead and not each.out]
    friends = [each for each in standing if each.side == actor.side]
    others = [each for each in standing if each.side != actor.side and each.conscious]
    best, most = None, 0
    for target in targets_of(state, actor, grenade, foes):
        if most == len(others):
            break  # nobody is left to be caught besides
        if not can_throw(state, actor, grenade, target) or any(caught_by(state, grenade, target, each) for each in friends):
            continue
        caught = sum([caught_by(state, grenade, target, each) for each in others])
        if caught > most:
            best, most = target, caught
    return best, most


def caught_by(state: Coriolis, grenade: Weapon, target: Fighter, each: Fighter) -> bool:
    """Would a grenade thrown at the target reach this one?"""
    return power_at(grenade, apart_or_far(state, target, each)) > 0


def can_throw(state: Coriolis, actor: Fighter, grenade: Weapon, target: Fighter) -> bool:
    gap = gap_to(state, actor, target)
    return gap <= reach_of(grenade) and power_at(grenade, gap - 1.0) <= 0  # a metre, for it may fall short


def apart_or_far(state: Coriolis, actor: Fighter, other: Fighter) -> float:
    return 0.0 if actor is other else distance_or(state, actor, other, LIMITS[-1])


def toughness(foe: Fighter) -> int:
    return foe.hp + foe.armour.rating + foe.cover


def can_use(state: Coriolis, actor: Fighter, weapon: Weapon, foe: Fighter) -> bool:
    """Could the weapon attack this foe from here?"""
    if weapon.empty or weapon.thrown or shut_in(state, foe):
        return False
    if state.scene.walls and walled_off(state, actor, foe):
        return False
    if weapon.melee:
        return gap_to(state, actor, foe) <= CLOSE and not actor.prone and not actor.aboard and not foe.aboard
    ready = "mounted" not in weapon.features or actor.set_up or bool(actor.aboard)
    return ready and gap_to(state, actor, foe) <= LIMITS[BANDS.index(weapon.range)]


def toward(start: Point, end: Point, metres: float) -> Point:
    """The point that many metres from start on the way to end, on a grid of centimetres."""
    whole = apart(start, end)
    share = max(0.0, min(1.0, (metres - 0.02) / whole)) if whole else 0.0
    return (round(start[0] + share * (end[0] - start[0]), 2), round(start[1] + share * (end[1] - start[1]), 2))
