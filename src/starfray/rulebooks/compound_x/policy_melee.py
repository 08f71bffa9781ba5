"""What the default policy does at arm's length: in a grapple, beside a fallen friend, blade in hand, with a grenade."""

from __future__ import annotations

from starfray.engine.rules import Action, Content, apart, known_distance
from starfray.rulebooks.compound_x.aim import Aim
from starfray.rulebooks.compound_x.engagement import can_be_hit, near
from starfray.rulebooks.compound_x.fire import Fire
from starfray.rulebooks.compound_x.grapple import BreakBonds, Choke, Disengage, GainControl, Pin, TakeHold
from starfray.rulebooks.compound_x.grenades import Lob, longest
from starfray.rulebooks.compound_x.hands import Draw
from starfray.rulebooks.compound_x.melee import UNARMED, Strike
from starfray.rulebooks.compound_x.movement import Run
from starfray.rulebooks.compound_x.movement_rates import reach_of_run
from starfray.rulebooks.compound_x.other_actions import Calm
from starfray.rulebooks.compound_x.policy_estimates import gun_of_hand, harm, usable
from starfray.rulebooks.compound_x.stabilise import Stabilise, Treat, kit_for
from starfray.rulebooks.compound_x.stances import Stand
from starfray.rulebooks.compound_x.state import Blade, CompoundX, Fighter, Weapon, grapple_of, partner_of
from starfray.rulebooks.compound_x.stats import general_modifier, why_unfit, why_unskilled
from starfray.rulebooks.compound_x.thrown import Throw, brackets_of
from starfray.rulebooks.compound_x.volley import modes_of, why_not_fire

Choice = tuple[Action, str]
CHANCE = 25  # the least bonus with which somebody runs to a fallen friend
STURDY = 50  # health from which one fires a long gun in melee
BUTT = 35.0  # damage to be expected of a shot there, to be worth more than a blow with the gun
WRESTLER = 25  # Athletics from which bare hands take hold


def struggle(state: CompoundX, actor: Fighter) -> Choice | None:
    """Bonds, fear, a grapple: nothing else comes first."""
    if actor.restrained:
        stat = "strength" if actor.stats.strength >= actor.stats.intelligence else "intelligence"
        return BreakBonds(actor.id, stat), "the bonds must go"
    if actor.fear:
        return Calm(actor.id), "fear must be mastered"
    hold, partner = grapple_of(state, actor), partner_of(state, actor)
    if hold is None or partner is None:
        return None
    if hold.pinned == actor.id:
        return Disengage(actor.id), "out of the pin"
    if hold.control != actor.id:
        return GainControl(actor.id), "the upper hand is worth having"
    if not partner.awake:
        return Disengage(actor.id), "this one is done with"
    if hold.pinned == partner.id:
        return Choke(actor.id, "knockout"), "two good grips and it is over"
    return Pin(actor.id), "held fast is half beaten"


def help_friends(state: CompoundX, actor: Fighter) -> Choice | None:
    """A downed friend within reach is stabilised; a medic runs to one."""
    if any(each.kind == "burning" for each in actor.conditions):
        return Treat(actor.id, actor.id, "burning"), "one is on fire"
    if actor.engaged or actor.hunkered:
        return None
    fallen = [each for each in state.roster.values() if each.downed and each.side == actor.side and each is not actor]
    for friend in fallen:
        if near(state, actor, friend) and help_bonus(state, actor, friend) > 0 and knows_how(state, actor, friend):
            kit = "self" if actor.kits.get(kit_for(friend)) else "target" if friend.kits.get(kit_for(friend)) else ""
            return Stabilise(actor.id, friend.id, kit), f"{friend.id} is bleeding out"
    return run_to_friend(state, actor, fallen) if fallen and actor.actions >= 3 else None


def run_to_friend(state: CompoundX, actor: Fighter, fallen: list[Fighter]) -> Choice | None:
    """To the nearest whom one has a fair chance to help."""
    if actor.at is None:
        return None
    able = [each for each in fallen if help_bonus(state, actor, each) >= CHANCE and knows_how(state, actor, each)]
    near_ones = [(known_distance(state, actor, each), each) for each in able]
    reach = reach_of_run(state, actor, 2, False)
    for metres, friend in sorted(((m, f) for m, f in near_ones if m is not None), key=lambda pair: pair[0]):
        if friend.at is None or metres > reach + 1:
            continue
        if actor.stance != "standing":
            return Stand(actor.id), f"{friend.id} needs help"
        share = max(0.0, metres - 1.02) / metres
        end = (
            round(actor.at[0] + share * (friend.at[0] - actor.at[0]), 2),
            round(actor.at[1] + share * (friend.at[1] - actor.at[1]), 2),
        )
        others = [each.at for each in state.roster.values() if each is not actor and each.at is not None and not each.out]
        if all(apart(end, at) >= 0.96 for at in others) and apart(actor.at, end) > 0.1:
            return Run(actor.id, (end,), 2), f"{friend.id} needs help"
    return None


def knows_how(state: CompoundX, actor: Fighter, friend: Fighter) -> bool:
    return why_unskilled(state, actor, "repair" if friend.mechanical else "medicine", "dexterity") is None


def help_bonus(state: CompoundX, actor: Fighter, friend: Fighter) -> int:
    skill = actor.skills.get("repair" if friend.mechanical else "medicine", 0)
    kit = 20 if actor.kits.get(kit_for(friend)) or friend.kits.get(kit_for(friend)) or friend.kit_used == state.round else 0
    return skill + general_modifier(actor.stats.dexterity) + kit


