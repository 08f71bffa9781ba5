"""The forms: what a fighter may do now and why not the rest."""

from __future__ import annotations

from starfray.engine.content import Content, book_content
from starfray.engine.errors import Refused
from starfray.engine.scene import known_distance
from starfray.engine.values import Field, Form, Option
from starfray.rulebooks.gurps.actions import ACTIONS
from starfray.rulebooks.gurps.attack import bar_to_attack, bar_to_use
from starfray.rulebooks.gurps.blows import ALL_OUT, COMMITTED, DEFENSIVE, TWO_HEXES
from starfray.rulebooks.gurps.core import POSTURES, half_move, move_of
from starfray.rulebooks.gurps.fatigue import can_strain
from starfray.rulebooks.gurps.feint import LOWERS
from starfray.rulebooks.gurps.group import OPTIONS as GROUP_OPTIONS
from starfray.rulebooks.gurps.group import reached
from starfray.rulebooks.gurps.interrupts import TRIGGERS
from starfray.rulebooks.gurps.locations import LOCATIONS
from starfray.rulebooks.gurps.magic import CORE, PAY
from starfray.rulebooks.gurps.maneuvers import AFTER_WAIT, DEFENCES
from starfray.rulebooks.gurps.ready import ready_fault
from starfray.rulebooks.gurps.state import (
    PUNCH,
    Fighter,
    Gurps,
    Weapon,
    bodily,
    body_of,
    fighter,
    free_hands,
    held,
    leg_works,
    own_body,
    things,
)
from starfray.rulebooks.gurps.turns import STEP, able_fault

BLOWS = ("attack", "all-out-attack", "committed-attack", "defensive-attack", "move-and-attack")
GROUPED = ("group-attack", "group-move", "group-defense", "fall-out")
FREE = ("crouch", "face", "fall-out")
GROUPS = {
    **dict.fromkeys((*BLOWS, "aim", "wait", "feint", "evaluate", "group-attack"), "attack"),
    **dict.fromkeys(("all-out-defense", "group-defense"), "defence"), **dict.fromkeys(("concentrate", "cast"), "magic"),
}  # fmt: skip
RULES = {
    "crouch": "gurps.ruling.crouch-free", "face": "gurps.core.active-defense", "cast": "gurps.magic.casting-time",
    "group-attack": "gurps.group-combat.single-roll", "group-move": "gurps.group-combat.size",
    "group-defense": "gurps.group-combat.all-out-defense", "fall-out": "gurps.group-combat.size",
}  # fmt: skip
#: what is worth knowing at a form
HINTS = {
    "all-out-attack": ["gurps.maneuver.all-out-attack.no-defense"], "all-out-defense": ["gurps.ruling.half-move"],
    "committed-attack": ["gurps.maneuver.committed-attack.defense"], "move": ["gurps.ruling.move-value"],
    "defensive-attack": ["gurps.ruling.defensive-attack-choice"], "evaluate": ["gurps.ruling.evaluate-loss"],
    "cast": ["gurps.ruling.magic-failure-cost"], "change-posture": ["gurps.ruling.rise-path"],
    "feint": ["gurps.ruling.feint-choice"], "aim": ["gurps.ruling.aim-loss"],
    "attack": ["gurps.ruling.option-combine", "gurps.ruling.effort-combine"],
}  # fmt: skip


def legal(state: Gurps, who: str, content: Content) -> list[Form]:
    one = fighter(state, who)
    return [form_of(state, one, kind) for kind in ACTIONS]


def form_of(state: Gurps, one: Fighter, kind: str) -> Form:
    rule = RULES.get(kind, f"gurps.maneuver.{kind}")
    cost = "free" if kind in FREE else "the turn"
    refused = why_not(state, one, kind)
    return Form(kind, cost, fields_of(state, one, kind), refused, rule, GROUPS.get(kind, "other"), hints=HINTS.get(kind, []))


