"""What the default policy reckons with: distances, hits to be expected, who has to come closer."""

from __future__ import annotations

from starfray.engine.content import Content
from starfray.engine.scene import apart, known_distance
from starfray.engine.values import Tally
from starfray.rulebooks.compound_x.engagement import near
from starfray.rulebooks.compound_x.misschance import measure
from starfray.rulebooks.compound_x.proficiency import why_not_use
from starfray.rulebooks.compound_x.shooting import mode_of, modes_of
from starfray.rulebooks.compound_x.sights import chance_to_see, why_not_sighted
from starfray.rulebooks.compound_x.state import CompoundX, Fighter, Weapon

UNKNOWN = 30.0  # metres taken for a distance nobody has set


def within_grasp(one: Fighter, gun: Weapon) -> bool:
    return not gun.dropped or gun.lies is None or one.at is None or apart(gun.lies, one.at) <= 1.5


def clear_of_friends(state: CompoundX, one: Fighter, foe: Fighter) -> bool:
    """Nobody shoots into a friend's melee who can help it."""
    return not any(state.roster[who].side == one.side and who != one.id for who in foe.engaged if who in state.roster)


def gap(state: CompoundX, one: Fighter, other: Fighter) -> float:
    metres = known_distance(state, one, other)
    return UNKNOWN if metres is None else metres


def hits(state: CompoundX, content: Content, one: Fighter, foe: Fighter, gun: Weapon, *, aimed: bool) -> float:
    """Hits to be expected of one Action in the best mode."""
    return max((hits_in(state, content, one, foe, gun, mode, aimed=aimed) for mode in modes_of(gun)), default=0.0)


def hits_in(
    state: CompoundX, content: Content, one: Fighter, foe: Fighter, gun: Weapon, mode: str, *, aimed: bool
) -> float:
    listed = mode_of(gun, mode)
    if known_distance(state, one, foe) is None:
        return 0.5
    line = measure(state, content, Tally(False), one, foe, gun, listed, aimed=aimed)
    if line.miss is None or why_not_sighted(state, content, one, foe, gun, aimed=aimed) is not None:
        return 0.0
    shots = min(gun.rounds, listed.shots if listed is not None else 1)
    seen = chance_to_see(state, one, foe)
    blind = measure(state, content, Tally(False), one, foe, gun, listed, aimed=False, blind=True).miss if seen < 1 else None
    return shots * (seen * share_of_hits(line.miss) + (1 - seen) * share_of_hits(blind))


def share_of_hits(miss: Tally | None) -> float:
    return min(10, max(0, 10 - miss.total)) / 10 if miss is not None else 0.0


def gun_of_hand(one: Fighter) -> Weapon | None:
    return next((each for each in one.weapons if each.in_hand), None)


def usable(content: Content, one: Fighter, gun: Weapon) -> bool:
    return why_not_use(content, one, gun) is None


def must_come(state: CompoundX, content: Content, one: Fighter, foe: Fighter) -> bool:
    """Can that one do nothing from where he is?"""
    gun = gun_of_hand(foe)
    if near(state, one, foe) or not foe.able or known_distance(state, one, foe) is None:
        return False
    return gun is None or not reaches(state, content, foe, one, gun)


def reaches(state: CompoundX, content: Content, one: Fighter, foe: Fighter, gun: Weapon) -> bool:
    """Could an aimed shot in any mode hit?"""
    lines = [measure(state, content, Tally(False), one, foe, gun, mode_of(gun, mode), aimed=True) for mode in modes_of(gun)]
    return any(line.miss is not None and line.miss.total < 10 for line in lines)


def harm(state: CompoundX, content: Content, one: Fighter, foe: Fighter, gun: Weapon, mode: str, *, aimed: bool) -> float:
    """Damage to be expected of one firing Action."""
    line = measure(state, content, Tally(False), one, foe, gun, mode_of(gun, mode), aimed=aimed)
    return line.damage * hits_in(state, content, one, foe, gun, mode, aimed=aimed)
