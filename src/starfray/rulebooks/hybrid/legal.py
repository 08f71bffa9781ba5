"""The forms: what a fighter may do on this count and why not the rest. Figures for cards, too."""

from __future__ import annotations

from starfray.engine.errors import Refused
from starfray.engine.values import Field, Form, Line, Option, Tally
from starfray.rulebooks.hybrid.actions import ACTIONS
from starfray.rulebooks.hybrid.choices import RISING, SIMPLE_ACTION, STANCES, add_time, crowded, holds_off
from starfray.rulebooks.hybrid.defence import DODGE, DROP
from starfray.rulebooks.hybrid.figures import SHOCK_NAMES, half_speed, strength_halves
from starfray.rulebooks.hybrid.injury import CALLED
from starfray.rulebooks.hybrid.state import Fighter, Hybrid, Weapon, action_of, are_closed, at_hand, bound, fighter
from starfray.rulebooks.hybrid.turn import describe_action

RULES = {
    "blow": "hybrid.action.begin", "close": "hybrid.close.required", "draw": "hybrid.draw.time",
    "stance": "hybrid.ruling.stance-duration", "dodge": "hybrid.defence.dodge.phases", "drop": "hybrid.defence.prone.drop",
    "release": "hybrid.defence.parry.release", "rise": "hybrid.defence.prone.rise",
    "evade": "hybrid.defence.evade.start", "wait": "hybrid.ruling.wait",
}  # fmt: skip
GROUPS = {"blow": "attack", "release": "attack", "close": "attack", "evade": "defence", "dodge": "defence", "drop": "defence"}


def legal(state: Hybrid, who: str) -> list[Form]:
    one = fighter(state, who)
    return [
        Form(kind, cost_of(one, kind), fields_of(state, one, kind), why_not(state, one, kind), RULES[kind],
             GROUPS.get(kind, "other"))
        for kind in ACTIONS
    ]


def cost_of(one: Fighter, kind: str) -> str:
    if kind == "rise":
        return f"{RISING} counts"
    if kind in ("dodge", "drop"):
        return f"{DODGE if kind == 'dodge' else DROP} counts"
    if kind == "close":
        return f"{SIMPLE_ACTION} counts"
    if kind in ("evade", "stance"):
        return "no time"
    return {"draw": "twice the weapon's speed", "wait": "until the count named"}.get(kind, "the weapon's speed")


def strikers(state: Hybrid, one: Fighter) -> list[Weapon]:
    return [each for each in at_hand(one) if not each.shield and not bound(state, one, each)]


def why_not(state: Hybrid, one: Fighter, kind: str) -> Refused | None:
    """Reasons that hold whatever is filled in; the rest shows when the form is sent."""
    if kind == "blow":
        weapons = strikers(state, one)
        if not weapons and any(bound(state, one, each) for each in one.weapons):
            return Refused("hybrid.ruling.bound", "the weapon is bound", ["release", "wait"])
        if not weapons:
            return Refused("hybrid.draw.time", "nothing at hand to strike with", ["wait"])
        if not targets(state, one):
            return Refused("hybrid.close.required", "everybody's weapon is longer", ["close"])
    if kind == "close" and (one.prone or not closable(state, one)):
        return Refused("hybrid.ruling.closing", "on the ground" if one.prone else "nobody to close with", ["rise", "blow"])
    if kind == "draw" and not drawable(one):
        return Refused("hybrid.draw.time", "nothing to draw", ["blow"])
    if kind == "release" and not any(each.defender == one.id for each in state.binds):
        return Refused("hybrid.defence.parry.release", "no weapon is bound", ["blow", "wait"])
    if kind == "rise" and not one.prone:
        return Refused("hybrid.defence.prone.rise", "on their feet", ["blow", "wait"])
    if kind in ("evade", "dodge", "drop") and one.prone:
        return Refused("hybrid.ruling.defence-multiplier", "on the ground", ["rise"])
    return None


def targets(state: Hybrid, one: Fighter) -> list[Fighter]:
    weapons = strikers(state, one)
    return [
        each for each in state.roster.values()
        if each.side != one.side and not each.fallen and any(not holds_off(state, one, each, weapon) for weapon in weapons)
    ]


def closable(state: Hybrid, one: Fighter) -> list[Fighter]:
    return [each for each in state.roster.values() if each.side != one.side and each.able and not are_closed(state, one, each)]


def drawable(one: Fighter) -> list[Weapon]:
    return [each for each in one.weapons if not each.in_hand and not each.natural and each.hands <= one.hands]


