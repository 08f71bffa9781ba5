"""Close combat: grapple, overbear, throw; holds, how they grow and how they are broken."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.rules import Action, ActionKind, Content, Field, Refused, Table, Tally, somebody
from starfray.rulebooks.hybrid.attack import (
    add_manner,
    attacker_tally,
    block_degree,
    block_dice,
    defended_chance,
    regain_balance,
    say_degree,
)
from starfray.rulebooks.hybrid.attack_options import ALL, begin_with, foes_of, time_fields, unlock_flag
from starfray.rulebooks.hybrid.defence import BLOCK, PARRY, ROLL, Defence, declare_defence, parried
from starfray.rulebooks.hybrid.energy import set_pace
from starfray.rulebooks.hybrid.injury import Hit, take_damage
from starfray.rulebooks.hybrid.perceiving import reveal
from starfray.rulebooks.hybrid.skill_check import FAILURE, SUCCESS, roll_both, roll_margin
from starfray.rulebooks.hybrid.skills import Use, rank_of, skill_chance, unlock
from starfray.rulebooks.hybrid.state import Fighter, Hold, Hybrid, UnderWay, Weapon, are_closed, fighter, grip, in_hands

#: the hands as weapons; speeds in counts, damage in PSE
HANDS = {
    "grapple": Weapon(key="grapple", name="Grapple", speed=3, hands=0, natural=True, skill="hth-grapple"),
    "overbear": Weapon(key="overbear", name="Overbear", speed=3, hands=0, natural=True, times=1.0, skill="hth-overbear"),
    "throw": Weapon(key="throw", name="Throw", speed=5, hands=0, natural=True, times=2.0, skill="hth-throw"),
    "improve": Weapon(key="improve", name="Hold", speed=2, hands=0, natural=True, skill="hth-grapple"),
    "break-free": Weapon(key="break-free", name="Break free", speed=3, hands=0, natural=True, skill="hth-grapple"),
}
RULE = {
    "grapple": "hybrid.grapple.grapple", "overbear": "hybrid.grapple.overbear", "throw": "hybrid.grapple.throw",
    "improve": "hybrid.hold.improve", "break-free": "hybrid.hold.resist",
}  # fmt: skip
GRIP_DF = 5  # hybrid.grapple.bonus
THROW_DF = -5  # hybrid.grapple.throw
HOLD_MAX = 5  # times PST: hybrid.hold.max


@dataclass(frozen=True, slots=True)
class Hands(Action):
    """What is done to somebody with bare hands."""

    target: str
    points: int = 0
    rush: int = 0
    unlock: bool = False
    rank_points: int = ALL


@dataclass(frozen=True, slots=True)
class Grapple(Hands):
    """Begin to get a hand hold on somebody close."""

    KIND: ClassVar[str] = "grapple"


@dataclass(frozen=True, slots=True)
class Overbear(Hands):
    KIND: ClassVar[str] = "overbear"


@dataclass(frozen=True, slots=True)
class Throw(Hands):
    KIND: ClassVar[str] = "throw"


def hands_full(state: Hybrid, actor: Fighter, content: Content) -> Refused | None:
    """Grappling takes bare hands (hybrid.close.unarmed-options) and feet on the ground (hybrid.ruling.hold-effects)."""
    if actor.prone:
        return Refused("hybrid.ruling.hold-effects", f"{actor.id} is on the ground", ["rise"])
    if in_hands(actor):
        return Refused("hybrid.close.unarmed-options", f"{actor.id}'s hands are full", ["discard"])
    return None


def hands_fields(actor: Fighter, people: list[Fighter]) -> list[Field]:
    return [somebody("target", people), *time_fields(actor, list(HANDS.values())), unlock_flag()]


def seize_fields(state: Hybrid, actor: Fighter, content: Content) -> list[Field]:
    return hands_fields(actor, foes_of(state, actor))


def seize(state: Hybrid, table: Table, action: Hands) -> None:
    """Within arm's reach, with bare hands. hybrid.grapple.range, hybrid.close.unarmed-options"""
    actor, target = fighter(state, action.actor), fighter(state, action.target)
    if target is actor or target.fallen:
        raise Refused("hybrid.grapple.range", f"{target.id} cannot be seized", ["blow", "wait"])
    if not are_closed(state, actor, target):
        raise Refused("hybrid.grapple.range", f"{target.id} is not within arm's reach", ["close"])
    if action.KIND == "grapple" and grip(state, actor, target) is not None:
        raise Refused("hybrid.hold.improve", f"{actor.id} has hold of {target.id} already", ["improve", "throw", "overbear"])
    lay_hands(state, table, actor, target, action)


GRAPPLE, OVERBEAR, THROW = (
    ActionKind(
        kind,
        seize,
        RULE[kind.KIND],
        HANDS[kind.KIND].speed,
        group="attack",
        refusal=hands_full,
        fields=seize_fields,
        hints=("hybrid.grapple.range",),
    )
    for kind in (Grapple, Overbear, Throw)
)


