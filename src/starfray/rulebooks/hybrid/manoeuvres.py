"""Choices that are no attacks: closing, drawing, stances, evasion, getting up and down, looking, hiding, tasks, waiting."""

from __future__ import annotations

from starfray.engine.errors import Refused, suggest
from starfray.engine.scene import known_distance
from starfray.engine.table import Table
from starfray.rulebooks.hybrid.actions import (
    Aid,
    Close,
    Discard,
    Dodge,
    Draw,
    Drop,
    Evade,
    Familiarise,
    Hide,
    Look,
    Release,
    Rise,
    Stance,
    Wait,
    Work,
)  # fmt: skip
from starfray.rulebooks.hybrid.choosing import (
    HOLDS_OFF,
    SIMPLE_ACTION,
    add_points,
    add_speed,
    draw_time,
    end_old_stance,
    foes,
    start,
    time_of,
)  # fmt: skip
from starfray.rulebooks.hybrid.clock import out_of_turn
from starfray.rulebooks.hybrid.defence import give_ground, throw_oneself
from starfray.rulebooks.hybrid.energy import begin_rest
from starfray.rulebooks.hybrid.perceiving import LOOK
from starfray.rulebooks.hybrid.skills import rank_of
from starfray.rulebooks.hybrid.state import (
    Fighter,
    Hybrid,
    UnderWay,
    Weapon,
    are_closed,
    fighter,
    held,
    in_melee,
    unbind,
    weapon_of,
)

RISING = 30  # hybrid.defence.prone.rise
FIRST_AID = 300
STANCES = ("all-out", "advance", "retreat")
STANCE_RULE = {
    "all-out": "hybrid.attack.all-out", "advance": "hybrid.attack.advance", "retreat": "hybrid.defence.retreat",
}  # fmt: skip


def begin_simple(state: Hybrid, table: Table, one: Fighter, mine: UnderWay, counts: int, rule: str, points: int) -> None:
    """An action of a fixed number of counts, less speed points."""
    time = table.tally()
    time.add(counts, rule)
    add_points(time, one, points)
    one.speed_points -= points
    mine.lands = state.count + time_of(time)
    start(state, table, one, mine, time)


def close(state: Hybrid, table: Table, act: Close) -> None:
    """A simple action without a roll; the one closed upon may fend when it lands. hybrid.ruling.closing"""
    one, target = fighter(state, act.actor), fighter(state, act.target)
    if target is one or not target.able or are_closed(state, one, target):
        raise Refused("hybrid.ruling.closing", f"there is no closing with {act.target}", foes(state, one))
    refuse_free_movement(state, one)
    if too_far(state, one, target):
        raise Refused("hybrid.ruling.closing", f"{target.id} is too far away", ["move"])
    mine = UnderWay(actor=one.id, kind="close", lands=0, target=target.id)
    begin_simple(state, table, one, mine, SIMPLE_ACTION, "hybrid.action.standard-speed", act.points)


def too_far(state: Hybrid, one: Fighter, target: Fighter) -> bool:
    gap = known_distance(state, one, target)
    return gap is not None and gap > longest_reach(target, shields=True) + 2.0


def longest_reach(one: Fighter, *, shields: bool = False) -> float:
    """Of what is at hand for a melee; 0 if there is nothing."""
    longest = 0.0
    for each in in_melee(one):
        if shields or not each.shield:
            longest = max(longest, each.reach)
    return longest


def refuse_free_movement(state: Hybrid, one: Fighter) -> None:
    """On the ground or held one neither closes nor evades nor throws oneself about."""
    if one.prone:
        raise Refused("hybrid.ruling.defence-multiplier", f"{one.id} is on the ground", ["rise"])
    if held(state, one):
        raise Refused("hybrid.ruling.hold-effects", f"{one.id} is held", ["break-free"])