def why_not(state: Gurps, one: Fighter, kind: str) -> Refused | None:
    """Reasons that hold whatever the target; the rest shows when the form is filled in."""
    if kind == "do-nothing":
        return None
    if kind in GROUPED:
        return why_no_group(state, one, kind)
    if one.group:
        return Refused("gurps.group-combat.single-roll", f"acts with the group {one.group!r}", list(GROUPED))
    fault = able_fault(one)
    if fault is not None:
        return fault
    if kind in (*BLOWS, "feint", "aim", "evaluate"):
        return why_no_blow(state, one, kind)
    if kind == "cast":
        return why_no_spell(state, one)
    if kind == "ready" and not to_make_ready(one):
        return Refused("gurps.maneuver.ready", "everything is ready", [])
    if kind == "move" and not move_of(one):
        return Refused(f"gurps.posture.{one.posture}", f"{one.posture}: no movement", ["change-posture"])
    if kind == "crouch" and one.posture not in ("standing", "crouching"):
        return Refused("gurps.ruling.crouch-free", one.posture, ["change-posture"])
    if kind == "face" and one.at is None:
        return Refused("gurps.core.active-defense", "facing needs a map", [])
    return None


def why_no_blow(state: Gurps, one: Fighter, kind: str) -> Refused | None:
    choices = arms(one, kind)
    if not choices:
        need = "ranged" if kind == "aim" else "melee"
        return Refused(f"gurps.maneuver.{kind}", f"no {need} weapon is ready", ["ready", "wait"])
    if kind == "evaluate":
        return None if others(state, one, "target").options else Refused("gurps.maneuver.evaluate", "nobody to study", [])
    if not targets(state, one, choices, way_of(one, kind)).options:
        return Refused("gurps.maneuver.attack", "nobody within reach or range", ["move"])
    return None


def why_no_spell(state: Gurps, one: Fighter) -> Refused | None:
    if not known_spells(state, one):
        return Refused("gurps.magic.core-skill", "knows no magic", list(CORE))
    if one.thought is None:
        return Refused("gurps.magic.casting-time", "has not concentrated", ["concentrate"])
    return None


def why_no_group(state: Gurps, one: Fighter, kind: str) -> Refused | None:
    if not one.group:
        return Refused("gurps.group-combat.size", "is in no group", [])
    if kind == "fall-out":
        return None
    body = body_of(state, one)
    if len(body) > 10:
        return Refused("gurps.group-combat.size", f"{len(body)} in the group", ["fall-out"])
    if kind == "group-attack" and not group_targets(state, one).options:
        return Refused("gurps.maneuver.attack", "nobody within reach or range", ["group-move"])
    if kind == "group-move" and not any(move_of(each) for each in body if each.able):
        return Refused("gurps.maneuver.move", "nobody can move", ["do-nothing"])
    return None


def weapons(one: Fighter) -> list[Weapon]:
    return [*held(one), *own_body(one)]


def arms(one: Fighter, kind: str) -> list[Weapon]:
    """The weapons a maneuver can be taken with: whole, ready, loaded, in a hand that works."""
    ready = [each for each in weapons(one) if not bar_to_use(one, each)]
    if kind == "aim":
        return [each for each in ready if not each.melee]
    if kind in ("committed-attack", "defensive-attack", "feint"):
        return [each for each in ready if each.melee]
    return ready


def way_of(one: Fighter, kind: str) -> float:
    """How far a maneuver lets one go."""
    most = {"all-out-attack": half_move(one), "committed-attack": TWO_HEXES, "move-and-attack": move_of(one)}
    return float(most.get(kind, STEP))


def to_make_ready(one: Fighter) -> list[Option]:
    options = [
        Option(each.key, each.name)
        for each in one.weapons
        if (to_draw(one, each) or each.unready or each.shots < each.magazine) and ready_fault(one, each.key, "") is None
    ]
    if one.shield is not None and one.shield.unready:
        options.append(Option("shield", one.shield.name))
    return options


def to_draw(one: Fighter, weapon: Weapon) -> bool:
    """Not in hand; of several uses of one thing the first stands for all."""
    return not weapon.hand and not bodily(weapon) and any(each is weapon for each in things(one.weapons))


# --- fields ----------------------------------------------------------------------------------------------------