def held_by(state: Hybrid, actor: Fighter) -> list[Fighter]:
    return [fighter(state, hold.held) for hold in state.holds if hold.holder == actor.id]


def nobody_held(state: Hybrid, actor: Fighter, content: Content) -> Refused | None:
    return None if held_by(state, actor) else Refused("hybrid.hold.start", f"{actor.id} holds nobody", ["grapple"])


@dataclass(frozen=True, slots=True)
class Improve(Hands):
    """Begin to strengthen a hold."""

    KIND: ClassVar[str] = "improve"


def improve_fields(state: Hybrid, actor: Fighter, content: Content) -> list[Field]:
    return hands_fields(actor, held_by(state, actor))


def improve(state: Hybrid, table: Table, action: Improve) -> None:
    """If holding is the sole aim, roll again. hybrid.hold.improve"""
    actor, target = fighter(state, action.actor), fighter(state, action.target)
    if grip(state, actor, target) is None:
        raise Refused("hybrid.hold.start", f"{actor.id} has no hold of {target.id}", ["grapple"])
    lay_hands(state, table, actor, target, action)


IMPROVE = ActionKind(
    Improve, improve, "hybrid.hold.improve", HANDS["improve"].speed, group="attack", refusal=nobody_held, fields=improve_fields
)


@dataclass(frozen=True, slots=True)
class BreakFree(Hands):
    """Begin to wear a hold down."""

    KIND: ClassVar[str] = "break-free"


def break_free_fields(state: Hybrid, actor: Fighter, content: Content) -> list[Field]:
    holders = [fighter(state, hold.holder) for hold in state.holds if hold.held == actor.id]
    return hands_fields(actor, holders)


def not_held(state: Hybrid, actor: Fighter, content: Content) -> Refused | None:
    if any(hold.held == actor.id for hold in state.holds):
        return None
    return Refused("hybrid.hold.resist", f"{actor.id} is in nobody's grip", ["wait"])


def break_free(state: Hybrid, table: Table, action: BreakFree) -> None:
    actor, target = fighter(state, action.actor), fighter(state, action.target)
    if grip(state, target, actor) is None:
        raise Refused("hybrid.hold.resist", f"{target.id} does not hold {actor.id}", ["blow", "wait"])
    lay_hands(state, table, actor, target, action)


BREAK_FREE = ActionKind(
    BreakFree,
    break_free,
    "hybrid.hold.resist",
    HANDS["break-free"].speed,
    group="attack",
    refusal=not_held,
    fields=break_free_fields,
)


@dataclass(frozen=True, slots=True)
class LetGo(Action):
    KIND: ClassVar[str] = "let-go"
    target: str


def let_go_fields(state: Hybrid, actor: Fighter, content: Content) -> list[Field]:
    return [somebody("target", held_by(state, actor))]


def let_go(state: Hybrid, table: Table, action: LetGo) -> None:
    """At will, no time. hybrid.ruling.hold-effects"""
    actor, target = fighter(state, action.actor), fighter(state, action.target)
    hold = grip(state, actor, target)
    if hold is None:
        raise Refused("hybrid.ruling.hold-effects", f"{actor.id} does not hold {target.id}", ["wait"])
    table.allowed()
    state.holds.remove(hold)
    table.emit("hybrid.ruling.hold-effects", actor.id, target.id, note="lets go")


LET_GO = ActionKind(LetGo, let_go, "hybrid.ruling.hold-effects", refusal=nobody_held, fields=let_go_fields)


def lay_hands(state: Hybrid, table: Table, actor: Fighter, target: Fighter, action: Hands) -> None:
    kind = action.KIND
    under_way = UnderWay(actor=actor.id, kind=kind, lands=0, target=target.id, weapon=kind, unlock=action.unlock)
    begin_with(state, table, actor, under_way, HANDS[kind], action.points, action.rush, action.rank_points)


# --- landing ---------------------------------------------------------------------------------------------------
def hands_chance(
    state: Hybrid, table: Table, actor: Fighter, target: Fighter, under_way: UnderWay, defence: Defence | None
) -> Tally:
    """A normal attack on PCA. hybrid.grapple.overbear"""
    df = attacker_tally(state, table, actor, under_way)
    df.add(actor.pca, "hybrid.tohit.melee", "PCA")
    if under_way.kind == "throw":
        df.add(THROW_DF, "hybrid.grapple.throw")
    if under_way.kind != "grapple" and grip(state, actor, target) is not None:
        df.add(GRIP_DF, "hybrid.grapple.bonus")
    add_manner(state, table, df, actor, under_way, target)
    skill = HANDS[under_way.kind].skill
    lifted = unlock(state, table, actor, rank_of(actor, skill)) if under_way.unlock else []
    use = Use(skill, (under_way.kind,), under_way=under_way, lifted=lifted, florentine=under_way.florentine)
    if defence is None:
        return skill_chance(state, table, actor, df, use)
    return defended_chance(state, table, actor, target, HANDS[under_way.kind], defence, df, use)


