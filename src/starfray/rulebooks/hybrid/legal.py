"""The forms: what a fighter may do on this count and why not the rest."""

from __future__ import annotations

from starfray.engine.actions import Action
from starfray.engine.content import Content
from starfray.engine.errors import Refused
from starfray.engine.values import Form
from starfray.rulebooks.hybrid.actions import ACTIONS, Evade, Stance
from starfray.rulebooks.hybrid.blanks import blasts, bleeders, closable, costs, drawable, fields_of, reachable, strange
from starfray.rulebooks.hybrid.choosing import SIMPLE_ACTION, usable
from starfray.rulebooks.hybrid.clock import out_of_turn, waits
from starfray.rulebooks.hybrid.defence import DODGE, DROP
from starfray.rulebooks.hybrid.grapple import HANDS
from starfray.rulebooks.hybrid.manoeuvres import FIRST_AID, RISING
from starfray.rulebooks.hybrid.perceiving import LOOK
from starfray.rulebooks.hybrid.skills import filters_on
from starfray.rulebooks.hybrid.state import Fighter, Hybrid, are_closed, at_hand, bound, fighter, held

RULES = {
    "blow": "hybrid.action.begin", "shoot": "hybrid.tohit.missile", "mind": "hybrid.tohit.mental-entity",
    "florentine": "hybrid.ruling.florentine-primary", "feint": "hybrid.attack.feint.purpose", "disarm": "hybrid.attack.disarm",
    "close": "hybrid.close.required", "grapple": "hybrid.grapple.grapple", "overbear": "hybrid.grapple.overbear",
    "throw": "hybrid.grapple.throw", "improve": "hybrid.hold.improve", "break-free": "hybrid.hold.resist",
    "let-go": "hybrid.ruling.hold-effects", "draw": "hybrid.draw.time", "discard": "hybrid.close.closed-upon",
    "release": "hybrid.defence.parry.release", "move": "hybrid.move.types", "rise": "hybrid.defence.prone.rise",
    "stance": "hybrid.ruling.stance-duration", "evade": "hybrid.defence.evade.start", "dodge": "hybrid.defence.dodge.phases",
    "drop": "hybrid.defence.prone.drop", "preset": "hybrid.initiative.preset.definition",
    "give-up": "hybrid.ruling.preset-in-play", "look": "hybrid.perception.active", "glance": "hybrid.perception.passive",
    "hide": "hybrid.oppose.conceal", "aid": "hybrid.ruling.bleeding", "familiarise": "hybrid.skill.unfamiliar-tool.remove",
    "work": "hybrid.task.elements", "carry-on": "hybrid.ruling.accel", "wait": "hybrid.ruling.wait",
}  # fmt: skip
ATTACKING = (
    "blow",
    "shoot",
    "mind",
    "florentine",
    "feint",
    "disarm",
    "close",
    "grapple",
    "overbear",
    "throw",
    "improve",
    "break-free",
    "release",
)
DEFENDING = ("evade", "dodge", "drop", "stance")
HINTS = {
    "look": ("hybrid.perception.self-evident",),
    "move": ("hybrid.mod.movement.principle", "hybrid.move.rates", "hybrid.move.stat"),
    "work": ("hybrid.task.common.common-action", "hybrid.mod.environment.principle"),
    "blow": ("hybrid.damage.type",),
    "mind": ("hybrid.move.mental", "hybrid.energy.roles"),
    "close": ("hybrid.close.unarmed-options",),
    "grapple": ("hybrid.grapple.range",),
}


def legal(state: Hybrid, who: str, content: Content) -> list[Form]:
    one = fighter(state, who)
    return [
        Form(
            kind,
            cost_of(one, kind),
            fields_of(state, content, one, kind),
            why_not(state, one, kind),
            RULES[kind],
            group_of(kind),
            hints=hints_for(state, one, kind),
        )
        for kind in ACTIONS
    ]


def group_of(kind: str) -> str:
    return "attack" if kind in ATTACKING else "defence" if kind in DEFENDING else "other"


