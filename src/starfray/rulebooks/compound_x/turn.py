"""Rounds and turns: who may do what when, initiative, the start of a turn, passing on, and when the fight is over."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.rules import GM, Action, ActionKind, Content, Field, Moment, Point, Refused, Table, counted
from starfray.rulebooks.compound_x.conditions import POISON_FELLS, add_stacks, drop_finished, gas_around, harm_of_turn, suffers
from starfray.rulebooks.compound_x.dice import HIGH, banded, summed
from starfray.rulebooks.compound_x.engagement import face
from starfray.rulebooks.compound_x.health import (
    death_saving_throw,
    end_suppression,
    fall_unconscious,
    lose_health,
    wake_up_roll,
)
from starfray.rulebooks.compound_x.shield import nanites_turn, shield_turn
from starfray.rulebooks.compound_x.state import (
    ACTIONS,
    REACTIONS,
    CompoundX,
    Fighter,
    Grapple,
    fighter,
    grapple_of,
    place_by_initiative,
    too_dear,
)
from starfray.rulebooks.compound_x.stats import blinded, frail, saving_throw

#: what the book calls a free action, usable at any time; taking cover costs nothing but is a movement of one's own turn
AT_ANY_TIME = ("free", "crouch", "unhunker", "cease-aim", "shift-aim")
ALWAYS_FREE = ("end-turn", "free", "cease-aim")
CONTROL = ("strike", "shove", "kick", "trip", "disarm", "pin", "restrain", "choke", "disengage")  # cx.grapple.actions.control
NO_CONTROL = ("strike", "disengage", "gain-control")  # cx.grapple.actions.nocontrol
IN_GRAPPLE = ("pin", "restrain", "choke", "disengage", "gain-control")
FLIGHT = ("run", "jump", "calm", "hunker", "take-cover")
GREATER = 75  # DC from which Fear leaves nothing but the save
MOVING = ("run", "jump", "unhunker", "stand")
NANITE_WORK = ("cloak", "use-ability")  # a pack may still be taken


@dataclass(frozen=True, slots=True)
class Begin(Action):
    KIND: ClassVar[str] = "begin"


@dataclass(frozen=True, slots=True)
class Join(Action):
    """Whoever comes into a running fight rolls initiative, too."""

    KIND: ClassVar[str] = "join"
    who: str


@dataclass(frozen=True, slots=True)
class TurnStart(Action):
    KIND: ClassVar[str] = "turn-start"
    who: str


@dataclass(frozen=True, slots=True)
class TurnOver(Action):
    """Whoever is Downed, passes out or leaves in the middle of a turn has no more of it."""

    KIND: ClassVar[str] = "turn-over"
    who: str


@dataclass(frozen=True, slots=True)
class EndTurn(Action):
    """Unspent Actions are lost. One may turn to face a point."""

    KIND: ClassVar[str] = "end-turn"
    facing: Point | None = None


# --- who may do what ------------------------------------------------------------------------------------------------
def refusal(state: CompoundX, actor: Fighter, kind: ActionKind) -> Refused | None:
    """Whose turn it is, what one's condition leaves one to do, and whether the Actions are there.

    While a held Action is let go it is nobody else's turn: the Actions held are its holder's own. cx.held.use
    """
    if actor.id != state.up and not state.reacting and kind.name not in AT_ANY_TIME:  # cx.free.limit
        return Refused("cx.free.limit", f"out of turn {actor.id} has free actions only", list(AT_ANY_TIME))
    if kind.name in ALWAYS_FREE:
        return None
    return barred(state, actor, kind.name) or (too_dear(actor, kind.cost) if actor.actions < kind.cost else None)


def barred(state: CompoundX, actor: Fighter, kind: str) -> Refused | None:
    """Bonds, fear, a grapple: why this kind of action is closed to the fighter now."""
    if actor.restrained:
        bound = Refused("cx.ruling.restrained-helpless", f"{actor.id} is bound", ["break-bonds"])
        return None if kind == "break-bonds" else bound
    if actor.fear >= GREATER and kind != "calm":
        return Refused("cx.presumed.conditions", f"{actor.id} is frozen with fear", ["calm"])
    if actor.fear and kind not in FLIGHT:
        return Refused("cx.presumed.conditions", f"{actor.id} is afraid", ["calm", "run"])
    if actor.conditions:
        if kind in MOVING and suffers(actor, "pinned-down"):
            return Refused("cx.presumed.conditions", f"{actor.id} is pinned down", ["calm"])
        if kind in NANITE_WORK and suffers(actor, "disrupted"):
            return Refused("cx.presumed.conditions", f"{actor.id} is disrupted", [])
    hold = grapple_of(state, actor) if state.grapples else None
    if hold is not None:
        return barred_in_grapple(actor, hold, kind)
    if kind in IN_GRAPPLE:
        return Refused("cx.grapple.actions.control", f"{actor.id} is in no grapple", ["grapple"])
    return None


def barred_in_grapple(actor: Fighter, hold: Grapple, kind: str) -> Refused | None:
    """Neither may reach beyond the grapple. cx.grapple.limits"""
    if hold.pinned == actor.id:
        if kind != "disengage":
            return Refused("cx.grapple.pinned", f"{actor.id} is pinned", ["disengage"])
        return None
    allowed = CONTROL if hold.control == actor.id else NO_CONTROL
    if kind in allowed or kind == "unhunker":  # free, and nobody fights curled up
        return None
    rule = "cx.grapple.actions.control" if hold.control == actor.id else "cx.grapple.actions.nocontrol"
    return Refused(rule, f"{actor.id} is in a grapple", list(allowed))


def idle(state: CompoundX, actor: Fighter) -> Refused | None:
    """Why somebody can do nothing at all, whoever's turn it is. cx.down.state, cx.ruling.unconscious"""
    if actor.dead:
        return Refused("cx.dst.fail3", f"{actor.id} is dead", [])
    if actor.downed:
        return Refused("cx.down.state", f"{actor.id} is Downed", [])
    if actor.passed_out or actor.unconscious:
        return Refused("cx.ruling.unconscious", f"{actor.id} is unconscious", [])
    if actor.stunned:
        return Refused("cx.presumed.conditions", f"{actor.id} is stunned", [])
    return None