def lay_hold(state: Hybrid, table: Table, actor: Fighter, under_way: UnderWay) -> None:
    """A grapple, overbear or throw lands: defended like any attack. hybrid.grapple.grapple"""
    target = state.roster[under_way.target]
    if actor.prone and not under_way.assured:
        table.emit("hybrid.ruling.timeline", actor.id, target.id, note="lies on the ground and seizes nobody")
        table.cite("hybrid.ruling.hold-effects")
        regain_balance(state, table, actor)
        return
    if target.fallen or not (are_closed(state, actor, target) or under_way.assured):
        table.emit("hybrid.ruling.timeline", actor.id, target.id, note="nobody is there to be seized any more")
        regain_balance(state, table, actor)
        return
    unseen = reveal(table, actor)
    weapon = HANDS[under_way.kind]
    defence = declare_defence(state, table, actor, target, weapon, unseen)
    chance = hands_chance(state, table, actor, target, under_way, defence)
    regain_balance(state, table, actor)
    sn, degree = roll_both(table, RULE[under_way.kind], actor.id, chance)
    if sn >= 0 and defence.kind == PARRY and parried(state, table, actor, weapon, target, defence, sn):
        return
    matters = sn if under_way.kind == "grapple" else degree
    table.merge("hybrid.ruling.dice-order", (matters, defence.figures()))
    say_degree(table, actor, target.id, degree)
    if degree > SUCCESS:
        return
    if under_way.kind == "grapple":
        if actor.able and not actor.prone:  # who went down on the same count holds nobody
            take_hold(state, table, actor, target, sn)
        return
    blocked = block_degree(state, table, actor, target, defence, weapon) if defence.kind == BLOCK else FAILURE
    stopped = block_dice(table, target, defence, blocked)
    table.merge("hybrid.ruling.dice-order", (degree, stopped, defence.figures()))
    take_damage(state, table, target, Hit(actor, weapon, degree, stopped=stopped, rolling=defence.kind == ROLL, floors=True))


def take_hold(state: Hybrid, table: Table, actor: Fighter, target: Fighter, sn: int) -> None:
    """The strength of a hold is the SN of the grapple, at most 5 x PST. hybrid.hold.start"""
    most = HOLD_MAX * actor.stats.pst
    strength = min(sn, most)
    state.holds.append(Hold(holder=actor.id, held=target.id, strength=strength))
    if strength:
        pin(state, table, target)
    table.emit("hybrid.hold.start", actor.id, target.id, strength)
    if sn > most:
        table.emit("hybrid.hold.max", actor.id, target.id, most)


def pin(state: Hybrid, table: Table, target: Fighter) -> None:
    """A held fighter neither evades nor moves. hybrid.ruling.hold-effects"""
    target.evading = False
    set_pace(state, table, target, "none")


def tighten(state: Hybrid, table: Table, actor: Fighter, under_way: UnderWay) -> None:
    """Half of each further SN is added; the victim's normal defence does not count. hybrid.hold.improve"""
    target = state.roster[under_way.target]
    hold = grip(state, actor, target)
    if hold is None:
        regain_balance(state, table, actor)
        table.emit("hybrid.hold.improve", actor.id, target.id, note="the hold is gone")
        return
    chance = hands_chance(state, table, actor, target, under_way, None)
    regain_balance(state, table, actor)
    sn = roll_margin(table, "hybrid.hold.improve", actor.id, chance)
    if sn < 0:
        table.emit("hybrid.hold.improve", actor.id, target.id, hold.strength, "no better")
        return
    most = HOLD_MAX * actor.stats.pst
    if hold.strength + sn // 2 > most:
        table.emit("hybrid.hold.max", actor.id, target.id, most)
    hold.strength = min(most, hold.strength + sn // 2)
    pin(state, table, target)
    table.emit("hybrid.hold.improve", actor.id, target.id, hold.strength, "tighter")


def wear_down(state: Hybrid, table: Table, actor: Fighter, under_way: UnderWay) -> None:
    """The SN of the held one's grapple roll comes off the strength; at 0 the hold is broken. hybrid.hold.resist"""
    target = state.roster[under_way.target]
    hold = grip(state, target, actor)
    if hold is None:
        regain_balance(state, table, actor)
        table.emit("hybrid.hold.resist", actor.id, target.id, note="free already")
        return
    chance = hands_chance(state, table, actor, target, under_way, None)
    regain_balance(state, table, actor)
    sn = roll_margin(table, "hybrid.hold.resist", actor.id, chance)
    hold.strength = max(0, hold.strength - max(0, sn))
    if hold.strength == 0 and sn >= 0:
        state.holds.remove(hold)
    table.emit("hybrid.hold.resist", actor.id, target.id, hold.strength, "broken" if hold not in state.holds else "still held")
