"""The forms: what somebody aboard may choose now, at what chance, and why not the rest."""

from __future__ import annotations

from starfray.engine.errors import Refused
from starfray.engine.values import Field, Form, Option, Tally
from starfray.rulebooks.icar.core import ATTRIBUTES, NORMAL, SKILL_ATTRIBUTE, chance, take_off_ability
from starfray.rulebooks.icar.ground import legal as on_foot
from starfray.rulebooks.icar.hacking.legal import hacking_forms
from starfray.rulebooks.icar.state import Actor, Icar
from starfray.rulebooks.icar.vehicle.aboard import ABOARD, IN_GAIA, why_not_aboard
from starfray.rulebooks.icar.vehicle.actions import ACTIONS
from starfray.rulebooks.icar.vehicle.boarding import ALONGSIDE, FARTHER, JUMP_TN, landings, touching
from starfray.rulebooks.icar.vehicle.crew import car, enemies, foes_on, open_roles, phase_of
from starfray.rulebooks.icar.vehicle.gunnery import VEHICLE, add_shot, exposed, weapons_of
from starfray.rulebooks.icar.vehicle.helpers import EFFECTS
from starfray.rulebooks.icar.vehicle.options import FLYING, LEAPING, OPTIONS, SHOOTING, CrewOption, add_target_number, why_not
from starfray.rulebooks.icar.vehicle.piloting import add_boosts, why_no_escape
from starfray.rulebooks.icar.vehicle.records import BOARD, ESCAPE, GOALS, OTHER, RAM

WORDS = {
    "declare": "icar.vehicle.turn.order", "autopilot": "icar.vehicle.autopilot", "take-role": "icar.vehicle.roles",
    "wait": "icar.vehicle.board", "stand-by": "icar.combat.free-choice", "jump": "icar.vehicle.board",
    "climb": "icar.ruling.dangling",
}  # fmt: skip
FREE = ("declare", "autopilot", "take-role", "wait")


def legal(state: Icar, who: str) -> list[Form]:
    one = state.roster[who]
    forms = [form_of(state, one, kind) for kind in ACTIONS]
    return [*aboard_forms(state, one), *forms]


def aboard_forms(state: Icar, one: Actor) -> list[Form]:
    """The ground's own forms, with those aboard the same vehicle only."""
    forms = []
    near = [each.id for each in state.roster.values() if each.aboard == one.aboard and not each.dangling]
    for form in [*on_foot.forms(state, one.id), *hacking_forms(state, one)]:
        if form.kind in (*ABOARD, *IN_GAIA):
            form.refused = why_not_aboard(state, one, form.kind) or form.refused
            for blank in form.fields:
                if blank.kind in ("combatant", "list") and all(option.key in state.roster for option in blank.options):
                    blank.options = [option for option in blank.options if option.key in near]
                    if not blank.options and blank.required and form.refused is None:
                        form.refused = Refused("icar.ruling.close-reach", "nobody within reach aboard", ["stand-by"])
            forms.append(form)
    return forms


def form_of(state: Icar, one: Actor, kind: str) -> Form:
    refused = why_not(state, one, kind)
    rule = WORDS.get(kind) or OPTIONS[kind].rule
    group = OPTIONS[kind].role if kind in OPTIONS else "aboard"
    helps = kind in OPTIONS and bool(OPTIONS[kind].goals)
    hints = ["icar.vehicle.turn.tn"] if helps else []
    form = Form(kind, "free" if kind in FREE else "action", [], refused, rule, group, hints=hints)
    if refused is None:
        form.fields = fields_of(state, one, kind)
        form.hint = hint(state, one, kind) or in_short(form)
        first = form.fields[0] if form.fields else None
        if first is not None and first.required and first.kind in ("combatant", "choice") and not first.options:
            form.refused = Refused(rule, "there is nobody to be named", ["stand-by"])
    return form


def in_short(form: Form) -> str:
    """Of a shot or a jump: the chance against each vehicle."""
    if form.kind not in ("gun", "jump"):
        return ""
    return "; ".join(f"{option.label or option.key} {option.note}" for option in form.fields[0].options)


def percent(need: int) -> str:
    return f"{max(2, min(10, need))}+ on the die, {round(100 * chance(need))} %"


def need_of(state: Icar, one: Actor, option: CrewOption, goal: str = "") -> int:
    """What the die must show for a role's option; for the pilot, with the help given so far."""
    tally = Tally(False)
    add_target_number(state, tally, one, option)
    if option.kind == "fly":
        add_boosts(state, tally, goal or car(state.roster[one.aboard]).goal)
    take_off_ability(tally, one, option.skill)
    return tally.total