def cost_words(cost: int) -> str:
    return {0: "free", 1: "1 Action"}.get(cost, f"{cost} Actions")


# --- rounds and turns -----------------------------------------------------------------------------------------------
def due(state: CompoundX) -> Action | None:
    """Initiative before the first round, and for whoever joins later; the start of each turn; its end for somebody who can
    no longer act."""
    if state.round == 0:
        return Begin(GM)
    if len(state.order) < len(state.roster):  # nobody is ever taken off the roster
        for actor in state.everyone():
            if not actor.out and not actor.dead and actor.id not in state.order:
                return Join(GM, actor.id)
    if not state.started and state.up:
        return TurnStart(GM, state.up)
    if state.up and (not state.roster[state.up].able or state.roster[state.up].stunned):
        return TurnOver(GM, state.up)
    return None


def actors(state: CompoundX) -> list[str]:
    return [state.up] if state.up and state.started else []


def asides(state: CompoundX) -> list[str]:
    """Free actions may be used at any time, as many as the GM bears: everybody able to, out of turn too. cx.free.limit"""
    if not state.up or not state.started:
        return []
    return [actor.id for actor in state.roster.values() if actor.id != state.up and actor.able and not actor.stunned]


def begin(state: CompoundX, table: Table, action: Begin) -> None:
    """d100 each in roster order, then the ties from the highest total down; nobody loses a turn to surprise.

    cx.order.initiative, cx.ruling.surprise
    """
    table.emit("cx.combat.start", GM)
    whos = [actor for actor in state.roster.values() if not actor.out and not actor.dead]
    thrown = table.roll_all("cx.initiative", [actor.id for actor in whos], [summed(1, 100, HIGH) for _ in whos])
    for actor, rolled in zip(whos, thrown, strict=True):
        take_initiative(table, actor, rolled)
    order: list[str] = []
    for score in sorted({actor.initiative for actor in whos}, reverse=True):
        level = [actor.id for actor in whos if actor.initiative == score]
        if state.ruling("initiative-ties") == "dexterity":
            level.sort(key=lambda who: -state.roster[who].stats.dexterity)
            order += level
        else:
            order += table.rank("cx.ruling.initiative-ties", level, 100)
    state.order = order
    seen = [who for who in order if not state.roster[who].hidden]
    table.emit("cx.initiative.order-fixed", GM, note=" ".join(seen))
    if seen != order:
        table.emit("cx.initiative.order-fixed", GM, note=" ".join(order), only=GM)
    table.merge("cx.order.initiative")
    new_round(state, table)
    state.up, state.started = order[0], False
    for place, actor in enumerate(whos):
        if frail(state, actor, "luck"):
            table.merge("cx.order.initiative", place)
            bad_luck(state, table, actor)