def hints_for(state: Hybrid, one: Fighter, kind: str) -> list[str]:
    hints = list(HINTS.get(kind, ()))
    if kind in ATTACKING and (one.pbd < one.max_pbd or one.mbd < one.max_mbd or one.pex <= 0 or one.mex <= 0):
        hints.append("hybrid.mod.condition.principle")
    if kind in ("blow", "shoot") and filters_on(state, one):
        hints += ["hybrid.skill.filter.definition", "hybrid.skill.filter.list"]
    return hints


def cost_of(one: Fighter, kind: str) -> str:
    counts = {
        "rise": RISING,
        "dodge": DODGE,
        "drop": DROP,
        "close": SIMPLE_ACTION,
        "look": LOOK,
        "hide": SIMPLE_ACTION,
        "familiarise": SIMPLE_ACTION,
        "aid": FIRST_AID,
    }
    if kind in counts:
        return f"{counts[kind]} counts"
    if kind in HANDS:
        return f"{HANDS[kind].speed} counts"
    if kind in ("evade", "stance", "move", "preset", "give-up", "glance", "discard", "let-go", "carry-on"):
        return "no time"
    return {"draw": "twice the weapon's speed", "wait": "until the count named", "work": "the task's time"}.get(
        kind, "the weapon's speed"
    )


def meanwhile(one: Fighter) -> list[str]:
    """What is open to somebody who waits."""
    return ["stance"] if one.evading else ["evade", "stance"]


def not_yet(state: Hybrid, one: Fighter) -> Refused:
    """hybrid.action.begin: an action is chosen on one's count; meanwhile there are glances, and for who waits a little more."""
    return Refused(
        "hybrid.action.begin",
        f"{one.id} does not choose on this count",
        ["glance", "evade", "stance retreat"] if waits(state, one) else ["glance"],
    )


def refuse_meanwhile(state: Hybrid, one: Fighter, action: Action) -> None:
    """Whoever waits may retreat and evade; nobody begins anything else before the count has come (hybrid.ruling.wait), and an
    evasion ends at a choice (hybrid.ruling.evade-florentine).
    """
    free = (isinstance(action, Evade) and not action.stop) or (isinstance(action, Stance) and action.how == "retreat")
    if not free or not waits(state, one):
        raise not_yet(state, one)


def why_not(state: Hybrid, one: Fighter, kind: str) -> Refused | None:
    """Reasons that hold whatever is filled in; the rest shows when the form is sent."""
    if kind not in ("glance", "give-up"):
        if one.preset is not None and not one.preset.fired:
            return Refused("hybrid.ruling.preset-in-play", "a preset is held", ["give-up"])
        if out_of_turn(state, one) and (kind not in meanwhile(one) or not waits(state, one)):
            return not_yet(state, one)
    if kind in ("blow", "shoot", "mind", "florentine", "feint", "disarm"):
        return no_weapon(state, one, kind)
    if kind in ("grapple", "overbear", "throw"):
        return no_hands(state, one, kind)
    if kind in ("evade", "dodge", "drop", "close", "move", "rise"):
        return no_legs(state, one, kind)
    return not_now(state, one, kind)


WAYS_OF = {
    "blow": ("melee",),
    "disarm": ("melee",),
    "shoot": ("missile", "thrown"),
    "mind": ("mental",),
    "feint": ("melee", "missile", "thrown"),
    "florentine": ("melee", "missile", "thrown", "mental"),
}


def no_weapon(state: Hybrid, one: Fighter, kind: str) -> Refused | None:
    ways = WAYS_OF[kind]
    fit = usable(state, one, ways)
    if kind == "mind" and fit and all(not costs(one, each) for each in fit):
        return Refused("hybrid.energy.pools", "not enough MFT left", ["wait"])
    drawing = kind in ("blow", "shoot") and any(each.way in ways for each in drawable(one))
    if not fit and any(bound(state, one, each) for each in one.weapons if each.way in ways):
        return Refused("hybrid.ruling.bound", "the weapon is bound", ["release", "wait"])
    if not fit and held(state, one) and any(each.way in ways for each in at_hand(one)):
        return Refused("hybrid.ruling.hold-effects", "held fast", ["break-free"])
    if not fit and not drawing:
        return Refused("hybrid.draw.time", "nothing at hand to strike with", ["draw", "wait"])
    if kind == "feint":
        return None
    if kind == "mind" and (any(each.area for each in fit) or any(each.type != "mental" for each in fit)):
        return None
    if kind == "florentine" and len(fit) < 2:
        return Refused("hybrid.ruling.florentine-primary", "two actions take two weapons", ["blow"])
    if kind == "shoot" and blasts(one, fit):
        return None
    if not reachable(state, one, kind):
        return Refused("hybrid.close.required", "everybody is out of reach", ["close", "move"])
    return None