def close_work(state: CompoundX, content: Content, actor: Fighter, foes: list[Fighter]) -> Choice | None:
    """Somebody is beside one: strike with the best there is, unless a pistol or a short gun is at hand."""
    beside = [each for each in foes if near(state, actor, each)]
    if not beside:
        return None
    blades = [each for each in actor.melee if not each.delicate and not why_unfit(actor, each)]
    gun = gun_of_hand(actor)
    target = min(beside, key=lambda each: each.health)
    if actor.stance == "prone" and actor.actions >= 2:
        return Stand(actor.id), "not from the ground"
    if gun is not None and not blades and shoots_close(content, actor, gun):
        return None
    steel = with_steel(actor, blades, target)
    if steel is not None:
        return steel
    shot = point_blank(state, content, actor, target, gun) if gun is not None and not blades else None
    if shot is not None:
        return shot
    bare = gun is None and not blades
    if bare and actor.skills.get("athletics", 0) >= WRESTLER and grapple_of(state, target) is None:
        return TakeHold(actor.id, target.id), "strong hands"
    return Strike(actor.id, target.id, "" if gun is not None else UNARMED), f"{target.id} is within arm's reach"


def with_steel(actor: Fighter, blades: list[Blade], target: Fighter) -> Choice | None:
    """The blade in hand, or one to be drawn."""
    held = next((each for each in blades if each.in_hand), None)
    if held is not None and not (actor.off_hand_lost and len(actor.melee) > 1):
        return Strike(actor.id, target.id, held.key), f"{target.id} is within arm's reach"
    ready = next((each for each in blades if not each.in_hand and not each.dropped), None)
    if ready is not None and actor.actions >= 2:
        return Draw(actor.id, ready.key), "steel for close work"
    return None


def shoots_close(content: Content, actor: Fighter, gun: Weapon) -> bool:
    return gun.cqb and gun.rounds > 0 and not gun.jammed and usable(content, actor, gun)


def point_blank(state: CompoundX, content: Content, actor: Fighter, target: Fighter, gun: Weapon) -> Choice | None:
    """A long gun at arm's length lays one open, but hits harder than its butt: for those who can stand it."""
    fires = why_not_fire(gun) is None and usable(content, actor, gun) and can_be_hit(state, actor, target)
    if actor.health < STURDY or not fires:
        return None
    mode = max(modes_of(gun), key=lambda each: harm(state, content, actor, target, gun, each, aimed=True))
    if harm(state, content, actor, target, gun, mode, aimed=True) < BUTT:
        return None
    if actor.aim != target.id and actor.actions >= 2:
        return Aim(actor.id, target.id), "at arm's length one can hardly miss"
    if actor.aim != target.id and harm(state, content, actor, target, gun, mode, aimed=False) < BUTT:
        return None
    return Fire(actor.id, target.id, gun.key, mode), "better a shot than a blow with the butt"


def throw_dart(state: CompoundX, actor: Fighter, foes: list[Fighter]) -> Choice | None:
    dart = next((each for each in actor.thrown if each.count > 0), None)
    if dart is None or gun_of_hand(actor) is not None or why_unfit(actor, dart):
        return None
    far = brackets_of(state, actor, dart)[-1].to
    near_ones = [foe for foe in foes if can_be_hit(state, actor, foe) and (known_distance(state, actor, foe) or 99.0) <= far]
    if near_ones and dart.in_hand:
        return Throw(actor.id, near_ones[0].id, dart.key), f"{near_ones[0].id} is near enough for a throw"
    if near_ones and actor.actions >= 2 and not dart.dropped:
        return Draw(actor.id, dart.key, True) if one_hand_free(actor) else Draw(actor.id, dart.key), "something to throw"
    return None


def lob_grenade(state: CompoundX, actor: Fighter, foes: list[Fighter]) -> Choice | None:
    bomb = next((each for each in actor.grenades if each.count > 0 and each.rings and not each.placed), None)
    if bomb is None or actor.at is None or actor.skills.get("weapons-explosives", 0) < 6 or actor.engaged:
        return None
    spot = cluster(state, actor, foes, float(longest(actor, bomb)))
    if spot is None:
        return None
    if bomb.in_hand:
        return Lob(actor.id, spot, bomb.key), "they stand close together"
    if actor.actions >= 2 and not bomb.dropped:
        return Draw(actor.id, bomb.key), "a grenade for the lot of them"
    return None


def one_hand_free(actor: Fighter) -> bool:
    held = [each for each in actor.melee if each.in_hand]
    return len(held) == 1 and held[0].size != "two-handed" and not any(each.in_hand for each in actor.weapons)


def cluster(state: CompoundX, actor: Fighter, foes: list[Fighter], far: float) -> tuple[float, float] | None:
    """A point with two or more of them within 3 m and no friend within 6."""
    for foe in foes:
        if foe.at is None or actor.at is None or not 7 < apart(actor.at, foe.at) <= far:
            continue
        spot = foe.at
        if sum(each.at is not None and apart(each.at, spot) <= 3 for each in foes) < 2:
            continue
        friends = [each for each in state.roster.values() if each.side == actor.side and each.at is not None and not each.out]
        if all(each.at is not None and apart(each.at, spot) > 6 for each in friends):
            return spot
    return None
