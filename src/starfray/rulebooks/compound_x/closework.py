"""What the default policy does at arm's length: in a grapple, beside a fallen friend, blade in hand, with a grenade."""

from __future__ import annotations

from starfray.engine.actions import Action
from starfray.engine.content import Content
from starfray.engine.scene import apart, known_distance
from starfray.rulebooks.compound_x.actions import (
    Aim,
    BreakBonds,
    Calm,
    Choke,
    Disengage,
    Draw,
    Fire,
    GainControl,
    Grapple,
    Lob,
    Pin,
    Run,
    Stabilise,
    Stand,
    Strike,
    Throw,
    Treat,
)
from starfray.rulebooks.compound_x.engagement import near
from starfray.rulebooks.compound_x.grenades import longest
from starfray.rulebooks.compound_x.melee import UNARMED
from starfray.rulebooks.compound_x.pace import reach_of_run
from starfray.rulebooks.compound_x.proficiency import why_unfit
from starfray.rulebooks.compound_x.reckoning import harm, usable
from starfray.rulebooks.compound_x.shooting import modes_of, why_not_fire
from starfray.rulebooks.compound_x.stabilise import kit_for
from starfray.rulebooks.compound_x.state import CompoundX, Fighter, Weapon, grapple_of, partner_of
from starfray.rulebooks.compound_x.stats import general_modifier, why_unskilled

Choice = tuple[Action, str]
CHANCE = 25  # the least bonus with which somebody runs to a fallen friend
STURDY = 50  # health from which one fires a long gun in melee
BUTT = 35.0  # damage to be expected of a shot there, to be worth more than a blow with the gun
WRESTLER = 25  # Athletics from which bare hands take hold


def struggle(state: CompoundX, one: Fighter) -> Choice | None:
    """Bonds, fear, a grapple: nothing else comes first."""
    if one.restrained:
        stat = "strength" if one.stats.strength >= one.stats.intelligence else "intelligence"
        return BreakBonds(one.id, stat), "the bonds must go"
    if one.fear:
        return Calm(one.id), "fear must be mastered"
    hold, partner = grapple_of(state, one), partner_of(state, one)
    if hold is None or partner is None:
        return None
    if hold.pinned == one.id:
        return Disengage(one.id), "out of the pin"
    if hold.control != one.id:
        return GainControl(one.id), "the upper hand is worth having"
    if not partner.awake:
        return Disengage(one.id), "this one is done with"
    if hold.pinned == partner.id:
        return Choke(one.id, "knockout"), "two good grips and it is over"
    return Pin(one.id), "held fast is half beaten"


def help_friends(state: CompoundX, one: Fighter) -> Choice | None:
    """A downed friend within reach is stabilised; a medic runs to one."""
    if any(each.kind == "burning" for each in one.conditions):
        return Treat(one.id, one.id, "burning"), "one is on fire"
    if one.engaged or one.hunkered:
        return None
    fallen = [each for each in state.roster.values() if each.downed and each.side == one.side and each is not one]
    for friend in fallen:
        if near(state, one, friend) and help_bonus(state, one, friend) > 0 and knows_how(state, one, friend):
            kit = "self" if one.kits.get(kit_for(friend)) else "target" if friend.kits.get(kit_for(friend)) else ""
            return Stabilise(one.id, friend.id, kit), f"{friend.id} is bleeding out"
    if not fallen or one.at is None or one.actions < 3:
        return None
    able = [each for each in fallen if help_bonus(state, one, each) >= CHANCE and knows_how(state, one, each)]
    near_ones = [(known_distance(state, one, each), each) for each in able]
    reach = reach_of_run(state, one, 2, False)
    for metres, friend in sorted(((m, f) for m, f in near_ones if m is not None), key=lambda pair: pair[0]):
        if friend.at is None or metres > reach + 1:
            continue
        if one.stance != "standing":
            return Stand(one.id), f"{friend.id} needs help"
        share = max(0.0, metres - 1.02) / metres
        end = (
            round(one.at[0] + share * (friend.at[0] - one.at[0]), 2),
            round(one.at[1] + share * (friend.at[1] - one.at[1]), 2),
        )
        others = [each.at for each in state.roster.values() if each is not one and each.at is not None and not each.out]
        if all(apart(end, at) >= 0.96 for at in others) and apart(one.at, end) > 0.1:
            return Run(one.id, (end,), 2), f"{friend.id} needs help"
    return None


def knows_how(state: CompoundX, one: Fighter, friend: Fighter) -> bool:
    return why_unskilled(state, one, "repair" if friend.mechanical else "medicine", "dexterity") is None


def help_bonus(state: CompoundX, one: Fighter, friend: Fighter) -> int:
    skill = one.skills.get("repair" if friend.mechanical else "medicine", 0)
    kit = 20 if one.kits.get(kit_for(friend)) or friend.kits.get(kit_for(friend)) or friend.kit_used == state.round else 0
    return skill + general_modifier(one.stats.dexterity) + kit