def no_hands(state: Hybrid, one: Fighter, kind: str) -> Refused | None:
    if any(each.in_hand for each in one.weapons):
        return Refused("hybrid.close.unarmed-options", "hands full", ["discard"])
    if not any(are_closed(state, one, each) for each in state.roster.values()):
        return Refused("hybrid.grapple.range", "nobody within arm's reach", ["close"])
    return None


def no_legs(state: Hybrid, one: Fighter, kind: str) -> Refused | None:
    if kind == "rise":
        return None if one.prone else Refused("hybrid.defence.prone.rise", "on their feet", ["blow", "wait"])
    if kind == "move":
        if held(state, one):
            return Refused("hybrid.ruling.hold-effects", "held fast", ["break-free"])
        if one.moved == state.count:
            return Refused("hybrid.move.accel.next", "once per initiative", ["carry-on", "blow"])
        return None
    if kind == "evade":
        return None  # the mind evades in any position
    if one.prone:
        return Refused("hybrid.ruling.defence-multiplier", "on the ground", ["rise"])
    if held(state, one):
        return Refused("hybrid.ruling.hold-effects", "held fast", ["break-free"])
    if kind == "drop" and state.weightless:
        return Refused("hybrid.defence.prone.drop", "no gravity to drop by", ["dodge"])
    if kind == "close" and not closable(state, one):
        return Refused("hybrid.ruling.closing", "nobody to close with", ["move", "blow"])
    return None


def not_now(state: Hybrid, one: Fighter, kind: str) -> Refused | None:
    if kind == "draw" and not drawable(one):
        return Refused("hybrid.draw.time", "nothing to draw", ["blow"])
    if kind == "discard" and not any(each.in_hand for each in one.weapons):
        return Refused("hybrid.close.closed-upon", "nothing in hand", ["wait"])
    if kind == "release" and not any(each.defender == one.id for each in state.binds):
        return Refused("hybrid.defence.parry.release", "no weapon is bound", ["blow", "wait"])
    if kind in ("improve", "let-go") and not any(each.holder == one.id for each in state.holds):
        return Refused("hybrid.hold.start", "nobody is held", ["grapple"])
    if kind == "break-free" and not any(each.held == one.id for each in state.holds):
        return Refused("hybrid.hold.resist", "in nobody's grip", ["wait"])
    if kind == "give-up" and (one.preset is None or one.preset.fired):
        return Refused("hybrid.ruling.preset-in-play", "no preset is held", ["preset"])
    if kind == "glance" and one.glanced == state.count:
        return Refused("hybrid.perception.passive", "once per count", ["look"])
    if kind == "hide" and (one.hidden or any(one.id in (each.one, each.other) for each in state.closed)):
        return Refused("hybrid.oppose.conceal", "hidden" if one.hidden else "somebody is within arm's reach", ["wait"])
    if kind == "aid" and not bleeders(state, one):
        return Refused("hybrid.ruling.bleeding", "nobody is bleeding", ["wait"])
    if kind == "familiarise" and not strange(one):
        return Refused("hybrid.skill.unfamiliar-tool", "every tool is familiar", ["wait"])
    if kind == "carry-on" and one.moved != state.count:
        return Refused("hybrid.ruling.accel", "no movement on this count", ["move"])
    if kind in ("wait", "preset") and one.moved == state.count:
        return Refused("hybrid.ruling.accel", "the movement was the choice", ["carry-on"])
    return None