def fields_of(state: Gurps, one: Fighter, kind: str) -> list[Field]:
    if kind in BLOWS:
        return blow_fields(state, one, kind)
    if kind == "feint":
        choices = arms(one, kind)
        return [targets(state, one, choices, STEP), items(choices), choice("lowers", LOWERS, False), *approach(one, STEP)]
    if kind == "evaluate":
        return [others(state, one, "target"), *approach(one, STEP)]
    if kind == "concentrate":
        return [Field("task", "choice", known_spells(state, one), required=False), *step(one, STEP)]
    if kind == "cast":
        return [Field("spell", "choice", known_spells(state, one)), everybody(state), choice("pay", PAY, False)]
    if kind == "all-out-defense":
        return [choice("option", DEFENCES), *step(one, max(STEP, float(half_move(one))))]
    if kind == "aim":
        guns = arms(one, kind)
        return [targets(state, one, guns, STEP), items(guns), Field("braced", "flag", required=False), *approach(one, STEP)]
    if kind in ("move", "group-move"):
        if one.at is not None:
            return [Field("path", "path", high=move_of(one), centre=one.at)]
        return [others(state, one, "target"), Field("yards", "number", low=0, high=100)]
    if kind == "wait":
        return wait_fields(state, one)
    if kind == "ready":
        return [Field("item", "item", to_make_ready(one)), choice("hand", ("right", "left"), False)]
    if kind == "change-posture":
        return [choice("posture", [each for each in POSTURES if can_take(one, each)])]
    if kind == "face":
        return [others(state, one, "target")]
    if kind == "group-attack":
        return [group_targets(state, one), Field("all_out", "flag", required=False)]
    return [choice("option", GROUP_OPTIONS)] if kind == "group-defense" else []


def choice(name: str, words: tuple[str, ...] | list[str], required: bool = True) -> Field:
    return Field(name, "choice", [Option(each) for each in words], required=required)


def can_take(one: Fighter, posture: str) -> bool:
    """Crouching is free; nobody stands on a leg that is gone. gurps.location.leg"""
    if posture in ("crouching", one.posture):
        return False
    return posture != "standing" or (leg_works(one, "right") and leg_works(one, "left"))


def places() -> Field:
    return choice("location", ("torso", "random", *LOCATIONS[1:], "weapon"), False)


def flag(name: str) -> Field:
    return Field(name, "flag", required=False)


def blow_fields(state: Gurps, one: Fighter, kind: str) -> list[Field]:
    choices = arms(one, kind)
    blanks = [targets(state, one, choices, way_of(one, kind))]
    options = {"all-out-attack": ALL_OUT, "committed-attack": COMMITTED, "defensive-attack": DEFENSIVE}
    if kind in options:
        rule = f"gurps.maneuver.{kind}."
        known = [each for each in options[kind] if each != "ranged" or any(not arm.melee for arm in choices)]
        named = [Option(each, rule=rule + each if kind == "all-out-attack" else "") for each in known]
        blanks.append(Field("option", "choice", named))
    blanks += [items(choices), places(), flag("chink"), *approach(one, way_of(one, kind))]
    if kind not in ("committed-attack", "defensive-attack"):
        blanks += bursts(one)
    blanks += [Field("deceptive", "number", low=0, high=most_deceptive(one), required=False, default="0"), flag("telegraphic")]
    blanks += effort_fields(one, kind)
    if kind != "move-and-attack":
        blanks += [flag("rapid"), flag("dual"), others(state, one, "second", required=False)]
        fist = [PUNCH] if free_hands(one) else []
        seconds = [Option(each.key, each.name) for each in (*held(one), *fist)]
        blanks.append(Field("second_weapon", "item", seconds, required=False))
    if kind == "all-out-attack":
        blanks.append(choice("lowers", LOWERS, False))
    if kind == "defensive-attack":
        blanks.append(flag("grapple"))
    struck = Field("strikes", "text", required=False, hint="the key of the foe's weapon, with location weapon")
    return [*blanks, struck, flag("disarm")]


def bursts(one: Fighter) -> list[Field]:
    guns = [each for each in weapons(one) if not each.melee and each.rof > 1]
    most = max((each.rof for each in guns), default=1)
    return [Field("shots", "number", low=1, high=most, required=False, default="1")] if guns else []


