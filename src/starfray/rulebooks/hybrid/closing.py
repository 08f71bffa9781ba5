"""Closing in on a longer weapon, and the fend that resists it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.rules import (
    Action,
    ActionKind,
    Content,
    Field,
    Option,
    Refused,
    Table,
    Tally,
    counted,
    known_distance,
    relate,
    somebody,
)
from starfray.engine.walls import walled_off
from starfray.rulebooks.hybrid.attack import (
    CLUB,
    CLUB_DF,
    block_degree,
    block_dice,
    defended_chance,
    regain_balance,
    try_to_hit,
)
from starfray.rulebooks.hybrid.attack_options import (
    SIMPLE_ACTION,
    begin_simple,
    check_seen,
    crowded,
    foes,
    foes_of,
    no_free_movement,
    outreaches,
    points_field,
    rush_field,
)
from starfray.rulebooks.hybrid.defence import (
    BLOCK,
    ROLL,
    advanced_by_bind,
    can_answer,
    can_retreat,
    declare_defence,
    fall_back,
    give_ground,
    in_time,
    spend,
)
from starfray.rulebooks.hybrid.derived import action_tally, half_speed
from starfray.rulebooks.hybrid.energy import set_pace
from starfray.rulebooks.hybrid.injury import Hit, take_damage
from starfray.rulebooks.hybrid.perceiving import reveal
from starfray.rulebooks.hybrid.skill_check import FAILURE, SUCCESS
from starfray.rulebooks.hybrid.skills import Use, capped_by, in_haste, rank_with, skill_chance, unlock
from starfray.rulebooks.hybrid.state import (
    Closed,
    Fighter,
    Hybrid,
    UnderWay,
    Weapon,
    action_of,
    are_closed,
    bound,
    fighter,
    in_melee,
    part_from,
    weapon_of,
)

RETREAT_DF = 6  # hybrid.close.fend.retreat
BARE_HANDS = Weapon(key="bare-hands", name="Bare hands", speed=3, hands=0, natural=True, times=1.0, skill="hth-parry")


def longest_reach(actor: Fighter, *, shields: bool = False) -> float:
    """Of what is at hand for a melee; 0 if there is nothing."""
    longest = 0.0
    for weapon in in_melee(actor):
        if shields or not weapon.shield:
            longest = max(longest, weapon.reach)
    return longest


def too_far(state: Hybrid, actor: Fighter, target: Fighter) -> bool:
    gap = known_distance(state, actor, target)
    if state.scene.walls and walled_off(state, actor, target):  # hybrid.ruling.wall
        return True
    return gap is not None and gap > longest_reach(target, shields=True) + 2.0


def outreached(actor: Fighter, target: Fighter) -> bool:
    """Is the target's longest weapon longer by enough to matter? hybrid.ruling.closing"""
    return outreaches(longest_reach(target), longest_reach(actor))


def can_close(state: Hybrid, actor: Fighter, target: Fighter) -> bool:
    return target.able and target is not actor and not are_closed(state, actor, target) and not too_far(state, actor, target)


@dataclass(frozen=True, slots=True)
class Close(Action):
    """Begin to get inside the reach of a longer weapon."""

    KIND: ClassVar[str] = "close"
    target: str
    points: int = 0
    rush: int = 0


def close_fields(state: Hybrid, actor: Fighter, content: Content) -> list[Field]:
    return [somebody("target", foes_of(state, actor)), *points_field(actor), rush_field(SIMPLE_ACTION)]


def close(state: Hybrid, table: Table, action: Close) -> None:
    """A simple action without a roll; the one closed upon may fend when it lands. hybrid.ruling.closing"""
    actor, target = fighter(state, action.actor), fighter(state, action.target)
    check_seen(actor, target)
    if too_far(state, actor, target):
        raise Refused("hybrid.ruling.closing", f"{target.id} is too far away", ["move"])
    if not can_close(state, actor, target):
        raise Refused("hybrid.ruling.closing", f"there is no closing with {action.target}", foes(state, actor))
    under_way = UnderWay(actor=actor.id, kind="close", lands=0, target=target.id)
    begin_simple(state, table, actor, under_way, SIMPLE_ACTION, "hybrid.action.standard-speed", action.points, action.rush)