def close_work(state: CompoundX, content: Content, one: Fighter, foes: list[Fighter]) -> Choice | None:
    """Somebody is beside one: strike with the best there is, unless a pistol or a short gun is at hand."""
    beside = [each for each in foes if near(state, one, each)]
    if not beside:
        return None
    blades = [each for each in one.melee if not each.delicate and not why_unfit(one, each)]
    gun = next((each for each in one.weapons if each.in_hand), None)
    target = min(beside, key=lambda each: each.health)
    if one.stance == "prone" and one.actions >= 2:
        return Stand(one.id), "not from the ground"
    if gun is not None and gun.cqb and gun.rounds and not gun.jammed and usable(content, one, gun) and not blades:
        return None
    held = next((each for each in blades if each.in_hand), None)
    if held is not None and not (one.off_hand_lost and len(one.melee) > 1):
        return Strike(one.id, target.id, held.key), f"{target.id} is within arm's reach"
    ready = next((each for each in blades if not each.in_hand and not each.dropped), None)
    if ready is not None and one.actions >= 2:
        return Draw(one.id, ready.key), "steel for close work"
    if gun is not None and not blades:
        shot = point_blank(state, content, one, target, gun)
        if shot is not None:
            return shot
    bare = gun is None and not blades
    if bare and one.skills.get("athletics", 0) >= WRESTLER and grapple_of(state, target) is None:
        return Grapple(one.id, target.id), "strong hands"
    return Strike(one.id, target.id, "" if gun is not None else UNARMED), f"{target.id} is within arm's reach"


def point_blank(state: CompoundX, content: Content, one: Fighter, target: Fighter, gun: Weapon) -> Choice | None:
    """A long gun at arm's length lays one open, but hits harder than its butt: for those who can stand it."""
    if one.health < STURDY or why_not_fire(gun) is not None or not usable(content, one, gun):
        return None
    mode = max(modes_of(gun), key=lambda each: harm(state, content, one, target, gun, each, aimed=True))
    if harm(state, content, one, target, gun, mode, aimed=True) < BUTT:
        return None
    if one.aim != target.id and one.actions >= 2:
        return Aim(one.id, target.id), "at arm's length one can hardly miss"
    if one.aim != target.id and harm(state, content, one, target, gun, mode, aimed=False) < BUTT:
        return None
    return Fire(one.id, target.id, gun.key, mode), "better a shot than a blow with the butt"


def lob_or_throw(state: CompoundX, one: Fighter, foes: list[Fighter]) -> Choice | None:
    """A grenade among several of them; a knife at somebody near."""
    dart = next((each for each in one.thrown if each.count > 0), None)
    if dart is not None and not any(each.in_hand for each in one.weapons) and not why_unfit(one, dart):
        reach = [
            each
            for each in foes
            if each.cover != "concealed"
            and dart.brackets
            and (known_distance(state, one, each) or 99.0) <= dart.brackets[-1].to
        ]
        if reach and dart.in_hand:
            return Throw(one.id, reach[0].id, dart.key), f"{reach[0].id} is near enough for a throw"
        if reach and one.actions >= 2 and not dart.dropped:
            return Draw(one.id, dart.key, True) if one_hand_free(one) else Draw(one.id, dart.key), "something to throw"
    bomb = next((each for each in one.grenades if each.count > 0 and each.rings and not each.placed), None)
    if bomb is None or one.at is None or one.skills.get("weapons-explosives", 0) < 6 or one.engaged:
        return None
    spot = cluster(state, one, foes, float(longest(one, bomb)))
    if spot is None:
        return None
    if bomb.in_hand:
        return Lob(one.id, spot, bomb.key), "they stand close together"
    if one.actions >= 2 and not bomb.dropped:
        return Draw(one.id, bomb.key), "a grenade for the lot of them"
    return None


def one_hand_free(one: Fighter) -> bool:
    held = [each for each in one.melee if each.in_hand]
    return len(held) == 1 and held[0].size != "two-handed" and not any(each.in_hand for each in one.weapons)


def cluster(state: CompoundX, one: Fighter, foes: list[Fighter], far: float) -> tuple[float, float] | None:
    """A point with two or more of them within 3 m and no friend within 6."""
    for foe in foes:
        if foe.at is None or one.at is None or not 7 < apart(one.at, foe.at) <= far:
            continue
        spot = foe.at
        if sum(each.at is not None and apart(each.at, spot) <= 3 for each in foes) < 2:
            continue
        friends = [each for each in state.roster.values() if each.side == one.side and each.at is not None and not each.out]
        if all(each.at is not None and apart(each.at, spot) > 6 for each in friends):
            return spot
    return None
