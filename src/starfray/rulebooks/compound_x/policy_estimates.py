"""What the default policy reckons with: distances, hits to be expected, who has to come closer."""

from __future__ import annotations

from starfray.engine.routes import way_length
from starfray.engine.rules import Content, Tally, apart, known_distance
from starfray.engine.walls import walled_off
from starfray.rulebooks.compound_x.engagement import near
from starfray.rulebooks.compound_x.miss_chance import (
    besides_the_gun,
    chance_to_see,
    line_of,
    prepare,
    weapon_miss_chance,
    why_not_sighted,
)
from starfray.rulebooks.compound_x.state import CompoundX, Fighter, Mode, Weapon
from starfray.rulebooks.compound_x.stats import why_not_use
from starfray.rulebooks.compound_x.volley import mode_of, modes_of

UNKNOWN = 30.0  # metres taken for a distance nobody has set


def within_grasp(actor: Fighter, gun: Weapon) -> bool:
    return not gun.dropped or gun.lies is None or actor.at is None or apart(gun.lies, actor.at) <= 1.5


def clear_of_friends(state: CompoundX, actor: Fighter, foe: Fighter) -> bool:
    """Nobody shoots into a friend's melee who can help it."""
    return not any(state.roster[who].side == actor.side and who != actor.id for who in foe.engaged if who in state.roster)


def gap(state: CompoundX, actor: Fighter, other: Fighter) -> float:
    metres = known_distance(state, actor, other)
    if state.scene.walls and actor.at is not None and other.at is not None and walled_off(state, actor, other):
        return way_length(state, actor.at, other.at)
    return UNKNOWN if metres is None else metres


def hits_by_mode(state: CompoundX, content: Content, actor: Fighter, foe: Fighter, gun: Weapon, *, aimed: bool) -> list[float]:
    """Hits to be expected of one Action in each mode of the gun."""
    modes = [mode_of(gun, mode) for mode in modes_of(gun)]
    if known_distance(state, actor, foe) is None:
        return [0.5 for _ in modes]
    misses = misses_by_mode(state, content, actor, foe, gun, modes, aimed=aimed)
    if not misses or why_not_sighted(state, content, actor, foe, gun, aimed=aimed) is not None:
        return [0.0 for _ in modes]
    seen = chance_to_see(state, actor, foe)
    unseen = misses_by_mode(state, content, actor, foe, gun, modes, aimed=False, blind=True) if seen < 1 else []
    found = []
    for place, mode in enumerate(modes):
        shots = min(gun.rounds, mode.shots if mode is not None else 1)
        share = share_of_hits(misses[place])
        if seen < 1:
            share = seen * share + (1 - seen) * (share_of_hits(unseen[place]) if unseen else 0.0)
        found.append(shots * share)
    return found


def misses_by_mode(
    state: CompoundX,
    content: Content,
    actor: Fighter,
    foe: Fighter,
    gun: Weapon,
    modes: list[Mode | None],
    *,
    aimed: bool,
    blind: bool = False,
) -> list[int]:
    """The miss chance in each of these modes; none at all out of range."""
    shot = prepare(state, content, actor, foe, gun, aimed=aimed, blind=blind)
    if shot.reach is None:
        return []
    besides = Tally(False)
    besides_the_gun(state, besides, actor, foe, gun, shot)
    found = []
    for mode in modes:
        line = Tally(False)
        weapon_miss_chance(line, gun, actor.stats, shot.reach, mode, shot.fitted, blind=blind)
        found.append(line.total + besides.total)
    return found


def share_of_hits(miss: int) -> float:
    return min(10, max(0, 10 - miss)) / 10


def easiest(
    state: CompoundX, content: Content, actor: Fighter, foes: list[Fighter], gun: Weapon
) -> tuple[Fighter | None, list[float]]:
    """Whom an aimed Action hits most, and how much in each mode; of equals the nearest, then the weakest. None if it can hit
    nobody."""
    target, best, by_mode = None, 0.0, [0.0]
    for foe in foes:
        expected = hits_by_mode(state, content, actor, foe, gun, aimed=True)
        most = max(expected, default=0.0)
        nearer = most == best and target is not None and nearness(state, actor, foe) < nearness(state, actor, target)
        if most > best or nearer:
            target, best, by_mode = foe, most, expected
    return target, by_mode


def nearness(state: CompoundX, actor: Fighter, foe: Fighter) -> tuple[float, int]:
    return gap(state, actor, foe), foe.health


def nearest_first(state: CompoundX, actor: Fighter, foes: list[Fighter]) -> list[Fighter]:
    return sorted(foes, key=lambda each: nearness(state, actor, each))


def best_mode(gun: Weapon, expected: list[float]) -> str:
    """The mode that hits most; of several the first."""
    return modes_of(gun)[expected.index(max(expected))]


def gun_of_hand(actor: Fighter) -> Weapon | None:
    return next((each for each in actor.weapons if each.in_hand), None)


def usable(content: Content, actor: Fighter, gun: Weapon) -> bool:
    return why_not_use(content, actor, gun) is None


def must_come(state: CompoundX, content: Content, actor: Fighter, foe: Fighter) -> bool:
    """Can that one do nothing from where he is?"""
    gun = gun_of_hand(foe)
    if near(state, actor, foe) or not foe.able or known_distance(state, actor, foe) is None:
        return False
    return gun is None or not reaches(state, content, foe, actor, gun)


def reaches(state: CompoundX, content: Content, actor: Fighter, foe: Fighter, gun: Weapon) -> bool:
    """Could an aimed shot in any mode hit?"""
    modes = [mode_of(gun, mode) for mode in modes_of(gun)]
    return any(miss < 10 for miss in misses_by_mode(state, content, actor, foe, gun, modes, aimed=True))


def harm(state: CompoundX, content: Content, actor: Fighter, foe: Fighter, gun: Weapon, mode: str, *, aimed: bool) -> float:
    """Damage to be expected of one firing Action."""
    line = line_of(state, content, Tally(False), actor, foe, gun, mode_of(gun, mode), aimed=aimed)
    return line.damage * hits_by_mode(state, content, actor, foe, gun, aimed=aimed)[modes_of(gun).index(mode)]