def draw(state: Hybrid, table: Table, act: Draw) -> None:
    """Twice the weapon's speed, once if a fast draw is made. hybrid.draw.time"""
    one = fighter(state, act.actor)
    weapon = next((each for each in one.weapons if each.key == act.weapon), None)
    if weapon is None or weapon.natural or weapon.in_hand or weapon.hands > one.hands:
        raise Refused(
            "hybrid.draw.time",
            f"{one.id} cannot draw {act.weapon!r}",
            [each.key for each in one.weapons if not each.in_hand and not each.natural],
        )
    time = table.tally()
    add_points(time, one, act.points)
    time.add(draw_time(state, table, one, weapon, act.fast), "hybrid.draw.time", weapon.name or weapon.key)
    rank = rank_of(one, weapon.skill) or 0
    if rank >= 2:
        time.add(-(rank // 2), "hybrid.initiative.rank-speed", f"rank {rank}")
    one.speed_points -= act.points
    mine = UnderWay(actor=one.id, kind="draw", lands=state.count + time_of(time), weapon=weapon.key)
    start(state, table, one, mine, time)


def discard(state: Hybrid, table: Table, act: Discard) -> None:
    """Dropped, no time: one who has been closed upon may want a shorter one. hybrid.close.closed-upon"""
    one = fighter(state, act.actor)
    weapon = next((each for each in one.weapons if each.key == act.weapon and each.in_hand), None)
    if weapon is None:
        raise Refused(
            "hybrid.close.closed-upon",
            f"{one.id} has no {act.weapon!r} in hand",
            [each.key for each in one.weapons if each.in_hand],
        )
    weapon.in_hand = False
    unbind(state, one, weapon)
    table.emit("hybrid.close.closed-upon", one.id, note=weapon.name or weapon.key)


def release(state: Hybrid, table: Table, act: Release) -> None:
    """The one who parried frees the weapon, an action of its speed. hybrid.defence.parry.release"""
    one = fighter(state, act.actor)
    lock = next((each for each in state.binds if each.defender == one.id), None)
    if lock is None:
        raise Refused("hybrid.defence.parry.release", f"no weapon of {one.id}'s is bound by a parry", ["blow", "wait"])
    time = table.tally()
    add_speed(state, time, one, weapon_of(one, lock.defender_weapon))
    add_points(time, one, act.points)
    one.speed_points -= act.points
    mine = UnderWay(
        actor=one.id, kind="release", lands=state.count + time_of(time), target=lock.attacker, weapon=lock.defender_weapon
    )
    start(state, table, one, mine, time)


def rise(state: Hybrid, table: Table, act: Rise) -> None:
    one = fighter(state, act.actor)
    if not one.prone:
        raise Refused("hybrid.defence.prone.rise", f"{one.id} is on their feet", ["blow", "wait"])
    mine = UnderWay(actor=one.id, kind="rise", lands=0)
    begin_simple(state, table, one, mine, RISING, "hybrid.defence.prone.rise", act.points)


def evade(state: Hybrid, table: Table, act: Evade) -> None:
    """Declared freely, takes no time; the choice stays open. hybrid.defence.evade.start"""
    one = fighter(state, act.actor)
    now = one.mind_evading if act.mind else one.evading
    if act.stop != now:
        words = "is not evading" if act.stop else "is evading already"
        raise Refused("hybrid.defence.evade.start", f"{one.id} {words}", ["blow", "wait"])
    if not act.stop and not act.mind:
        refuse_free_movement(state, one)
    if "all-out" in declared_by(state, one) and not act.stop:
        raise Refused("hybrid.ruling.stance-duration", "an all-out attack leaves no room for evasion", ["blow"])
    if not out_of_turn(state, one):
        end_old_stance(state, one)
    one.resting = -1
    if act.mind:
        one.mind_evading = not act.stop
    else:
        one.evading = not act.stop
    table.emit("hybrid.defence.evade.start", one.id, note="ends" if act.stop else "begins")


def dodge(state: Hybrid, table: Table, act: Dodge) -> None:
    one = fighter(state, act.actor)
    refuse_to_throw_oneself(state, one)
    one.moved = -1
    throw_oneself(state, table, one, "dodge")


def drop(state: Hybrid, table: Table, act: Drop) -> None:
    """Works in a strong gravity field only. hybrid.defence.prone.drop"""
    one = fighter(state, act.actor)
    if state.weightless:
        raise Refused("hybrid.defence.prone.drop", "there is no gravity to drop by", ["dodge", "evade"])
    refuse_to_throw_oneself(state, one)
    one.moved = -1
    throw_oneself(state, table, one, "drop")


def refuse_to_throw_oneself(state: Hybrid, one: Fighter) -> None:
    refuse_free_movement(state, one)
    if "all-out" in one.stance and one.stance_since == state.count:
        raise Refused("hybrid.ruling.stance-duration", "an all-out attack leaves no room for it", ["blow"])


def wait(state: Hybrid, table: Table, act: Wait) -> None:
    """Name a later count; ready meanwhile, and getting some breath back. hybrid.ruling.wait, hybrid.ruling.restore"""
    one = fighter(state, act.actor)
    if act.until <= state.count:
        raise Refused("hybrid.ruling.wait", f"it is count {state.count}; wait for a later one", [f"{state.count + 1} or more"])
    if one.moved == state.count:
        raise Refused("hybrid.ruling.accel", "the movement was the choice", ["carry-on"])
    end_old_stance(state, one)
    one.wait_until = act.until
    begin_rest(state, one)
    table.emit("hybrid.ruling.wait", one.id, number=act.until)


# --- stances ---------------------------------------------------------------------------------------------------


def stance(state: Hybrid, table: Table, act: Stance) -> None:
    """Declared at a choice, no time taken, in force until the next choice. hybrid.ruling.stance-duration"""
    one = fighter(state, act.actor)
    if act.how not in STANCES:
        raise Refused("hybrid.ruling.stance-duration", f"{act.how!r} is no stance", STANCES)
    declared = declared_by(state, one)
    if act.how in declared:
        raise Refused("hybrid.ruling.stance-duration", f"{one.id} has declared that", ["blow", "wait"])
    if act.how == "retreat" and declared:
        raise Refused("hybrid.ruling.stance-duration", f"no retreat together with {declared[0]}", ["blow", "wait"])
    if act.how != "retreat" and "retreat" in declared:
        raise Refused("hybrid.ruling.stance-duration", f"{act.how} does not go with a retreat", ["blow", "wait"])
    if act.how == "all-out" and (one.evading or one.mind_evading):
        raise Refused("hybrid.ruling.stance-duration", "an all-out attack excludes evasion", ["evade stop=yes"])
    if act.how == "retreat":
        refuse_free_movement(state, one)
    if act.how == "advance":
        check_advance(state, one, fighter(state, act.target))
    if act.how == "retreat":
        near = state.roster.get(act.target) or next((state.roster[each] for each in foes(state, one)), None)
        give_ground(state, table, one, near, answering=out_of_turn(state, one))
        return
    end_old_stance(state, one)
    one.stance.append(act.how)
    one.stance_since = state.count
    table.emit(STANCE_RULE[act.how], one.id, act.target, note=act.how)
    if act.how == "all-out":
        table.emit("hybrid.ruling.total-concentration", one.id)


def declared_by(state: Hybrid, one: Fighter) -> list[str]:
    """Stances in force: those of this choice; while waiting, those of the last one."""
    return one.stance if one.stance_since == state.count or out_of_turn(state, one) else []


def check_advance(state: Hybrid, one: Fighter, target: Fighter) -> None:
    if outreached(one, target):
        raise Refused("hybrid.attack.advance.length", f"{target.id}'s weapon is longer", ["blow", "stance retreat"])


def outreached(one: Fighter, target: Fighter) -> bool:
    """Is the target's longest weapon longer by enough to matter? hybrid.ruling.closing"""
    return longest_reach(target) - longest_reach(one) > HOLDS_OFF - 1e-9


# --- looking, hiding, tasks ------------------------------------------------------------------------------------


def look(state: Hybrid, table: Table, act: Look) -> None:
    one = fighter(state, act.actor)
    mine = UnderWay(actor=one.id, kind="look", lands=0)
    begin_simple(state, table, one, mine, LOOK, "hybrid.perception.active.time", act.points)


def hide(state: Hybrid, table: Table, act: Hide) -> None:
    one = fighter(state, act.actor)
    if one.hidden:
        raise Refused("hybrid.oppose.conceal", f"{one.id} is hidden", ["wait"])
    if any(one.id in (each.one, each.other) for each in state.closed):
        raise Refused("hybrid.oppose.conceal", "not within arm's reach of somebody", ["stance retreat"])
    mine = UnderWay(actor=one.id, kind="hide", lands=0)
    begin_simple(state, table, one, mine, SIMPLE_ACTION, "hybrid.action.standard-speed", act.points)


def aid(state: Hybrid, table: Table, act: Aid) -> None:
    """Stopping a wound. hybrid.ruling.bleeding"""
    one, patient = fighter(state, act.actor), fighter(state, act.target)
    if not patient.bleeding:
        raise Refused("hybrid.ruling.bleeding", f"{patient.id} is not bleeding", ["wait"])
    mine = UnderWay(actor=one.id, kind="aid", lands=0, target=patient.id)
    begin_simple(state, table, one, mine, FIRST_AID, "hybrid.task.elements", 0)


def familiarise(state: Hybrid, table: Table, act: Familiarise) -> None:
    """One standard action per try. hybrid.ruling.unfamiliar-removal"""
    one = fighter(state, act.actor)
    weapon: Weapon | None = next((each for each in one.weapons if each.key == act.weapon), None)
    if weapon is None or not weapon.unfamiliar:
        raise Refused(
            "hybrid.skill.unfamiliar-tool",
            f"{act.weapon!r} is nothing strange to {one.id}",
            [each.key for each in one.weapons if each.unfamiliar],
        )
    mine = UnderWay(actor=one.id, kind="familiarise", lands=0, weapon=weapon.key)
    begin_simple(state, table, one, mine, SIMPLE_ACTION, "hybrid.action.standard-speed", 0)


def work(state: Hybrid, table: Table, act: Work) -> None:
    """A task from the list that is done in counts; setting up takes as long again. hybrid.setup.time"""
    one = fighter(state, act.actor)
    known = table.content.tables["tasks"]
    if act.task not in known:
        raise Refused("hybrid.task.elements", f"no task is called {act.task!r}", [suggest(act.task, known)])
    if known[act.task]["unit"] != "counts" or known[act.task]["time"] < 1:
        raise Refused("hybrid.time.storytelling", "that is not done in the middle of a fight", list(known))
    skills = table.content.tables["skills"]
    if act.skill and act.skill not in skills:
        raise Refused("hybrid.skill.elements", f"no skill is called {act.skill!r}", [suggest(act.skill, skills)])
    if not -30 <= act.difficulty <= 30:
        raise Refused("hybrid.task.difficulty-range", f"a difficulty of {act.difficulty}", ["-30 to 30"])
    counts = int(known[act.task]["time"])
    mine = UnderWay(
        actor=one.id, kind="task", lands=0, thing=act.task, skill=act.skill, difficulty=act.difficulty, set_up=act.set_up
    )
    if act.set_up:
        table.emit("hybrid.setup.time", one.id, number=counts)
    begin_simple(state, table, one, mine, counts * (2 if act.set_up else 1), "hybrid.task.elements", 0)
