"""The forms: what a fighter may do now and why not the rest. Figures for cards, too."""

from __future__ import annotations

from starfray.engine.errors import Refused
from starfray.engine.scene import known_distance
from starfray.engine.values import Field, Form, Line, Option
from starfray.rulebooks.gurps.actions import ACTIONS
from starfray.rulebooks.gurps.attack import attack_fault
from starfray.rulebooks.gurps.blows import ALL_OUT
from starfray.rulebooks.gurps.core import POSTURES, half_move, move_of
from starfray.rulebooks.gurps.interrupts import TRIGGERS
from starfray.rulebooks.gurps.locations import LOCATIONS
from starfray.rulebooks.gurps.maneuvers import AFTER_WAIT, DEFENCES
from starfray.rulebooks.gurps.state import NATURAL, Fighter, Gurps, Weapon, fighter, held
from starfray.rulebooks.gurps.turns import STEP

GROUPS = {"attack": "attack", "all-out-attack": "attack", "aim": "attack", "wait": "attack", "all-out-defense": "defence"}
RULES = {"crouch": "gurps.ruling.crouch-free"}


def legal(state: Gurps, who: str) -> list[Form]:
    one = fighter(state, who)
    return [form_of(state, one, kind) for kind in ACTIONS]


def form_of(state: Gurps, one: Fighter, kind: str) -> Form:
    rule = RULES.get(kind, f"gurps.maneuver.{kind}")
    cost = "free" if kind == "crouch" else "the turn"
    return Form(kind, cost, fields_of(state, one, kind), why_not(state, one, kind), rule, GROUPS.get(kind, "other"))


def why_not(state: Gurps, one: Fighter, kind: str) -> Refused | None:
    """Reasons that hold whatever the target; the rest shows when the form is filled in."""
    if kind == "do-nothing":
        return None
    if one.stunned:
        return Refused("gurps.injury.stunned", "stunned", ["do-nothing"])
    if one.dazed:
        return Refused("gurps.critical.hit.table", "must do nothing this turn", ["do-nothing"])
    guns = [each for each in held(one) if not each.melee]
    if kind == "aim" and not guns:
        return Refused("gurps.maneuver.aim", "no ranged weapon in hand", ["wait"])
    if kind in ("attack", "all-out-attack") and not targets(state, one, weapons(one)).options:
        return Refused("gurps.maneuver.attack", "nobody within reach or range", ["move"])
    if kind == "ready" and not to_make_ready(one):
        return Refused("gurps.maneuver.ready", "everything is ready", [])
    if kind == "move" and not move_of(one):
        return Refused(f"gurps.posture.{one.posture}", f"{one.posture}: no movement", ["change-posture"])
    if kind == "crouch" and one.posture not in ("standing", "crouching"):
        return Refused("gurps.ruling.crouch-free", one.posture, ["change-posture"])
    return None


def weapons(one: Fighter) -> list[Weapon]:
    return [*held(one), *NATURAL]


def to_make_ready(one: Fighter) -> list[Option]:
    options = [
        Option(each.key, each.name)
        for each in one.weapons
        if not each.broken and (not each.hand or each.unready or each.shots < each.magazine)
    ]
    if one.shield is not None and one.shield.unready:
        options.append(Option("shield", one.shield.name))
    return options


def fields_of(state: Gurps, one: Fighter, kind: str) -> list[Field]:
    places = Field("location", "choice", [Option(each) for each in ("torso", "random", *LOCATIONS[1:])], required=False)
    if kind == "attack":
        blanks = [targets(state, one, weapons(one)), items(weapons(one)), places]
        return [*blanks, Field("chink", "flag", required=False), *step(one, STEP)]
    if kind == "all-out-attack":
        option = Field("option", "choice", [Option(each, rule=f"gurps.maneuver.all-out-attack.{each}") for each in ALL_OUT])
        blanks = [targets(state, one, weapons(one)), option, items(weapons(one)), places]
        return [*blanks, Field("chink", "flag", required=False), *step(one, half_move(one))]
    if kind == "all-out-defense":
        return [Field("option", "choice", [Option(each) for each in DEFENCES]), *step(one, STEP)]
    if kind == "aim":
        guns = [each for each in held(one) if not each.melee]
        return [targets(state, one, guns), items(guns), Field("braced", "flag", required=False), *step(one, STEP)]
    if kind == "move":
        if one.at is not None:
            return [Field("path", "path", high=move_of(one), centre=one.at)]
        return [others(state, one, "target"), Field("yards", "number", low=0, high=100)]
    if kind == "wait":
        return wait_fields(state, one, places)
    if kind == "ready":
        hands = Field("hand", "choice", [Option("right"), Option("left")], required=False)
        return [Field("item", "item", to_make_ready(one)), hands]
    if kind == "change-posture":
        kinds = [Option(each) for each in POSTURES if each not in ("crouching", one.posture)]
        return [Field("posture", "choice", kinds)]
    return []