def take_initiative(table: Table, actor: Fighter, rolled: int) -> None:
    """Only a Soldier's passive adds to it. cx.initiative, cx.presumed.soldier-init"""
    actor.initiative = rolled + actor.initiative_bonus
    if actor.initiative_bonus:
        table.emit("cx.presumed.soldier-init", actor.id, number=actor.initiative_bonus)


def join(state: CompoundX, table: Table, action: Join) -> None:
    """Everybody involved rolls, late comers too, and takes the place that the roll gives. cx.initiative

    Of equal totals the one who was there first goes first; with its place gone by, the first turn is in the next round.
    cx.ruling.late-comer
    """
    actor = fighter(state, action.who)
    take_initiative(table, actor, table.roll("cx.initiative", actor.id, summed(1, 100, HIGH)))
    place_by_initiative(state, actor)
    actor.reactions = REACTIONS
    table.emit("cx.ruling.late-comer", actor.id, number=actor.initiative, only=(actor.side or GM) if actor.hidden else "")
    state.up = state.up or actor.id
    if frail(state, actor, "luck"):
        bad_luck(state, table, actor)


def bad_luck(state: CompoundX, table: Table, actor: Fighter) -> None:
    """A luck of 1 at the start of a fight: d10 in pairs. cx.ruling.frail"""
    fate = table.roll("cx.ruling.frail", actor.id, banded(10, 9, 2, 4, 6, 8))
    if fate == 0 and actor.weapons:
        actor.weapons[0].jammed = True
    elif fate == 1:
        actor.unlucky = True
    elif fate == 2:
        actor.owed = 3
        lose_health(state, table, actor, 15, hit=False)
    elif fate == 3 and not saving_throw(table, actor, "will", 75, "cx.presumed.saves"):
        actor.fear = 50
    words = ("the weapon is broken", "no criticals", "15 damage, three Actions fewer", "fear", "nothing")[fate]
    table.emit("cx.ruling.frail", actor.id, note=words)


def new_round(state: CompoundX, table: Table) -> None:
    """Reactions come back at the top of the round. cx.ruling.reactions-reset"""
    state.round += 1
    if state.ruling("reactions-reset") == "round" or state.round == 1:
        for actor in state.roster.values():
            actor.reactions = REACTIONS
        table.emit("cx.ruling.reactions-reset", GM, number=state.round)
    for cloud in state.clouds:
        cloud.rounds -= 1
    state.clouds = [cloud for cloud in state.clouds if cloud.rounds > 0]


def turn_start(state: CompoundX, table: Table, action: TurnStart) -> None:
    """In the order of cx.order.turn-start: what ends, armour points, nanites, shield, conditions, death, the Actions.

    cx.ruling.turn-start-order
    """
    actor = fighter(state, action.who)
    table.emit("cx.order.turn-start", actor.id)
    end_suppression(state, table, actor, "cx.suppression.malus")
    if actor.held is not None:
        actor.held = None
        table.emit("cx.held.lost", actor.id)
    if state.ruling("reactions-reset") == "turn":
        actor.reactions = REACTIONS
        table.emit("cx.ruling.reactions-reset", actor.id, number=REACTIONS)
    if actor.armour_points != actor.armour.points:
        actor.armour_points = actor.armour.points
        table.emit("cx.armor.ap-refresh", actor.id, number=actor.armour_points)
    nanites_turn(table, actor)
    shield_turn(table, actor, state.ruling("shield-restart") == "nth-start")
    keep_cloak(table, actor)
    take_condition_damage(state, table, actor)
    if actor.downed:
        death_saving_throw(state, table, actor)
    elif actor.passed_out:
        wake_up_roll(state, table, actor)
    elif actor.unconscious and actor.health > actor.fell_at:  # healed: awake, still prone
        actor.unconscious, actor.fell_at = False, 0
        table.emit("cx.ruling.unconscious", actor.id, note="comes round")
    freshen(actor)
    actions = actions_of(state, table, actor)
    actor.owed = 0
    if actor.stunned:
        actor.stunned -= 1
    if not actions:
        actor.actions = 0
        pass_turn(state, table, actor)
        return
    actor.actions = actions
    table.emit("cx.actions.budget", actor.id, number=actor.actions)
    state.started = True


def actions_of(state: CompoundX, table: Table, actor: Fighter) -> int:
    """4 less those already consumed, 1 in a grapple, none while Downed, unconscious or stunned."""
    if not actor.able or actor.stunned:
        return 0
    if grapple_of(state, actor) is not None:
        table.emit("cx.ruling.grapple-action-cap", actor.id, number=1)
        return 1
    return max(0, ACTIONS - actor.owed)