def fields_of(state: Hybrid, one: Fighter, kind: str) -> list[Field]:
    points = Field("points", "number", high=one.speed_points, required=False, default="0", hint="speed points spent")
    if kind == "blow":
        weapons = strikers(state, one)
        options = [Option(each.key, each.name, "hybrid.action.resolve", blow_note(state, one, each)) for each in weapons]
        slowest = max([each.speed for each in weapons], default=1)
        return [
            Field("target", "combatant", [Option(each.id, each.name) for each in targets(state, one)]),
            Field("weapon", "item", options, required=False),
            points,
            Field("rush", "number", high=slowest, required=False, default="0", hint="counts to take, fewer than it needs"),
            Field("at", "choice", [Option(each) for each in CALLED], required=False, hint="a called location"),
            Field("how", "choice", [Option("spin"), Option("jump")], required=False, hint="1.5 x damage, 1.5 x time"),
            Field("club", "flag", required=bool(crowding(state, one)), default="no", hint="a long weapon, closed upon"),
        ]
    if kind == "close":
        return [Field("target", "combatant", [Option(each.id, each.name) for each in closable(state, one)]), points]
    if kind == "draw":
        return [Field("weapon", "item", [Option(each.key, each.name) for each in drawable(one)]), points]
    if kind == "stance":
        foes = [Option(each.id, each.name) for each in state.roster.values() if each.side != one.side and not each.fallen]
        return [Field("how", "choice", [Option(each) for each in STANCES]), Field("target", "combatant", foes)]
    if kind in ("release", "rise"):
        return [points]
    if kind == "evade":
        answer = "yes" if one.evading else "no"
        return [Field("stop", "choice", [Option(answer)], required=one.evading, default="no")]
    if kind in ("dodge", "drop"):
        return []
    return [Field("until", "number", low=state.count + 1, high=state.count + 100, hint="a later count")]


def crowding(state: Hybrid, one: Fighter) -> list[str]:
    """Who stands too close for a weapon in hand."""
    return [
        each.id for each in state.roster.values()
        if each.side != one.side and any(crowded(state, one, each, weapon) for weapon in strikers(state, one))
    ]


def blow_note(state: Hybrid, one: Fighter, weapon: Weapon) -> str:
    time = Tally()
    add_time(time, one, weapon, 0)
    return f"lands on count {state.count + max(1, time.total)}"


# --- cards -----------------------------------------------------------------------------------------------------


def describe(state: Hybrid, one: Fighter) -> list[Line]:
    """The card: pools, where on the clock, what is in hand, conditions."""
    assumed = set(one.assumed)
    lines = [
        Line("PBD", f"{one.pbd}/{one.max_pbd}", "pbd", "hybrid.damage.order", "pbd" in assumed),
        Line("PFT", f"{one.pft}/{one.max_pft}", "pft", "hybrid.energy.pools", "pft" in assumed),
        Line("PEX", f"{one.pex}/{one.max_pex}", "pex", "hybrid.energy.pools", "pex" in assumed),
        Line("defence", f"PDF {one.pdf}", "pdf", "hybrid.defence.normal", "pdf" in assumed),
        Line("clock", clock_words(state, one), "initiative", "hybrid.ruling.timeline"),
    ]
    held = [f"{each.name or each.key} (speed {each.speed}, wards in {half_speed(each)})" for each in at_hand(one)]
    lines.append(Line("in hand", ", ".join(held) or "nothing", "weapons", "hybrid.draw.time"))
    lines.append(Line("PSE", f"{strength_halves(one) / 2:g}", "stats.pst", "hybrid.ruling.pse"))
    if one.armour:
        lines.append(Line("armour", ", ".join(each.name or each.key for each in one.armour), "armour", "hybrid.ruling.armour"))
    words = conditions(state, one)
    if words:
        lines.append(Line("condition", ", ".join(words)))
    return lines


def clock_words(state: Hybrid, one: Fighter) -> str:
    """Which of the four states, and until when. hybrid.ruling.timeline"""
    mine = action_of(state, one.id)
    if not one.able:
        return "out"
    if mine is not None:
        return f"{describe_action(mine)}, lands on {mine.lands}"
    if one.landed:
        return "rolls initiative"
    if one.initiative > state.count:
        return f"recovering until {one.initiative}"
    if one.wait_until > state.count:
        return f"waiting until {one.wait_until}, ready since {one.initiative}"
    return f"chooses now, ready since {one.initiative}"


def conditions(state: Hybrid, one: Fighter) -> list[str]:
    words = []
    if one.out:
        words.append(one.out)
    if one.pbd <= 0:
        words.append("out of the fight")
    if one.shock is not None:
        words.append(f"{SHOCK_NAMES[one.shock.level]}, recovery roll on {one.shock.rolls}")
    if one.bleeding:
        words.append(f"bleeding ({len(one.bleeding)}), next on {min(one.bleeding)}")
    if one.off_balance:
        words.append(f"off balance {one.off_balance}")
    if one.prone:
        words.append("prone")
    words += one.stance
    words += [f"closed with {each.id}" for each in state.roster.values() if are_closed(state, one, each)]
    if one.evading:
        words.append("evading")
    if not one.aware:
        words.append("unaware")
    if any(bound(state, one, each) for each in one.weapons):
        words.append("weapon bound")
    return words