def leap_need(one: Actor, target_number: int) -> int:
    tally = Tally(False)
    tally.add(target_number, "icar.ruling.boarding")
    take_off_ability(tally, one, LEAPING)
    return tally.total


def shot_need(state: Icar, one: Actor, target: Actor, aim: str) -> int:
    guns = weapons_of(state, one, state.roster[one.aboard])
    weapon = max(guns, key=lambda each: each.damage)
    tally = Tally(False)
    add_shot(state, tally, one, target, aim, weapon)
    take_off_ability(tally, one, SHOOTING)
    return tally.total


def hint(state: Icar, one: Actor, kind: str) -> str:
    if kind == "climb":
        return percent(leap_need(one, NORMAL))
    if kind in OPTIONS and kind != "gun":
        return percent(need_of(state, one, OPTIONS[kind]))
    return ""


# --- fields ----------------------------------------------------------------------------------------------------


def fields_of(state: Icar, one: Actor, kind: str) -> list[Field]:
    own = state.roster[one.aboard]
    foes = [Option(each.id, each.name) for each in enemies(state, own)]
    if kind == "declare":
        return [
            goal_field(state, one, own, True),
            Field("target", "combatant", foes, required=False),
            Field("words", "text", required=False),
        ]
    if kind == "fly":
        return [goal_field(state, one, own, False), Field("target", "combatant", foes, required=False), attribute_field(FLYING)]
    if kind == "autopilot":
        return [Field("on", "flag", required=False, default="yes")]
    if kind == "take-role":
        return [Field("role", "choice", [Option(each) for each in open_roles(state, one)])]
    if kind == "hack-enemy":
        return [
            Field("target", "combatant", foes),
            Field("effect", "choice", [Option(each) for each in EFFECTS]),
            attribute_field("hacking"),
        ]
    if kind == "improvise":
        return [Field("idea", "text"), attribute_field("hacking")]
    if kind == "gun":
        return gun_fields(state, one, own)
    if kind == "jump":
        where = [landing(own, each, one) for each in landings(state, one)]
        return [Field("target", "combatant", where), attribute_field(LEAPING)]
    if kind == "climb":
        return [attribute_field(LEAPING)]
    return [attribute_field(OPTIONS[kind].skill)] if kind in OPTIONS else []


def goal_field(state: Icar, one: Actor, own: Actor, required: bool) -> Field:
    """What can be declared, each with the chance as things stand."""
    goals = [goal for goal in GOALS if goal != OTHER or required]
    if why_no_escape(state, own) is not None:
        goals.remove(ESCAPE)
    if not enemies(state, own):
        goals.remove(RAM)
    options = [Option(goal, note=percent(need_of(state, one, OPTIONS["fly"], goal))) for goal in goals]
    return Field("goal", "choice", options, required=required, default="" if required else car(own).goal)


def landing(own: Actor, target: Actor, one: Actor) -> Option:
    if touching(own, target):
        return Option(target.id, target.name, note=percent(leap_need(one, NORMAL)))
    near, far = (round(100 * chance(leap_need(one, JUMP_TN[each]))) for each in (ALONGSIDE, FARTHER))
    return Option(target.id, target.name, note=f"{near} % alongside, {far} % farther")


def gun_fields(state: Icar, one: Actor, own: Actor) -> list[Field]:
    guns = weapons_of(state, one, own)
    near = foes_on(state, one)
    others = [] if phase_of(state) == BOARD or car(own).gone else enemies(state, own)
    if not guns:
        return [Field("target", "combatant", [])]
    targets = [Option(each.id, each.name, note=percent(shot_need(state, one, each, VEHICLE))) for each in others]
    targets += [Option(own.id, own.name, note="at somebody aboard or hanging on")] if near else []
    aims = [Option(VEHICLE)] if others else []
    for each in others:
        aims += [
            Option(who.id, who.name, "icar.vehicle.gunner.people", percent(shot_need(state, one, each, who.id)))
            for who in exposed(state, each)
            if who.side != one.side
        ]
    aims += [Option(who.id, who.name, note=percent(shot_need(state, one, own, who.id))) for who in near]
    arms = {each.key: each.name for each in guns}
    return [
        Field("target", "combatant", targets),
        Field("aim", "choice", aims, required=not others, default=VEHICLE if others else ""),
        Field("weapon", "item", [Option(key, name) for key, name in arms.items()], required=False),
        attribute_field(SHOOTING),
    ]


def attribute_field(skill: str) -> Field:
    return Field(
        "attribute",
        "choice",
        [Option(each) for each in ATTRIBUTES],
        required=False,
        default=SKILL_ATTRIBUTE[skill],
        hint="another than the usual one needs the GM's word",
    )