CLOSE = ActionKind(
    Close,
    close,
    "hybrid.close.required",
    SIMPLE_ACTION,
    group="attack",
    refusal=no_free_movement,
    fields=close_fields,
    hints=("hybrid.close.unarmed-options",),
)


# --- landing ---------------------------------------------------------------------------------------------------
def close_in(state: Hybrid, table: Table, actor: Fighter, under_way: UnderWay) -> bool:
    """No roll, unless the other fends. The closer counts as acting meanwhile. Was the action carried through?"""
    target = state.roster[under_way.target]
    if too_far(state, actor, target) or in_haste(table, actor, under_way):
        state.under_way.remove(under_way)
        regain_balance(state, table, actor)
        table.emit("hybrid.ruling.timeline", actor.id, target.id, note="nobody is there to be closed with any more")
        return True
    unseen = reveal(table, actor)  # nobody fends off what nobody sees coming
    fooled = target.id in actor.fooled  # hybrid.ruling.feint
    held_off = not unseen and not fooled and target.able and fended(state, table, actor, target)
    carried = action_of(state, actor.id) is under_way  # rolling with the blow loses the action
    if carried:
        state.under_way.remove(under_way)
    regain_balance(state, table, actor)
    if carried and not held_off and actor.able and not actor.prone and not target.fallen:
        if not are_closed(state, actor, target):  # they may have gone for each other
            state.closed.append(Closed(one=actor.id, other=target.id))
        set_pace(state, table, actor, "none")
        if "retreat" not in target.stance:  # hybrid.close.fend.retreat: who gives ground ends up moving backwards
            set_pace(state, table, target, "none")
        come_along(state, target, actor)
        table.emit("hybrid.ruling.closing", actor.id, target.id)
    return carried


def back_out(state: Hybrid, table: Table, actor: Fighter, weapon: Weapon, unlocks: bool) -> None:
    """Whoever has been closed upon may try to retreat (hybrid.close.closed-upon): a fend at +6 against each who is close.

    Once, until another action has been done and the next initiative rolled. A weapon that is too long in there fends as it
    strikes, as a club. hybrid.ruling.clinch-retreat
    """
    actor.backed_off = True
    for place, other in enumerate(list(state.roster.values())):
        if are_closed(state, actor, other):
            table.enter((place, weapon.key))
            away = fend(state, table, other, actor, weapon, True, unlocks)
            table.leave()
            if away:
                part_from(state, actor, other)
                table.emit("hybrid.ruling.clinch-retreat", actor.id, other.id, note="gets away")
            elif are_closed(state, actor, other):
                stay_close(state, table, actor, other)
                table.emit("hybrid.ruling.clinch-retreat", actor.id, other.id, note="cannot shake off")
            table.merge("hybrid.ruling.clinch-retreat", place)


def stay_close(state: Hybrid, table: Table, actor: Fighter, other: Fighter) -> None:
    """However far back one of them goes, the other comes along. hybrid.ruling.clinch-retreat"""
    set_pace(state, table, actor, "none")
    come_along(state, actor, other)


def come_along(state: Hybrid, actor: Fighter, other: Fighter) -> None:
    if actor.at is not None and other.at is not None:
        other.at = actor.at
    elif known_distance(state, actor, other) is not None:
        relate(state.scene, "distance", actor.id, other.id, 0.0)


def fending_weapon(state: Hybrid, actor: Fighter, key: str) -> Weapon:
    """The weapon named, or the first at hand that is free; bare hands, if there is none."""
    ready = [weapon for weapon in in_melee(actor) if not weapon.shield and not bound(state, actor, weapon)]
    if key and key not in [weapon.key for weapon in ready]:
        raise Refused("hybrid.close.fend.roll", f"{actor.id} has no {key!r} to fend with", [weapon.key for weapon in ready])
    return next((weapon for weapon in ready if key in ("", weapon.key)), BARE_HANDS)