def wait_fields(state: Gurps, one: Fighter, places: Field) -> list[Field]:
    allies = [Option(each.id, each.name) for each in state.roster.values() if each.side == one.side and each.conscious]
    return [
        Field("trigger", "choice", [Option(each) for each in TRIGGERS]),
        others(state, one, "watching", required=False),
        Field("ally", "combatant", allies, required=False),
        Field("yards", "number", low=1, high=100, required=False),
        Field("text", "text", required=False),
        Field("maneuver", "choice", [Option(each) for each in AFTER_WAIT], required=False, default="attack"),
        Field("option", "choice", [Option(each) for each in ALL_OUT], required=False),
        items(weapons(one)),
        places,
    ]


def items(choices: list[Weapon]) -> Field:
    return Field("weapon", "item", [Option(each.key, each.name) for each in choices], required=False)


def step(one: Fighter, most: float) -> list[Field]:
    return [] if one.at is None else [Field("path", "path", high=most, centre=one.at, required=False)]


def others(state: Gurps, one: Fighter, name: str, *, required: bool = True) -> Field:
    foes = [Option(each.id, each.name) for each in state.roster.values() if each.side != one.side and each.conscious]
    return Field(name, "combatant", foes, required=required)


def targets(state: Gurps, one: Fighter, choices: list[Weapon]) -> Field:
    """Foes some weapon can strike from here, or after a step; those at an unknown distance, too."""
    found = []
    for each in state.roster.values():
        if each.side == one.side or not each.conscious:
            continue
        gap = known_distance(state, one, each)
        near = [gap, max(0.0, gap - STEP)] if gap is not None else []
        if gap is None or any(attack_fault(one, each, weapon, way) is None for weapon in choices for way in near):
            found.append(Option(each.id, each.name))
    return Field("target", "combatant", found)


# --- cards -----------------------------------------------------------------------------------------------------


def describe(state: Gurps, one: Fighter) -> list[Line]:
    """The card: pools, what is in hand, conditions."""
    assumed = set(one.assumed)
    lines = [
        Line("HP", f"{one.hp}/{one.max_hp}", "hp", "gurps.core.pools", "hp" in assumed),
        Line("FP", f"{one.fp}/{one.max_fp}", "fp", "gurps.core.pools", "fp" in assumed),
        Line("Move", str(move_of(one)), "basic-move", "gurps.maneuver.move"),
        Line("posture", one.posture, "posture", f"gurps.posture.{one.posture}"),
    ]
    in_hand = [each.name + (f" ({each.shots})" if each.magazine else "") for each in held(one)]
    if one.shield is not None:
        in_hand.append(one.shield.name)
    lines.append(Line("in hand", ", ".join(in_hand) or "nothing", "weapons", "gurps.maneuver.ready"))
    words = conditions(one)
    if words:
        lines.append(Line("condition", ", ".join(words)))
    return lines


def conditions(one: Fighter) -> list[str]:
    words = [one.out] if one.out else []
    for name, holds in (("dead", one.dead), ("mortally wounded", one.mortal), ("unconscious", one.unconscious),
                        ("incapacitated", one.incapacitated), ("dazed", one.dazed),
                        ("no defence", one.all_out_attack), ("off balance", one.off_balance > 0)):  # fmt: skip
        if holds:
            words.append(name)
    if one.stunned:
        words.append(f"{one.stunned} stun")
    if one.shock or one.pain:
        words.append(f"shock {max(one.shock, min(one.pain, one.pain_limit))}")
    words += [f"{each} crippled" for each in one.crippled]
    words += [f"{each} useless" for each in one.useless]
    words += one.marks
    if one.aim is not None:
        words.append(f"aims at {one.aim.target} ({one.aim.seconds} s)")
    if one.waiting is not None:
        words.append("waits")
    if one.all_out_defense:
        words.append(f"all-out defense: {one.all_out_defense}")
    return words