def most_deceptive(one: Fighter) -> int:
    """What the best skill on the sheet may have to give, with every bonus. gurps.ruling.deceptive-floor"""
    return max(5, (max(one.skills.values(), default=0) - 3) // 2)


def effort_fields(one: Fighter, kind: str) -> list[Field]:
    """Extra effort is offered while there is fatigue to spend."""
    if not can_strain(one, 1):
        return []
    found = [flag("mighty")] if kind != "all-out-attack" else []
    if kind == "move-and-attack":
        found.append(flag("heroic"))
    elif can_strain(one, 2):
        found.append(flag("flurry"))
    return found


def known_spells(state: Gurps, one: Fighter) -> list[Option]:
    """Whoever has a core skill may try any spell; others those they have learned. gurps.magic.core-skill"""
    from starfray.rulebooks.gurps import BOOK

    rows = book_content(BOOK.name, BOOK.folder).tables["spells"]
    spells = {**{key: str(row.get("name", key)) for key, row in rows.items()}, **state.spellbook}
    every = any(name in one.skills for name in CORE)
    return [Option(key, name) for key, name in spells.items() if every or key in one.skills]


def everybody(state: Gurps) -> Field:
    found = [Option(each.id, each.name) for each in state.roster.values() if not each.out]
    return Field("targets", "list", found)


def group_targets(state: Gurps, one: Fighter) -> Field:
    """Foes somebody of the group can strike."""
    body = body_of(state, one)
    found = []
    for each in state.roster.values():
        if each.side != one.side and each.conscious and reached(state, body, each):
            found.append(Option(each.id, each.name))
    return Field("targets", "list", found[:10])


def wait_fields(state: Gurps, one: Fighter) -> list[Field]:
    allies = [Option(each.id, each.name) for each in state.roster.values() if each.side == one.side and each.conscious]
    return [
        choice("trigger", TRIGGERS),
        others(state, one, "watching", required=False),
        Field("ally", "combatant", allies, required=False),
        Field("yards", "number", low=1, high=100, required=False),
        Field("text", "text", required=False),
        Field("maneuver", "choice", [Option(each) for each in AFTER_WAIT], required=False, default="attack"),
        choice("option", ALL_OUT, False),
        items(weapons(one)),
        places(),
        flag("chink"),
        *bursts(one),
        choice("lowers", LOWERS, False),
    ]


def items(choices: list[Weapon]) -> Field:
    return Field("weapon", "item", [Option(each.key, each.name) for each in choices], required=False)


def step(one: Fighter, most: float) -> list[Field]:
    return [] if one.at is None else [Field("path", "path", high=most, centre=one.at, required=False)]


def approach(one: Fighter, most: float) -> list[Field]:
    """On a map the way, off it how far from the target it ends."""
    if one.at is not None:
        return step(one, most)
    return [Field("yards", "number", low=0, high=100, required=False, hint="how far from the target the way ends")]


def others(state: Gurps, one: Fighter, name: str, *, required: bool = True) -> Field:
    foes = [Option(each.id, each.name) for each in state.roster.values() if each.side != one.side and each.conscious]
    return Field(name, "combatant", foes, required=required)


def targets(state: Gurps, one: Fighter, choices: list[Weapon], way: float) -> Field:
    """Foes and things some weapon can strike from here or after the way the maneuver allows; those at unknown distances too."""
    found = []
    for each in state.roster.values():
        if each.side == one.side or not (each.conscious or each.inanimate):
            continue
        gap = known_distance(state, one, each)
        if gap is None or any(can_come_near(one, each, weapon, gap, way) for weapon in choices):
            found.append(Option(each.id, each.name))
    return Field("target", "combatant", found)


def can_come_near(one: Fighter, foe: Fighter, weapon: Weapon, gap: float, way: float) -> bool:
    """In reach here, at the end of the way, or on it."""
    if not bar_to_attack(one, foe, weapon, gap) or not bar_to_attack(one, foe, weapon, max(0.0, gap - way)):
        return True
    stops = [float(reach) for reach in weapon.reach] if weapon.melee else [float(weapon.max_range)]
    return any(abs(gap - stop) <= way and not bar_to_attack(one, foe, weapon, stop) for stop in stops)