def freshen(actor: Fighter) -> None:
    """What lasts a turn is over."""
    actor.half_run = actor.off_hand_lost = actor.grabbed = actor.stirred = actor.defended = False
    actor.ran, actor.fallen = 0.0, ""
    for gun in actor.weapons:
        gun.racked = gun.spun_up = False
        gun.cocked = False


def keep_cloak(table: Table, actor: Fighter) -> None:
    if not actor.cloaked:
        return
    upkeep = int(table.content.entry("modules", actor.cloaked)["upkeep"])
    if actor.nanites >= upkeep and actor.awake:
        actor.nanites -= upkeep
        table.emit("cx.presumed.nanites", actor.id, number=actor.nanites)
    else:
        actor.cloaked, actor.hidden = "", False
        table.emit("cx.ruling.stealth-reveal", actor.id)


def take_condition_damage(state: CompoundX, table: Table, actor: Fighter) -> None:
    """Ongoing conditions in the order they were gained, straight to health."""
    for place in range(len(actor.conditions)):
        if place >= len(actor.conditions):
            break
        each = actor.conditions[place]
        harm = harm_of_turn(table, actor, place)
        if harm:
            table.emit("cx.presumed.conditions", actor.id, number=harm, note=each.kind)
            lose_health(state, table, actor, harm, hit=False)
        if each.kind == "poisoned" and each.lasted >= POISON_FELLS and actor.awake:
            table.merge("cx.order.turn-start", (actor.id, "poison", place))
            if table.confirm("cx.presumed.conditions", GM, f"Does the poison knock {actor.id} out?", "no"):
                fall_unconscious(state, table, actor)
    drop_finished(actor)
    gas = gas_around(state, actor)
    if gas and actor.health >= 1 and not actor.dead:
        lose_health(state, table, actor, gas, hit=False)
        add_stacks(table, actor, "gas", 1, 3)


def turn_over(state: CompoundX, table: Table, action: TurnOver) -> None:
    actor = fighter(state, action.who)
    if actor.downed or actor.passed_out:
        rule, note = ("cx.down.state", "") if actor.downed else ("cx.ruling.unconscious", "is out cold")
        table.emit(rule, actor.id, note=note)
    elif actor.stunned:
        table.emit("cx.presumed.conditions", actor.id, note="stunned, no more Actions")
    pass_turn(state, table, actor)


def end_turn(state: CompoundX, table: Table, action: EndTurn) -> None:
    """What was not spent is lost; one may turn round. cx.actions.budget"""
    actor = fighter(state, action.actor)
    table.allowed()
    face(actor, action.facing)
    pass_turn(state, table, actor)


def facing_fields(state: CompoundX, actor: Fighter, content: Content) -> list[Field]:
    if actor.at is None:
        return []
    return [Field("facing", "point", high=50, centre=actor.at, required=False, hint="turn to face")]


END_TURN = ActionKind(EndTurn, end_turn, "cx.actions.budget", fields=facing_fields, hints=("cx.actions.unlisted",))


def pass_turn(state: CompoundX, table: Table, actor: Fighter) -> None:
    """The next in the order who is still in the fight; past the last a new round begins. cx.presumed.round"""
    actor.actions = 0
    for grenade in actor.grenades:
        grenade.cooked = False  # the pin goes back in: a cooked grenade is thrown in the same turn
    if actor.able and blinded(actor) and saving_throw(table, actor, "awareness", 85, "cx.presumed.saves"):
        actor.conditions = [each for each in actor.conditions if each.kind != "blind"]
    place = state.order.index(actor.id)
    count = len(state.order)
    for step in range(1, count + 1):
        if place + step == count:
            new_round(state, table)
        who = state.order[(place + step) % count]
        other = state.roster.get(who)
        if other is not None and not other.dead and not other.out:
            state.up, state.started = who, False
            return
    state.up = ""


def standing(state: CompoundX, actor: Fighter) -> bool:
    """Does this one still take part?"""
    return actor.able


def agenda(state: CompoundX) -> list[Moment]:
    rows = []
    past = state.up in state.order
    for who in state.order:
        actor = state.roster.get(who)
        if who == state.up:
            past = False
        if actor is not None and not actor.dead:
            status = "now" if who == state.up else "done" if past else "next"
            words = f"{counted(actor.actions, 'Action')}, {counted(actor.reactions, 'Reaction')}"
            rows.append(Moment(str(actor.initiative), who, words, status))
    return rows


STEPS = (ActionKind(Begin, begin), ActionKind(Join, join), ActionKind(TurnStart, turn_start), ActionKind(TurnOver, turn_over))