def fended(state: Hybrid, table: Table, closer: Fighter, target: Fighter) -> bool:
    """A defender with a usable initiative may fend; does it keep the closer away? hybrid.close.fend.allowed"""
    options: list[Option] = []
    facts: dict[str, int] = {}
    for weapon in in_melee(target):
        if not can_fend(state, target, weapon):
            continue
        caps = capped_by(state, target, rank_with(target, weapon) or 0)  # hybrid.skill.filter.unlock
        for lifted in ([], caps) if caps else ([],):
            for way, df in (("fend", 0), ("retreat", RETREAT_DF)):
                if df and not can_retreat(state, target):
                    continue
                key = f"{'unlock-' if lifted else ''}{way}-{weapon.key}"
                sum_of = fend_df(state, table, target, closer, df)
                chance = skill_chance(state, table, target, sum_of, Use(weapon.skill, ("fend",), weapon=weapon, lifted=lifted))
                rule = "hybrid.close.fend.retreat" if df else "hybrid.close.fend.roll"
                note = counted(half_speed(weapon), "count")
                if lifted:
                    note += f", after a roll against {' and '.join(lifted)}"
                options.append(Option(key, rule=rule, note=note, tally=chance))
                facts[key] = chance.total
    if not options:
        return False
    options.append(Option("no", "let it happen"))
    pick = table.choose("hybrid.close.fend.allowed", target.id, options, f"{closer.id} is closing in.", facts=facts)
    if pick == "no":
        return False
    way, _, key = pick.removeprefix("unlock-").partition("-")
    unlocks = pick.startswith("unlock-")
    return fend(state, table, closer, target, weapon_of(target, key), way == "retreat", unlocks)


def can_fend(state: Hybrid, target: Fighter, weapon: Weapon) -> bool:
    free = action_of(state, target.id) is None and not weapon.shield and not bound(state, target, weapon)
    return free and can_answer(state, target) and in_time(state, target, half_speed(weapon))


def fend_df(state: Hybrid, table: Table, actor: Fighter, closer: Fighter, retreating: int, club: bool = False) -> Tally:
    """A defensive action: a stance that is in force counts. hybrid.defence.retreat, hybrid.attack.advance"""
    df = action_tally(state, table, actor)
    df.add(actor.pca, "hybrid.tohit.melee", "PCA")
    if retreating:
        df.add(retreating, "hybrid.close.fend.retreat")
    elif "retreat" in actor.stance:
        df.add(RETREAT_DF, "hybrid.defence.retreat")
    if "advance" in actor.stance or advanced_by_bind(state, actor, closer):
        df.add(-4, "hybrid.attack.advance")
    if club:
        df.add(CLUB_DF, "hybrid.ruling.weapon-as-club")
    return df


def fend(
    state: Hybrid, table: Table, closer: Fighter, target: Fighter, weapon: Weapon, retreating: bool, unlocks: bool = False
) -> bool:
    """An attack like any other: defended against, then heeded or ignored. hybrid.close.fend.roll, hybrid.ruling.fend-effect"""
    club = crowded(state, target, closer, weapon)  # within arm's reach already
    spend(state, table, target, half_speed(weapon), "hybrid.close.fend.time")
    if retreating and "retreat" not in target.stance:  # whether it keeps the closer away or not
        give_ground(state, table, target, closer, answering=True)
    if retreating:
        fall_back(state, target, closer, half_speed(weapon))
    defence = declare_defence(state, table, target, closer, weapon)
    lifted = unlock(state, table, target, rank_with(target, weapon)) if unlocks else []
    df = fend_df(state, table, target, closer, RETREAT_DF if retreating else 0, club)
    use = Use(weapon.skill, ("fend",), weapon=weapon, lifted=lifted)
    chance = defended_chance(state, table, target, closer, weapon, defence, df, use)
    table.enter((weapon.key, retreating))
    degree = try_to_hit(state, table, target, closer, weapon, defence, chance)
    table.leave()
    if degree > SUCCESS:
        return False
    blocked = block_degree(state, table, target, closer, defence, weapon) if defence.kind == BLOCK else FAILURE
    options = [Option("ignore", rule="hybrid.close.fend.ignored"), Option("heed", rule="hybrid.ruling.fend-effect")]
    prompt = f"{target.id}'s {weapon.name or weapon.key} is in the way."
    if table.choose("hybrid.close.fend.ignored", closer.id, options, prompt, facts={"pft": closer.pft}) == "heed":
        table.emit("hybrid.ruling.fend-effect", closer.id, target.id)
        return True
    stopped = block_dice(table, closer, defence, blocked)
    table.merge("hybrid.ruling.dice-order", (degree, stopped, defence.figures(), weapon.key))
    table.enter(weapon.key)
    take_damage(
        state, table, closer, Hit(target, CLUB if club else weapon, degree, stopped=stopped, rolling=defence.kind == ROLL)
    )
    table.leave()
    return False
