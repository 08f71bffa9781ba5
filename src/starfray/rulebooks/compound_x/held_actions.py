"""Held Actions: keeping 1 or 2 of them for a trigger declared now, and letting them go when it comes. cx.held.use

A plan is made of verbs. A verb stands for ordinary Actions with some fields left open: what set them off fills in the target,
questions the rest. They are played like any other, with the held Actions in place of the turn's. While that is done nobody
else reacts: a Reaction provokes none.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import ceil
from typing import ClassVar

from starfray.engine import trace
from starfray.engine.rules import GM, Action, ActionKind, Content, Field, Option, Refused, Table, counted, one_of
from starfray.engine.scene import Point, apart, covers_at, distance, known_distance
from starfray.engine.tables.dry_run import refusal
from starfray.rulebooks.compound_x.aim import Aim
from starfray.rulebooks.compound_x.engagement import crosses
from starfray.rulebooks.compound_x.fields import foe_field
from starfray.rulebooks.compound_x.fire import Fire
from starfray.rulebooks.compound_x.grapple import TakeHold
from starfray.rulebooks.compound_x.grenades import Cook, Lob, longest
from starfray.rulebooks.compound_x.gun_actions import Adjust, ClearJam, Deploy, Flip, Rechamber, Reload
from starfray.rulebooks.compound_x.hands import Draw
from starfray.rulebooks.compound_x.interrupts import Declaration, Reaction
from starfray.rulebooks.compound_x.maneuvers import Disarm, Kick, Shove, Trip
from starfray.rulebooks.compound_x.melee import Strike
from starfray.rulebooks.compound_x.miss_chance import why_not_sighted
from starfray.rulebooks.compound_x.movement import Run, TakeCover, short_of_others
from starfray.rulebooks.compound_x.movement_rates import reach_of_run
from starfray.rulebooks.compound_x.other_actions import (
    DIFFICULTY,
    Calm,
    Flashlight,
    LookOut,
    Skill,
    UseAbility,
    UseKit,
    packs_of,
)
from starfray.rulebooks.compound_x.stabilise import Stabilise, Treat, fallen_first_friends, kit_for, treatable
from starfray.rulebooks.compound_x.stances import Crouch, GoProne, Hunker, Stand, Unhunker
from starfray.rulebooks.compound_x.state import (
    CompoundX,
    Fighter,
    Held,
    Trigger,
    Weapon,
    fighter,
    free_to_react,
    gun_of,
    held_items,
    hostile,
    items_of,
    off_hand_fault,
    pay,
    unnoticed,
)
from starfray.rulebooks.compound_x.stats import is_blind
from starfray.rulebooks.compound_x.thrown import Detonate, SetCharge, Throw
from starfray.rulebooks.compound_x.turn import pass_turn
from starfray.rulebooks.compound_x.volley import modes_of

TRIGGERS: tuple[Trigger, ...] = ("moves", "enters", "crosses", "attacks", "acts", "gm")
ATTACKS = ("attacks", "strikes", "throws")
DOES = {"moves": "moves", "passes": "moves", "attacks": "attacks", "strikes": "attacks", "throws": "throws",
        "skill": "is busy", "acts": "acts"}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Hold(Action):
    """Keep 1 or 2 Actions for a trigger; it ends the turn. The plan is verbs joined by +, as aim+semi."""

    KIND: ClassVar[str] = "hold"
    trigger: str
    plan: tuple[str, ...] = ()
    actions: int = 1
    foe: str = ""
    at: Point | None = None
    radius: float = 1.0
    text: str = ""
    weapon: str = ""


# --- holding --------------------------------------------------------------------------------------------------------
def hold(state: CompoundX, table: Table, action: Hold) -> None:
    """Keep up to 2 Actions at the end of the turn for a trigger declared now. cx.held.reserve, cx.held.declare"""
    actor = fighter(state, action.actor)
    if action.actions not in (1, 2) or actor.actions < action.actions:
        raise Refused(
            "cx.held.reserve", f"{actor.id} has {counted(actor.actions, 'Action')} and may hold 1 or 2 of them", ["end-turn"]
        )
    trigger = next((each for each in TRIGGERS if each == action.trigger), None)
    if trigger is None:
        raise Refused("cx.held.declare", f"no trigger {action.trigger!r}", TRIGGERS)
    if trigger in ("enters", "crosses") and (action.at is None or actor.at is None):
        raise Refused("cx.held.declare", f"{trigger!r} needs a place on the map", ["at=X,Y"])
    if trigger == "gm" and not action.text:
        raise Refused("cx.held.declare", "what is the GM to look for?", ['text="…"'])
    if any(verb not in VERBS for verb in action.plan) or price(action.plan) > action.actions:
        raise Refused("cx.ruling.held-content", f"the plan must fit {counted(action.actions, 'Action')}", VERBS)
    if not action.plan and state.ruling("held-content") == "declared":
        raise Refused("cx.ruling.held-content", "only what is declared now may be done then", VERBS)
    if action.foe:
        fighter(state, action.foe)
    if action.weapon:
        gun_of(actor, action.weapon)
    table.allowed()
    actor.held = Held(
        actions=action.actions,
        trigger=trigger,
        plan=list(action.plan),
        foe=action.foe,
        at=action.at,
        radius=action.radius,
        text=action.text,
        weapon=action.weapon,
    )
    table.emit("cx.held.reserve", actor.id, number=action.actions)
    table.emit("cx.held.declare", actor.id, action.foe, note=action.text or trigger)
    pass_turn(state, table, actor)


def price(plan: list[str] | tuple[str, ...]) -> int:
    return sum(VERBS[verb].cost for verb in plan)


def hold_fields(state: CompoundX, actor: Fighter, content: Content) -> list[Field]:
    bound = state.ruling("held-content") == "declared"
    plan = Field("plan", "list", [Option(verb) for verb in VERBS], high=3, required=bound, hint="in their order, as aim+semi")
    foe = Field("foe", "combatant", foe_field(state, actor).options, required=False, hint="only this one sets it off")
    fields = [
        one_of("trigger", TRIGGERS),
        plan,
        Field("actions", "number", low=1, high=min(2, max(1, actor.actions)), default="1"),
        foe,
        Field("text", "text", required=False, hint="for the GM to judge"),
    ]
    if actor.at is not None:
        fields.append(Field("at", "point", high=50, centre=actor.at, required=False, hint="zone or far end of the line"))
        fields.append(Field("radius", "number", low=1, high=10, required=False, default="1", unit="metres", main=False))
    return fields


HOLD = ActionKind(
    Hold, hold, "cx.held.reserve", 1, "1 or 2 Actions, ends the turn", "reaction", fields=hold_fields,
    hints=("cx.reaction.def", "cx.reaction.kinds"),
)  # fmt: skip


# --- what sets them off ---------------------------------------------------------------------------------------------
def sets_off(state: CompoundX, table: Table, holder: Fighter, held: Held, what: Declaration) -> bool:
    """Is this what the holder waits for? The closed list of triggers. cx.held.declare"""
    on_the_way = what.kind == "passes"
    if unnoticed(state, what.actor, holder):
        return False  # nobody reacts to what he does not see
    if held.foe and what.actor.id != held.foe:
        return False
    if not held.foe and held.trigger != "gm" and not hostile(holder, what.actor):
        return False
    if held.trigger == "gm":
        return not on_the_way and table.confirm(
            "cx.held.declare", GM, f"{holder.id} waits for: {held.text}. {what.actor.id} {DOES[what.kind]}. Is this it?", "no"
        )
    if held.trigger == "acts":
        return not on_the_way
    if held.trigger == "attacks":
        return what.kind in ATTACKS
    if held.trigger == "moves":
        return what.kind == "moves"
    if not on_the_way or held.at is None or what.before is None or what.here is None:
        return False
    if held.trigger == "enters":
        return apart(held.at, what.here) <= held.radius + 1e-9 < apart(held.at, what.before)
    return holder.at is not None and crosses(what.before, what.here, holder.at, held.at)


def offer(state: CompoundX, table: Table, holder: Fighter, what: Declaration) -> None:
    """The trigger has come: use the 1 or 2 Actions at once, or not. One Reaction, even for two Actions. cx.held.use"""
    held = holder.held
    if held is None or not free_to_react(state, holder) or not sets_off(state, table, holder, held, what):
        return
    table.merge("cx.order.reactions", "held")
    chance = Chance(state, table, holder, what.actor, held.weapon)
    holder.actions = held.actions
    pick = choose_plan(chance, held, what)
    if pick != "decline":
        holder.held = None
        holder.reactions -= 1
        table.emit("cx.reaction.timing", holder.id, what.actor.id, note=pick)
        table.emit("cx.reaction.limit", holder.id, number=holder.reactions)
        state.reacting = True
        let_go(chance, pick)
        state.reacting = False
        for grenade in holder.grenades:
            grenade.cooked = False  # the pin goes back in
    holder.actions = 0


HELD_ACTIONS = Reaction(("moves", "passes", "attacks", "strikes", "throws", "skill", "acts"), "holding", offer)


# --- letting them go ------------------------------------------------------------------------------------------------
@dataclass(slots=True)
class Chance:
    """The moment in which held Actions may be used: by whom, and who set them off."""

    state: CompoundX
    table: Table
    holder: Fighter
    foe: Fighter
    weapon: str  # named when the Actions were held; '' leaves it open

    @property
    def gun(self) -> Weapon | None:
        return next((gun for gun in self.holder.weapons if gun.in_hand and self.weapon in ("", gun.key)), None)

    @property
    def fair_game(self) -> bool:
        """Is the one who set it off somebody to be attacked?"""
        return hostile(self.holder, self.foe) and self.foe.able


def choose_plan(chance: Chance, held: Held, what: Declaration) -> str:
    """What was declared, or any verb by itself; by the 'declared' ruling only the first. cx.ruling.held-content"""
    declared = "+".join(held.plan)
    begins = bool(held.plan) and price(held.plan) <= held.actions and ready(chance, held.plan[0])
    plans = [declared] if begins else []
    if chance.state.ruling("held-content") == "any":
        plans += [verb for verb in VERBS if verb != declared and ready(chance, verb)]
    if not plans:  # no legal target, no working gun: nothing is done and nothing spent
        return "decline"
    options = [Option(plan, rule="cx.held.use") for plan in plans]
    options.append(Option("decline", "let it pass"))
    return chance.table.choose(
        "cx.held.use",
        chance.holder.id,
        options,
        f"{chance.foe.id} {DOES[what.kind]}. Use the held Actions?",
        declared if begins else "decline",
        facts={"actions": held.actions, "reactions": chance.holder.reactions},
    )


def let_go(chance: Chance, pick: str) -> None:
    """Step by step; unless only what was declared may be done, an Action that is left may go into something else."""
    table, holder, weapon = chance.table, chance.holder, chance.weapon
    whole = chance.state.ruling("held-content") == "declared"
    verbs, step = pick.split("+"), 0
    idle: list[str] = []  # what has cost nothing is not offered again
    while verbs:
        figures = ("+".join(verbs), step, weapon, holder.actions, whole, *idle)
        table.merge("cx.held.use", figures)
        table.enter(figures)
        before = holder.actions
        do(chance, verbs[0])
        if holder.actions == before:
            idle.append(verbs[0])
        table.leave()
        verbs, step = verbs[1:], step + 1
        if not verbs and not whole:
            table.merge("cx.held.use", (step, weapon, holder.actions, "next", *idle))
            verbs = next_verb(chance, idle)


def next_verb(chance: Chance, idle: list[str]) -> list[str]:
    """With an Action left: what else?"""
    holder = chance.holder
    if not holder.able or not holder.actions:
        return []
    options = [Option(verb, rule="cx.held.use") for verb in VERBS if verb not in idle and ready(chance, verb)]
    options.append(Option("stop", "that is all"))
    pick = chance.table.choose(
        "cx.held.use", holder.id, options, "And the Action that is left?", "stop", facts={"actions": holder.actions}
    )
    return [] if pick == "stop" else [pick]


def do(chance: Chance, word: str) -> None:
    """One step, played as the ordinary Action is; what has become impossible meanwhile is left out."""
    if not ready(chance, word):
        return
    verb, table, holder = VERBS[word], chance.table, chance.holder
    if word == "catch":
        pay(holder, 1)
        table.emit("cx.held.use", holder.id, chance.foe.id, note="there in time")
        return
    actions = verb.actions(chance, word)
    if not verb.placed:
        actions = legal(chance, actions)
    for field, prompt in verb.open:
        words = list(dict.fromkeys(str(getattr(action, field)) for action in actions))
        picked = which(table, holder.id, words, prompt)
        actions = [action for action in actions if getattr(action, field) == picked]
    action = verb.fill(chance, actions[0]) if verb.fill is not None else actions[0]
    if action is not None:
        table.book.play(chance.state, table, action)


def which(table: Table, who: str, keys: list[str], prompt: str) -> str:
    """One of several; no question where there is only one."""
    if len(keys) == 1:
        return keys[0]
    return table.choose("cx.held.use", who, [Option(key) for key in keys], prompt, keys[0])


def ready(chance: Chance, word: str) -> bool:
    """Could the holder do that now? The rule of the Action itself is asked."""
    verb, holder = VERBS[word], chance.holder
    if verb.cost > holder.actions or not holder.able:
        return False
    if word == "catch":
        return not hostile(holder, chance.foe) and not closed(chance, "skill")
    actions = verb.actions(chance, word)
    if verb.placed:
        return bool(actions) and not closed(chance, actions[0].KIND)
    return bool(actions) and bool(legal(chance, actions[:1]) or legal(chance, actions[1:]))


def legal(chance: Chance, actions: list[Action]) -> list[Action]:
    """Those that their own rules allow as a Reaction."""
    if not actions:
        return []
    state, before, running = chance.state, chance.state.reacting, trace.suspend()
    state.reacting = True
    found = [action for action in actions if refusal(chance.table.book, state, action) is None]
    state.reacting = before
    trace.resume(running)
    return found


def closed(chance: Chance, kind: str) -> bool:
    """Is this kind of Action closed to the holder, whatever is filled in?"""
    book, state, before = chance.table.book, chance.state, chance.state.reacting
    state.reacting = True
    refused = book.refusal(state, chance.holder, book.kinds[kind])
    refused = refused or book.kinds[kind].refusal(state, chance.holder, chance.table.content)
    state.reacting = before
    return refused is not None


# --- what a verb stands for -----------------------------------------------------------------------------------------
def fire_at(chance: Chance, verb: str) -> list[Action]:
    """In the mode named; blind round cover, hunkered down or without seeing anything. cx.blind.hunkered"""
    holder, gun = chance.holder, chance.gun
    if gun is None or not chance.fair_game or known_distance(chance.state, holder, chance.foe) is None:
        return []
    if verb != "blind":
        return [Fire(holder.id, chance.foe.id, gun.key, verb)]
    safe = holder.hunkered or is_blind(holder) or bool(holder.cover)
    return [Fire(holder.id, chance.foe.id, gun.key, mode, True) for mode in modes_of(gun)[:1] if safe]


def aim_at(chance: Chance, verb: str) -> list[Action]:
    holder, foe, gun = chance.holder, chance.foe, chance.gun
    if gun is None or not chance.fair_game or off_hand_fault(holder, gun) is not None:
        return []
    if known_distance(chance.state, holder, foe) is None:
        return []
    if verb == "aim":
        return [Aim(holder.id, foe.id)]
    off = why_not_sighted(chance.state, chance.table.content, holder, foe, gun, aimed=True) is not None
    return [Adjust(holder.id, foe.id, gun.key)] if off and not holder.hunkered and foe.cover != "concealed" else []


def with_the_gun(chance: Chance, verb: str) -> list[Action]:
    gun = chance.gun
    return [AT_THE_GUN[verb](chance.holder.id, gun.key)] if gun is not None else []


def at_the_foe(chance: Chance, verb: str) -> list[Action]:
    return [AT_THE_FOE[verb](chance.holder.id, chance.foe.id)] if chance.fair_game else []


def by_oneself(chance: Chance, verb: str) -> list[Action]:
    return [ALONE[verb](chance.holder.id)]


AT_THE_GUN: dict[str, Callable[[str, str], Action]] = {
    "reload": Reload, "rechamber": Rechamber, "clear-jam": ClearJam, "deploy": Deploy, "flip": Flip,
}  # fmt: skip
AT_THE_FOE: dict[str, Callable[[str, str], Action]] = {
    "strike": Strike, "shove": Shove, "kick": Kick, "trip": Trip, "grapple": TakeHold, "throw": Throw,
}  # fmt: skip
ALONE: dict[str, Callable[[str], Action]] = {
    "crouch": Crouch, "prone": GoProne, "stand": Stand, "hunker": Hunker, "unhunker": Unhunker, "take-cover": TakeCover,
    "cook": Cook, "set-charge": SetCharge, "detonate": Detonate, "look-out": LookOut, "calm": Calm, "flashlight": Flashlight,
    "ability": lambda who: UseAbility(who, "acts"),
}  # fmt: skip


def any_of(chance: Chance, verb: str) -> list[Action]:
    """One for each thing that may be meant; which of them, a question says."""
    holder, foe = chance.holder, chance.foe
    if verb == "draw":
        return [Draw(holder.id, item.key) for item in items_of(holder) if not item.in_hand]
    if verb == "disarm":
        return [Disarm(holder.id, foe.id, item.key) for item in held_items(foe)] if chance.fair_game else []
    if verb == "treat":
        return [Treat(holder.id, patient.id, ill) for patient, ill in treatable(chance.state, holder)]
    if verb == "use-kit":
        return [UseKit(holder.id, kit) for kit in packs_of(chance.table.content, holder)]
    skills = chance.table.content.tables["skills"]
    return [Skill(holder.id, key) for key, row in skills.items() if row.get("quick")] if verb == "skill" else []


def stabilise_somebody(chance: Chance, verb: str) -> list[Action]:
    holder = chance.holder
    fallen = fallen_first_friends(chance.state, holder)
    return [Stabilise(holder.id, other.id, "self" if holder.kits.get(kit_for(other)) else "") for other in fallen]


def at_the_gms_dc(chance: Chance, action: Action) -> Action | None:
    assert isinstance(action, Skill)
    steps = [Option(str(dc), f"{dc}, {word}") for dc, word in DIFFICULTY.items()]
    prompt = f"{chance.holder.id} tries {action.skill}. How hard is it?"
    return replace(action, dc=int(chance.table.choose("cx.held.use", GM, steps, prompt, "50")))


def in_words(chance: Chance, action: Action) -> Action | None:
    return UseAbility(action.actor, chance.table.text("cx.held.use", action.actor, "What is done?") or "acts")


def lob_a_grenade(chance: Chance, verb: str) -> list[Action]:
    holder = chance.holder
    grenade = next((each for each in holder.grenades if each.in_hand and not each.placed), None)
    return [Lob(holder.id, holder.at, grenade.key)] if grenade is not None and holder.at is not None else []


def lob_where(chance: Chance, action: Action) -> Action | None:
    holder, foe = chance.holder, chance.foe
    assert isinstance(action, Lob)
    far = next(longest(holder, grenade) for grenade in holder.grenades if grenade.key == action.grenade)
    there = f"{foe.at[0]:g},{foe.at[1]:g}" if foe.at is not None and apart(action.at, foe.at) <= far else ""
    return replace(action, at=chance.table.point("cx.thrown.accuracy", holder.id, action.at, far, "Where to?", there))


def run_somewhere(chance: Chance, verb: str) -> list[Action]:
    """One Action of running, straight to a point; without a map, to a distance from the one who set it off."""
    holder, reach = chance.holder, reach_of_run(chance.state, chance.holder, 1, False)
    if holder.at is not None:
        return [Run(holder.id, (holder.at,), 1)] if reach > 0 else []
    low, high = bounds_of_run(chance, reach)
    return [Run(holder.id, (), 1, target=chance.foe.id)] if reach > 0 and low <= high else []


def bounds_of_run(chance: Chance, reach: int) -> tuple[int, int]:
    """Without a map: from how near to how far from the one who set it off."""
    now = known_distance(chance.state, chance.holder, chance.foe)
    return (1, 0) if now is None else (max(1, ceil(now - reach)), int(now + reach))


def run_where(chance: Chance, action: Action) -> Action | None:
    """Short of the point named where somebody stands there; nowhere, if that leaves nothing."""
    state, table, holder = chance.state, chance.table, chance.holder
    assert isinstance(action, Run)
    reach = reach_of_run(state, holder, 1, False)
    if holder.at is None:
        low, high = bounds_of_run(chance, reach)
        now = min(high, max(low, round(distance(state, holder, chance.foe))))
        metres = table.number("cx.held.use", holder.id, low, high, f"How far from {chance.foe.id}?", now)
        return replace(action, metres=float(metres))
    end = short_of_others(state, holder, holder.at, table.point("cx.move.run", holder.id, holder.at, reach, "Where to?"))
    if end is None:
        return None
    covers = [cover.name for cover in covers_at(state, end)]
    cover = which(table, holder.id, [*covers, "none"], "Behind which cover?") if covers else "none"
    return replace(action, path=(end,), cover="" if cover == "none" else cover)


@dataclass(frozen=True, slots=True)
class Verb:
    """The Actions it may stand for; fields to be chosen among them, each with its question; what else is asked then."""

    actions: Callable[[Chance, str], list[Action]]
    cost: int = 1  # at least
    open: tuple[tuple[str, str], ...] = ()
    fill: Callable[[Chance, Action], Action | None] | None = None
    placed: bool = False  # its place is asked for, and only then the rule knows


#: any Action but suppression, which must be the last of a turn: cx.ruling.held-content
VERBS: dict[str, Verb] = {
    "semi": Verb(fire_at), "burst": Verb(fire_at), "auto": Verb(fire_at), "blind": Verb(fire_at), "aim": Verb(aim_at),
    "strike": Verb(at_the_foe), "run": Verb(run_somewhere, fill=run_where, placed=True),
    "crouch": Verb(by_oneself, 0), "prone": Verb(by_oneself), "stand": Verb(by_oneself), "hunker": Verb(by_oneself),
    "unhunker": Verb(by_oneself, 0), "take-cover": Verb(by_oneself, 0),
    "draw": Verb(any_of, open=(("weapon", "Which one?"),)),
    "reload": Verb(with_the_gun), "rechamber": Verb(with_the_gun), "clear-jam": Verb(with_the_gun),
    "deploy": Verb(with_the_gun), "flip": Verb(with_the_gun), "adjust": Verb(aim_at, 2),
    "throw": Verb(at_the_foe), "cook": Verb(by_oneself), "lob": Verb(lob_a_grenade, fill=lob_where),
    "set-charge": Verb(by_oneself), "detonate": Verb(by_oneself),
    "shove": Verb(at_the_foe), "kick": Verb(at_the_foe), "trip": Verb(at_the_foe), "grapple": Verb(at_the_foe),
    "disarm": Verb(any_of, open=(("item", "Which one?"),)),
    "stabilise": Verb(stabilise_somebody, open=(("target", "Whom?"),)),
    "treat": Verb(any_of, open=(("target", "Whom?"), ("condition", "Which?"))),
    "skill": Verb(any_of, open=(("skill", "Which skill?"),), fill=at_the_gms_dc),
    "ability": Verb(by_oneself, fill=in_words), "use-kit": Verb(any_of, open=(("kit", "Which one?"),)),
    "look-out": Verb(by_oneself), "calm": Verb(by_oneself), "flashlight": Verb(by_oneself),
    "catch": Verb(any_of),
}  # fmt: skip
